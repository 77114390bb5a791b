package dev.fcp.midi;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
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
import dev.fcp.midi.song.SongKey;

/**
 * Song events as objects with a {@code type}.
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
final class SongEventCodec implements EventCodec<SongEvent> {

  @Override
  public Value.Fields encode(SongEvent event) {
    return switch (event) {
      case NoteAdded(var key, var note) -> EventFields.NOTE.encodeEntity("note_added", key, note);
      case NoteRemoved(var key, var note) ->
          EventFields.NOTE.encodeEntity("note_removed", key, note);
      case NoteModified(var key, var before, var after) ->
          EventFields.NOTE.encodeModification("note_modified", key, before, after);
      case TrackAdded(var key, var track) ->
          EventFields.TRACK.encodeEntity("track_added", key, track);
      case TrackRemoved(var key, var track) ->
          EventFields.TRACK.encodeEntity("track_removed", key, track);
      case TrackModified(var key, var before, var after) ->
          EventFields.encodeBeforeAndAfter("track_modified", key, before, after);
      case TrackRenamed(var key, var before, var after) ->
          EntryEventCodec.encode("track_renamed", key, before, after);
      case CcAdded(var key, var cc) -> EventFields.CC.encodeEntity("cc_added", key, cc);
      case CcRemoved(var key, var cc) -> EventFields.CC.encodeEntity("cc_removed", key, cc);
      case CcModified(var key, var before, var after) ->
          EventFields.CC.encodeModification("cc_modified", key, before, after);
      case PitchBendAdded(var key, var bend) ->
          EventFields.PITCH_BEND.encodeEntity("pitch_bend_added", key, bend);
      case PitchBendRemoved(var key, var bend) ->
          EventFields.PITCH_BEND.encodeEntity("pitch_bend_removed", key, bend);
      case PitchBendModified(var key, var before, var after) ->
          EventFields.PITCH_BEND.encodeModification("pitch_bend_modified", key, before, after);
      case TempoChanged(var key, var before, var after) ->
          EntryEventCodec.encode("tempo_changed", key, before, after);
      case TimeSignatureChanged(var key, var before, var after) ->
          EntryEventCodec.encode("time_signature_changed", key, before, after);
      case KeySignatureChanged(var key, var before, var after) ->
          EntryEventCodec.encode("key_signature_changed", key, before, after);
      case MarkerAdded(var key, var marker) ->
          EventFields.encodeMarker("marker_added", key, marker);
      case MarkerRemoved(var key, var marker) ->
          EventFields.encodeMarker("marker_removed", key, marker);
      case MarkerModified(var key, var before, var after) ->
          EventFields.MARKER.encodeModification("marker_modified", key, before, after);
      case FormatChanged(var before, var after) -> EventFields.encodeFormatChange(before, after);
      case DocumentModified(var key, var before, var after) ->
          EventFields.encodeBeforeAndAfter("document_modified", key, before, after);
      case OpaqueAdded(var key, var entity) ->
          EventFields.encodeOpaque("opaque_added", key, entity);
      case OpaqueRemoved(var key, var entity) ->
          EventFields.encodeOpaque("opaque_removed", key, entity);
      case OpaqueModified(var key, var before, var after) ->
          EventFields.forOpaque(key).encodeModification("opaque_modified", key, before, after);
    };
  }

  @Override
  public SongEvent decode(Value.Fields fields) {
    try {
      SongEvent event = decodeEvent(fields);
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields);
      }
      return event;
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no event of a song: " + e.getMessage(), e);
    }
  }

  private static SongEvent decodeEvent(Value.Fields fields) {
    String type = fields.text("type");
    return switch (type) {
      case "note_added" ->
          new NoteAdded(EventFields.NOTE.decodeKey(fields), EventFields.NOTE.decodeNote(fields));
      case "note_removed" ->
          new NoteRemoved(EventFields.NOTE.decodeKey(fields), EventFields.NOTE.decodeNote(fields));
      case "note_modified" ->
          new NoteModified(
              EventFields.NOTE.decodeKey(fields),
              EntitySnapshotCodec.decodeBefore(fields),
              EntitySnapshotCodec.decodeAfter(fields));
      case "track_added" ->
          new TrackAdded(
              EventFields.TRACK.decodeKey(fields), EventFields.TRACK.decodeTrack(fields));
      case "track_removed" ->
          new TrackRemoved(
              EventFields.TRACK.decodeKey(fields), EventFields.TRACK.decodeTrack(fields));
      case "track_modified" ->
          new TrackModified(
              EventFields.TRACK.decodeKey(fields),
              EventFields.decodeBefore(fields),
              EventFields.decodeAfter(fields));
      case "track_renamed" ->
          new TrackRenamed(
              EntryEventCodec.decodeKey(fields),
              EntryEventCodec.decodeBefore(fields),
              EntryEventCodec.decodeAfter(fields));
      case "cc_added" ->
          new CcAdded(EventFields.CC.decodeKey(fields), EventFields.CC.decodeMessage(fields));
      case "cc_removed" ->
          new CcRemoved(EventFields.CC.decodeKey(fields), EventFields.CC.decodeMessage(fields));
      case "cc_modified" ->
          new CcModified(
              EventFields.CC.decodeKey(fields),
              EntitySnapshotCodec.decodeBefore(fields),
              EntitySnapshotCodec.decodeAfter(fields));
      case "pitch_bend_added" ->
          new PitchBendAdded(
              EventFields.PITCH_BEND.decodeKey(fields),
              EventFields.PITCH_BEND.decodeMessage(fields));
      case "pitch_bend_removed" ->
          new PitchBendRemoved(
              EventFields.PITCH_BEND.decodeKey(fields),
              EventFields.PITCH_BEND.decodeMessage(fields));
      case "pitch_bend_modified" ->
          new PitchBendModified(
              EventFields.PITCH_BEND.decodeKey(fields),
              EntitySnapshotCodec.decodeBefore(fields),
              EntitySnapshotCodec.decodeAfter(fields));
      case "tempo_changed" ->
          new TempoChanged(
              EntryEventCodec.decodeKey(fields),
              EntryEventCodec.decodeBefore(fields),
              EntryEventCodec.decodeAfter(fields));
      case "time_signature_changed" ->
          new TimeSignatureChanged(
              EntryEventCodec.decodeKey(fields),
              EntryEventCodec.decodeBefore(fields),
              EntryEventCodec.decodeAfter(fields));
      case "key_signature_changed" ->
          new KeySignatureChanged(
              EntryEventCodec.decodeKey(fields),
              EntryEventCodec.decodeBefore(fields),
              EntryEventCodec.decodeAfter(fields));
      case "marker_added" ->
          new MarkerAdded(EventFields.MARKER.decodeKey(fields), EventFields.decodeMarker(fields));
      case "marker_removed" ->
          new MarkerRemoved(EventFields.MARKER.decodeKey(fields), EventFields.decodeMarker(fields));
      case "marker_modified" ->
          new MarkerModified(
              EventFields.MARKER.decodeKey(fields),
              EntitySnapshotCodec.decodeBefore(fields),
              EntitySnapshotCodec.decodeAfter(fields));
      case "format_changed" ->
          new FormatChanged(
              EventFields.decodeFormat(fields, "oldFormat"),
              EventFields.decodeFormat(fields, "newFormat"));
      case "document_modified" ->
          new DocumentModified(
              SongKey.header(), EventFields.decodeBefore(fields), EventFields.decodeAfter(fields));
      case "opaque_added" ->
          new OpaqueAdded(
              EventFields.forOpaque(fields).decodeKey(fields), EventFields.decodeOpaque(fields));
      case "opaque_removed" ->
          new OpaqueRemoved(
              EventFields.forOpaque(fields).decodeKey(fields), EventFields.decodeOpaque(fields));
      case "opaque_modified" ->
          new OpaqueModified(
              EventFields.forOpaque(fields).decodeKey(fields),
              EntitySnapshotCodec.decodeBefore(fields),
              EntitySnapshotCodec.decodeAfter(fields));
      default -> throw new MalformedValueException("no event of a song: \"" + type + "\"");
    };
  }
}
