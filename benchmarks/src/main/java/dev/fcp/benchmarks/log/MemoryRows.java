package dev.fcp.benchmarks.log;

import dev.fcp.benchmarks.table.Result;
import java.util.ArrayList;
import java.util.List;

/** The memory of the logs. */
public final class MemoryRows {

  /** The measured sizes; each divides the number of entries of a {@link HeapMeasurement}. */
  private static final List<Integer> MEASURED_SIZES = List.of(1_000, 100_000, 1_000_000);

  private MemoryRows() {}

  /** Returns the results of all logs at all sizes. */
  public static List<Result> results() {
    List<Result> results = new ArrayList<>();
    for (int entries : MEASURED_SIZES) {
      for (String name : Peers.NAMES) {
        results.add(
            Result.of(
                "bytes per entry beyond the event",
                entries,
                name.equals(Peers.OURS) ? Result.FCP : name,
                HeapMeasurement.bytesPerEntry(name, entries)));
      }
    }
    return results;
  }
}
