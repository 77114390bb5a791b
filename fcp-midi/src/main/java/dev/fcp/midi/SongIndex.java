package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An index of notes and unpaired note messages by track, channel and pitch, in the order of the
 * track. It detects entities that would be paired differently when the file is read. Immutable.
 *
 * <p>Reading pairs note-ons and note-offs first in, first out. It restores the notes of a song if
 * and only if every two entities with the same track, channel and pitch satisfy these rules:
 *
 * <pre>
 * two notes                  the one that begins first ends first
 * a note, a lone note-off    the note-off is not within the note
 * a note, a lone note-on     the note begins before the note-on
 * a lone note-on, note-off   the note-off comes before the note-on
 * </pre>
 *
 * <p>Because the rules are pairwise, they also hold for every subset of the entities. And if all
 * existing entities satisfy them, a new entity only needs to be compared with its nearest
 * neighbors: of all notes that begin before a position, the last one ends last.
 */
final class SongIndex implements DerivedIndex<SongKey, SongEntity> {

  /** The empty index. */
  static final SongIndex EMPTY = new SongIndex(PersistentMap.empty(IndexEntry.ORDER));

  /** The role of an entry in the pairing rules. */
  private enum Role {
    NOTE,
    UNPAIRED_ON,
    UNPAIRED_OFF
  }

  /** The start of a note, or an unpaired message. */
  private record IndexEntry(SongKey key, int channelAndPitch, Role role, MessagePosition position) {

    static final Comparator<IndexEntry> ORDER = IndexEntry::compare;

    private static int compare(IndexEntry first, IndexEntry second) {
      int byTrack = first.key.compareTracks(second.key);
      int byChannelAndPitch =
          byTrack != 0 ? byTrack : Integer.compare(first.channelAndPitch, second.channelAndPitch);
      int byRole = byChannelAndPitch != 0 ? byChannelAndPitch : first.role.compareTo(second.role);
      return byRole != 0 ? byRole : comparePositions(first, second);
    }

    /** Compares by the order in the track, regardless of the roles. */
    static int comparePositions(IndexEntry first, IndexEntry second) {
      int byPosition = first.position.compareTo(second.position);
      return byPosition != 0 ? byPosition : first.key.compareItems(second.key);
    }

    boolean isSameGroup(IndexEntry other) {
      return channelAndPitch == other.channelAndPitch
          && role == other.role
          && key.track().equals(other.key.track());
    }

    /** A copy with another role. */
    IndexEntry withRole(Role newRole) {
      return new IndexEntry(key, channelAndPitch, newRole, position);
    }

    /** A copy at another position in the same group. */
    IndexEntry movedTo(MessagePosition newPosition) {
      return new IndexEntry(key, channelAndPitch, role, newPosition);
    }
  }

  private final PersistentMap<IndexEntry, SongEntity> entries;

  private SongIndex(PersistentMap<IndexEntry, SongEntity> entries) {
    this.entries = entries;
  }

  @Override
  public SongIndex with(
      SongKey key, Optional<SongEntity> before, Optional<SongEntity> after) {
    Optional<IndexEntry> oldEntry = before.flatMap(entity -> entryOf(key, entity));
    Optional<IndexEntry> newEntry = after.flatMap(entity -> entryOf(key, entity));
    if (oldEntry.isEmpty() && newEntry.isEmpty()) {
      return this;
    }
    PersistentMap<IndexEntry, SongEntity> changed = entries;
    if (oldEntry.isPresent() && !oldEntry.equals(newEntry)) {
      changed = changed.without(oldEntry.get());
    }
    if (newEntry.isPresent()) {
      changed = changed.with(newEntry.get(), after.orElseThrow());
    }
    return new SongIndex(changed);
  }

