package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The notes of a track as a picture: a row for each pitch, a column for each step of time.
 *
 * <pre>
 *       |1       |2
 * E4    |o---....|........
 * C4    |....o---|o-------
 * </pre>
 */
final class PianoRollQuery {

  private static final Param<Length> GRID = Param.of("grid", "LENGTH", Length::read);

  static final Form FORM =
      Form.of(
              "piano-roll",
              "queries",
              "draws the notes of a track; a column is a 16th, or the grid")
          .required("TRACK")
          .params(GRID)
          .selectors(Selection.FORMS);

  private static final String USUAL_GRID = "16th";
  private static final int COLUMNS = 64;
  private static final int MOST_COLUMNS = 1_024;

  private final Part part;
  private final TimeMap time;
  private final int step;
  private final List<Note> notes;

  private PianoRollQuery(Part part, TimeMap time, int step, List<Note> notes) {
    this.part = part;
    this.time = time;
    this.step = step;
    this.notes = notes;
  }

  static QueryResult answer(ParsedOp query, Score score) {
    Part part = Finder.part(score, query, 0);
    TimeMap time = score.time(part);
    if (!time.hasBars()) {
      return QueryResult.refused("this song has no bars, only ticks", "events " + part.typed());
    }
    List<Note> notes = new ArrayList<>();
    for (Selection.Chosen it : Selection.any(score, query, Item.Sound.class::isInstance)) {
      if (it.part() == part && it.item() instanceof Item.Sound(var key, Note note)) {
        notes.add(note);
      }
    }
    if (notes.isEmpty()) {
      return QueryResult.lines(part.told() + " has no such note");
    }
    int step = step(query, time);
    return QueryResult.lines(new PianoRollQuery(part, time, step, notes).lines());
  }

  private static int step(ParsedOp query, TimeMap time) {
    Optional<Length> grid = GRID.of(query);
    if (grid.isEmpty()) {
      // In a song whose ticks are coarser than the usual grid a column is a tick.
      return Math.max(1, time.ticksPerQuarter() / 4);
    }
    return Math.max(1, Arguments.value(query, GRID.key(), grid.get().ticks(time, 0)));
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    String column = Arguments.shownLength(step, time);
    lines.add(
        part.told()
            + ", "
            + Texts.notes(notes.size())
            + ", grid:"
            + (column.equals("sixteenth") ? USUAL_GRID : column));
    long first = notes.stream().mapToLong(note -> time.barAt(note.on().tick())).min().orElse(0);
    long last = notes.stream().mapToLong(note -> time.barAt(end(note) - 1L)).max().orElse(0);
    long bar = first;
    while (bar <= last) {
      long next = bar + 1;
      while (next <= last && columns(bar, next + 1) <= COLUMNS) {
        next++;
      }
      addBlock(lines, bar, next);
      bar = next;
    }
    return lines;
  }

  private static int end(Note note) {
    return Math.max(note.off().tick(), note.on().tick() + 1);
  }

  private long columns(long bar, long end) {
    return (time.barStart(end) - time.barStart(bar)) / step;
  }

  private void addBlock(List<String> lines, long bar, long end) {
    SortedMap<Integer, List<Note>> rows = new TreeMap<>(Collections.reverseOrder());
    for (Note note : notes) {
      if (note.on().tick() < time.barStart(end) && end(note) > time.barStart(bar)) {
        rows.computeIfAbsent(note.pitch(), pitch -> new ArrayList<>()).add(note);
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    int width = rows.values().stream().mapToInt(row -> name(row.get(0)).length()).max().orElse(0);
    StringBuilder head = new StringBuilder(" ".repeat(width + 1));
    for (long b = bar; b < end; b++) {
      String number = "|" + (b + 1);
      int cells = cells(b);
      head.append(number, 0, Math.min(number.length(), cells + 1));
      head.append(" ".repeat(Math.max(0, cells + 1 - number.length())));
    }
    lines.add(head.toString().stripTrailing());
    rows.forEach((pitch, row) -> lines.add(row(row, width, bar, end)));
  }

  private static String name(Note note) {
    return Pitch.name(note.channel(), note.pitch());
  }

  /** The columns of one bar; a bar that is longer than can be drawn ends early. */
  private int cells(long bar) {
    long ticks = time.barStart(bar + 1) - time.barStart(bar);
    return (int) Math.min(MOST_COLUMNS, Math.ceilDiv(ticks, step));
  }

  private String row(List<Note> row, int width, long bar, long end) {
    String name = name(row.get(0));
    StringBuilder line = new StringBuilder(name).append(" ".repeat(width + 1 - name.length()));
    for (long b = bar; b < end; b++) {
      line.append('|');
      for (int cell = 0; cell < cells(b); cell++) {
        long from = time.barStart(b) + (long) cell * step;
        line.append(sign(row, from, Math.min(from + step, time.barStart(b + 1))));
      }
    }
    return line.toString();
  }

  private static char sign(List<Note> row, long from, long to) {
    char sign = '.';
    for (Note note : row) {
      if (note.on().tick() >= from && note.on().tick() < to) {
        return 'o';
      }
      if (note.on().tick() < from && note.off().tick() > from) {
        sign = '-';
      }
    }
    return sign;
  }
}
