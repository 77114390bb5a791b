package dev.fcp.midi;

import dev.fcp.eventlog.entity.Derived;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Moment;
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
 * All that begins or ends a sound, by track, channel and pitch, in the order of the track: an index
 * for the question whether a reader pairs as the song says. Immutable.
 *
 * <p>Reading pairs first in, first out. That gives back the notes of a song exactly if
 *
 * <pre>
 * two notes                  the one that begins first ends first
 * a note, a lone note-off    the lone one does not stand within the note
 * a note, a lone note-on     the note begins before the lone one
 * a lone note-on, note-off   the note-off stands before the note-on
 * </pre>
 *
 * <p>Each rule speaks of two, so what holds for many holds for any of them. And among those that
 * keep the rules only the nearest ones need a look: of all notes that begin before a place the last
 * one ends last.
 */
final class Pairs implements Derived<SongKey, SongEntity> {

  /** Without any note. */
  static final Pairs NONE = new Pairs(PersistentMap.empty(Spot.ORDER));

  /** What a spot is to the others of its row. */
  private enum Role {
    NOTE,
    LONE_ON,
    LONE_OFF
  }

  /** Where a note begins, or a lone message stands. */
  private record Spot(SongKey key, int row, Role role, Moment at) {

    static final Comparator<Spot> ORDER = Spot::compare;

    private static int compare(Spot a, Spot b) {
      int byTrack = a.key.compareTracks(b.key);
      int byRow = byTrack != 0 ? byTrack : Integer.compare(a.row, b.row);
      int byRole = byRow != 0 ? byRow : a.role.compareTo(b.role);
      return byRole != 0 ? byRole : comparePlaces(a, b);
    }

    /** The order of the track, whatever the roles. */
    static int comparePlaces(Spot a, Spot b) {
      int byMoment = a.at.compareTo(b.at);
      return byMoment != 0 ? byMoment : a.key.compareItems(b.key);
    }

    boolean isBeside(Spot other) {
      return row == other.row && role == other.role && key.track().equals(other.key.track());
    }

    /** The same place in another role. */
    Spot as(Role other) {
      return new Spot(key, row, other, at);
    }

    /** Another place in the same row. */
    Spot moved(Moment other) {
      return new Spot(key, row, role, other);
    }
  }

  private final PersistentMap<Spot, SongEntity> spots;

  private Pairs(PersistentMap<Spot, SongEntity> spots) {
    this.spots = spots;
  }

  @Override
  public Pairs with(SongKey key, Optional<SongEntity> before, Optional<SongEntity> after) {
    Optional<Spot> from = before.flatMap(entity -> spot(key, entity));
    Optional<Spot> to = after.flatMap(entity -> spot(key, entity));
    if (from.isEmpty() && to.isEmpty()) {
      return this;
    }
    PersistentMap<Spot, SongEntity> changed = spots;
    if (from.isPresent() && !from.equals(to)) {
      changed = changed.without(from.get());
    }
    if (to.isPresent()) {
      changed = changed.with(to.get(), after.orElseThrow());
    }
    return new Pairs(changed);
  }

  @Override
  public Pairs withAll(Iterable<Map.Entry<SongKey, SongEntity>> entities) {
    List<Map.Entry<Spot, SongEntity>> sorted = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : entities) {
      spot(entry.getKey(), entry.getValue())
          .ifPresent(spot -> sorted.add(Map.entry(spot, entry.getValue())));
    }
    if (!spots.isEmpty()) {
      spots.forEach(sorted::add);
    }
    sorted.sort(Map.Entry.comparingByKey(Spot.ORDER));
    return new Pairs(PersistentMap.ofSorted(Spot.ORDER, sorted));
  }

  private static Optional<Spot> spot(SongKey key, SongEntity entity) {
    return switch (entity) {
      case Note note ->
          Optional.of(new Spot(key, row(note.channel(), note.pitch()), Role.NOTE, note.on()));
      case SingleMessage single -> lone(key, single);
      case SongHeader header -> Optional.empty();
      case Track track -> Optional.empty();
      case Chunk chunk -> Optional.empty();
    };
  }

  private static Optional<Spot> lone(SongKey key, SingleMessage single) {
    Message message = single.message();
    boolean on = message.isNoteOn();
    if (!on && !message.isNoteOff()) {
      return Optional.empty();
    }
    int row = row(message.channel(), message.bytes().at(1));
    return Optional.of(new Spot(key, row, on ? Role.LONE_ON : Role.LONE_OFF, single.at()));
  }

  private static int row(int channel, int pitch) {
    return channel << 7 | pitch;
  }

  /**
   * An entity with which another one cannot stand, because a reader would pair otherwise.
   *
   * @param key of the other one, which is not in here
   */
  Optional<SongKey> inTheWayOf(SongKey key, SongEntity entity) {
    Optional<Spot> spot = spot(key, entity);
    if (spot.isEmpty()) {
      return Optional.empty();
    }
    Optional<Spot> found =
        switch (spot.get().role()) {
          case NOTE -> inTheWayOfNote(spot.get(), spot.get().moved(((Note) entity).off()));
          case LONE_ON -> inTheWayOfLoneOn(spot.get());
          case LONE_OFF -> inTheWayOfLoneOff(spot.get());
        };
    return found.map(Spot::key);
  }

  private Optional<Spot> inTheWayOfNote(Spot on, Spot off) {
    Optional<Spot> before = before(on).filter(other -> Spot.comparePlaces(end(other), off) > 0);
    Optional<Spot> behind = behind(on).filter(other -> Spot.comparePlaces(end(other), off) < 0);
    Optional<Spot> within =
        behind(on.as(Role.LONE_OFF)).filter(other -> Spot.comparePlaces(other, off) < 0);
    Optional<Spot> loneOn = before(on.as(Role.LONE_ON));
    return before.or(() -> behind).or(() -> within).or(() -> loneOn);
  }

  private Optional<Spot> inTheWayOfLoneOn(Spot on) {
    return behind(on.as(Role.NOTE)).or(() -> behind(on.as(Role.LONE_OFF)));
  }

  private Optional<Spot> inTheWayOfLoneOff(Spot off) {
    return before(off.as(Role.NOTE))
        .filter(other -> Spot.comparePlaces(end(other), off) > 0)
        .or(() -> before(off.as(Role.LONE_ON)));
  }

  /** Where the note of a spot ends. */
  private Spot end(Spot note) {
    return spots.get(note) instanceof Note found ? note.moved(found.off()) : note;
  }

  private Optional<Spot> before(Spot spot) {
    return spots.lower(spot).map(Map.Entry::getKey).filter(spot::isBeside);
  }

  private Optional<Spot> behind(Spot spot) {
    return spots.higher(spot).map(Map.Entry::getKey).filter(spot::isBeside);
  }
}
