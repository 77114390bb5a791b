package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A broken clause, with the shortest program found that breaks it.
 *
 * @param suspects the ids of the clauses; more than one if it is one of them and nothing that the
 *     log shows can tell which
 * @param hiddenCauses the ids of clauses about earlier calls that may explain it as well, if one of
 *     these calls has an effect that the log does not show
 * @param consequences the clauses that are broken only because this one is
 * @param foundBy the vector that found it, or the seed of the random program
 * @param program the calls, the last of which shows the failure
 * @param deviation the difference that was observed
 */
record Failure(
    Set<String> suspects,
    Set<String> hiddenCauses,
    Set<String> consequences,
    String foundBy,
    List<Call> program,
    VectorResult.Deviation deviation) {

  private static final Pattern LONG_WORD = Pattern.compile("(\\S{40})(\\S{120,})(\\S{40})");

  Failure {
    suspects = new TreeSet<>(suspects);
    hiddenCauses = new TreeSet<>(hiddenCauses);
    consequences = new TreeSet<>(consequences);
    program = List.copyOf(program);
  }

  /** Returns the failure of a program in the clause of its deviation. */
  static Failure of(String foundBy, List<Call> program, VectorResult.Deviation deviation) {
    return new Failure(Set.of(deviation.clause()), Set.of(), Set.of(), foundBy, program, deviation);
  }

  Failure withSuspects(Set<String> suspects, Set<String> hiddenCauses) {
    return new Failure(suspects, hiddenCauses, consequences, foundBy, program, deviation);
  }

  /**
   * Whether a broken clause explains this failure. One that is not required explains no failure of
   * a required clause, unless nothing that the log shows tells them apart.
   */
  boolean isExplainedBy(String clause) {
    return suspects.contains(clause)
        || (hiddenCauses.contains(clause)
            && (SpecClause.requiredIds().contains(clause) || !isRequired()));
  }

  /**
   * Returns failures as one failure that some clauses explain. It has the shortest program in which
   * one of these clauses was observed or, if there is none, the shortest one of which it is a
   * suspect; the clause observed there is then a suspect as well.
   *
   * @param clauses the clauses, each of which explains all failures
   */
  static Failure join(Set<String> clauses, List<Failure> failures) {
    Failure shortest =
        failures.stream()
            .filter(failure -> !Collections.disjoint(failure.suspects, clauses))
            .min(
                Comparator.comparing((Failure failure) -> !clauses.contains(failure.clause()))
                    .thenComparingInt(failure -> failure.program().size()))
            .orElseThrow();
    Set<String> suspects = new TreeSet<>(clauses);
    if (shortest.suspects.contains(shortest.clause())) {
      suspects.add(shortest.clause());
    }
    Set<String> consequences = new TreeSet<>();
    failures.forEach(failure -> consequences.add(failure.clause()));
    consequences.removeAll(suspects);
    return new Failure(
        suspects, Set.of(), consequences, shortest.foundBy, shortest.program, shortest.deviation);
  }

  /** Returns the id of the clause that the deviation was observed in. */
  String clause() {
    return deviation.clause();
  }

  /** Returns the suspect under which the failure is reported. */
  SpecClause reportedClause() {
    String id =
        suspects.contains(clause())
            ? clause()
            : suspects.stream()
                .filter(suspect -> isRequired() || !SpecClause.requiredIds().contains(suspect))
                .findFirst()
                .orElseThrow();
    return Objects.requireNonNull(SpecClause.logClauses().get(id));
  }

  /** Returns sentences for people about other clauses: other suspects, and consequences. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (suspects.size() > 1) {
      notes.add(
          "one of %s is broken: nothing that the log shows tells them apart"
              .formatted(String.join(", ", suspects)));
    }
    if (!consequences.isEmpty()) {
      int others = consequences.size() - 1;
      notes.add(
          "explains what was wrong in %s%s"
              .formatted(
                  consequences.iterator().next(),
                  others > 0 ? " and %d more".formatted(others) : ""));
    }
    return notes;
  }

  /** Whether the log broke a required clause, whichever of the suspects it is. */
  boolean isRequired() {
    return !deviation.isDriverFault() && SpecClause.requiredIds().containsAll(suspects);
  }

  /** Returns the expected value for people; a long one only around the first difference. */
  String expectedText() {
    return deviation.subject() + " " + Excerpt.of(deviation.expected(), deviation.actual());
  }

  /** Returns the actual value for people; a long one only around the first difference. */
  String actualText() {
    return Excerpt.of(deviation.actual(), deviation.expected());
  }

  /** Returns the program as text for people; very long words are cut. */
  String programText() {
    return program.isEmpty() ? failingCall() : withoutLongWords(Call.text(program));
  }

  /** Returns the last call as text for people; very long words are cut. */
  String failingCall() {
    return deviation.stepIndex() < 0
        ? "a new log"
        : withoutLongWords(Call.text(List.of(program.getLast())));
  }

  private static String withoutLongWords(String text) {
    return LONG_WORD
        .matcher(text)
        .replaceAll(word -> "$1…$3 (%,d characters)".formatted(word.end() - word.start()));
  }
}
