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
      case NoteAdded(var key, var note) -> Words.NOTE.whole("note_added", key, note);
      case NoteRemoved(var key, var note) -> Words.NOTE.whole("note_removed", key, note);
      case NoteModified(var key, var before, var after) ->
          Words.NOTE.modified("note_modified", key, before, after);
      case TrackAdded(var key, var track) -> Words.TRACK.whole("track_added", key, track);
      case TrackRemoved(var key, var track) -> Words.TRACK.whole("track_removed", key, track);
      case TrackModified(var key, var before, var after) ->
          Words.framed("track_modified", key, before, after);
      case TrackRenamed(var key, var before, var after) ->
          MapEntries.encode("track_renamed", key, before, after);
      case CcAdded(var key, var cc) -> Words.CC.whole("cc_added", key, cc);
      case CcRemoved(var key, var cc) -> Words.CC.whole("cc_removed", key, cc);
      case CcModified(var key, var before, var after) ->
          Words.CC.modified("cc_modified", key, before, after);
      case PitchBendAdded(var key, var bend) ->
          Words.PITCH_BEND.whole("pitch_bend_added", key, bend);
      case PitchBendRemoved(var key, var bend) ->
          Words.PITCH_BEND.whole("pitch_bend_removed", key, bend);
      case PitchBendModified(var key, var before, var after) ->
          Words.PITCH_BEND.modified("pitch_bend_modified", key, before, after);
      case TempoChanged(var key, var before, var after) ->
          MapEntries.encode("tempo_changed", key, before, after);
      case TimeSignatureChanged(var key, var before, var after) ->
          MapEntries.encode("time_signature_changed", key, before, after);
      case KeySignatureChanged(var key, var before, var after) ->
          MapEntries.encode("key_signature_changed", key, before, after);
      case MarkerAdded(var key, var marker) -> Words.marker("marker_added", key, marker);
      case MarkerRemoved(var key, var marker) -> Words.marker("marker_removed", key, marker);
      case MarkerModified(var key, var before, var after) ->
          Words.MARKER.modified("marker_modified", key, before, after);
      case FormatChanged(var before, var after) -> Words.format(before, after);
      case DocumentModified(var key, var before, var after) ->
          Words.framed("document_modified", key, before, after);
      case OpaqueAdded(var key, var entity) -> Words.opaque("opaque_added", key, entity);
      case OpaqueRemoved(var key, var entity) -> Words.opaque("opaque_removed", key, entity);
      case OpaqueModified(var key, var before, var after) ->
          Words.opaqueOf(key).modified("opaque_modified", key, before, after);
    };
  }

  @Override
  public SongEvent decode(Value.Fields fields) {
    try {
      SongEvent event = read(fields);
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields);
      }
      return event;
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no event of a song: " + e.getMessage(), e);
    }
  }

  private static SongEvent read(Value.Fields in) {
    String type = in.text("type");
    return switch (type) {
      case "note_added" -> new NoteAdded(Words.NOTE.key(in), Words.NOTE.note(in));
      case "note_removed" -> new NoteRemoved(Words.NOTE.key(in), Words.NOTE.note(in));
      case "note_modified" ->
          new NoteModified(Words.NOTE.key(in), Snapshots.before(in), Snapshots.after(in));
      case "track_added" -> new TrackAdded(Words.TRACK.key(in), Words.TRACK.track(in));
      case "track_removed" -> new TrackRemoved(Words.TRACK.key(in), Words.TRACK.track(in));
      case "track_modified" ->
          new TrackModified(Words.TRACK.key(in), Words.before(in), Words.after(in));
      case "track_renamed" ->
          new TrackRenamed(MapEntries.key(in), MapEntries.before(in), MapEntries.after(in));
      case "cc_added" -> new CcAdded(Words.CC.key(in), Words.CC.single(in));
      case "cc_removed" -> new CcRemoved(Words.CC.key(in), Words.CC.single(in));
      case "cc_modified" ->
          new CcModified(Words.CC.key(in), Snapshots.before(in), Snapshots.after(in));
      case "pitch_bend_added" ->
          new PitchBendAdded(Words.PITCH_BEND.key(in), Words.PITCH_BEND.single(in));
      case "pitch_bend_removed" ->
          new PitchBendRemoved(Words.PITCH_BEND.key(in), Words.PITCH_BEND.single(in));
      case "pitch_bend_modified" ->
          new PitchBendModified(
              Words.PITCH_BEND.key(in), Snapshots.before(in), Snapshots.after(in));
      case "tempo_changed" ->
          new TempoChanged(MapEntries.key(in), MapEntries.before(in), MapEntries.after(in));
      case "time_signature_changed" ->
          new TimeSignatureChanged(MapEntries.key(in), MapEntries.before(in), MapEntries.after(in));
      case "key_signature_changed" ->
          new KeySignatureChanged(MapEntries.key(in), MapEntries.before(in), MapEntries.after(in));
      case "marker_added" -> new MarkerAdded(Words.MARKER.key(in), Words.marker(in));
      case "marker_removed" -> new MarkerRemoved(Words.MARKER.key(in), Words.marker(in));
      case "marker_modified" ->
          new MarkerModified(Words.MARKER.key(in), Snapshots.before(in), Snapshots.after(in));
      case "format_changed" ->
          new FormatChanged(Words.format(in, "oldFormat"), Words.format(in, "newFormat"));
      case "document_modified" ->
          new DocumentModified(SongKey.header(), Words.before(in), Words.after(in));
      case "opaque_added" -> new OpaqueAdded(Words.opaqueOf(in).key(in), Words.opaque(in));
      case "opaque_removed" -> new OpaqueRemoved(Words.opaqueOf(in).key(in), Words.opaque(in));
      case "opaque_modified" ->
          new OpaqueModified(Words.opaqueOf(in).key(in), Snapshots.before(in), Snapshots.after(in));
      default -> throw new MalformedValueException("no event of a song: \"" + type + "\"");
    };
  }
}
