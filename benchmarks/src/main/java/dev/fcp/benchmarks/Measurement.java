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
 * What is asked of the benchmarks: one measurement of ours and some beside it, at each size that
 * was measured.
 *
 * @param description the question in words, with the unit
 * @param unit what times are told in
 * @param size the parameter that holds the size; where there is none, its fixed value
 * @param isSweep whether a run does as many steps as the size says
 * @param ours which results are of the engine
 * @param peers which results stand beside it, by name
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
   * @param parameter one of its parameters with the value asked for; empty for none
   * @param value that value
   */
  public record ResultFilter(String benchmark, String parameter, String value) {

    /** The results of a benchmark with any parameters. */
    public static ResultFilter of(String benchmark) {
      return new ResultFilter(benchmark, "", "");
    }

    /** The results of a benchmark with one value of a parameter. */
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

  /** The answers in the order of their sizes; none if nothing was measured. */
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

  /** The median of the iterations, and the least and the greatest: a disturbed one shows. */
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
