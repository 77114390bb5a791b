package dev.fcp.spec.conform;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The results of a run.
 *
 * @param capabilities what the driver declared about itself
 * @param settings the settings of the run
 * @param counts the numbers of vectors and random programs
 * @param heldCounts how often each clause was observed to hold
 * @param failures at most one for each clause
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
   * @param slowCount long programs that the driver was too slow for
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
            + "; %d long programs were not finished, because a reply took too long, which breaks no clause"
                .formatted(counts.slowCount());
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

  Verdict verdict(SpecClause clause) {
    if (failure(clause).isPresent()) {
      return Verdict.FAILED;
    }
    return heldCounts.containsKey(clause.id()) ? Verdict.PASSED : Verdict.NOT_OBSERVED;
  }

  /** Returns the failures in the order of their clauses, those of required clauses first. */
  List<Failure> sortedFailures() {
    List<String> ids = List.copyOf(SpecClause.logClauses().keySet());
    return failures.stream()
        .sorted(
            Comparator.comparing((Failure failure) -> !failure.isRequired())
                .thenComparingInt(failure -> ids.indexOf(failure.reportedClause().id())))
        .toList();
  }

  Optional<Failure> failure(SpecClause clause) {
    return failures.stream()
        .filter(failure -> failure.suspects().contains(clause.id()))
        .findFirst();
  }

  /** Returns how often a failure repeated; empty if it always does. */
  Optional<String> flakyNotice(Failure failure) {
    return Optional.ofNullable(flakyFailures.get(failure.clause()))
        .map(reruns ->
            "failed again in %d of %d runs of this program; the clause counts as broken"
                .formatted(reruns.failedCount(), reruns.runCount()));
  }

  /** Returns the number of clauses with a verdict. */
  long count(Verdict verdict) {
    return clauses().stream().filter(clause -> verdict(clause) == verdict).count();
  }

  /** Returns the number of clauses for each verdict, for people. */
  String verdictCounts() {
    return "%d passed, %d failed, %d not observed"
        .formatted(count(Verdict.PASSED), count(Verdict.FAILED), count(Verdict.NOT_OBSERVED));
  }

  /** Returns the conclusion of the run in one sentence. */
  String conclusion() {
    if (isBrokenByLog()) {
      long count = countRequiredBrokenByLog();
      return "This %s breaks %d required clause%s and does not implement the specification."
          .formatted(capabilities.partialLog().orElse("log"), count, count == 1 ? "" : "s");
    } else if (!isConforming()) {
      return counts.vectorCount() + counts.programCount() == 0
          ? "The driver failed, so there is no result for this log."
          : "The driver failed. Apart from that, no broken required clause was observed.";
    } else if (settings.areaOrClause().isPresent()) {
      return "No broken required clause of %s was observed; other clauses were not tested."
          .formatted(settings.areaOrClause().get());
    }
    return "No broken required clause was observed"
        + capabilities.partialLog().map(this::countOfItsClauses).orElse("")
        + ".";
  }

  /** Returns how many of the required clauses passed that a partial log has the methods for. */
  private String countOfItsClauses(String kindOfLog) {
    List<SpecClause> ofItsMethods =
        clauses().stream()
            .filter(SpecClause::isRequired)
            .filter(clause -> UnobservedReason.isOfMethods(clause.id(), capabilities.methods()))
            .toList();
    return ": %s, %d of %d clauses of its operations"
        .formatted(
            kindOfLog,
            ofItsMethods.stream().filter(clause -> verdict(clause) == Verdict.PASSED).count(),
            ofItsMethods.size());
  }

  private boolean isBrokenByDriver(SpecClause clause) {
    return failure(clause)
        .map(Failure::deviation)
        .filter(VectorResult.Deviation::isDriverFault)
        .isPresent();
  }

  /**
   * Returns the verdict on a clause; also whether the driver failed, or why nothing was observed.
   */
  String verdictText(SpecClause clause) {
    String text = verdict(clause).text();
    return switch (verdict(clause)) {
      case PASSED -> text;
      case FAILED ->
          isBrokenByDriver(clause) ? text + ": the driver" : text + otherSuspects(clause);
      case NOT_OBSERVED -> text + ": " + reason(clause);
    };
  }

  private String otherSuspects(SpecClause clause) {
    return failure(clause).orElseThrow().suspects().stream()
        .filter(suspect -> !suspect.equals(clause.id()))
        .map(" or "::concat)
        .collect(Collectors.joining());
  }

  private String reason(SpecClause clause) {
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
    return countRequiredBrokenByLog() > 0;
  }

  /** Returns the number of required clauses that the log broke, rather than the driver. */
  long countRequiredBrokenByLog() {
    return failures.stream()
        .filter(failure -> failure.isRequired() && !failure.deviation().isDriverFault())
        .count();
  }

  /** Returns the number of requested required clauses that a driver can be tested for. */
  long countRequired() {
    return clauses().stream()
        .filter(SpecClause::isRequired)
        .filter(clause -> UnobservedReason.isTestable(clause.id()))
        .count();
  }

  /** Returns the number of required clauses that were observed to hold. */
  long countRequiredPassed() {
    return clauses().stream()
        .filter(clause -> clause.isRequired() && verdict(clause) == Verdict.PASSED)
        .count();
  }

  /** Returns the number of broken required clauses. */
  long countRequiredFailed() {
    return failures.stream().filter(Failure::isRequired).count();
  }

  /** Whether no required clause is broken and the driver never failed. */
  boolean isConforming() {
    return driverFaults.isEmpty() && countRequiredFailed() == 0;
  }
}
