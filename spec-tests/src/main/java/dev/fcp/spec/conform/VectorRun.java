package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Driver.Reply;
import dev.fcp.spec.conform.VectorResult.Deviation;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The run of one vector with one driver. A broken required clause ends the run, unless only the
 * result of a query was wrong. Any other deviation is recorded, and the comparison continues from
 * the state that the log shows: required clauses must hold there as well, and a log that
 * deliberately deviates from a recommendation is not reported again for the consequences.
 */
final class VectorRun {

  private static final Set<Aspect> FULL_STATE =
      EnumSet.of(Aspect.ENTRIES, Aspect.CURSOR, Aspect.CHECKPOINTS);

  /** The results of queries, which change nothing. */
  private static final Set<Aspect> QUERIES =
      EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT);

  private static final int MAX_CALLS_AT_ONCE = 500;

  private final Driver driver;
  private final DriverCapabilities capabilities;
  private final Set<String> requiredClauses = SpecClause.requiredIds();
  private final List<String> heldClauses = new ArrayList<>();
  private final List<Deviation> deviations = new ArrayList<>();

  private final Evidence evidence = new Evidence();

  /** The state of the log as shown by the driver, once it differs from the vector. */
  private Optional<NaiveListLog<String>> actualLog = Optional.empty();

  /** Queries with a wrong result, which are no longer compared: later calls are not the cause. */
  private final Set<Aspect> wrongQueries = EnumSet.noneOf(Aspect.class);

  /** The results of calls that were made together with an earlier one. */
  private final Queue<CallResult> earlierResults = new ArrayDeque<>();

  private boolean isEnded;

  VectorRun(Driver driver, DriverCapabilities capabilities) {
    this.driver = driver;
    this.capabilities = capabilities;
  }

  /** Runs a vector; to be called once. */
  VectorResult run(Vector vector) {
    String clause = "EL-1";
    String previousClause = clause;
    int index = -1;
    try {
      compare(
          new Expectation(
              index,
              new CallResult.Completed(),
              ReferenceModel.emptyState(),
              ClauseAttribution.ofEmptyLog(),
              Evidence.ofEmptyLog()),
          driver.newLog());
      while (!isEnded && ++index < vector.steps().size()) {
        Call call = vector.steps().get(index).call();
        if (isUnspecified(call)) {
          isEnded = true;
          break;
        }
        VectorStep step =
            actualLog.map(log -> ReferenceModel.step(log, call)).orElse(vector.steps().get(index));
        previousClause = clause;
        clause = step.clauseOfResult();
        compare(
            new Expectation(index, step.result(), step.state(), step.clauses(), evidence.of(step)),
            reply(vector, index, step));
        actualLog.map(LogSnapshot::of).ifPresent(evidence::continueFrom);
      }
    } catch (DriverException fault) {
      if (fault.isLate() && index < 0) {
        return new VectorResult(heldClauses, deviations, false, Optional.of(fault));
      }
      isEnded = true;
      deviations.add(
          fault.isLate()
              ? Deviation.of(fault, previousClause, index - 1)
              : Deviation.of(fault, clause, index));
    }
    return new VectorResult(heldClauses, deviations, isEnded, Optional.empty());
  }

  /** Makes a call, or takes its result if the call was already made together with others. */
  private Reply reply(Vector vector, int index, VectorStep step) throws DriverException {
    if (earlierResults.isEmpty()) {
      int end = index;
      while (actualLog.isEmpty()
          && end < vector.steps().size()
          && end - index < MAX_CALLS_AT_ONCE
          && vector.steps().get(end).canBeBatched()) {
        end++;
      }
      if (end - index < 2) {
        return driver.call(step.call(), !step.state().isEmpty());
      }
      earlierResults.addAll(
          driver.callAll(
              vector.steps().subList(index, end).stream().map(VectorStep::call).toList()));
    }
    return new Reply(earlierResults.remove(), Json.object());
  }

  private record Expectation(
      int stepIndex,
      CallResult result,
      ObjectNode state,
      Map<Aspect, String> clauses,
      Map<Aspect, Set<String>> shown) {}

  /**
   * Whether the expected effect of a call is unknown because the capability is not declared, or
   * because the list that was kept is unknown.
   */
  private boolean isUnspecified(Call call) {
    return actualLog.isPresent()
        && (call.method() == LogMethod.KEPT
            || (capabilities.redoTail().isEmpty()
                && call.method() == LogMethod.CHECKPOINT
                && LogSnapshot.of(actualLog.get()).hasRedoTail()));
  }

  private void compare(Expectation expected, Reply reply) {
    ObjectNode state = expected.state();
    boolean hasDeviation = false;
    for (Aspect aspect : Aspect.values()) {
      String clause = expected.clauses().get(aspect);
      // Further deviations from recommended clauses in this step are most likely consequences of
      // the first.
      if (isEnded
          || clause == null
          || !isObserved(aspect, expected.result())
          || (aspect != Aspect.RETURNS && !state.has(aspect.stateField()))
          || wrongQueries.contains(aspect)
          || (hasDeviation && !requiredClauses.contains(clause))) {
        continue;
      }
      if (matches(aspect, reply, expected.result(), state)) {
        heldClauses.addAll(expected.shown().getOrDefault(aspect, Set.of()));
        continue;
      }
      deviations.add(deviation(clause, expected, aspect, state, reply));
      if (requiredClauses.contains(clause) && !QUERIES.contains(aspect)) {
        isEnded = true;
      } else {
        hasDeviation = true;
        state = continueFrom(aspect, reply, state);
      }
    }
  }

  /** Continues from the state that the log shows; the rest of this step is compared with that. */
  private ObjectNode continueFrom(Aspect aspect, Reply reply, ObjectNode state) {
    if (QUERIES.contains(aspect)) {
      wrongQueries.add(aspect);
      return state;
    }
    actualLog =
        capabilities.observes().containsAll(FULL_STATE)
            ? ReferenceModel.logOf(reply.state(), capabilities.redoTail().orElse(RedoTail.KEEPS))
            : Optional.empty();
    isEnded = actualLog.isEmpty();
    return actualLog.map(log -> ReferenceModel.withQueryResultsOf(log, state)).orElse(state);
  }

  private static Deviation deviation(
      String clause, Expectation expected, Aspect aspect, ObjectNode state, Reply reply) {
    boolean isResult = aspect == Aspect.RETURNS;
    return new Deviation(
        clause,
        expected.stepIndex(),
        aspect.stateField(),
        isResult ? expected.result().text() : valueText(state, aspect),
        isResult ? reply.result().text() : valueText(reply.state(), aspect),
        Optional.empty());
  }

  private static String valueText(ObjectNode state, Aspect aspect) {
    JsonNode value = state.get(aspect.stateField());
    return value == null ? "absent" : value.toString();
  }

  /**
   * Whether the driver shows an aspect. Every driver shows whether a call without a result
   * succeeded.
   */
  private boolean isObserved(Aspect aspect, CallResult result) {
    return switch (aspect) {
      case RETURNS ->
          capabilities.observes().contains(aspect) || !(result instanceof CallResult.Returned);
      case GONE -> capabilities.observes().contains(Aspect.CHECKPOINTS);
      case ENTRIES, CURSOR, CHECKPOINTS, CAN_UNDO, CAN_REDO, RECENT ->
          capabilities.observes().contains(aspect);
    };
  }

  private static boolean matches(Aspect aspect, Reply reply, CallResult result, ObjectNode state) {
    JsonNode expected = state.path(aspect.stateField());
    JsonNode actual = reply.state().path(aspect.stateField());
    return switch (aspect) {
      case RETURNS -> result.accepts(reply.result());
      case GONE -> actual.propertyStream().allMatch(name -> expected.has(name.getKey()));
      case ENTRIES, CURSOR, CHECKPOINTS, CAN_UNDO, CAN_REDO, RECENT ->
          Json.isEqual(expected, actual);
    };
  }
}
