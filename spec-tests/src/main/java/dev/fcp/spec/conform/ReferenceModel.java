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
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A log over a plain list, which computes the expected observations of a program. */
final class ReferenceModel {

  private final NaiveListLog<String> log;

  /** The events in all lists that the log has returned. */
  private final List<JsonNode> returnedEvents;

  private boolean hasLoneSurrogate;

  /** Whether a JSON library may reject the table of checkpoints. */
  private boolean hasUnreadableName;

  /** Creates the model of an empty log. */
  ReferenceModel(LogDecisions decisions) {
    this(new NaiveListLog<>(decisions), List.of());
  }

  private ReferenceModel(NaiveListLog<String> log, List<JsonNode> returnedEvents) {
    this.log = log;
    this.returnedEvents = new ArrayList<>(returnedEvents);
  }

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
    ReferenceModel model = new ReferenceModel(LogDecisions.of(redoTail));
    List<VectorStep> steps = new ArrayList<>();
    boolean meetsRedoTail = false;
    for (Call call : program) {
      meetsRedoTail |=
          call.method() == LogMethod.CHECKPOINT && model.log.cursor() < model.log.size();
      steps.add(model.step(call, readsState.test(steps.size())));
    }
    return new Vector(
        name, origin, meetsRedoTail ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /**
   * Makes a call and returns the expected observations. Without reading the state, the cost of a
   * call that returns nothing does not depend on the length of the log.
   */
  VectorStep step(Call call, boolean readsState) {
    hasLoneSurrogate |= call.hasLoneSurrogate();
    hasUnreadableName |= call.method() == LogMethod.CHECKPOINT && call.hasLoneSurrogate();
    boolean hasState = readsState && !hasUnreadableName && !call.method().isSilent();
    VectorStep step =
        hasState || call.method().returnsEvents() ? stepWithState(call) : stepWithoutState(call);
    if (step.result() instanceof CallResult.Returned(var value)
        && call.method() != LogMethod.KEPT) {
      value.forEach(returnedEvents::add);
    }
    VectorStep visible = hasState ? step : step.withoutState();
    return hasLoneSurrogate ? visible.about("EL-22") : visible;
  }

  private VectorStep stepWithState(Call call) {
    LogSnapshot before = snapshot();
    CallResult result =
        call.method() == LogMethod.KEPT
            ? new CallResult.Returned(Json.array(returnedEvents))
            : call.applyTo(log);
    return new VectorStep(
        call, withoutMessage(result), stateOf(log), ClauseAttribution.of(call, before, snapshot()));
  }

  private VectorStep stepWithoutState(Call call) {
    return new VectorStep(
        call,
        withoutMessage(call.applyTo(log)),
        Json.object(),
        Map.of(Aspect.RETURNS, ClauseAttribution.ofSuccess(call)));
  }

  LogSnapshot snapshot() {
    return LogSnapshot.of(log);
  }

  /**
   * Returns the model of a log with the state that a driver shows; empty if the state is invalid.
   *
   * @param returnedEvents the events in all lists that the log has returned
   */
  static Optional<ReferenceModel> of(
      ObjectNode state, List<JsonNode> returnedEvents, LogDecisions decisions) {
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
        ? Optional.of(
            new ReferenceModel(
                new NaiveListLog<>(entries, cursor, checkpoints, decisions), returnedEvents))
        : Optional.empty();
  }

  /** Returns a state in which the results of queries are replaced by those of this log. */
  ObjectNode withQueryResults(ObjectNode state) {
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
