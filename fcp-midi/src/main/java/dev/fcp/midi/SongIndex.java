package dev.fcp.midi;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
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
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An index of the notes and messages of the tracks by kind: notes and unpaired note messages by
 * channel and pitch, other messages by channel, or by message kind if they have none. Entries of
 * one kind are in the order of the track. Immutable; each change of the model updates it.
 *
 * <p>It detects entities that would be paired differently when the file is read. Reading pairs
 * note-ons and note-offs first in, first out. It restores the notes of a song if and only if every
 * two entities with the same track, channel and pitch satisfy these rules:
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
public final class SongIndex implements DerivedIndex<SongKey, SongEntity> {

  /** The empty index. */
  static final SongIndex EMPTY = new SongIndex(PersistentMap.empty(IndexEntry.ORDER));

  private static final int CHANNELS = 16;

  /** The role of an entry in the pairing rules. */
  private enum Role {
    /** Of no entry; precedes all others of its group. */
    START,
    NOTE,
    UNPAIRED_ON,
    UNPAIRED_OFF,
    OTHER
  }

  /**
   * The start of a note, or another message.
   *
   * @param group the channel and pitch; a negative number for a message without a channel
   */
  private record IndexEntry(SongKey key, int group, Role role, MessagePosition position) {

    static final Comparator<IndexEntry> ORDER = IndexEntry::compare;

    private static int compare(IndexEntry first, IndexEntry second) {
      int byTrack = first.key.compareTracks(second.key);
      int byGroup = byTrack != 0 ? byTrack : Integer.compare(first.group, second.group);
      int byRole = byGroup != 0 ? byGroup : first.role.compareTo(second.role);
      return byRole != 0 ? byRole : comparePositions(first, second);
    }

    /** Compares by the order in the track, regardless of the roles. */
    static int comparePositions(IndexEntry first, IndexEntry second) {
      int byPosition = first.position.compareTo(second.position);
      return byPosition != 0 ? byPosition : first.key.compareItems(second.key);
    }

    boolean isSameGroup(IndexEntry other) {
      return group == other.group && role == other.role && key.track().equals(other.key.track());
    }

    /** A copy with another role. */
    IndexEntry withRole(Role newRole) {
      return new IndexEntry(key, group, newRole, position);
    }

    /** A copy at another position in the same group. */
    IndexEntry movedTo(MessagePosition newPosition) {
      return new IndexEntry(key, group, role, newPosition);
    }
  }

  private final PersistentMap<IndexEntry, SongEntity> entries;

  private SongIndex(PersistentMap<IndexEntry, SongEntity> entries) {
    this.entries = entries;
  }

  @Override
  public SongIndex with(SongKey key, Optional<SongEntity> before, Optional<SongEntity> after) {
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
      case SingleMessage single -> Optional.of(messageEntry(key, single));
      case SongHeader header -> Optional.empty();
      case Track track -> Optional.empty();
      case Chunk chunk -> Optional.empty();
    };
  }

  private static IndexEntry messageEntry(SongKey key, SingleMessage single) {
    Message message = single.message();
    if (!message.isNoteOn() && !message.isNoteOff()) {
      int group =
          message.isChannelMessage()
              ? channelAndPitch(message.channel(), 0)
              : groupOf(message.kind());
      return new IndexEntry(key, group, Role.OTHER, single.position());
    }
    return new IndexEntry(
        key,
        channelAndPitch(message.channel(), message.bytes().at(1)),
        message.isNoteOn() ? Role.UNPAIRED_ON : Role.UNPAIRED_OFF,
        single.position());
  }

  /** The group of the messages of a kind without a channel. */
  @SuppressWarnings("EnumOrdinal") // Each program run builds the index anew.
  private static int groupOf(MessageKind kind) {
    return -1 - kind.ordinal();
  }

  private static int channelAndPitch(int channel, int pitch) {
    return channel << 7 | pitch;
  }

  /** The index of a song. */
  public static SongIndex of(EntityModel<SongKey, SongEntity> song) {
    return (SongIndex) song.derivedIndex();
  }

  /** The messages of a kind without a channel, in the order of the track. */
  public Iterable<SongKey> messages(SongKey track, MessageKind kind) {
    return keysInGroups(track, groupOf(kind), groupOf(kind) + 1);
  }

  /** The channels of the messages of a track, counted from 0. */
  public NavigableSet<Integer> channels(SongKey track) {
    NavigableSet<Integer> channels = new TreeSet<>();
    for (int channel = 0; channel < CHANNELS; channel++) {
      int first = channelAndPitch(channel, 0);
      if (keysInGroups(track, first, channelAndPitch(channel + 1, 0)).iterator().hasNext()) {
        channels.add(channel);
      }
    }
    return channels;
  }

  /**
   * The notes and messages of a channel whose pitch is within a range, sorted by pitch; messages
   * without a pitch are included if the lowest pitch is 0.
   */
  public Iterable<SongKey> keysInChannel(SongKey track, int channel, int lowest, int highest) {
    return keysInGroups(
        track, channelAndPitch(channel, lowest), channelAndPitch(channel, highest) + 1);
  }

  private Iterable<SongKey> keysInGroups(SongKey track, int from, int to) {
    return Iterables.transform(
        entries.range(startOf(track, from), startOf(track, to)), entry -> entry.getKey().key());
  }

  private static IndexEntry startOf(SongKey track, int group) {
    return new IndexEntry(track, group, Role.START, MessagePosition.atLoading(0, 0));
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
          case START, OTHER -> Optional.empty();
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SongIndex index && entries.equals(index.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
