package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The observable state of a log at one moment. Two logs behave the same if their observations are
 * equal after every operation of every program.
 *
 * @param entries the entries
 * @param cursor the cursor
 * @param checkpoints the table of names
 * @param recent the results of {@code recent} for 0, 1, 2, 7, and one more than the number of
 *     events
 */
public record LogObservation(
    List<Entry<String>> entries,
    int cursor,
    Map<String, Integer> checkpoints,
    List<List<String>> recent) {

  /** Returns the current observation of a log. */
  public static LogObservation of(LogUnderTest<String> log) {
    List<Entry<String>> entries = log.entries();
    return new LogObservation(
        entries,
        log.cursor(),
        log.checkpoints(),
        IntStream.of(0, 1, 2, 7, entries.size() + 1).mapToObj(log::recent).toList());
  }

  /**
   * The observable state of a log for sessions.
   *
   * @param log the state that every log has
   * @param canUndo whether undo would return an event
   * @param canRedo whether redo would return an event
   * @param size the number of entries
   */
  public record OfSession(LogObservation log, boolean canUndo, boolean canRedo, int size) {

    /** Returns the current observation of a log. */
    public static OfSession of(SessionLogUnderTest<String> log) {
      return new OfSession(LogObservation.of(log), log.canUndo(), log.canRedo(), log.size());
    }
  }
}
