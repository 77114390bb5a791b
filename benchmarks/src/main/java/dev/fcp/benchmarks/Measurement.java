package dev.fcp.benchmarks;

import dev.fcp.benchmarks.table.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** Returns the results in the order of their sizes; none if nothing was measured. */
  List<Result> results(Collection<RunResult> runs) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (RunResult run : runs) {
      if (ours.matches(run.getParams())) {
        sizes.add(sizeOf(run.getParams()));
      }
    }
    List<Result> results = new ArrayList<>();
    for (int size : sizes) {
      find(ours, Result.FCP, size, runs).ifPresent(results::add);
      peers.forEach((name, filter) -> find(filter, name, size, runs).ifPresent(results::add));
    }
    return results;
  }

  private Optional<Result> find(
      ResultFilter filter, String subject, int size, Collection<RunResult> runs) {
    return runs.stream()
        .filter(run -> filter.matches(run.getParams()) && sizeOf(run.getParams()) == size)
        .map(run -> result(run, subject, size))
        .findFirst();
  }

  private int sizeOf(BenchmarkParams params) {
    String value = params.getParam(size);
    return Integer.parseInt(value == null ? size : value);
  }

  private Result result(RunResult run, String subject, int size) {
    Statistics times = run.getPrimaryResult().getStatistics();
    double steps = isSweep ? size : 1;
    double units = steps * unit.toNanos(1) / run.getParams().getTimeUnit().toNanos(1);
    return new Result(
        description,
        size,
        subject,
        times.getPercentile(50) / units,
        times.getMin() / units,
        times.getMax() / units);
  }
}
