package dev.fcp.spec.log;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a log decides where the specification leaves several answers open.
 *
 * @param redoTail what a checkpoint does with a redo tail (CP-4)
 * @param movesPastSentinel whether the cursor is past the sentinel after a checkpoint (CP-3)
 * @param keepsOldSentinels whether the older sentinel of a reused name stays in the list (CP-15)
 * @param zeroCrossesSentinels whether undo and redo of zero events move over sentinels (EL-20)
 */
public record LogDecisions(
    RedoTail redoTail,
    boolean movesPastSentinel,
    boolean keepsOldSentinels,
    boolean zeroCrossesSentinels) {

  /** Returns the recommended decisions, with the given answer to CP-4. */
  public static LogDecisions of(RedoTail redoTail) {
    return new LogDecisions(redoTail, true, true, false);
  }

  /** Returns all decisions, beginning with those that differ in the fewest points. */
  public static List<LogDecisions> byDistanceFrom(LogDecisions from) {
    List<LogDecisions> all = new ArrayList<>();
    for (RedoTail redoTail : RedoTail.values()) {
      for (int flags = 0; flags < 8; flags++) {
        all.add(new LogDecisions(redoTail, (flags & 1) == 0, (flags & 2) == 0, (flags & 4) != 0));
      }
    }
    all.sort(Comparator.comparingInt(from::countDifferences));
    return all;
  }

  /** Returns the same decisions, except for CP-4. */
  public LogDecisions withRedoTail(RedoTail other) {
    return new LogDecisions(other, movesPastSentinel, keepsOldSentinels, zeroCrossesSentinels);
  }

  private int countDifferences(LogDecisions other) {
    return (redoTail == other.redoTail ? 0 : 1)
        + (movesPastSentinel == other.movesPastSentinel ? 0 : 1)
        + (keepsOldSentinels == other.keepsOldSentinels ? 0 : 1)
        + (zeroCrossesSentinels == other.zeroCrossesSentinels ? 0 : 1);
  }
}
