package dev.fcp.benchmarks.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * The results of this package as one table in Markdown: a row for each question, a column a log.
 */
public final class EventLogTable {

  /** The sizes that are weighed; each divides the entries that a {@link Scales} puts on. */
  private static final List<Integer> WEIGHED = List.of(1_000, 100_000, 1_000_000);

  private EventLogTable() {}

  /** The table of these results and of what the logs weigh. */
  public static String of(Collection<RunResult> results) {
    List<String> lines = new ArrayList<>();
    lines.add("| what | entries | " + String.join(" | ", Peers.NAMES) + " |");
    lines.add("|---|--:|" + "--:|".repeat(Peers.NAMES.size()));
    for (String step : List.of("append", "undo", "redo")) {
      sweep(step, results).forEach((entries, row) -> lines.add(line(step + ", ns", entries, row)));
    }
    results.stream()
        .filter(EventLogTable::isCheckpoint)
        .map(EventLogTable::checkpoints)
        .forEach(lines::add);
    for (int entries : WEIGHED) {
      lines.add(line("bytes per entry beyond the event", entries, weights(entries)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static Map<Integer, Map<String, String>> sweep(
      String step, Collection<RunResult> results) {
    Map<Integer, Map<String, String>> rows = new TreeMap<>();
    for (RunResult result : results) {
      if (result.getParams().getBenchmark().endsWith("SweepBenchmark." + step)) {
        int entries = Integer.parseInt(result.getParams().getParam("entries"));
        rows.computeIfAbsent(entries, size -> new TreeMap<>())
            .put(result.getParams().getParam("peer"), score(result, entries));
      }
    }
    return rows;
  }

  private static boolean isCheckpoint(RunResult result) {
    return result.getParams().getBenchmark().endsWith("CheckpointBenchmark.undoAndAppend");
  }

  private static String checkpoints(RunResult result) {
    String alive = result.getParams().getParam("checkpoints");
    String what = "undo and append, %s checkpoints alive, ns".formatted(alive);
    int entries = 3 * Integer.parseInt(alive) + 1;
    return line(what, entries, Map.of(Peers.OURS, score(result, 1)));
  }

  private static Map<String, String> weights(int entries) {
    Map<String, String> row = new TreeMap<>();
    for (String name : Peers.NAMES) {
      row.put(name, String.format(Locale.ROOT, "%.1f", Scales.bytesPerEntry(name, entries)));
    }
    return row;
  }

  /**
   * The median of the iterations, and the least and the greatest: one disturbed iteration shows.
   */
  private static String score(RunResult result, int steps) {
    Statistics iterations = result.getPrimaryResult().getStatistics();
    return String.format(
        Locale.ROOT,
        "%.1f [%.1f-%.1f]",
        iterations.getPercentile(50) / steps,
        iterations.getMin() / steps,
        iterations.getMax() / steps);
  }

  private static String line(String what, int entries, Map<String, String> row) {
    List<String> cells = new ArrayList<>(List.of(what, String.format(Locale.ROOT, "%,d", entries)));
    Peers.NAMES.forEach(name -> cells.add(row.getOrDefault(name, "")));
    return "| " + String.join(" | ", cells) + " |";
  }
}
