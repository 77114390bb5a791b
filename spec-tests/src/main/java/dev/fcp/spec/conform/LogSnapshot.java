package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogUnderTest;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The three fields of a log at one moment. */
record LogSnapshot(List<Entry<String>> entries, int cursor, Map<String, Integer> checkpoints) {

  static LogSnapshot of(LogUnderTest<String> log) {
    return new LogSnapshot(log.entries(), log.cursor(), log.checkpoints());
  }

  /** Returns the snapshot that a state describes. */
  static LogSnapshot of(ObjectNode state) {
    return ReferenceModel.of(state, List.of(), LogDecisions.of(RedoTail.KEEPS))
        .orElseThrow()
        .snapshot();
  }

  boolean hasRedoTail() {
    return cursor < entries.size();
  }

  /** Whether there is a sentinel between two positions. */
  boolean containsSentinel(int from, int to) {
    return entries.subList(from, to).stream().anyMatch(Entry.Checkpoint.class::isInstance);
  }

  /** Returns the number of applied events. */
  long appliedCount() {
    return countEvents(0, cursor);
  }

  /** Returns the number of undone events. */
  long undoneCount() {
    return countEvents(cursor, entries.size());
  }

  /** Returns the number of events between two positions. */
  long countEvents(int from, int to) {
    return entries.subList(from, to).stream().filter(Entry.Recorded.class::isInstance).count();
  }
}
