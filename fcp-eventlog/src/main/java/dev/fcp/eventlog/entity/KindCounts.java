package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many entities are counted under each name of the digest's summary. Immutable. */
final class KindCounts {

  private final PersistentMap<String, Integer> counts;

  /** Made when it is first asked for; the same for every asker, so that a race does no harm. */
  private @Nullable String summary;

  KindCounts(PersistentMap<String, Integer> counts) {
    this.counts = counts;
  }

  /** The counts after one that was counted under a name is counted under another. */
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

  /** The counts by name, in a map of its own. */
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
