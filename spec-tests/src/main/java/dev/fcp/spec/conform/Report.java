package dev.fcp.spec.conform;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of a run.
 *
 * @param capabilities what the driver declared about itself
 * @param settings the settings of the run
 * @param counts the numbers of vectors and random programs
 * @param heldCounts how often each clause was observed to hold
 * @param failures at most one for each clause; also the calls at which the driver failed, each with
 *     the clause that it would have tested
 * @param flakyFailures by clause, how often a failure repeated that does not always repeat
 * @param endedAt how many programs ended at each clause that was not requested; these programs are
 *     not counted
 * @param driverFaults the failures of the driver, each with vector and step
 * @param abortNotice why the run was given up and what to do; empty if it ran to the end
 */
record Report(
    DriverCapabilities capabilities,
    RunSettings settings,
    RunCounts counts,
    Map<String, Integer> heldCounts,
    List<Failure> failures,
    Map<String, Reruns> flakyFailures,
    Map<String, Integer> endedAt,
    List<String> driverFaults,
    Optional<String> abortNotice) {

  /**
   * The numbers of vectors and random programs.
   *
   * @param vectorCount vectors that were run
   * @param skippedCount vectors that the driver cannot run according to its declaration
   * @param programCount random programs that were run
   * @param notRunCount vectors and random programs that were not run, because the run was given up
   * @param slowCount random and long programs that the driver was too slow for
   */
  record RunCounts(
      int vectorCount, int skippedCount, int programCount, int notRunCount, int slowCount) {}

  /**
   * How often a failure repeated.
   *
   * @param failedCount the runs in which the program failed again
   * @param runCount how often the program was run again
   */
  record Reruns(int failedCount, int runCount) {

    boolean isFlaky() {
      return failedCount < runCount;
    }
  }

  /** Returns the report about a driver that failed before it declared its capabilities. */
  static Report ofUnresponsiveDriver(
      String command, RunSettings settings, DriverException exception) {
    return new Report(
        new DriverCapabilities(command, Optional.empty(), Set.of(), Set.of()),
        settings,
        new RunCounts(0, 0, 0, 0, 0),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of("before the first vector, " + exception.detail()),
        Optional.empty());
  }

  /** Returns a summary of the run for people. */
  String summary() {
    String summary =
        "Ran %d vectors and %d random programs of seed %d; skipped %d vectors that the driver does not support"
            .formatted(
                counts.vectorCount(),
                counts.programCount(),
                settings.seed(),
                counts.skippedCount());
    return counts.slowCount() == 0
        ? summary
        : summary
            + "; %d random and long program%s not run to the end, because the driver is too slow, which breaks no clause"
                .formatted(counts.slowCount(), counts.slowCount() == 1 ? " was" : "s were");
  }

  /**
   * Returns the notice about programs that ended before they reached the requested clauses;
   * otherwise empty.
   */
  Optional<String> endedEarlyNotice() {
    int programCount = endedAt.values().stream().mapToInt(Integer::intValue).sum();
    return programCount == 0
        ? Optional.empty()
        : Optional.of(
            "%d programs ended before the requested clauses, at %s"
                .formatted(programCount, String.join(", ", endedAt.keySet())));
  }

  /** The verdict on a clause. */
  enum Verdict {
    /** It was observed to hold and never observed broken. */
    PASSED("passed"),
    /** It was observed broken. */
    FAILED("FAILED"),
    /** What was wrong is the consequence of another clause, or possibly that of another one. */
    UNDECIDED("undecided"),
    /** Nothing was observed about it. */
    NOT_OBSERVED("not observed");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** Returns the requested clauses. */
  List<SpecClause> clauses() {
    return SpecClause.logClauses().values().stream()
        .filter(clause -> settings.includes(clause.id()))
        .toList();
  }

  /** Returns the verdict on a clause; without a reply of the driver there is none. */
  Verdict verdict(SpecClause clause) {
    Optional<Failure> failure = failure(clause);
    if (failure.isPresent()) {
      boolean isSuspect = failure.get().suspects().contains(clause.id());
      return isSuspect && clause.isRequired() == failure.get().isRequired()
          ? Verdict.FAILED
          : Verdict.UNDECIDED;
    }
    return heldCounts.containsKey(clause.id()) && !isWithoutReply(clause)
        ? Verdict.PASSED
        : Verdict.NOT_OBSERVED;
  }

  /** Returns the failures of the log in the order of their clauses, the required ones first. */
  List<Failure> sortedFailures() {
    List<String> ids = List.copyOf(SpecClause.logClauses().keySet());
    return failures.stream()
        .filter(failure -> !failure.deviation().isDriverFault())
        .sorted(
            Comparator.comparing((Failure failure) -> !failure.isRequired())
                .thenComparingInt(failure -> ids.indexOf(failure.reportedClause().id())))
        .toList();
  }

  /** Returns the failure that a clause explains or that explains what was wrong in the clause. */
  Optional<Failure> failure(SpecClause clause) {
    return Stream.<Function<Failure, Set<String>>>of(Failure::suspects, Failure::consequences)
        .flatMap(clauses ->
            failures.stream()
                .filter(failure -> !failure.deviation().isDriverFault())
                .filter(failure -> clauses.apply(failure).contains(clause.id())))
        .findFirst();
  }

  /** Whether the driver failed at a call that would have tested a clause. */
  private boolean isWithoutReply(SpecClause clause) {
    return driverFailures().anyMatch(failure -> failure.clause().equals(clause.id()));
  }

  /** Returns the failures of the driver, those with the shortest programs first. */
  Stream<Failure> driverFailures() {
    return failures.stream()
        .filter(failure -> failure.deviation().isDriverFault())
        .sorted(Comparator.comparingInt(failure -> failure.program().size()));
  }

  /** Returns the shortest programs found at which the driver fails. */
  List<String> driverFailurePrograms() {
    return driverFailures()
        .map(failure ->
            failure.programText()
                + ": "
                + failure.deviation().actual()
                + flakyNotice(failure).map(notice -> "; " + notice).orElse(""))
        .distinct()
        .toList();
  }

  /** Returns how often a failure repeated; empty if it always does. */
  Optional<String> flakyNotice(Failure failure) {
    return Optional.ofNullable(flakyFailures.get(failure.clause()))
        .map(reruns ->
            "failed again in %d of %d runs of this program"
                    .formatted(reruns.failedCount(), reruns.runCount())
                + (failure.deviation().isDriverFault() ? "" : "; the clause counts as broken"));
  }

  /** Returns the number of clauses with a verdict. */
  long count(Verdict verdict) {
    return clauses().stream().filter(clause -> verdict(clause) == verdict).count();
  }

  /** Returns the number of clauses for each verdict, for people. */
  String verdictCounts() {
    long undecidedCount = count(Verdict.UNDECIDED);
    return "%d passed, %d failed, %s%d not observed"
        .formatted(
            count(Verdict.PASSED),
            count(Verdict.FAILED),
            undecidedCount == 0 ? "" : undecidedCount + " undecided, ",
            count(Verdict.NOT_OBSERVED));
  }

  /** Returns the conclusion of the run in one sentence. */
  String conclusion() {
    if (isBrokenByLog()) {
      long count = countRequiredFailed();
      return "This %s breaks %d required clause%s and does not implement the specification."
          .formatted(capabilities.partialLog().orElse("log"), count, count == 1 ? "" : "s");
    } else if (!driverFaults.isEmpty()) {
      return counts.vectorCount() + counts.programCount() == 0
          ? "The driver failed, so there is no result for this log."
          : "The driver failed. Apart from that, no broken required clause was observed.";
    } else if (isNothingObserved()) {
      return "Nothing was observed%s, so there is no verdict: %s."
          .formatted(settings.areaOrClause().map(" of "::concat).orElse(""), onlyReason());
    } else if (settings.areaOrClause().isPresent()) {
      return "No broken required clause of %s was observed; other clauses were not tested."
          .formatted(settings.areaOrClause().get());
    }
    return "No broken required clause was observed"
        + capabilities
            .partialLog()
            .map(kind ->
                ": %s, %d of %d clauses of its operations"
                    .formatted(kind, countRequiredPassed(), countRequired()))
            .orElse("")
        + ".";
  }

  /** Returns the reason why nothing was observed. */
  private String onlyReason() {
    Set<String> reasons = notObserved().keySet();
    return reasons.size() == 1
        ? reasons.iterator().next()
        : "the driver must declare more of what the log has and shows";
  }

  /** Returns the verdict on a clause, also with other suspects, or why nothing was observed. */
  String verdictText(SpecClause clause) {
    String text = verdict(clause).text();
    return switch (verdict(clause)) {
      case PASSED -> text;
      case FAILED -> otherSuspects(clause).isEmpty() ? text : text + " or " + otherSuspects(clause);
      case UNDECIDED -> {
        Failure failure = failure(clause).orElseThrow();
        yield failure.suspects().contains(clause.id())
            ? text + ": possibly " + otherSuspects(clause)
            : text + ": consequence of " + otherSuspects(clause);
      }
      case NOT_OBSERVED -> text + ": " + reason(clause);
    };
  }

  private String otherSuspects(SpecClause clause) {
    return failure(clause).orElseThrow().suspects().stream()
        .filter(suspect -> !suspect.equals(clause.id()))
        .collect(Collectors.joining(" or "));
  }

  private String reason(SpecClause clause) {
    if (isWithoutReply(clause)) {
      return "the driver failed";
    }
    return counts.vectorCount() + counts.programCount() == 0
        ? "nothing was run"
        : UnobservedReason.of(clause.id(), capabilities);
  }

  /** Returns the clauses that were not observed, by reason. */
  Map<String, List<String>> notObserved() {
    return clauses().stream()
        .filter(clause -> verdict(clause) == Verdict.NOT_OBSERVED)
        .collect(
            Collectors.groupingBy(
                this::reason,
                LinkedHashMap::new,
                Collectors.mapping(SpecClause::id, Collectors.toList())));
  }

  /** Returns the advice about the failures of the driver. */
  List<String> advice() {
    return failures.stream()
        .flatMap(failure -> failure.deviation().fault().stream())
        .distinct()
        .sorted()
        .map(kind -> "the driver " + kind.text() + ": " + kind.advice())
        .toList();
  }

  /** Whether the log broke a required clause, rather than the driver. */
  boolean isBrokenByLog() {
    return countRequiredFailed() > 0;
  }

  /**
   * Returns the requested required clauses that a driver can be tested for; for a partial log, only
   * those of its operations.
   */
  private Stream<SpecClause> testableRequired() {
    boolean isPartial = capabilities.partialLog().isPresent();
    return clauses().stream()
        .filter(SpecClause::isRequired)
        .filter(clause ->
            isPartial
                ? UnobservedReason.isOfOperations(clause.id(), capabilities)
                : UnobservedReason.isTestable(clause.id()));
  }

  /** Returns the number of required clauses that can be tested. */
  long countRequired() {
    return testableRequired().count();
  }

  /** Returns how many of them were observed to hold. */
  long countRequiredPassed() {
    return testableRequired().filter(clause -> verdict(clause) == Verdict.PASSED).count();
  }

  /** Returns the number of required clauses that the log broke. */
  long countRequiredFailed() {
    return failures.stream().filter(Failure::isRequired).count();
  }

  /** Whether the run reached no case of the requested clauses. Then nothing can count as passed. */
  boolean isNothingObserved() {
    return count(Verdict.NOT_OBSERVED) == clauses().size();
  }

  /** Whether no required clause is broken, something was observed, and the driver never failed. */
  boolean isConforming() {
    return driverFaults.isEmpty() && countRequiredFailed() == 0 && !isNothingObserved();
  }
}
