package dev.fcp.spec.conform;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run found.
 *
 * @param capabilities what the driver said of itself
 * @param settings what was asked for
 * @param counts how many vectors and random programs were run
 * @param heldCounts how often each clause was seen to hold
 * @param failures at most one for each clause
 * @param endedAt how many programs ended at each clause that was not asked for, and count for
 *     nothing
 * @param driverFaults what the driver did instead of replying, each with vector and step
 */
record Report(
    DriverCapabilities capabilities,
    RunSettings settings,
    RunCounts counts,
    Map<String, Integer> heldCounts,
    List<Failure> failures,
    Map<String, Integer> endedAt,
    List<String> driverFaults) {

  /**
   * What was run.
   *
   * @param vectorCount vectors
   * @param skippedCount vectors that the driver cannot run by what it declared
   * @param programCount random programs
   * @param notRunCount vectors and random programs that were not run, because the driver had hung
   *     too often
   */
  record RunCounts(int vectorCount, int skippedCount, int programCount, int notRunCount) {}

  /** Of a driver that did not even say what it is. */
  static Report ofUnresponsiveDriver(
      String command, RunSettings settings, DriverException exception) {
    return new Report(
        new DriverCapabilities(command, Optional.empty(), Set.of(), Set.of()),
        settings,
        new RunCounts(0, 0, 0, 0),
        Map.of(),
        List.of(),
        Map.of(),
        List.of("before the first vector, " + exception.detail()));
  }

  /** What was run, for people. */
  String summary() {
    return "Ran %d vectors and %d random programs of seed %d; vectors that need what it does not declare: %d"
        .formatted(
            counts.vectorCount(), counts.programCount(), settings.seed(), counts.skippedCount());
  }

  /** What a reader has to know of a run that was given up; empty for all others. */
  Optional<String> abortNotice() {
    return counts.notRunCount() == 0
        ? Optional.empty()
        : Optional.of(
            "given up, for the driver hung %d times: %d vectors and random programs were not run;"
                    .formatted(settings.maxHangs(), counts.notRunCount())
                + " --hangs 0 runs them all");
  }

  /** What a reader has to know of programs that did not come to what was asked for. */
  Optional<String> endedEarlyNotice() {
    int programCount = endedAt.values().stream().mapToInt(Integer::intValue).sum();
    return programCount == 0
        ? Optional.empty()
        : Optional.of(
            "%d programs ended earlier, at %s"
                .formatted(programCount, String.join(", ", endedAt.keySet())));
  }

  /** What became of a clause. */
  enum Verdict {
    /** It was seen to hold, and never seen broken. */
    PASSED("passed"),
    /** It was seen broken. */
    FAILED("FAILED"),
    /** Nothing that was seen says anything about it. */
    NOT_OBSERVED("not observed");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** The clauses that were asked for. */
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

  Optional<Failure> failure(SpecClause clause) {
    return failures.stream().filter(failure -> failure.clause().equals(clause.id())).findFirst();
  }

  /** How many clauses came to a verdict. */
  long count(Verdict verdict) {
    return clauses().stream().filter(clause -> verdict(clause) == verdict).count();
  }

  /** How many clauses came to which verdict, for people. */
  String verdictCounts() {
    return "%d passed, %d failed, %d not observed"
        .formatted(count(Verdict.PASSED), count(Verdict.FAILED), count(Verdict.NOT_OBSERVED));
  }

  /** The one sentence that a run comes down to. */
  String conclusion() {
    if (clauses().stream().anyMatch(this::isBrokenByLog)) {
      return "This log does not implement the specification.";
    } else if (!isConforming()) {
      return counts.vectorCount() + counts.programCount() == 0
          ? "The driver failed, so nothing is settled about this log."
          : "The driver failed. Where it did not, no required clause was seen broken.";
    } else if (settings.areaOrClause().isPresent()) {
      return "This log broke no required clause of %s, as far as observed; no other was asked for."
          .formatted(settings.areaOrClause().get());
    }
    return "This log broke no required clause of those observed.";
  }

  private boolean isBrokenByLog(SpecClause clause) {
    return clause.isRequired() && failure(clause).isPresent() && !isBrokenByDriver(clause);
  }

  private boolean isBrokenByDriver(SpecClause clause) {
    return failure(clause)
        .map(Failure::deviation)
        .filter(VectorResult.Deviation::isDriverFault)
        .isPresent();
  }

  /** What became of a clause, whether the driver is to blame, and why nothing became of it. */
  String verdictText(SpecClause clause) {
    String text = verdict(clause).text();
    return switch (verdict(clause)) {
      case PASSED -> text;
      case FAILED -> isBrokenByDriver(clause) ? text + ": the driver" : text;
      case NOT_OBSERVED -> text + ": " + reason(clause);
    };
  }

  private String reason(SpecClause clause) {
    return counts.vectorCount() + counts.programCount() == 0
        ? "nothing was run"
        : UnobservedReason.of(clause.id(), capabilities);
  }

  /** The clauses that nothing is known of, by the reason for it. */
  Map<String, List<String>> notObserved() {
    return clauses().stream()
        .filter(clause -> verdict(clause) == Verdict.NOT_OBSERVED)
        .collect(
            Collectors.groupingBy(
                this::reason,
                LinkedHashMap::new,
                Collectors.mapping(SpecClause::id, Collectors.toList())));
  }

  /** What most often helps against what the driver did instead of replying. */
  List<String> advice() {
    return failures.stream()
        .flatMap(failure -> failure.deviation().fault().stream())
        .distinct()
        .sorted()
        .map(kind -> "the driver " + kind.text() + ": " + kind.advice())
        .toList();
  }

  /** How many required clauses were seen broken. */
  long countRequiredFailed() {
    return clauses().stream()
        .filter(clause -> clause.isRequired() && verdict(clause) == Verdict.FAILED)
        .count();
  }

  /** Whether no required clause was seen broken, and the driver answered every time. */
  boolean isConforming() {
    return driverFaults.isEmpty() && countRequiredFailed() == 0;
  }
}
