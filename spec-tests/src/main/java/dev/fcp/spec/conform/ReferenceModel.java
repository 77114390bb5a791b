package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Computes the expected results with a log over a plain list. */
final class ReferenceModel {

  private ReferenceModel() {}

  /** Returns the state of an empty log. */
  static ObjectNode emptyState() {
    return stateOf(new NaiveListLog<>());
  }

  /** Returns the vector of a program for logs with the given capability. */
  static Vector vectorOf(String name, String origin, List<Call> program, RedoTail redoTail) {
    NaiveListLog<String> log = new NaiveListLog<>(LogDecisions.of(redoTail));
    List<VectorStep> steps = new ArrayList<>();
    boolean meetsRedoTail = false;
    for (Call call : program) {
      meetsRedoTail |= call.method() == LogMethod.CHECKPOINT && LogSnapshot.of(log).hasRedoTail();
      steps.add(step(log, call));
    }
    return new Vector(
        name, origin, meetsRedoTail ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /** Calls the reference log and returns the expected observations. */
  static VectorStep step(NaiveListLog<String> log, Call call) {
    LogSnapshot before = LogSnapshot.of(log);
    CallResult result = call.applyTo(log);
    return new VectorStep(
        call,
        withoutMessage(result),
        stateOf(log),
        ClauseAttribution.of(call, before, LogSnapshot.of(log)));
  }

  /** Returns a reference log with the state that a driver shows; empty if the state is invalid. */
  static Optional<NaiveListLog<String>> logOf(ObjectNode state, LogDecisions decisions) {
    List<Entry<String>> entries = new ArrayList<>();
    for (JsonNode entry : state.path("entries")) {
      if (entry.isString()) {
        entries.add(new Entry.Recorded<>(entry.stringValue()));
      } else if (entry.path("name").isString()) {
        entries.add(new Entry.Checkpoint<>(entry.path("name").stringValue()));
      } else {
        return Optional.empty();
      }
    }
    Map<String, Integer> checkpoints = new TreeMap<>();
    state
        .path("checkpoints")
        .forEachEntry((name, position) -> checkpoints.put(name, position.asInt(-1)));
    int cursor = state.path("cursor").asInt(-1);
    boolean isValid =
        Stream.concat(Stream.of(cursor), checkpoints.values().stream())
            .allMatch(position -> position >= 0 && position <= entries.size());
    return isValid
        ? Optional.of(new NaiveListLog<>(entries, cursor, checkpoints, decisions))
        : Optional.empty();
  }

  /** Returns a state in which the results of queries are replaced by those of a log. */
  static ObjectNode withQueryResultsOf(NaiveListLog<String> log, ObjectNode state) {
    ObjectNode merged = state.deepCopy();
    ObjectNode own = stateOf(log);
    for (Aspect query : List.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT)) {
      merged.set(query.stateField(), own.get(query.stateField()));
    }
    return merged;
  }

  /** Removes the message of an error, which vectors do not compare. */
  private static CallResult withoutMessage(CallResult result) {
    return result instanceof CallResult.Threw ? new CallResult.Threw("") : result;
  }

  private static ObjectNode stateOf(NaiveListLog<String> log) {
    return Json.state(log).put("canUndo", log.canUndo()).put("canRedo", log.canRedo());
  }
}
