package dev.fcp.midi;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.function.Predicate;

/**
 * An event of a song. Each event is a change of one entity and contains everything needed to apply
 * and to invert it. {@link SongDomain} lists the units.
 */
public sealed interface SongEvent {

  /** The change of the entity. */
  Change<SongKey, SongEntity> change();

  /** A note was added. */
  record NoteAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A note was removed. */
  record NoteRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of a note were changed. */
  record NoteModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A track was added, without messages. */
  record TrackAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A track was removed after its messages were removed. */
  record TrackRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of a track were changed: its end, its order, or the bytes after its end. */
  record TrackModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * A track-name message was added, removed or changed. The first one in a track is the track's
   * name.
   */
  record TrackRenamed(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A control change was added. */
  record CcAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A control change was removed. */
  record CcRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of a control change were changed. */
  record CcModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A pitch bend was added. */
  record PitchBendAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A pitch bend was removed. */
  record PitchBendRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of a pitch bend were changed. */
  record PitchBendModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A tempo was added, removed or changed. */
  record TempoChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A time signature was added, removed or changed. */
  record TimeSignatureChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A key signature was added, removed or changed. */
  record KeySignatureChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A marker was added. */
  record MarkerAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A marker was removed. */
  record MarkerRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of a marker were changed. */
  record MarkerModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** The format of the song was changed. */
  record FormatChanged(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * Units of the header were changed: the division, the wrapper, trailing bytes, or the format
   * together with other units.
   */
  record DocumentModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * An entity without a specific event type was added: another message, such as a program change or
   * an unpaired note-on, or an unknown chunk.
   */
  record OpaqueAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** An entity without a specific event type was removed. */
  record OpaqueRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Units of an entity without a specific event type were changed. */
  record OpaqueModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * The event types and their JSON members.
   *
   * <pre>
   * note_added             {trackId, noteId, noteSnapshot}              the same for note_removed
   * note_modified          {trackId, noteId, fieldName, oldValue, newValue}
   * track_added            {trackId, trackSnapshot}
   * track_modified         {trackId, before, after}
   * track_renamed          {trackId, messageId, absoluteTick, oldName, newName, oldEntry, newEntry}
   * cc_added               {trackId, ccId, ccSnapshot}
   * pitch_bend_added       {trackId, pbId, pbSnapshot}
   * tempo_changed          {... oldBpm, newBpm ...}       as track_renamed; absent values have no member
   * time_signature_changed {... oldNum, oldDenom, newNum, newDenom ...}
   * key_signature_changed  {... oldKey, oldMode, newKey, newMode ...}
   * marker_added           {trackId, markerId, text, absoluteTick, order, message}
   * format_changed         {oldFormat, newFormat}
   * document_modified      {before, after}
   * opaque_added           {trackId, messageId, tick, order, message}, or {chunkId, chunkSnapshot}
   * opaque_modified        as note_modified, with a messageId or a chunkId
   * </pre>
   *
   * <p>Members such as names, texts and tempos are for readers; only the message is decoded.
   */
  static EventTypes<SongKey, SongEntity, SongEvent> types() {
    return EventTypes.of(SongSpec.INSTANCE, SongEvent::change)
        .entities(Note.class::isInstance, SongEventMembers.NOTE)
        .created("note_added", NoteAdded.class, NoteAdded::new)
        .deleted("note_removed", NoteRemoved.class, NoteRemoved::new)
        .modified("note_modified", NoteModified.class, NoteModified::new)
        .entities(Track.class::isInstance, SongEventMembers.TRACK)
        .created("track_added", TrackAdded.class, TrackAdded::new)
        .deleted("track_removed", TrackRemoved.class, TrackRemoved::new)
        .modified("track_modified", TrackModified.class, TrackModified::new)
        .entities(isMessage(MessageKind.CONTROL_CHANGE), SongEventMembers.CC)
        .created("cc_added", CcAdded.class, CcAdded::new)
        .deleted("cc_removed", CcRemoved.class, CcRemoved::new)
        .modified("cc_modified", CcModified.class, CcModified::new)
        .entities(isMessage(MessageKind.PITCH_BEND), SongEventMembers.PITCH_BEND)
        .created("pitch_bend_added", PitchBendAdded.class, PitchBendAdded::new)
        .deleted("pitch_bend_removed", PitchBendRemoved.class, PitchBendRemoved::new)
        .modified("pitch_bend_modified", PitchBendModified.class, PitchBendModified::new)
        .entities(isMessage(MessageKind.TRACK_NAME), SongEventMembers.ENTRY)
        .changed("track_renamed", TrackRenamed.class, TrackRenamed::new)
        .entities(isMessage(MessageKind.TEMPO), SongEventMembers.ENTRY)
        .changed("tempo_changed", TempoChanged.class, TempoChanged::new)
        .entities(isMessage(MessageKind.TIME_SIGNATURE), SongEventMembers.ENTRY)
        .changed("time_signature_changed", TimeSignatureChanged.class, TimeSignatureChanged::new)
        .entities(isMessage(MessageKind.KEY_SIGNATURE), SongEventMembers.ENTRY)
        .changed("key_signature_changed", KeySignatureChanged.class, KeySignatureChanged::new)
        .entities(isMessage(MessageKind.MARKER), SongEventMembers.MARKER)
        .created("marker_added", MarkerAdded.class, MarkerAdded::new)
        .deleted("marker_removed", MarkerRemoved.class, MarkerRemoved::new)
        .modified("marker_modified", MarkerModified.class, MarkerModified::new)
        .entities(SongHeader.class::isInstance, SongEventMembers.FORMAT)
        .modified("format_changed", FormatChanged.class, FormatChanged::new)
        .entities(SongHeader.class::isInstance, SongEventMembers.HEADER)
        .modified("document_modified", DocumentModified.class, DocumentModified::new)
        .entities(isMessage(MessageKind.OPAQUE), SongEventMembers.MESSAGE)
        .created("opaque_added", OpaqueAdded.class, OpaqueAdded::new)
        .deleted("opaque_removed", OpaqueRemoved.class, OpaqueRemoved::new)
        .modified("opaque_modified", OpaqueModified.class, OpaqueModified::new)
        .entities(Chunk.class::isInstance, SongEventMembers.CHUNK)
        .created("opaque_added", OpaqueAdded.class, OpaqueAdded::new)
        .deleted("opaque_removed", OpaqueRemoved.class, OpaqueRemoved::new)
        .modified("opaque_modified", OpaqueModified.class, OpaqueModified::new);
  }

  private static Predicate<SongEntity> isMessage(MessageKind kind) {
    return entity -> entity instanceof SingleMessage single && single.kind() == kind;
  }
}
