package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.midi.SongEvent.CcAdded;
import dev.fcp.midi.SongEvent.CcModified;
import dev.fcp.midi.SongEvent.CcRemoved;
import dev.fcp.midi.SongEvent.DocumentModified;
import dev.fcp.midi.SongEvent.FormatChanged;
import dev.fcp.midi.SongEvent.KeySignatureChanged;
import dev.fcp.midi.SongEvent.MarkerAdded;
import dev.fcp.midi.SongEvent.MarkerModified;
import dev.fcp.midi.SongEvent.MarkerRemoved;
import dev.fcp.midi.SongEvent.NoteAdded;
import dev.fcp.midi.SongEvent.NoteModified;
import dev.fcp.midi.SongEvent.NoteRemoved;
import dev.fcp.midi.SongEvent.OpaqueAdded;
import dev.fcp.midi.SongEvent.OpaqueModified;
import dev.fcp.midi.SongEvent.OpaqueRemoved;
import dev.fcp.midi.SongEvent.PitchBendAdded;
import dev.fcp.midi.SongEvent.PitchBendModified;
import dev.fcp.midi.SongEvent.PitchBendRemoved;
import dev.fcp.midi.SongEvent.TempoChanged;
import dev.fcp.midi.SongEvent.TimeSignatureChanged;
import dev.fcp.midi.SongEvent.TrackAdded;
import dev.fcp.midi.SongEvent.TrackModified;
import dev.fcp.midi.SongEvent.TrackRemoved;
import dev.fcp.midi.SongEvent.TrackRenamed;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Events as changes of entities, and changes as the events that name them. */
final class SongChanges {

  private SongChanges() {}

  static Change<SongKey, SongEntity> of(SongEvent event) {
    return switch (event) {
      case NoteAdded(var key, var note) -> new Change.Created<>(key, note);
      case NoteRemoved(var key, var note) -> new Change.Deleted<>(key, note);
      case NoteModified(var key, var before, var after) -> modified(key, before, after);
      case TrackAdded(var key, var track) -> new Change.Created<>(key, track);
      case TrackRemoved(var key, var track) -> new Change.Deleted<>(key, track);
      case TrackModified(var key, var before, var after) -> modified(key, before, after);
      case TrackRenamed(var key, var before, var after) -> entryChange(key, before, after);
      case CcAdded(var key, var cc) -> new Change.Created<>(key, cc);
      case CcRemoved(var key, var cc) -> new Change.Deleted<>(key, cc);
      case CcModified(var key, var before, var after) -> modified(key, before, after);
      case PitchBendAdded(var key, var bend) -> new Change.Created<>(key, bend);
      case PitchBendRemoved(var key, var bend) -> new Change.Deleted<>(key, bend);
      case PitchBendModified(var key, var before, var after) -> modified(key, before, after);
      case TempoChanged(var key, var before, var after) -> entryChange(key, before, after);
      case TimeSignatureChanged(var key, var before, var after) -> entryChange(key, before, after);
      case KeySignatureChanged(var key, var before, var after) -> entryChange(key, before, after);
      case MarkerAdded(var key, var marker) -> new Change.Created<>(key, marker);
      case MarkerRemoved(var key, var marker) -> new Change.Deleted<>(key, marker);
      case MarkerModified(var key, var before, var after) -> modified(key, before, after);
      case FormatChanged(var before, var after) ->
          modified(SongKey.header(), formatUnit(before), formatUnit(after));
      case DocumentModified(var key, var before, var after) -> modified(key, before, after);
      case OpaqueAdded(var key, var entity) -> new Change.Created<>(key, entity);
      case OpaqueRemoved(var key, var entity) -> new Change.Deleted<>(key, entity);
      case OpaqueModified(var key, var before, var after) -> modified(key, before, after);
    };
  }

  private static Change<SongKey, SongEntity> modified(
      SongKey key, Value.Fields before, Value.Fields after) {
    return new Change.Modified<>(key, before, after);
  }

  /** What is one unit as a whole comes, goes, or gets another value. */
  private static Change<SongKey, SongEntity> entryChange(
      SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after) {
    if (before.isEmpty()) {
      return new Change.Created<>(key, after.orElseThrow());
    }
    return after.isEmpty()
        ? new Change.Deleted<>(key, before.get())
        : modified(key, entryUnit(before.get()), entryUnit(after.get()));
  }

  private static Value.Fields entryUnit(SingleMessage single) {
    return Value.Fields.of(Map.of(SongUnits.ENTRY, SongUnits.encodeEntry(single)));
  }

  private static Value.Fields formatUnit(int format) {
    return Value.Fields.of(Map.of(SongUnits.FORMAT, Value.of(format)));
  }

  static SongEvent created(SongKey key, SongEntity entity) {
    return switch (entity) {
      case SongHeader header -> throw new IllegalArgumentException("the header is there");
      case Track track -> new TrackAdded(key, track);
      case Chunk chunk -> new OpaqueAdded(key, chunk);
      case Note note -> new NoteAdded(key, note);
      case SingleMessage single ->
          switch (single.kind()) {
            case CONTROL_CHANGE -> new CcAdded(key, single);
            case PITCH_BEND -> new PitchBendAdded(key, single);
            case MARKER -> new MarkerAdded(key, single);
            case OPAQUE -> new OpaqueAdded(key, single);
            case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE, TRACK_NAME ->
                entryChanged(single.kind(), key, Optional.empty(), Optional.of(single));
          };
    };
  }

