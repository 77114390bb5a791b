package dev.fcp.eventlog.history;

import org.jspecify.annotations.Nullable;

/**
 * Steps of a {@link History} of which each was made right after the one before it. A run ends where
 * the next one starts.
 *
 * @param start the position of its first step
 * @param depthBefore the number of steps from the root to its first step
 * @param root where the path to it begins: the base, or a point whose step is unknown
 * @param level the number of runs before it on that path
 * @param parent the run from which it branches off; null at the root
 * @param jump a more distant ancestor, chosen so that any ancestor can be reached in O(log level)
 *     (Myers, "An applicative random-access stack", 1983)
 */
record HistoryRun(
    int start,
    int depthBefore,
    HistoryPoint root,
    int level,
    @Nullable HistoryRun parent,
    @Nullable HistoryRun jump) {

  static HistoryRun fromRoot(int start, HistoryPoint root) {
    return new HistoryRun(start, 0, root, 0, null, null);
  }

  /** A run that branches off after the step of this run at a position. */
  HistoryRun branch(int start, int position) {
    HistoryRun far = jump;
    boolean isDoubled =
        far != null && far.jump != null && level - far.level == far.level - far.jump.level;
    HistoryRun next = far != null && isDoubled ? far.jump : this;
    return new HistoryRun(start, depthAt(position), root, level + 1, this, next);
  }

  /** The number of steps up to and including the one at a position of this run. */
  int depthAt(int position) {
    return depthBefore + position - start + 1;
  }

  /** The position of the step at a depth of at least 1 on the path to this run, or in it. */
  int positionAt(int depth) {
    HistoryRun run = this;
    while (run.depthBefore >= depth && run.parent != null) {
      run = run.jump != null && run.jump.depthBefore >= depth ? run.jump : run.parent;
    }
    return run.start + depth - run.depthBefore - 1;
  }
}
