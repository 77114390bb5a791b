package dev.fcp.eventlog.folder;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Collects the paths that may have changed until nothing more changes for a while. Times are in
 * nanoseconds of one clock. Not thread-safe.
 */
final class ChangeCollector {

  /** Stands for everything. */
  static final String ALL = "";

  /** More paths are replaced by {@link #ALL}. */
  private static final int MAX_PATHS = 1_000;

  private final long quietNanos;
  private final long maxWaitNanos;
  private final long maxGitNanos;
  private Set<String> paths = new TreeSet<>();
  private long firstNanos;
  private long lastNanos;

  /** When Git was last seen to change files, since the first path. */
  private Optional<Long> gitNanos = Optional.empty();

  ChangeCollector(Duration quiet, Duration maxWait, Duration maxGit) {
    this.quietNanos = quiet.toNanos();
    this.maxWaitNanos = maxWait.toNanos();
    this.maxGitNanos = maxGit.toNanos();
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  void add(String path, long nowNanos) {
    if (paths.isEmpty()) {
      firstNanos = nowNanos;
    }
    lastNanos = nowNanos;
    if (path.equals(ALL) || paths.size() == MAX_PATHS) {
      paths.clear();
      paths.add(ALL);
    } else if (!paths.contains(ALL)) {
      paths.add(path);
    }
  }

  /**
   * The time to wait until the paths can be taken; zero or less if that is now. After Git has
   * changed files, it is quiet only once Git has also logged what it did.
   *
   * @param isGitBusy whether Git is changing files
   */
  long delayNanos(long nowNanos, boolean isGitBusy) {
    if (isGitBusy) {
      gitNanos = Optional.of(nowNanos);
      return Math.min(quietNanos, firstNanos + maxGitNanos - nowNanos);
    }
    long delayNanos = Math.min(lastNanos + quietNanos, firstNanos + maxWaitNanos) - nowNanos;
    return gitNanos
        .map(busy -> Math.max(delayNanos, busy + quietNanos - nowNanos))
        .orElse(delayNanos);
  }

  /** Removes and returns all paths. */
  Set<String> take() {
    Set<String> taken = paths;
    paths = new TreeSet<>();
    gitNanos = Optional.empty();
    return taken;
  }
}
