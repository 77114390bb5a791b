package dev.fcp.eventlog.folder;

import java.time.Duration;
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
   * The time to wait until the paths can be taken; zero or less if that is now.
   *
   * @param isGitBusy whether Git is changing files
   */
  long delayNanos(long nowNanos, boolean isGitBusy) {
    if (isGitBusy) {
      return Math.min(quietNanos, firstNanos + maxGitNanos - nowNanos);
    }
    return Math.min(lastNanos + quietNanos, firstNanos + maxWaitNanos) - nowNanos;
  }

  /** Removes and returns all paths. */
  Set<String> take() {
    Set<String> taken = paths;
    paths = new TreeSet<>();
    return taken;
  }
}
