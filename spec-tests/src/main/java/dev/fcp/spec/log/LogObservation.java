package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All that can be seen of a log at one moment. Two logs are the same if they show the same
 * observations after every operation of every program.
 *
 * @param entries the entries
 * @param cursor the cursor
 * @param checkpoints the table of names
 * @param recent the answers to {@code recent} of 0, 1, 2, 7 and one more than there are
 */
public record LogObservation(
    List<Entry<String>> entries,
    int cursor,
    Map<String, Integer> checkpoints,
    List<List<String>> recent) {

  /** What the log shows now. */
  public static LogObservation of(LogUnderTest<String> log) {
    List<Entry<String>> entries = log.entries();
    return new LogObservation(
        entries,
        log.cursor(),
        log.checkpoints(),
        IntStream.of(0, 1, 2, 7, entries.size() + 1).mapToObj(log::recent).toList());
  }

  /**
   * What a log for sessions shows beside it.
   *
   * @param log what any log shows
   * @param canUndo whether undo would return an event
   * @param canRedo whether redo would return an event
   * @param size the number of entries
   */
  public record OfSession(LogObservation log, boolean canUndo, boolean canRedo, int size) {

    /** What the log shows now. */
    public static OfSession of(SessionLogUnderTest<String> log) {
      return new OfSession(LogObservation.of(log), log.canUndo(), log.canRedo(), log.size());
    }
  }
}
