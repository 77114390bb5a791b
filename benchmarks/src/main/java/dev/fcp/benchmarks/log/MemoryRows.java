package dev.fcp.benchmarks.log;

import dev.fcp.benchmarks.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The memory of the logs, as rows of the table. */
public final class MemoryRows {

  /** The measured sizes; each divides the number of entries of a {@link HeapMeasurement}. */
  private static final List<Integer> MEASURED_SIZES = List.of(1_000, 100_000, 1_000_000);

  private MemoryRows() {}

  /** Returns a row for each size. */
  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int entries : MEASURED_SIZES) {
      Map<String, String> peers = new LinkedHashMap<>();
      for (String name : Peers.NAMES) {
        if (!name.equals(Peers.OURS)) {
          peers.put(name, bytesPerEntry(name, entries));
        }
      }
      String ours = bytesPerEntry(Peers.OURS, entries);
      rows.add(new Row("bytes per entry beyond the event", entries, ours, peers));
    }
    return rows;
  }

  private static String bytesPerEntry(String peer, int entries) {
    return String.format(Locale.ROOT, "%.1f", HeapMeasurement.bytesPerEntry(peer, entries));
  }
}
