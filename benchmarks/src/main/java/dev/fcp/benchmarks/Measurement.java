package dev.fcp.benchmarks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * A measurement of the engine and the corresponding ones of its alternatives, one row of the table
 * for each size.
 *
 * @param description what is measured, with the unit
 * @param unit the unit of the times
 * @param size the name of the size parameter, or the fixed size
 * @param isSweep whether a run makes as many steps as the size
 * @param ours selects the results of the engine
 * @param peers selects the results of the alternatives, by name
 */
public record Measurement(
    String description,
    TimeUnit unit,
    String size,
    boolean isSweep,
    ResultFilter ours,
    Map<String, ResultFilter> peers) {

  /**
   * The results of a benchmark.
   *
   * @param benchmark the end of its name: class and method
   * @param parameter a parameter that must have the given value; empty if any
   * @param value the value of the parameter
   */
  public record ResultFilter(String benchmark, String parameter, String value) {

    /** Selects the results of a benchmark with any parameters. */
    public static ResultFilter of(String benchmark) {
      return new ResultFilter(benchmark, "", "");
    }

    /** Selects the results of a benchmark with one value of a parameter. */
    public static ResultFilter of(String benchmark, String parameter, String value) {
      return new ResultFilter(benchmark, parameter, value);
    }

    boolean matches(BenchmarkParams params) {
      return params.getBenchmark().endsWith("." + benchmark)
          && (parameter.isEmpty() || value.equals(params.getParam(parameter)));
    }
  }

  /** Keeps the order of the peers. */
  public Measurement {
    peers = new LinkedHashMap<>(peers);
  }

  /** Returns the rows in the order of their sizes; empty if nothing was measured. */
  List<Row> rows(Collection<RunResult> results) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (RunResult result : results) {
      if (ours.matches(result.getParams())) {
        sizes.add(sizeOf(result.getParams()));
      }
    }
    return sizes.stream().map(size -> row(size, results)).toList();
  }

  private Row row(int size, Collection<RunResult> results) {
    Map<String, String> peerResults = new LinkedHashMap<>();
    peers.forEach((name, filter) ->
        resultText(filter, size, results).ifPresent(answer -> peerResults.put(name, answer)));
    return new Row(description, size, resultText(ours, size, results).orElseThrow(), peerResults);
  }

  private Optional<String> resultText(
      ResultFilter filter, int size, Collection<RunResult> results) {
    return results.stream()
        .filter(result -> filter.matches(result.getParams()) && sizeOf(result.getParams()) == size)
        .map(result -> summary(result, size))
        .findFirst();
  }

  private int sizeOf(BenchmarkParams params) {
    String value = params.getParam(size);
    return Integer.parseInt(value == null ? size : value);
  }

  /**
   * Returns the median, minimum and maximum of the iterations; a wide range shows a disturbed run.
   */
  private String summary(RunResult result, int size) {
    Statistics times = result.getPrimaryResult().getStatistics();
    double steps = isSweep ? size : 1;
    double units = steps * unit.toNanos(1) / result.getParams().getTimeUnit().toNanos(1);
    return String.format(
        Locale.ROOT,
        "%.1f [%.1f-%.1f]",
        times.getPercentile(50) / units,
        times.getMin() / units,
        times.getMax() / units);
  }
}
