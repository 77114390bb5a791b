package dev.fcp.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A row of the table of results.
 *
 * @param size the number of entries or entities
 * @param ours the result of the engine
 * @param peers the results of the alternatives, by name
 */
public record Row(String description, int size, String ours, Map<String, String> peers) {

  /** Keeps the order of the peers. */
  public Row {
    peers = new LinkedHashMap<>(peers);
  }

  /** Returns the head of the table. */
  public static String head() {
    return "| measurement | size | FCP | alternatives |\n|---|--:|--:|---|";
  }

  /** Returns the row in Markdown. */
  @Override
  public String toString() {
    String peerResults =
        peers.entrySet().stream()
            .map(peer -> peer.getKey() + " " + peer.getValue())
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT, "| %s | %,d | %s | %s |", description, size, ours, peerResults);
  }
}
