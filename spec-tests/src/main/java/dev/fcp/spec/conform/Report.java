package dev.fcp.spec.conform;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run found.
 *
 * @param greeting what the driver said of itself
 * @param settings what was asked for
 * @param run how many vectors and random programs were run
 * @param met how often each clause was seen to hold
 * @param failures at most one for each clause
 * @param ended how many programs ended at each clause that was not asked for, and count for nothing
 * @param faults what the driver did instead of replying, each with vector and step
 */
record Report(
    Greeting greeting,
    Settings settings,
    Run run,
    Map<String, Integer> met,
    List<Failure> failures,
    Map<String, Integer> ended,
    List<String> faults) {

  /**
   * What was run.
   *
   * @param vectors vectors
   * @param skipped vectors that the driver cannot run by what it declared
   * @param programs random programs
   * @param left vectors and random programs that were not run, because the driver had hung too
   *     often
   */
  record Run(int vectors, int skipped, int programs, int left) {}

  /** What was run, for people. */
  String summary() {
    return "ran %d vectors and %d random programs of seed %d; %d vectors need what it does not declare"
        .formatted(run.vectors(), run.programs(), settings.seed(), run.skipped());
  }

  /** What a reader has to know of a run that was given up; empty for all others. */
  Optional<String> givenUp() {
    return run.left() == 0
        ? Optional.empty()
        : Optional.of(
            "given up, for the driver hung again (%d): %d vectors and random programs were not run;"
                    .formatted(settings.hangs(), run.left())
                + " --hangs 0 runs them all");
  }

  /** What a reader has to know of programs that did not come to what was asked for. */
  Optional<String> endedEarlier() {
    int programs = ended.values().stream().mapToInt(Integer::intValue).sum();
    return programs == 0
        ? Optional.empty()
        : Optional.of(
            "%d programs ended earlier, at %s"
                .formatted(programs, String.join(", ", ended.keySet())));
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
  List<ClauseText> clauses() {
    return ClauseText.ofLog().values().stream()
        .filter(clause -> settings.wants(clause.id()))
        .toList();
  }

  Verdict verdict(ClauseText clause) {
    if (failure(clause).isPresent()) {
      return Verdict.FAILED;
    }
    return met.containsKey(clause.id()) ? Verdict.PASSED : Verdict.NOT_OBSERVED;
  }

  Optional<Failure> failure(ClauseText clause) {
    return failures.stream().filter(failure -> failure.clause().equals(clause.id())).findFirst();
  }

  /** How many clauses came to a verdict. */
  long count(Verdict verdict) {
    return clauses().stream().filter(clause -> verdict(clause) == verdict).count();
  }

  /** How many clauses came to which verdict, for people. */
  String counts() {
    return "%d passed, %d failed, %d not observed"
        .formatted(count(Verdict.PASSED), count(Verdict.FAILED), count(Verdict.NOT_OBSERVED));
  }

  /** The one sentence that a run comes down to. */
  String conclusion() {
    if (!isConforming()) {
      return countRequiredFailed() == 0
          ? "The driver failed, so nothing is settled about this log."
          : "This log does not implement the specification.";
    }
    return count(Verdict.NOT_OBSERVED) == 0 && ended.isEmpty()
        ? "This log meets every required clause."
        : "This log broke no required clause of those observed.";
  }

  /** How many required clauses were seen broken. */
  long countRequiredFailed() {
    return clauses().stream()
        .filter(clause -> clause.isRequired() && verdict(clause) == Verdict.FAILED)
        .count();
  }

  /** Whether no required clause was seen broken, and the driver answered every time. */
  boolean isConforming() {
    return faults.isEmpty() && countRequiredFailed() == 0;
  }
}
