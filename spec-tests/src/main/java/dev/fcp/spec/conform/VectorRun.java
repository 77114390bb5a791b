package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Driver.Reply;
import dev.fcp.spec.conform.VectorResult.Deviation;
import dev.fcp.spec.log.LogDecisions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The run of one vector with one driver.
 *
 * <p>Where the specification leaves several answers open ({@link LogDecisions}), an unexpected
 * observation is compared with all of them: only what no admissible log would show breaks a
 * required clause, whatever the driver shows of its state. A broken required clause ends the run,
 * unless only the result of a query was wrong. After any other deviation the comparison continues
 * from the decisions that explain it, or else from the state that the log shows.
 */
final class VectorRun {

  /** The aspects that together are the state of a log. */
  static final Set<Aspect> FULL_STATE =
      EnumSet.of(Aspect.ENTRIES, Aspect.CURSOR, Aspect.CHECKPOINTS);

  /** The results of queries, which change nothing. */
  private static final Set<Aspect> QUERIES =
      EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO, Aspect.RECENT);

  private static final Set<Aspect> RESULT_ONLY = EnumSet.of(Aspect.RETURNS);

  private static final Set<Aspect> EVERY_ASPECT = EnumSet.allOf(Aspect.class);

  private static final int MAX_CALLS_AT_ONCE = 500;

  private final Driver driver;
  private final DriverCapabilities capabilities;
  private final List<LogDecisions> admissible;
  private final Set<String> requiredClauses = SpecClause.requiredIds();
  private final List<String> heldClauses = new ArrayList<>();
  private final List<Deviation> deviations = new ArrayList<>();

  /** The expected decisions: those declared or, after a deviation, those that explain it. */
  private LogDecisions decisions;

  /** Creates the log that {@link #calls} are compared with, for any decisions. */
  private Function<LogDecisions, ReferenceModel> start = ReferenceModel::new;

  /** The calls since the start, with the replies. */
  private final List<RepliedCall> calls = new ArrayList<>();

  /** The events in all lists that the log has returned. */
  private final List<JsonNode> returnedEvents = new ArrayList<>();

  /** Whether a checkpoint was set; without one, all decisions show the same. */
  private boolean hasSentinel;

  private final Evidence evidence = new Evidence();

  /** The expected log, once it differs from the vector. */
  private Optional<ReferenceModel> actualLog = Optional.empty();

  /** Queries with a wrong result, which are no longer compared: later calls are not the cause. */
  private final Set<Aspect> wrongQueries = EnumSet.noneOf(Aspect.class);

  /** The results of calls that were made together with an earlier one. */
  private final Queue<CallResult> earlierResults = new ArrayDeque<>();

  private boolean isEnded;

  /**
   * Prepares a run.
   *
   * @param admissible the decisions that the log may have made, the most likely ones first
   */
  VectorRun(Driver driver, DriverCapabilities capabilities, List<LogDecisions> admissible) {
    this.driver = driver;
    this.capabilities = capabilities;
    this.admissible = admissible;
    this.decisions = LogDecisions.of(capabilities.expectedRedoTail());
  }

  private record RepliedCall(Call call, boolean readsState, Reply reply) {}

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
        boolean readsState = !vector.steps().get(index).state().isEmpty();
        VectorStep step =
            actualLog.map(log -> log.step(call, readsState)).orElse(vector.steps().get(index));
        previousClause = clause;
        clause = step.clauseOfResult();
        Reply reply = reply(vector, index, step);
        calls.add(new RepliedCall(call, readsState, reply));
        hasSentinel |= call.method() == LogMethod.CHECKPOINT;
        if (call.method().returnsNewList()
            && reply.result() instanceof CallResult.Returned(var value)) {
          value.forEach(returnedEvents::add);
        }
        compare(Expectation.of(index, step, evidence.of(step)), reply);
        actualLog.map(ReferenceModel::snapshot).ifPresent(evidence::continueFrom);
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
    if (capabilities.redoTail().isEmpty()) {
      heldClauses.removeIf("CP-4"::equals);
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
      Map<Aspect, Set<String>> shown) {

    /**
     * Returns the expectation of a step.
     *
     * @param shown the clauses that each aspect shows to hold if it is as expected
     */
    static Expectation of(int stepIndex, VectorStep step, Map<Aspect, Set<String>> shown) {
      return new Expectation(stepIndex, step.result(), step.state(), step.clauses(), shown);
    }

    Expectation beyondDecisions() {
      Map<Aspect, String> required = new EnumMap<>(clauses);
      required.replaceAll((aspect, clause) -> ClauseAttribution.beyondDecisions(clause, aspect));
      return new Expectation(stepIndex, result, state, required, shown);
    }
  }

  private void compare(Expectation expected, Reply reply) {
    Optional<Aspect> firstWrong = firstWrong(expected.result(), expected.state(), reply);
    if (firstWrong.isEmpty()) {
      expected
          .shown()
          .forEach((aspect, clauses) -> {
            if (expected.clauses().containsKey(aspect)
                && isCompared(aspect, expected.result(), expected.state())) {
              heldClauses.addAll(clauses);
            }
          });
      return;
    }
    Expectation explained = hasSentinel ? explained(expected, firstWrong.get(), reply) : expected;
    ObjectNode state = explained.state();
    boolean hasDeviation = false;
    for (Aspect aspect : Aspect.values()) {
      String clause = explained.clauses().get(aspect);
      // Further deviations from recommended clauses in this step are most likely consequences of
      // the first.
      if (isEnded
          || clause == null
          || !isCompared(aspect, explained.result(), state)
          || (hasDeviation && !requiredClauses.contains(clause))) {
        continue;
      }
      if (matches(aspect, reply, explained.result(), state)) {
        heldClauses.addAll(explained.shown().getOrDefault(aspect, Set.of()));
        continue;
      }
      String broken =
          aspect == Aspect.RETURNS
              ? ClauseAttribution.ofResult(clause, explained.result(), reply.result())
              : ClauseAttribution.ofState(clause, aspect, state, reply.state());
      deviations.add(deviation(broken, explained, state, aspect, reply));
      if ((requiredClauses.contains(broken) && !QUERIES.contains(aspect))
          || broken.equals("EL-22")) {
        isEnded = true;
      } else {
        hasDeviation = true;
        state = continueFrom(aspect, reply, state);
      }
    }
  }

  /** The first aspect that differs, in the order of comparison. */
  private Optional<Aspect> firstWrong(CallResult result, ObjectNode state, Reply reply) {
    for (Aspect aspect : state.isEmpty() ? RESULT_ONLY : EVERY_ASPECT) {
      if (isCompared(aspect, result, state) && !matches(aspect, reply, result, state)) {
        return Optional.of(aspect);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the expectation of the admissible log that explains all calls since the start or, if
   * none does, the most of them. If it explains all of them, the decisions in which it differs are
   * deviations, and the comparison continues with it.
   *
   * @param expected the expectation so far
   * @param firstWrong the first aspect in which the last call differs from it
   */
  private Expectation explained(Expectation expected, Aspect firstWrong, Reply reply) {
    Expectation best = expected;
    Optional<Aspect> bestAspect = Optional.of(firstWrong);
    LogDecisions bestDecisions = decisions;
    Optional<ReferenceModel> bestLog = actualLog;
    for (Replay replay : replays(admissible)) {
      Optional<Aspect> wrong = firstWrong(replay.last().result(), replay.last().state(), reply);
      if (bestAspect.isPresent() && wrong.map(bestAspect.get()::compareTo).orElse(-1) < 0) {
        best = Expectation.of(expected.stepIndex(), replay.last(), Map.of());
        bestAspect = wrong;
        bestDecisions = replay.decisions().getFirst();
        bestLog = Optional.of(replay.log());
      }
    }
    if (bestAspect.isEmpty()) {
      for (String clause : clausesOfDifferences(bestLog.orElseThrow(), bestDecisions)) {
        deviations.add(deviation(clause, expected, expected.state(), firstWrong, reply));
      }
    }
    decisions = bestDecisions;
    actualLog = bestLog;
    return bestAspect.isEmpty() ? best : beyondDecisions(best, bestAspect.get(), reply);
  }

  /**
   * Returns the expectation that is closest to the reply, whatever the log decides at this call.
   * The clauses about decisions are replaced by the required ones behind them, unless the log shows
   * that it only does something else with this redo tail than with others.
   */
  private Expectation beyondDecisions(Expectation expected, Aspect firstWrong, Reply reply) {
    if (!ClauseAttribution.isDecision(expected.clauses().getOrDefault(firstWrong, ""))) {
      return expected;
    }
    ReferenceModel before = start.apply(decisions);
    for (RepliedCall earlier : calls.subList(0, calls.size() - 1)) {
      before.reply(earlier.call(), false, Set.of());
    }
    RepliedCall last = calls.getLast();
    Expectation closest = expected;
    Aspect closestAspect = firstWrong;
    for (LogDecisions other : LogDecisions.byDistanceFrom(decisions)) {
      VectorStep step = before.decidingOtherwise(other).step(last.call(), last.readsState());
      Optional<Aspect> wrong = firstWrong(step.result(), step.state(), reply);
      if (wrong.isEmpty()
          && capabilities.observes().contains(Aspect.ENTRIES)
          && other.redoTail() != decisions.redoTail()) {
        return expected;
      }
      if (wrong.isPresent() && wrong.get().compareTo(closestAspect) > 0) {
        closest = Expectation.of(expected.stepIndex(), step, Map.of());
        closestAspect = wrong.get();
      }
    }
    return closest.beyondDecisions();
  }

  /** Returns the admissible decisions that explain all replies of the run. */
  List<LogDecisions> explanations() {
    if (admissible.size() == 1 || calls.isEmpty() || !hasSentinel) {
      return admissible;
    }
    Set<LogDecisions> explanations = new HashSet<>();
    List<LogDecisions> others = new ArrayList<>(admissible);
    if (deviations.isEmpty() && admissible.contains(decisions)) {
      // The replies were as expected, so only decisions that change the expectation are replayed.
      ReferenceModel expected = start.apply(decisions);
      calls.forEach(replied -> expected.reply(replied.call(), false, Set.of()));
      admissible.stream().filter(expected::isTheSameWith).forEach(explanations::add);
      others.removeAll(explanations);
    }
    for (Replay replay : replays(others)) {
      VectorStep last = replay.last();
      if (firstWrong(last.result(), last.state(), calls.getLast().reply()).isEmpty()) {
        explanations.addAll(replay.decisions());
      }
    }
    return admissible.stream().filter(explanations::contains).toList();
  }

  /**
   * The calls since the start, made to a log that replies the same to all but the last.
   *
   * @param decisions all decisions with which the log replies the same
   */
  private record Replay(List<LogDecisions> decisions, ReferenceModel log, VectorStep last) {}

  /** Replays the calls with each of some decisions, except those that do not explain them. */
  private List<Replay> replays(List<LogDecisions> candidates) {
    List<Replay> replays = new ArrayList<>();
    List<LogDecisions> remaining = new ArrayList<>(candidates);
    while (!remaining.isEmpty()) {
      ReferenceModel log = start.apply(remaining.getFirst());
      Optional<VectorStep> last = lastStepIfRestMatches(log);
      List<LogDecisions> same = remaining.stream().filter(log::isTheSameWith).toList();
      remaining.removeAll(same);
      last.ifPresent(step -> replays.add(new Replay(same, log, step)));
    }
    return replays;
  }

  /** The last step since the start; empty if an earlier one differs from the reply. */
  private Optional<VectorStep> lastStepIfRestMatches(ReferenceModel log) {
    for (RepliedCall earlier : calls.subList(0, calls.size() - 1)) {
      Reply expected = log.reply(earlier.call(), earlier.readsState(), capabilities.observes());
      if (firstWrong(expected.result(), expected.state(), earlier.reply()).isPresent()) {
        return Optional.empty();
      }
    }
    return Optional.of(log.step(calls.getLast().call(), calls.getLast().readsState()));
  }

  /** The clauses about the decisions in which a log has shown that it differs from the expected. */
  private List<String> clausesOfDifferences(ReferenceModel log, LogDecisions other) {
    List<String> clauses = new ArrayList<>();
    if (capabilities.redoTail().isPresent()
        && !log.isTheSameWith(other.withRedoTail(decisions.redoTail()))) {
      clauses.add("CP-4");
    }
    if (decisions.movesPastSentinel() != other.movesPastSentinel()) {
      clauses.add("CP-3");
    }
    if (decisions.keepsOldSentinels() != other.keepsOldSentinels()) {
      clauses.add("CP-15");
    }
    return clauses;
  }

  /** Continues from the state that the log shows; the rest of this step is compared with that. */
  private ObjectNode continueFrom(Aspect aspect, Reply reply, ObjectNode state) {
    if (QUERIES.contains(aspect)) {
      wrongQueries.add(aspect);
      return state;
    }
    List<JsonNode> returnedBefore = List.copyOf(returnedEvents);
    Function<LogDecisions, Optional<ReferenceModel>> shown =
        other ->
            capabilities.observes().containsAll(FULL_STATE)
                ? ReferenceModel.of(reply.state(), returnedBefore, other)
                : Optional.empty();
    actualLog = shown.apply(decisions);
    isEnded = actualLog.isEmpty();
    start = other -> shown.apply(other).orElseThrow();
    calls.clear();
    return actualLog.map(log -> log.withQueryResults(state)).orElse(state);
  }

  private static Deviation deviation(
      String clause, Expectation expected, ObjectNode state, Aspect aspect, Reply reply) {
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

  private boolean isCompared(Aspect aspect, CallResult result, ObjectNode state) {
    return isObserved(aspect, result)
        && (aspect == Aspect.RETURNS || state.has(aspect.stateField()))
        && !wrongQueries.contains(aspect);
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
