package dev.fcp.benchmarks.journal;

import dev.fcp.benchmarks.journal.Writers.Writer;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes records in many ways and opens a long journal, and prints what it took as tables in
 * Markdown. The folder given decides which disk is measured.
 */
public final class Main {

  private static final int ROUNDS = 5;
  private static final int TURNS = 40;
  private static final int LONG_JOURNAL = 1_000_000;

  private Main() {}

  /**
   * A way to write.
   *
   * @param count how many records it writes in one turn
   */
  private record Row(String name, Writer writer, int count) {}

  /**
   * Measures everything.
   *
   * @param arguments a folder on the disk to be measured
   * @throws IOException if the disk fails
   * @throws SQLException if a database fails
   */
  public static void main(String[] arguments) throws IOException, SQLException {
    Path folder = Files.createTempDirectory(Path.of(arguments[0]), "journal");
    System.out.println(
        "| one record each | us a record, median of " + TURNS + " | a quarter below | least |");
    System.out.println("|---|--:|--:|--:|");
    takeTurns(
        List.of(
            new Row("bare file, written beforehand, forced each", Writers.bare(folder), 50),
            new Row("journal, forced each", journal(folder, "each", Durability.everyStep(), 1), 50),
            new Row("SQLite WAL, FULL", Writers.sqlite(folder, "FULL"), 50),
            new Row("H2 MVStore, commit and sync", Writers.mvStore(folder, true), 50)));
    takeTurns(
        List.of(
            new Row(
                "journal, 100 a force",
                journal(folder, "grouped", Durability.everyStep(), 100),
                10_000),
            new Row("SQLite WAL, NORMAL", Writers.sqlite(folder, "NORMAL"), 500),
            new Row("H2 MVStore, commit, not forced", Writers.mvStore(folder, false), 200),
            new Row(
                "journal, in intervals",
                journal(folder, "interval", Durability.interval(), 1),
                5_000),
            new Row("journal, not forced", journal(folder, "none", Durability.none(), 1), 5_000)));
    open(folder.resolve(".fcp/long"));
  }

  private static Writer journal(Path folder, String name, Durability durability, int group) {
    return Writers.journal(folder.resolve(".fcp/" + name), durability, group);
  }

  /** The writers take turns, for the disk is faster at one time and slower at another. */
  private static void takeTurns(List<Row> rows) throws IOException, SQLException {
    double[][] micros = new double[rows.size()][TURNS];
    for (int turn = -TURNS / 4; turn < TURNS; turn++) {
      for (int row = 0; row < rows.size(); row++) {
        long start = System.nanoTime();
        rows.get(row).writer().write(rows.get(row).count());
        micros[row][Math.max(0, turn)] = (System.nanoTime() - start) / 1e3 / rows.get(row).count();
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      rows.get(row).writer().close();
      Arrays.sort(micros[row]);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f | %.2f | %.2f |%n",
          rows.get(row).name(),
          micros[row][TURNS / 2],
          micros[row][TURNS / 4],
          micros[row][0]);
    }
  }

  private static void open(Path folder) {
    try (Writer writer = Writers.journal(folder, Durability.none(), 1)) {
      writer.write(LONG_JOURNAL);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
    System.out.println();
    System.out.println("| opening " + LONG_JOURNAL + " steps | ms: journal | and the log |");
    System.out.println("|---|---|---|");
    for (int round = 1; round <= ROUNDS; round++) {
      long start = System.nanoTime();
      try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.standard())) {
        long opened = System.nanoTime();
        LogState<StepId> line = line(journal);
        long loaded = System.nanoTime();
        System.out.printf(
            Locale.ROOT,
            "| round %d, %d steps | %.0f | %.0f |%n",
            round,
            line.appliedCount(),
            (opened - start) / 1e6,
            (loaded - start) / 1e6);
      }
    }
  }

  private static LogState<StepId> line(Journal journal) {
    List<Journal.StepPlace> places = journal.stepPlaces(journal.lastNumber());
    History<String> history =
        History.of(() ->
            places.stream()
                .map(place ->
                    new History.Outline<String>(place.id(), place.parent(), Main::undecoded))
                .iterator());
    List<StepId> ids =
        history.between(Optional.empty(), Optional.of(places.get(places.size() - 1).id()));
    return LogState.of(ids, ids.size());
  }

  private static Step<String> undecoded() {
    throw new IllegalStateException("no step is decoded for opening");
  }
}
