package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.conform.Driver.Reply;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A log over a plain list, which computes the expected observations of a program. */
final class ReferenceModel {

  private final NaiveListLog<String> log;

  /** The log that {@link LogMethod#OTHER} calls; empty if its state is unknown. */
  private final Optional<NaiveListLog<String>> otherLog;

  private final LogDecisions decisions;

  /** Whether the log has made each of the decisions. */
  private boolean hasMetRedoTail;

  private boolean hasSetCheckpoint;
  private boolean hasReusedName;
  private boolean hasMovedByZero;

  private final Set<String> names = new HashSet<>();

  /** The events in all lists that the log has returned. */
  private final List<JsonNode> returnedEvents;

  /** The state, if it was asked for since the last call. */
  private @Nullable LogSnapshot knownState;

  private boolean hasLoneSurrogate;

  /** Whether a JSON library may reject the table of checkpoints. */
  private boolean hasUnreadableName;

  /** Creates the model of an empty log. */
  ReferenceModel(LogDecisions decisions) {
    this(
        new NaiveListLog<>(decisions),
        Optional.of(new NaiveListLog<>(decisions)),
        decisions,
        List.of());
  }

  private ReferenceModel(
      NaiveListLog<String> log,
      Optional<NaiveListLog<String>> otherLog,
      LogDecisions decisions,
      List<JsonNode> returnedEvents) {
    this.log = log;
    this.otherLog = otherLog;
    this.decisions = decisions;
    for (Entry<String> entry : log.entries()) {
      if (entry instanceof Entry.Checkpoint<String>(var name)) {
        names.add(name);
      }
    }
    this.returnedEvents = new ArrayList<>(returnedEvents);
  }

  /** Returns the state of an empty log. */
  static ObjectNode emptyState() {
    return Json.state(new NaiveListLog<>(), EnumSet.allOf(Aspect.class));
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
    for (Call call : program) {
      steps.add(model.step(call, readsState.test(steps.size())));
    }
    return new Vector(
        name, origin, model.hasMetRedoTail ? Optional.of(redoTail) : Optional.empty(), steps);
  }

  /**
   * Makes a call and returns the expected observations. Without reading the state, the cost of a
   * call that returns nothing does not depend on the length of the log.
   */
  VectorStep step(Call call, boolean readsState) {
    boolean hasSnapshots = readsState || call.method().returnsEvents();
    Optional<LogSnapshot> before = hasSnapshots ? Optional.of(snapshot()) : Optional.empty();
    Reply reply = reply(call, readsState, EnumSet.allOf(Aspect.class));
    Optional<LogSnapshot> after = before.map(snapshot -> snapshot());
    Map<Aspect, String> clauses =
        before
            .map(snapshot -> ClauseAttribution.of(call, snapshot, after.orElseThrow()))
            .orElseGet(() -> Map.of(Aspect.RETURNS, ClauseAttribution.ofSuccess(call)));
    VectorStep step = new VectorStep(call, reply.result(), reply.state(), after, clauses);
    VectorStep visible = step.state().isEmpty() ? step.withoutState() : step;
    return hasLoneSurrogate ? visible.about("EL-22") : visible;
  }

  /**
   * Makes a call and returns the expected reply of a driver.
   *
   * @param shown the aspects that the driver shows
   */
  Reply reply(Call call, boolean readsState, Set<Aspect> shown) {
    knownState = null;
    hasLoneSurrogate |= call.hasLoneSurrogate();
    switch (call.method()) {
      case CHECKPOINT -> {
        hasUnreadableName |= call.hasLoneSurrogate();
        hasSetCheckpoint = true;
        hasMetRedoTail |= log.cursor() < log.size();
        hasReusedName |= !names.add(call.textArgument());
      }
      case UNDO, REDO -> hasMovedByZero |= call.count() == 0;
      default -> {}
    }
    CallResult result =
        switch (call.method()) {
          case KEPT -> new CallResult.Returned(Json.array(returnedEvents));
          case OTHER ->
              otherLog
                  .map(other -> withoutMessage(call.onOtherLog().applyTo(other)))
                  .orElseGet(CallResult.Completed::new);
          default -> withoutMessage(call.applyTo(log));
        };
    if (result instanceof CallResult.Returned(var value) && call.method().returnsNewList()) {
      value.forEach(returnedEvents::add);
    }
    boolean hasState = readsState && !hasUnreadableName && !call.method().isSilent();
    return new Reply(result, hasState ? Json.state(log, shown) : Json.object());
  }

  /** Whether a log with other decisions would have shown the same so far. */
  boolean isTheSameWith(LogDecisions other) {
    return (!hasMetRedoTail || decisions.redoTail() == other.redoTail())
        && (!hasSetCheckpoint || decisions.movesPastSentinel() == other.movesPastSentinel())
        && (!hasReusedName || decisions.keepsOldSentinels() == other.keepsOldSentinels())
        && (!hasMovedByZero || decisions.zeroCrossesSentinels() == other.zeroCrossesSentinels());
  }

  /** Returns a model in the same state that decides otherwise from now on. */
  ReferenceModel decidingOtherwise(LogDecisions other) {
    LogSnapshot state = snapshot();
    return new ReferenceModel(
        new NaiveListLog<>(state.entries(), state.cursor(), state.checkpoints(), other),
        otherLog,
        other,
        returnedEvents);
  }

  LogSnapshot snapshot() {
    LogSnapshot state = knownState;
    if (state == null) {
      state = LogSnapshot.of(log);
      knownState = state;
    }
    return state;
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
                new NaiveListLog<>(entries, cursor, checkpoints, decisions),
                Optional.empty(),
                decisions,
                returnedEvents))
        : Optional.empty();
  }

  /** Returns a state in which the results of queries are replaced by those of this log. */
  ObjectNode withQueryResults(ObjectNode state) {
    ObjectNode merged = state.deepCopy();
    return merged.setAll(
        Json.state(log, EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT)));
  }

  /** Removes the message of an error, which vectors do not compare. */
  private static CallResult withoutMessage(CallResult result) {
    return result instanceof CallResult.Threw ? new CallResult.Threw("") : result;
  }
}
