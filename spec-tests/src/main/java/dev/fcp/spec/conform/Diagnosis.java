package dev.fcp.spec.conform;

import dev.fcp.spec.conform.VectorResult.Deviation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the clauses that explain a wrong observation if the log does not show its state: the clause
 * about the observation itself, or those about an earlier call whose effect was not visible. For
 * that it runs the beginnings of the program, each followed by other calls that depend on the same
 * part of the state. If two methods agree that the state is wrong, the observation itself is right.
 */
final class Diagnosis {

  /** More events than any program has. */
  private static final int ALL = 1_000_000;

  private final VectorRunner runner;
  private final DriverCapabilities capabilities;
  private final Fuzzer fuzzer;

  Diagnosis(VectorRunner runner, DriverCapabilities capabilities, Fuzzer fuzzer) {
    this.runner = runner;
    this.capabilities = capabilities;
    this.fuzzer = fuzzer;
  }

  /** A part of the state of a log that no single field shows. */
  private enum Part {
    /** The applied events. */
    APPLIED,
    /** The undone events. */
    UNDONE,
    /** Where the cursor and the checkpoints are. */
    POSITION
  }

  /**
   * Returns the clauses of which one is broken and that no observation of this log can tell apart.
   *
   * @param failure a failure whose program is as short as possible
   */
  Set<String> suspects(Failure failure) {
    Deviation deviation = failure.deviation();
    if (deviation.isDriverFault()
        || deviation.stepIndex() < 0
        || ClauseAttribution.isDecision(failure.clause())
        || ClauseAttribution.isCircumstance(failure.clause())) {
      return failure.suspects();
    }
    Aspect aspect = Aspect.of(deviation.subject()).orElseThrow();
    List<Call> program = failure.program();
    Call last = program.getLast();
    Set<String> suspects =
        switch (aspect) {
          case RETURNS -> suspects(failure, last, program.subList(0, program.size() - 1));
          case RECENT, CAN_UNDO -> suspects(failure, Call.of(LogMethod.RECENT, ALL), program);
          case CAN_REDO -> suspects(failure, Call.of(LogMethod.REDO, ALL), program);
          case ENTRIES, CURSOR, GONE, CHECKPOINTS -> suspects(failure, last, program);
        };
    Set<String> all = new TreeSet<>(suspects);
    if (aspect == Aspect.CURSOR && suspects.contains(failure.clause())) {
      all.addAll(hiddenClauses(Part.UNDONE, program));
    }
    all.addAll(unverifiedClauses(program.subList(0, program.size() - 1)));
    return all;
  }

  /**
   * Returns the suspects of a wrong result.
   *
   * @param observer the call whose result was wrong
   * @param before the calls that led to the observed state
   */
  private Set<String> suspects(Failure failure, Call observer, List<Call> before) {
    return parts(observer.method()).stream()
        .flatMap(part -> suspects(failure.clause(), part, before, observer).stream())
        .findFirst()
        .orElse(failure.suspects());
  }

  /**
   * Returns the clauses that are not required and say how calls change the state, if that was not
   * shown. Without such a call the shortest program would not fail, so it may be the cause.
   */
  private Set<String> unverifiedClauses(List<Call> program) {
    Set<String> clauses = new TreeSet<>();
    if (!capabilities.observes().containsAll(VectorRun.FULL_STATE)) {
      for (VectorStep step : fuzzer.vectorOf(program).steps()) {
        String clause = step.clauses().getOrDefault(Aspect.CURSOR, step.clauseOfResult());
        clauses.add(ClauseAttribution.beyondDecisions(clause, Aspect.CURSOR));
      }
      clauses.removeAll(SpecClause.requiredIds());
    }
    return clauses;
  }

  private List<Part> parts(LogMethod observer) {
    List<Part> parts =
        switch (observer) {
          case UNDO, RECENT -> List.of(Part.APPLIED);
          case UNDO_TO -> List.of(Part.APPLIED, Part.POSITION);
          case REDO,
              APPEND,
              CHECKPOINT,
              TRUNCATE,
              DROP_FIRST,
              REPLACE_LAST,
              RELOAD,
              KEPT,
              OTHER,
              PAUSE ->
              List.of(Part.APPLIED, Part.UNDONE, Part.POSITION);
        };
    return parts.stream().filter(part -> !isShown(part)).toList();
  }

  private boolean isShown(Part part) {
    Set<Aspect> observed = capabilities.observes();
    return part == Part.POSITION
        ? observed.containsAll(VectorRun.FULL_STATE)
        : observed.contains(Aspect.ENTRIES) && observed.contains(Aspect.CURSOR);
  }

