package dev.fcp.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of the table: what was measured, of which size, how ours fared and how its peers did.
 *
 * @param size the number of entries or entities
 * @param ours what was measured of the engine
 * @param peers what was measured of others, by name
 */
public record Row(String description, int size, String ours, Map<String, String> peers) {

  /** Keeps the order of the peers. */
  public Row {
    peers = new LinkedHashMap<>(peers);
  }

  /** The head of the table. */
  public static String head() {
    return "| what | size | ours | beside |\n|---|--:|--:|---|";
  }

  /** The line in Markdown. */
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
