package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
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
    return vectorOf(name, origin, program, redoTail, index -> true);
  }

  /**
   * Returns the vector of a program in which the state is read after some calls only.
   *
   * @param readsState whether the state is read after the call with an index
   */
  static Vector vectorOf(
      String name, String origin, List<Call> program, RedoTail redoTail, IntPredicate readsState) {
    NaiveListLog<String> log = new NaiveListLog<>(redoTail);
    List<VectorStep> steps = new ArrayList<>();
    CallResult lastList = new CallResult.Returned(Json.nullNode());
    boolean meetsRedoTail = false;
    boolean hasLoneSurrogate = false;
    boolean hasUnreadableName = false;
    for (Call call : program) {
      meetsRedoTail |= call.method() == LogMethod.CHECKPOINT && log.cursor() < log.size();
      hasLoneSurrogate |= call.hasLoneSurrogate();
      VectorStep step =
          call.method() == LogMethod.KEPT
              ? stepOfKept(log, lastList)
              : readsState.test(steps.size()) || call.method().returnsEvents()
                  ? step(log, call)
                  : stepWithoutState(log, call);
      hasUnreadableName |= call.method() == LogMethod.CHECKPOINT && call.hasLoneSurrogate();
      if (hasUnreadableName || !readsState.test(steps.size())) {
        step = step.withoutState();
      }
      if (call.method().returnsEvents()
          && step.result() instanceof CallResult.Returned(var value)
          && !value.isNull()) {
        lastList = step.result();
      }
      steps.add(hasLoneSurrogate ? step.about("EL-22") : step);
    }
    return new Vector(
        name, origin, meetsRedoTail ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /** Calls the reference log and returns the expected observations. */
  static VectorStep step(NaiveListLog<String> log, Call call) {
    if (call.method().isSilent()) {
      return stepWithoutState(log, call);
    }
    LogSnapshot before = LogSnapshot.of(log);
    CallResult result = call.applyTo(log);
    return new VectorStep(
        call,
        withoutMessage(result),
        stateOf(log),
        ClauseAttribution.of(call, before, LogSnapshot.of(log)));
  }

  private static VectorStep stepOfKept(NaiveListLog<String> log, CallResult lastList) {
    LogSnapshot unchanged = LogSnapshot.of(log);
    Call call = Call.of(LogMethod.KEPT);
    return new VectorStep(
        call, lastList, stateOf(log), ClauseAttribution.of(call, unchanged, unchanged));
  }

  /** Calls the reference log at a cost that does not depend on its length. */
  private static VectorStep stepWithoutState(NaiveListLog<String> log, Call call) {
    return new VectorStep(
        call,
        withoutMessage(call.applyTo(log)),
        Json.object(),
        Map.of(Aspect.RETURNS, ClauseAttribution.ofSuccess(call)));
  }

  /** Returns a reference log with the state that a driver shows; empty if the state is invalid. */
  static Optional<NaiveListLog<String>> logOf(ObjectNode state, RedoTail redoTail) {
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
        ? Optional.of(new NaiveListLog<>(entries, cursor, checkpoints, redoTail))
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