  /** The calls that show a part of the state after a program. */
  private List<Call> probes(Part part, List<Call> program, Call observer) {
    return (switch (part) {
          case APPLIED ->
              Stream.of(
                  Call.of(LogMethod.RECENT, ALL),
                  Call.of(LogMethod.UNDO, ALL),
                  Call.of(LogMethod.UNDO));
          case UNDONE -> Stream.of(Call.of(LogMethod.REDO, ALL), Call.of(LogMethod.REDO));
          case POSITION ->
              observer.method() == LogMethod.UNDO_TO
                  ? Stream.of(observer)
                  : program.stream()
                      .filter(call -> call.method() == LogMethod.CHECKPOINT)
                      .map(call -> Call.of(LogMethod.UNDO_TO, call.textArgument()))
                      .distinct();
        })
        .filter(probe -> capabilities.canDo(probe.method()))
        .toList();
  }

  /**
   * Returns the suspects if a part of the state may be wrong before the observation; empty if
   * another call shows that it is right.
   */
  private Optional<Set<String>> suspects(
      String clause, Part part, List<Call> before, Call observer) {
    List<Call> probes = probes(part, before, observer);
    int first = before.size() + 1;
    while (first > 0 && !isRight(before.subList(0, first - 1), probes, observer, before)) {
      first--;
    }
    if (first > before.size()) {
      return Optional.empty();
    }
    Set<String> suspects = new TreeSet<>();
    if (!isConfirmed(before, probes, observer)) {
      suspects.add(clause);
    }
    suspects.addAll(first == 0 ? Set.of("EL-1") : hiddenClauses(part, before.subList(0, first)));
    return Optional.of(suspects);
  }

  /** Whether all results of some method are right after a program, but for the failing call. */
  private boolean isRight(
      List<Call> program, List<Call> probes, Call observer, List<Call> failing) {
    Map<LogMethod, Boolean> areRight = new EnumMap<>(LogMethod.class);
    for (Call probe : probes) {
      if (!program.equals(failing) || !probe.equals(observer)) {
        areRight.merge(probe.method(), isRight(program, probe), Boolean::logicalAnd);
      }
    }
    return areRight.containsValue(true);
  }

  /** Whether another method than that of the observation shows the wrong state too. */
  private boolean isConfirmed(List<Call> program, List<Call> probes, Call observer) {
    return probes.stream()
        .filter(probe -> probe.method() != observer.method())
        .anyMatch(probe -> !isRight(program, probe));
  }

  private boolean isRight(List<Call> program, Call probe) {
    List<Call> probed = new ArrayList<>(program);
    probed.add(probe);
    return runner.run(fuzzer.vectorOf(probed)).deviations().stream()
        .noneMatch(deviation ->
            deviation.stepIndex() == program.size()
                && deviation.subject().equals(Aspect.RETURNS.stateField()));
  }

  /** The clauses about what the last call of a program does to a part of the state. */
  private Set<String> hiddenClauses(Part part, List<Call> program) {
    VectorStep last = fuzzer.vectorOf(program).steps().getLast();
    Set<String> hidden = new TreeSet<>();
    for (Aspect aspect : aspects(part, last.call().method())) {
      if (!capabilities.observes().contains(aspect == Aspect.GONE ? Aspect.CHECKPOINTS : aspect)) {
        String clause = last.clauses().getOrDefault(aspect, last.clauseOfResult());
        hidden.add(ClauseAttribution.beyondDecisions(clause, aspect));
      }
    }
    // All decisions have been tried.
    hidden.removeIf(ClauseAttribution::isDecision);
    return hidden;
  }

  /** The aspects of a call that decide a part of the state. */
  private static List<Aspect> aspects(Part part, LogMethod method) {
    return switch (part) {
      case POSITION ->
          method == LogMethod.CHECKPOINT
              ? List.of(Aspect.GONE, Aspect.CHECKPOINTS, Aspect.CURSOR, Aspect.ENTRIES)
              : List.of(Aspect.GONE, Aspect.CHECKPOINTS, Aspect.CURSOR);
      case UNDONE -> List.of(Aspect.ENTRIES);
      case APPLIED ->
          switch (method) {
            case UNDO, UNDO_TO, REDO, RECENT, KEPT, OTHER, PAUSE -> List.of(Aspect.CURSOR);
            case APPEND, CHECKPOINT, TRUNCATE, DROP_FIRST, REPLACE_LAST, RELOAD ->
                List.of(Aspect.ENTRIES, Aspect.CURSOR);
          };
    };
  }
}
