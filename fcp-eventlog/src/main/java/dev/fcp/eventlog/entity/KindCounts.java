package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of entities by the names under which the summary of the digest counts them.
 * Immutable.
 */
final class KindCounts {

  private final PersistentMap<String, Integer> counts;

  /** Computed on first use. It is the same on every thread, so races are harmless. */
  private @Nullable String summary;

  KindCounts(PersistentMap<String, Integer> counts) {
    this.counts = counts;
  }

  /** The counts after an entity counted under one name is counted under another. */
  KindCounts with(Optional<String> from, Optional<String> to) {
    if (from.equals(to)) {
      return this;
    }
    PersistentMap<String, Integer> changed = counts;
    if (from.isPresent()) {
      changed = add(changed, from.get(), -1);
    }
    return new KindCounts(to.isPresent() ? add(changed, to.get(), 1) : changed);
  }

  private static PersistentMap<String, Integer> add(
      PersistentMap<String, Integer> counts, String name, int delta) {
    Integer count = counts.get(name);
    int sum = (count == null ? 0 : count) + delta;
    return sum == 0 ? counts.without(name) : counts.with(name, sum);
  }

  /** The counts by name, in a new map. */
  Map<String, Integer> byName() {
    Map<String, Integer> copy = new TreeMap<>();
    counts.forEach(entry -> copy.put(entry.getKey(), entry.getValue()));
    return copy;
  }

  /** The summary of the digest. */
  String summary(EntitySpec<?, ?> spec) {
    String cached = summary;
    if (cached == null) {
      cached = spec.summary(byName());
      summary = cached;
    }
    return cached;
  }
}
