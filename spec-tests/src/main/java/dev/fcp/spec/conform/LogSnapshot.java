package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogUnderTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** Returns the state after a program, of a log with the recommended decisions. */
  static LogSnapshot after(List<Call> program, RedoTail redoTail) {
    ReferenceModel model = new ReferenceModel(LogDecisions.of(redoTail));
    program.forEach(call -> model.reply(call, false, Set.of()));
    return model.snapshot();
  }

  /** Returns calls that lead directly to the applied entries. */
  List<Call> callsOfApplied() {
    return entries.subList(0, cursor).stream()
        .map(entry ->
            switch (entry) {
              case Entry.Recorded<String>(var event) -> Call.of(LogMethod.APPEND, event);
              case Entry.Checkpoint<String>(var name) -> Call.of(LogMethod.CHECKPOINT, name);
            })
        .toList();
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
