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
 * What can happen to a song: the whole vocabulary. Each event is one change of one entity and
 * carries all that is needed to apply it and to invert it. The names of units are those of {@link
 * SongDomain}.
 */
public sealed interface SongEvent {

  /** What it does. */
  Change<SongKey, SongEntity> change();

  /** A note comes into being. */
  record NoteAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A note goes. */
  record NoteRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of a note get other values. */
  record NoteModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A track comes into being, without messages. */
  record TrackAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A track goes; its messages went before. */
  record TrackRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of a track get other values: its end, its order, or bytes behind its end. */
  record TrackModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A track-name message comes, goes, or is another one. The first of a track is its name. */
  record TrackRenamed(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A control change comes into being. */
  record CcAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A control change goes. */
  record CcRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of a control change get other values. */
  record CcModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A pitch bend comes into being. */
  record PitchBendAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A pitch bend goes. */
  record PitchBendRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of a pitch bend get other values. */
  record PitchBendModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** A tempo comes, goes, or is another one. */
  record TempoChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A time signature comes, goes, or is another one. */
  record TimeSignatureChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A key signature comes, goes, or is another one. */
  record KeySignatureChanged(Change<SongKey, SongEntity> change) implements SongEvent {}

  /** A marker comes into being. */
  record MarkerAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** A marker goes. */
  record MarkerRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of a marker get other values. */
  record MarkerModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /** The format of the song is another. */
  record FormatChanged(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * Some units of the header get other values: the division, the format together with others, the
   * wrapper, bytes behind.
   */
  record DocumentModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * Something that has no event of its own comes into being: a message, for instance a program or a
   * single note-on, or a chunk that is no track.
   */
  record OpaqueAdded(Created<SongKey, SongEntity> change) implements SongEvent {}

  /** Something that has no event of its own goes. */
  record OpaqueRemoved(Deleted<SongKey, SongEntity> change) implements SongEvent {}

  /** Some units of something that has no event of its own get other values. */
  record OpaqueModified(Modified<SongKey, SongEntity> change) implements SongEvent {}

  /**
   * The table of the events.
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
   * opaque_modified        as note_modified, of a messageId or a chunkId
   * </pre>
   *
   * <p>Names, texts, tempos and the like are there for readers; what counts is the message.
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
