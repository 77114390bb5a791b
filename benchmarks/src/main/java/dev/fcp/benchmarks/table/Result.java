package dev.fcp.benchmarks.table;

import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of measuring one thing at one size.
 *
 * @param row what is measured: a key of {@link TableRow}, or a description
 * @param size the number of entities, steps, threads or documents
 * @param subject what was measured: {@link #FCP} or an alternative
 * @param median the median of all samples, in the unit of the row
 */
public record Result(String row, long size, String subject, double median, double min, double max) {

  /** The subject of results of the engine. */
  public static final String FCP = "FCP";

  /** The subject of the elapsed time, beside processor time. */
  static final String WALL = "wall time";

  private static final JsonMapper JSON = new JsonMapper();

  /** Returns the median, minimum and maximum of samples. */
  public static Result of(String row, long size, String subject, double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return new Result(
        row, size, subject, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }

  /** Prints a result as a line of JSON, which the main program reads. */
  static void print(String row, long size, String subject, double... samples) {
    System.out.println(JSON.writeValueAsString(of(row, size, subject, samples)));
  }

  /** Decodes a printed result. */
  public static Result parse(String line) {
    return JSON.readValue(line, Result.class);
  }
}
