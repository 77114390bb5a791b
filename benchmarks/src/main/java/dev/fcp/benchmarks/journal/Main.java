package dev.fcp.benchmarks.journal;

import dev.fcp.benchmarks.Row;
import dev.fcp.benchmarks.journal.Writers.Writer;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes records in several ways and opens a long journal, and prints the times as rows of the
 * table. The folder argument selects the disk to measure.
 */
public final class Main {

  private static final int OPENINGS = 9;
  private static final int ROUNDS = 30;
  private static final int LONG_JOURNAL = 1_000_000;

  private static final int WARM_UP = 20;
  private static final int SETTLE_SECONDS = 15;

  private Main() {}

  /** A writer and its name in the table. */
  private record NamedWriter(String name, Writer writer) {}

  /**
   * Measures everything.
   *
   * @param arguments a folder on the disk to measure; all files written there are deleted
   * @throws IOException if the disk fails
   * @throws SQLException if a database fails
   */
  public static void main(String[] arguments) throws IOException, SQLException {
    Path folder = Files.createTempDirectory(Path.of(arguments[0]).toAbsolutePath(), "journal");
    try {
      System.out.println(forcedEach(folder));
      System.out.println(grouped(folder));
      System.out.println(unforced(folder));
      measureOpening(folder.resolve(".fcp/long"));
    } finally {
      delete(folder);
    }
  }

  private static Row forcedEach(Path folder) throws IOException, SQLException {
    return row(
        "record, each forced, us",
        1,
        50,
        new NamedWriter("journal", journal(folder, "each", Durability.everyRecord(), 1)),
        new NamedWriter("raw write and force", Writers.bare(folder, 1)),
        new NamedWriter("SQLite WAL, FULL", Writers.sqlite(folder, "FULL", 1)),
        new NamedWriter("H2 MVStore, synced", Writers.mvStore(folder, true)));
  }

  private static Row grouped(Path folder) throws IOException, SQLException {
    return row(
        "record, forced in groups, us",
        100,
        300,
        new NamedWriter("journal", journal(folder, "grouped", Durability.everyRecord(), 100)),
        new NamedWriter("raw write and force", Writers.bare(folder, 100)),
        new NamedWriter("SQLite WAL, FULL", Writers.sqlite(folder, "FULL", 100)));
  }

  private static Row unforced(Path folder) throws IOException, SQLException {
    return row(
        "record, not forced, us",
        1,
        200,
        new NamedWriter("journal", journal(folder, "none", Durability.none(), 1)),
        new NamedWriter(
            "journal, forced in intervals", journal(folder, "interval", Durability.interval(), 1)),
        new NamedWriter("SQLite WAL, NORMAL", Writers.sqlite(folder, "NORMAL", 1)),
        new NamedWriter("H2 MVStore, not synced", Writers.mvStore(folder, false)));
  }

  private static Writer journal(Path folder, String name, Durability durability, int group) {
    return Writers.journal(folder.resolve(".fcp/" + name), durability, group);
  }

  /**
   * Measures all writers in turns and in random order, because the speed of the disk varies, and a
   * disk is slower after a writer that wrote much.
   */
  private static Row row(String what, int size, int count, NamedWriter... writers)
      throws IOException, SQLException {
    Random random = new Random(1);
    List<Integer> order = new ArrayList<>(IntStream.range(0, writers.length).boxed().toList());
    double[][] micros = new double[writers.length][ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      if (round == 0) {
        settle();
      }
      Collections.shuffle(order, random);
      for (int writer : order) {
        micros[writer][Math.max(0, round)] = micros(writers[writer].writer(), count);
      }
    }
    Map<String, String> peers = new LinkedHashMap<>();
    for (int writer = 1; writer < writers.length; writer++) {
      peers.put(writers[writer].name(), summary("%.1f", micros[writer]));
    }
    for (NamedWriter writer : writers) {
      writer.writer().close();
    }
    return new Row(what, size, summary("%.1f", micros[0]), peers);
  }

  private static double micros(Writer writer, int count) throws IOException, SQLException {
    writer.prepare(count);
    long start = System.nanoTime();
    writer.write(count);
    return (System.nanoTime() - start) / 1e3 / count;
  }

  /**
   * Waits until the folder has been unchanged for some time, so that the checks for changes can
   * rely on its timestamp.
   */
  private static void settle() throws IOException {
    try {
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Returns the median, minimum and maximum. */
  private static String summary(String format, double... values) {
    Arrays.sort(values);
    String pattern = "%s [%s-%s]".replace("%s", format);
    return String.format(
        Locale.ROOT, pattern, values[values.length / 2], values[0], values[values.length - 1]);
  }

  private static void measureOpening(Path folder) throws IOException, SQLException {
    try (Writer writer = Writers.journal(folder, Durability.none(), 1)) {
      writer.write(LONG_JOURNAL);
    }
    double[] opened = new double[OPENINGS];
    double[] loaded = new double[OPENINGS];
    for (int round = 0; round < OPENINGS; round++) {
      long start = System.nanoTime();
      try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults())) {
        opened[round] = (System.nanoTime() - start) / 1e6;
        LogState<StepId> steps = appliedSteps(journal);
        loaded[round] = (System.nanoTime() - start) / 1e6;
        if (steps.appliedCount() != LONG_JOURNAL) {
          throw new IllegalStateException(steps.appliedCount() + " steps");
        }
      }
    }
    System.out.println(
        new Row("journal opened, ms", LONG_JOURNAL, summary("%.0f", opened), Map.of()));
    System.out.println(
        new Row(
            "journal opened, undo stack loaded, ms",
            LONG_JOURNAL,
            summary("%.0f", loaded),
            Map.of()));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static LogState<StepId> appliedSteps(Journal journal) {
    List<Journal.StepLocation> locations = journal.stepLocations(1, journal.lastNumber());
    List<StepId> ids = locations.stream().map(Journal.StepLocation::id).toList();
    return LogState.of(ids, ids.size());
  }
}
