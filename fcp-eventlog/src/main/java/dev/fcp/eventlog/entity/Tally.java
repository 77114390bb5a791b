package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many entities are counted under each name of the digest's summary. Immutable. */
final class Tally {

  private final PersistentMap<String, Integer> counts;

  /** Made when it is first asked for; the same for every asker, so that a race does no harm. */
  private @Nullable String summary;

  Tally(PersistentMap<String, Integer> counts) {
    this.counts = counts;
  }

  /** The counts after one that was counted under a name is counted under another. */
  Tally with(Optional<String> from, Optional<String> to) {
    if (from.equals(to)) {
      return this;
    }
    PersistentMap<String, Integer> changed = counts;
    if (from.isPresent()) {
      changed = add(changed, from.get(), -1);
    }
    return new Tally(to.isPresent() ? add(changed, to.get(), 1) : changed);
  }

  private static PersistentMap<String, Integer> add(
      PersistentMap<String, Integer> counts, String name, int more) {
    Integer count = counts.get(name);
    int sum = (count == null ? 0 : count) + more;
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
    String known = summary;
    if (known == null) {
      known = spec.summary(byName());
      summary = known;
    }
    return known;
  }
}
