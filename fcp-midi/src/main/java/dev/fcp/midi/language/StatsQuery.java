package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How much of what a song has. */
final class StatsQuery {

  static final Form FORM = Form.of("stats", "queries", "counts what is in the tracks");

  private StatsQuery() {}

  static QueryResult answer(ParsedOp query, Score score) {
    List<Item> all = new ArrayList<>();
    score.parts().forEach(part -> all.addAll(part.items()));
    List<Note> notes = notes(all);
    List<String> lines = new ArrayList<>();
    lines.add(
        Phrases.counted(score.parts().size(), "track", "tracks")
            + ", "
            + Texts.notes(notes.size())
            + ", "
            + Phrases.counted(all.size() - notes.size(), "other message", "other messages"));
    for (Part part : score.parts()) {
      lines.add(
          part.told()
              + ": "
              + counts(part.items()).entrySet().stream()
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

  private static List<Note> notes(Collection<Item> items) {
    List<Note> notes = new ArrayList<>();
    for (Item item : items) {
      if (item instanceof Item.Sound(var key, Note note)) {
        notes.add(note);
      }
    }
    return notes;
  }

  /** How many of each sort there are, by the words that {@code remove} knows. */
  static Map<String, Integer> counts(Collection<Item> items) {
    Map<String, Integer> counts = new TreeMap<>();
    items.forEach(item -> counts.merge(sort(item), 1, Integer::sum));
    return counts;
  }

  private static String sort(Item item) {
    return switch (item) {
      case Item.Sound sound -> "notes";
      case Item.Sign(var key, var single) -> sort(single.kind(), single.message());
    };
  }

  private static String sort(MessageKind kind, Message message) {
    return switch (kind) {
      case CONTROL_CHANGE -> "cc";
      case PITCH_BEND -> "bends";
      case TEMPO -> "tempos";
      case TIME_SIGNATURE -> "time-sigs";
      case KEY_SIGNATURE -> "key-sigs";
      case TRACK_NAME -> "names";
      case MARKER -> "markers";
      case OPAQUE -> Signs.isProgram(message) ? "programs" : "others";
    };
  }
}