  @Override
  public SongIndex withAll(Iterable<Map.Entry<SongKey, SongEntity>> entities) {
    List<Map.Entry<IndexEntry, SongEntity>> sorted = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entity : entities) {
      entryOf(entity.getKey(), entity.getValue())
          .ifPresent(entry -> sorted.add(Map.entry(entry, entity.getValue())));
    }
    if (!entries.isEmpty()) {
      entries.forEach(sorted::add);
    }
    sorted.sort(Map.Entry.comparingByKey(IndexEntry.ORDER));
    return new SongIndex(PersistentMap.ofSorted(IndexEntry.ORDER, sorted));
  }

  private static Optional<IndexEntry> entryOf(SongKey key, SongEntity entity) {
    return switch (entity) {
      case Note note ->
          Optional.of(
              new IndexEntry(
                  key, channelAndPitch(note.channel(), note.pitch()), Role.NOTE, note.on()));
      case SingleMessage single -> unpairedEntry(key, single);
      case SongHeader header -> Optional.empty();
      case Track track -> Optional.empty();
      case Chunk chunk -> Optional.empty();
    };
  }

  private static Optional<IndexEntry> unpairedEntry(SongKey key, SingleMessage single) {
    Message message = single.message();
    boolean on = message.isNoteOn();
    if (!on && !message.isNoteOff()) {
      return Optional.empty();
    }
    int channelAndPitch = channelAndPitch(message.channel(), message.bytes().at(1));
    return Optional.of(
        new IndexEntry(
            key, channelAndPitch, on ? Role.UNPAIRED_ON : Role.UNPAIRED_OFF, single.position()));
  }

  private static int channelAndPitch(int channel, int pitch) {
    return channel << 7 | pitch;
  }

  /**
   * Finds an entity that conflicts with a new one, because a reader of the file would pair their
   * messages differently.
   *
   * @param key the key of the new entity, which must not be in this index
   */
  Optional<SongKey> findBlocking(SongKey key, SongEntity entity) {
    Optional<IndexEntry> entry = entryOf(key, entity);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Optional<IndexEntry> blocking =
        switch (entry.get().role()) {
          case NOTE -> findBlockingNote(entry.get(), entry.get().movedTo(((Note) entity).off()));
          case UNPAIRED_ON -> findBlockingUnpairedOn(entry.get());
          case UNPAIRED_OFF -> findBlockingUnpairedOff(entry.get());
        };
    return blocking.map(IndexEntry::key);
  }

  private Optional<IndexEntry> findBlockingNote(IndexEntry on, IndexEntry off) {
    Optional<IndexEntry> earlierNote =
        previous(on).filter(other -> IndexEntry.comparePositions(endOf(other), off) > 0);
    Optional<IndexEntry> laterNote =
        next(on).filter(other -> IndexEntry.comparePositions(endOf(other), off) < 0);
    Optional<IndexEntry> unpairedOffWithin =
        next(on.withRole(Role.UNPAIRED_OFF))
            .filter(other -> IndexEntry.comparePositions(other, off) < 0);
    Optional<IndexEntry> unpairedOnBefore = previous(on.withRole(Role.UNPAIRED_ON));
    return earlierNote.or(() -> laterNote).or(() -> unpairedOffWithin).or(() -> unpairedOnBefore);
  }

  private Optional<IndexEntry> findBlockingUnpairedOn(IndexEntry on) {
    return next(on.withRole(Role.NOTE)).or(() -> next(on.withRole(Role.UNPAIRED_OFF)));
  }

  private Optional<IndexEntry> findBlockingUnpairedOff(IndexEntry off) {
    return previous(off.withRole(Role.NOTE))
        .filter(other -> IndexEntry.comparePositions(endOf(other), off) > 0)
        .or(() -> previous(off.withRole(Role.UNPAIRED_ON)));
  }

  /** The end of a note, given the entry of its start. */
  private IndexEntry endOf(IndexEntry note) {
    return entries.get(note) instanceof Note stored ? note.movedTo(stored.off()) : note;
  }

  private Optional<IndexEntry> previous(IndexEntry entry) {
    return entries.lower(entry).map(Map.Entry::getKey).filter(entry::isSameGroup);
  }

  private Optional<IndexEntry> next(IndexEntry entry) {
    return entries.higher(entry).map(Map.Entry::getKey).filter(entry::isSameGroup);
  }
}