  static SongEvent deleted(SongKey key, SongEntity entity) {
    return switch (entity) {
      case SongHeader header -> throw new IllegalArgumentException("the header stays");
      case Track track -> new TrackRemoved(key, track);
      case Chunk chunk -> new OpaqueRemoved(key, chunk);
      case Note note -> new NoteRemoved(key, note);
      case SingleMessage single ->
          switch (single.kind()) {
            case CONTROL_CHANGE -> new CcRemoved(key, single);
            case PITCH_BEND -> new PitchBendRemoved(key, single);
            case MARKER -> new MarkerRemoved(key, single);
            case OPAQUE -> new OpaqueRemoved(key, single);
            case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE, TRACK_NAME ->
                entryChanged(single.kind(), key, Optional.of(single), Optional.empty());
          };
    };
  }

  private static SongEvent entryChanged(
      MessageKind kind,
      SongKey key,
      Optional<SingleMessage> before,
      Optional<SingleMessage> after) {
    return switch (kind) {
      case TEMPO -> new TempoChanged(key, before, after);
      case TIME_SIGNATURE -> new TimeSignatureChanged(key, before, after);
      case KEY_SIGNATURE -> new KeySignatureChanged(key, before, after);
      case TRACK_NAME -> new TrackRenamed(key, before, after);
      case CONTROL_CHANGE, PITCH_BEND, MARKER, OPAQUE ->
          throw new IllegalArgumentException("no whole entry: " + kind);
    };
  }

  static Optional<SongEvent> between(SongKey key, SongEntity from, SongEntity to) {
    if (!SongSpec.INSTANCE.isSameKind(from, to)) {
      throw new IllegalArgumentException(key + " cannot become " + to);
    }
    Change.Modified<SongKey, SongEntity> change =
        Change.between(key, SongUnits.of(from), SongUnits.of(to));
    return change.isEmpty() ? Optional.empty() : Optional.of(modified(from, change));
  }

  static SongEvent modified(SongEntity from, Change.Modified<SongKey, SongEntity> change) {
    SongKey key = change.key();
    Value.Fields before = change.before();
    Value.Fields after = change.after();
    return switch (from) {
      case SongHeader header -> headerModified(change);
      case Track track -> new TrackModified(key, before, after);
      case Chunk chunk -> new OpaqueModified(key, before, after);
      case Note note -> new NoteModified(key, before, after);
      case SingleMessage single ->
          switch (single.kind()) {
            case CONTROL_CHANGE -> new CcModified(key, before, after);
            case PITCH_BEND -> new PitchBendModified(key, before, after);
            case MARKER -> new MarkerModified(key, before, after);
            case OPAQUE -> new OpaqueModified(key, before, after);
            case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE, TRACK_NAME ->
                entryChanged(single.kind(), key, entryMessage(before), entryMessage(after));
          };
    };
  }

  private static SongEvent headerModified(Change.Modified<SongKey, SongEntity> change) {
    return change.units().equals(Set.of(SongUnits.FORMAT))
        ? new FormatChanged(formatNumber(change.before()), formatNumber(change.after()))
        : new DocumentModified(change.key(), change.before(), change.after());
  }

  private static Optional<SingleMessage> entryMessage(Value.Fields units) {
    return units.find(SongUnits.ENTRY).map(SongUnits::decodeEntry);
  }

  private static int formatNumber(Value.Fields units) {
    return Math.toIntExact(units.at(SongUnits.FORMAT).asLong());
  }

  static SongEvent withChange(SongEvent event, Change.Modified<SongKey, SongEntity> change) {
    SongKey key = change.key();
    Value.Fields before = change.before();
    Value.Fields after = change.after();
    return switch (event) {
      case NoteModified modified -> new NoteModified(key, before, after);
      case TrackModified modified -> new TrackModified(key, before, after);
      case CcModified modified -> new CcModified(key, before, after);
      case PitchBendModified modified -> new PitchBendModified(key, before, after);
      case MarkerModified modified -> new MarkerModified(key, before, after);
      case OpaqueModified modified -> new OpaqueModified(key, before, after);
      case DocumentModified modified -> new DocumentModified(key, before, after);
      case FormatChanged modified -> new FormatChanged(formatNumber(before), formatNumber(after));
      case TempoChanged modified ->
          new TempoChanged(key, entryMessage(before), entryMessage(after));
      case TimeSignatureChanged modified ->
          new TimeSignatureChanged(key, entryMessage(before), entryMessage(after));
      case KeySignatureChanged modified ->
          new KeySignatureChanged(key, entryMessage(before), entryMessage(after));
      case TrackRenamed modified ->
          new TrackRenamed(key, entryMessage(before), entryMessage(after));
      case NoteAdded unsupported -> throw notAModification(unsupported);
      case NoteRemoved unsupported -> throw notAModification(unsupported);
      case TrackAdded unsupported -> throw notAModification(unsupported);
      case TrackRemoved unsupported -> throw notAModification(unsupported);
      case CcAdded unsupported -> throw notAModification(unsupported);
      case CcRemoved unsupported -> throw notAModification(unsupported);
      case PitchBendAdded unsupported -> throw notAModification(unsupported);
      case PitchBendRemoved unsupported -> throw notAModification(unsupported);
      case MarkerAdded unsupported -> throw notAModification(unsupported);
      case MarkerRemoved unsupported -> throw notAModification(unsupported);
      case OpaqueAdded unsupported -> throw notAModification(unsupported);
      case OpaqueRemoved unsupported -> throw notAModification(unsupported);
    };
  }

  private static IllegalArgumentException notAModification(SongEvent event) {
    return new IllegalArgumentException("no modification: " + event);
  }
}
