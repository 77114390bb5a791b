package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The query {@code piano-roll}, which draws the notes of a track: a row for each pitch, a column
 * for each grid step.
 *
 * <pre>
 *       |1       |2
 * E4    |o---....|........
 * C4    |....o---|o-------
 * </pre>
 */
final class PianoRollQuery {

  private static final Param<MusicalLength> GRID = Param.of("grid", "LENGTH", MusicalLength::parse);

  static final Form FORM =
      Form.of(
              "piano-roll",
              "queries",
              "draws the notes of a track; a column is a 16th, or the grid")
          .required("TRACK")
          .params(GRID)
          .selectors(SelectorEvaluator.FORMS);

  private static final String DEFAULT_GRID = "16th";
  private static final int COLUMNS_PER_BLOCK = 64;
  private static final int MAX_COLUMNS_PER_BAR = 1_024;

  private final TrackView trackView;
  private final TimeMap time;
  private final int ticksPerColumn;
  private final List<Note> notes;

  private PianoRollQuery(TrackView trackView, TimeMap time, int ticksPerColumn, List<Note> notes) {
    this.trackView = trackView;
    this.time = time;
    this.ticksPerColumn = ticksPerColumn;
    this.notes = notes;
  }

  static QueryResult answer(ParsedOperation query, SongView songView) {
    TrackView trackView = TrackResolver.resolve(songView, query, 0);
    TimeMap time = songView.timeMap(trackView);
    if (!time.hasBars()) {
      return QueryResult.refused(
          "this song has no bars, only ticks", "events " + trackView.typedReference());
    }
    List<Note> notes = new ArrayList<>();
    for (SelectorEvaluator.SelectedItem selected :
        SelectorEvaluator.select(songView, query, TrackItem.NoteItem.class::isInstance)) {
      if (selected.track() == trackView
          && selected.item() instanceof TrackItem.NoteItem(var key, Note note)) {
        notes.add(note);
      }
    }
    if (notes.isEmpty()) {
      return QueryResult.lines(trackView.describe() + " has no such note");
    }
    int ticksPerColumn = ticksPerColumn(query, time);
    return QueryResult.lines(new PianoRollQuery(trackView, time, ticksPerColumn, notes).lines());
  }

  private static int ticksPerColumn(ParsedOperation query, TimeMap time) {
    Optional<MusicalLength> grid = GRID.valueIn(query);
    if (grid.isEmpty()) {
      // If the ticks are coarser than the default grid, a column is one tick.
      return Math.max(1, time.ticksPerQuarter() / 4);
    }
    return Math.max(1, SongParams.requireValid(query, GRID.key(), grid.get().ticks(time, 0)));
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    String column = SongParams.formatLength(ticksPerColumn, time);
    lines.add(
        trackView.describe()
            + ", "
            + SongTexts.noteCount(notes.size())
            + ", grid:"
            + (column.equals("sixteenth") ? DEFAULT_GRID : column));
    long firstBar = notes.stream().mapToLong(note -> time.barAt(note.on().tick())).min().orElse(0);
    long lastBar = notes.stream().mapToLong(note -> time.barAt(endTick(note) - 1L)).max().orElse(0);
    long startBar = firstBar;
    while (startBar <= lastBar) {
      long nextBar = startBar + 1;
      while (nextBar <= lastBar && columnCount(startBar, nextBar + 1) <= COLUMNS_PER_BLOCK) {
        nextBar++;
      }
      addBlock(lines, startBar, nextBar);
      startBar = nextBar;
    }
    return lines;
  }

  private static int endTick(Note note) {
    return Math.max(note.off().tick(), note.on().tick() + 1);
  }

  private long columnCount(long startBar, long endBar) {
    return (time.barStart(endBar) - time.barStart(startBar)) / ticksPerColumn;
  }

  private void addBlock(List<String> lines, long startBar, long endBar) {
    SortedMap<Integer, List<Note>> rows = new TreeMap<>(Collections.reverseOrder());
    for (Note note : notes) {
      if (note.on().tick() < time.barStart(endBar) && endTick(note) > time.barStart(startBar)) {
        rows.computeIfAbsent(note.pitch(), pitch -> new ArrayList<>()).add(note);
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    int width =
        rows.values().stream().mapToInt(row -> pitchName(row.get(0)).length()).max().orElse(0);
    StringBuilder head = new StringBuilder(" ".repeat(width + 1));
    for (long currentBar = startBar; currentBar < endBar; currentBar++) {
      String barLabel = "|" + (currentBar + 1);
      int columns = columnsInBar(currentBar);
      head.append(barLabel, 0, Math.min(barLabel.length(), columns + 1));
      head.append(" ".repeat(Math.max(0, columns + 1 - barLabel.length())));
    }
    lines.add(head.toString().stripTrailing());
    rows.forEach((pitch, row) -> lines.add(rowLine(row, width, startBar, endBar)));
  }

  private static String pitchName(Note note) {
    return Pitch.name(note.channel(), note.pitch());
  }

  /** The number of columns of a bar; very long bars are truncated. */
  private int columnsInBar(long bar) {
    long ticks = time.barStart(bar + 1) - time.barStart(bar);
    return (int) Math.min(MAX_COLUMNS_PER_BAR, Math.ceilDiv(ticks, ticksPerColumn));
  }

  private String rowLine(List<Note> row, int width, long startBar, long endBar) {
    String name = pitchName(row.get(0));
    StringBuilder line = new StringBuilder(name).append(" ".repeat(width + 1 - name.length()));
    for (long currentBar = startBar; currentBar < endBar; currentBar++) {
      line.append('|');
      for (int column = 0; column < columnsInBar(currentBar); column++) {
        long from = time.barStart(currentBar) + (long) column * ticksPerColumn;
        line.append(
            symbol(row, from, Math.min(from + ticksPerColumn, time.barStart(currentBar + 1))));
      }
    }
    return line.toString();
  }

  private static char symbol(List<Note> row, long from, long to) {
    char symbol = '.';
    for (Note note : row) {
      if (note.on().tick() >= from && note.on().tick() < to) {
        return 'o';
      }
      if (note.on().tick() < from && note.off().tick() > from) {
        symbol = '-';
      }
    }
    return symbol;
  }
}
