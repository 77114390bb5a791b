package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The query {@code stats}, which counts the content of the tracks. */
final class SongStatsQuery {

  static final Form FORM = Form.of("stats", "queries", "counts what is in the tracks");

  private SongStatsQuery() {}

  static QueryResult answer(ParsedOperation query, SongView songView) {
    List<TrackItem> items = new ArrayList<>();
    songView.tracks().forEach(trackView -> items.addAll(trackView.items()));
    List<Note> notes = notes(items);
    List<String> lines = new ArrayList<>();
    lines.add(
        Phrases.count(songView.tracks().size(), "track", "tracks")
            + ", "
            + SongTexts.noteCount(notes.size())
            + ", "
            + Phrases.count(items.size() - notes.size(), "other message", "other messages"));
    for (TrackView trackView : songView.tracks()) {
      lines.add(
          trackView.describe()
              + ": "
              + counts(trackView.items()).entrySet().stream()
                  .map(entry -> entry.getKey() + " " + entry.getValue())
                  .collect(Collectors.joining(", ")));
    }
    if (!notes.isEmpty()) {
      IntSummaryStatistics velocities = notes.stream().mapToInt(Note::velocity).summaryStatistics();
      IntSummaryStatistics lengths = notes.stream().mapToInt(Note::duration).summaryStatistics();
      lines.add("velocities " + velocities.getMin() + " to " + velocities.getMax());
      lines.add("lengths " + lengths.getMin() + " to " + lengths.getMax() + " ticks");
    }
    return QueryResult.lines(lines);
  }

  private static List<Note> notes(Collection<TrackItem> items) {
    List<Note> notes = new ArrayList<>();
    for (TrackItem item : items) {
      if (item instanceof TrackItem.NoteItem(var key, Note note)) {
        notes.add(note);
      }
    }
    return notes;
  }

  /** The number of items of each kind, named as in the verb {@code remove}. */
  static Map<String, Integer> counts(Collection<TrackItem> items) {
    Map<String, Integer> counts = new TreeMap<>();
    items.forEach(item -> counts.merge(countKey(item), 1, Integer::sum));
    return counts;
  }

  private static String countKey(TrackItem item) {
    return switch (item) {
      case TrackItem.NoteItem noteItem -> "notes";
      case TrackItem.MessageItem(var key, var single) -> countKey(single.kind(), single.message());
    };
  }

  private static String countKey(MessageKind kind, Message message) {
    return switch (kind) {
      case CONTROL_CHANGE -> "cc";
      case PITCH_BEND -> "bends";
      case TEMPO -> "tempos";
      case TIME_SIGNATURE -> "time-sigs";
      case KEY_SIGNATURE -> "key-sigs";
      case TRACK_NAME -> "names";
      case MARKER -> "markers";
      case OPAQUE -> MessageText.isProgram(message) ? "programs" : "others";
    };
  }
}
