package dev.fcp.spec.conform;

import dev.fcp.spec.conform.VectorResult.Deviation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  /**
   * Finds the suspects of failures and joins the failures that one broken clause explains. Clauses
   * without an alternative come first, then those that explain the most failures; required ones
   * before others.
   *
   * @param shortest failures whose programs are as short as possible
   * @param flaky the clauses whose failures do not always repeat, which tells nothing about causes
   */
  List<Failure> explain(List<Failure> shortest, Set<String> flaky) {
    List<Failure> explained = new ArrayList<>();
    List<Failure> rest = new ArrayList<>();
    for (Failure failure : shortest) {
      if (failure.deviation().isDriverFault()) {
        explained.add(failure);
      } else {
        rest.add(
            flaky.contains(failure.clause())
                ? failure
                : failure.withSuspects(suspects(failure), hiddenCauses(failure)));
      }
    }
    while (!rest.isEmpty()) {
      boolean isCertain = rest.stream().anyMatch(failure -> failure.suspects().size() == 1);
      boolean isRequired = rest.stream().anyMatch(Failure::isRequired);
      Map<String, List<Failure>> explainedBy = new TreeMap<>();
      rest.stream()
          .filter(failure ->
              isCertain ? failure.suspects().size() == 1 : failure.isRequired() == isRequired)
          .flatMap(failure -> failure.suspects().stream())
          .forEach(clause ->
              explainedBy.computeIfAbsent(
                  clause,
                  any -> rest.stream().filter(failure -> failure.isExplainedBy(any)).toList()));
      List<Failure> joined =
          explainedBy.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
      Set<String> clauses = new TreeSet<>(explainedBy.keySet());
      clauses.removeIf(clause -> !joined.equals(explainedBy.get(clause)));
      explained.add(Failure.join(clauses, joined));
      rest.removeAll(joined);
    }
    return explained;
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
  private Set<String> suspects(Failure failure) {
    if (failure.deviation().stepIndex() < 0 || ClauseAttribution.isDecision(failure.clause())) {
      return failure.suspects();
    }
    if (capabilities.observes().contains(Aspect.RECENT) && isRightIfReadOnce(failure.program())) {
      return Set.of("EL-10");
    }
    if (ClauseAttribution.isCircumstance(failure.clause())) {
      return failure.suspects();
    }
    return hiddenSuspects(simplified(failure));
  }

  /**
   * Returns the clauses about calls before the last one whose effect is not visible, if one of them
   * may have made the state wrong. A failure in one of these clauses may explain this one.
   */
  private Set<String> hiddenCauses(Failure failure) {
    Set<String> causes = new TreeSet<>();
    if (capabilities.observes().containsAll(VectorRun.FULL_STATE)) {
      return causes;
    }
    for (int size = 1; size < failure.program().size(); size++) {
      List<Call> beginning = failure.program().subList(0, size);
      for (Aspect aspect : List.of(Aspect.ENTRIES, Aspect.CURSOR)) {
        specials(beginning, aspect).forEach(special -> causes.add(special.clause()));
      }
      for (Part part : Part.values()) {
        for (Call probe : probes(part, beginning, Call.of(LogMethod.RECENT, 0))) {
          List<Call> probed = with(beginning, probe);
          deviationOfLast(probed, Aspect.RETURNS)
              .ifPresent(deviation -> {
                Failure earlier = Failure.of(failure.foundBy(), probed, deviation);
                Set<String> others = new TreeSet<>(suspects(earlier));
                others.remove(deviation.clause());
                causes.addAll(others);
              });
        }
      }
    }
    return causes;
  }

  private static List<Call> with(List<Call> program, Call last) {
    List<Call> longer = new ArrayList<>(program);
    longer.add(last);
    return longer;
  }

  private Set<String> hiddenSuspects(Failure failure) {
    List<Call> program = failure.program();
    List<Call> before = program.subList(0, program.size() - 1);
    Call last = program.getLast();
    Aspect aspect = Aspect.of(failure.deviation().subject()).orElseThrow();
    Set<String> suspects =
        switch (aspect) {
          case RETURNS, ENTRIES, CURSOR, GONE, CHECKPOINTS -> suspects(failure, last, before);
          case RECENT, CAN_UNDO -> suspects(failure, Call.of(LogMethod.RECENT, ALL), program);
          case CAN_REDO -> suspects(failure, Call.of(LogMethod.REDO, ALL), program);
        };
    Set<String> all = new TreeSet<>(suspects);
    if (aspect == Aspect.CURSOR && suspects.containsAll(failure.suspects())) {
      all.addAll(hiddenClauses(Part.UNDONE, program));
    } else if (aspect == Aspect.CHECKPOINTS
        && last.method() == LogMethod.CHECKPOINT
        && snapshot(before).hasRedoTail()) {
      all.addAll(hiddenClauses(Part.APPLIED, program));
    }
    all.addAll(unverifiedClauses(before));
    if (before.isEmpty()
        && failure.isRequired()
        && !capabilities.observes().contains(Aspect.CURSOR)) {
      all.add("EL-1");
    }
    return all;
  }

  /** Something special about the last call of a program. */
  private record Special(String clause, List<Call> without) {}

  /**
   * Returns the failure without everything special about its last call that makes no difference.
   * Its suspects are the clauses about what makes one or, if nothing does, about the plain call.
   */
  private Failure simplified(Failure failure) {
    Aspect aspect = Aspect.of(failure.deviation().subject()).orElseThrow();
    Set<String> needed = new TreeSet<>();
    for (Special special : specials(failure.program(), aspect)) {
      Optional<Deviation> without = deviationOfLast(special.without(), aspect);
      if (without.isPresent()) {
        return simplified(Failure.of(failure.foundBy(), special.without(), without.get()));
      }
      needed.add(special.clause());
    }
    return needed.isEmpty() ? failure : failure.withSuspects(needed, Set.of());
  }

  private Optional<Deviation> deviationOfLast(List<Call> program, Aspect aspect) {
    return runner.run(readOnce(program)).deviations().stream()
        .filter(deviation -> deviation.stepIndex() == program.size() - 1)
        .filter(deviation -> deviation.subject().equals(aspect.stateField()))
        .findFirst();
  }

  private List<Special> specials(List<Call> program, Aspect aspect) {
    Call last = program.getLast();
    boolean isMove = aspect == Aspect.RETURNS || aspect == Aspect.CURSOR;
    boolean isUndo = last.method() == LogMethod.UNDO;
    List<Call> beginning = program.subList(0, program.size() - 1);
    List<Special> specials = new ArrayList<>();
    LogSnapshot before = snapshot(beginning);
    if (last.method() == LogMethod.APPEND && aspect == Aspect.ENTRIES && before.hasRedoTail()) {
      specials.add(new Special("EL-3", with(before.callsOfApplied(), last)));
    } else if (isMove && (isUndo || last.method() == LogMethod.REDO) && last.count() > 0) {
      LogSnapshot after = snapshot(program);
      int available = (int) (isUndo ? before.appliedCount() : before.undoneCount());
      if (last.arguments().isEmpty()) {
        specials.add(new Special("EL-11", with(beginning, Call.of(last.method(), 1))));
      }
      if (before.containsSentinel(
          Math.min(before.cursor(), after.cursor()), Math.max(before.cursor(), after.cursor()))) {
        specials.add(
            new Special(
                isUndo ? "EL-5" : "EL-8",
                program.stream()
                    .filter(call -> call.method() != LogMethod.CHECKPOINT)
                    .filter(call -> call.method() != LogMethod.UNDO_TO)
                    .toList()));
      }
      if (last.count() > available) {
        specials.add(
            new Special(
                isUndo ? "EL-6" : "EL-9", with(beginning, Call.of(last.method(), available))));
      }
    }
    return specials;
  }

  private LogSnapshot snapshot(List<Call> program) {
    return LogSnapshot.after(program, capabilities.expectedRedoTail());
  }

  /**
   * Whether nothing is wrong if the state is only read after the last call. Then reading it before
   * has changed the log, and the only call among that is {@code recent}.
   */
  private boolean isRightIfReadOnce(List<Call> program) {
    return runner.run(readOnce(program)).isPassed();
  }

  /** Returns the vector of a program in which the state is only read after the last call. */
  private Vector readOnce(List<Call> program) {
    int last = program.size() - 1;
    return ReferenceModel.vectorOf(
        "", "random", program, capabilities.expectedRedoTail(), index -> index == last);
  }

  /**
   * Returns the suspects of a wrong result.
   *
   * @param observer the call whose result was wrong
   * @param before the calls that led to the observed state
   */
  private Set<String> suspects(Failure failure, Call observer, List<Call> before) {
    return parts(observer.method()).stream()
        .flatMap(part -> suspects(failure.suspects(), part, before, observer).stream())
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
        .map(capabilities::withNeededCount)
        .toList();
  }

  /**
   * Returns the suspects if a part of the state may be wrong before the observation; empty if
   * another call shows that it is right.
   */
  private Optional<Set<String>> suspects(
      Set<String> clauses, Part part, List<Call> before, Call observer) {
    List<Call> probes = probes(part, before, observer);
    if (probes.isEmpty()) {
      return Optional.empty();
    }
    int first = before.size() + 1;
    while (first > 0 && !isRight(before.subList(0, first - 1), probes, observer, before)) {
      first--;
    }
    if (first > before.size()) {
      return Optional.empty();
    }
    Set<String> suspects =
        first == 0 ? new TreeSet<>(Set.of("EL-1")) : hiddenClauses(part, before.subList(0, first));
    if (suspects.isEmpty() || !isConfirmed(before, probes, observer)) {
      suspects.addAll(clauses);
    }
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
    return deviationOfLast(with(program, probe), Aspect.RETURNS).isEmpty();
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
