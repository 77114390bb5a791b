package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code CLAUSES.md}: each clause of the log, and the vectors that test it. */
final class ClausesPage {

  static final String PAGE = "spec-tests/CLAUSES.md";

  private static final int MAX_EXAMPLES = 8;
  private static final int MAX_PROGRAM_CHARS = 120;

  private static final String HEADER =
      """
      # The clauses of the log and their vectors

      This page shows what the suite expects of an event log, for readers who do not run it. For each clause it contains the
      shortest programs in which a log that breaks the clause shows something else, and what a correct log shows after the
      last call. Where the specification leaves several answers open, a row says with which of them it applies. The
      [table at the end](#all-vectors) contains all vectors. A bare word appends an event, and `cp` is `checkpoint`;
      [VECTORS.md](VECTORS.md) describes the rest, and [SPEC.md](SPEC.md) the clauses.
      """;

  private static final String TABLE_HEADER =
      """

      ## All vectors

      | vector | program | clauses |
      |---|---|---|
      """;

  /** A program and what a correct log with some answers to CP-4 shows after it. */
  private record Example(List<Call> program, Aspect aspect, String observation, RedoTail redoTail) {

    String programText() {
      return Call.text(program);
    }

    /** Returns the answers to CP-4 with which a log shows the same. */
    List<RedoTail> redoTails() {
      return Stream.of(RedoTail.values())
          .filter(tail -> isShownWith(LogDecisions.of(tail)))
          .toList();
    }

    private boolean isShownWith(LogDecisions decisions) {
      ReferenceModel log = new ReferenceModel(decisions);
      VectorStep last =
          program.stream()
              .map(call -> log.step(call, true))
              .reduce((one, next) -> next)
              .orElseThrow();
      return ClausesPage.observation(last, aspect).equals(observation);
    }

    /** Of programs with the same methods and the same answer to CP-4, one is enough. */
    List<Object> kind() {
      return List.of(program.stream().map(Call::method).toList(), redoTails());
    }

    String row(String clause) {
      return "| %s | %s%s |\n"
          .formatted(
              inCode(programText()),
              observation,
              conditions(clause).stream()
                  .collect(Collectors.joining(" and ", ", only if ", ""))
                  .replaceFirst("^, only if $", ""));
    }

    /** Returns what a log must have decided to show this, beside the decision of the clause. */
    private List<String> conditions(String clause) {
      List<String> conditions = new ArrayList<>();
      if (redoTails().size() < RedoTail.values().length) {
        conditions.add(
            redoTails().stream()
                .map(tail -> "`" + VectorFile.jsonName(tail) + "`")
                .collect(Collectors.joining(" or ", "`redoTail` is ", " (CP-4)")));
      }
      if (!clause.equals("CP-3") && !isShownWith(new LogDecisions(redoTail, false, true, false))) {
        conditions.add("the cursor is past the sentinel (CP-3)");
      }
      if (!clause.equals("CP-15") && !isShownWith(new LogDecisions(redoTail, true, false, false))) {
        conditions.add("the older sentinel stays (CP-15)");
      }
      if (!isShownWith(new LogDecisions(redoTail, true, true, true))) {
        conditions.add("a count of zero crosses no sentinel (EL-20)");
      }
      return conditions;
    }
  }

  private static final List<String> CLAUSES = List.copyOf(SpecClause.logClauses().keySet());

  private final Map<String, Map<String, Example>> examples = new HashMap<>();
  private final Map<String, Integer> vectorCounts = new HashMap<>();
  private final StringBuilder table = new StringBuilder();

  private ClausesPage() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(SourceTree.root().resolve(PAGE), text());
  }

  static String text() {
    ClausesPage page = new ClausesPage();
    VectorFile.vectors().forEach(page::add);
    StringBuilder text = new StringBuilder(HEADER);
    SpecClause.logClauses().values().forEach(clause -> text.append(page.section(clause)));
    return text.append(TABLE_HEADER).append(page.table).toString();
  }

  private void add(Vector vector) {
    List<Map<Aspect, Set<String>>> shownBySteps = Evidence.ofSteps(vector);
    Set<String> shown = new TreeSet<>(Comparator.comparing(CLAUSES::indexOf));
    for (int index = 0; index < shownBySteps.size(); index++) {
      for (Aspect aspect : new TreeSet<>(shownBySteps.get(index).keySet())) {
        for (String clause : shownBySteps.get(index).get(aspect)) {
          if (shown.add(clause)) {
            addExample(clause, vector, index, aspect);
          }
        }
      }
    }
    shown.forEach(clause -> vectorCounts.merge(clause, 1, Integer::sum));
    String program = inCode(Call.text(vector.program()));
    table.append(
        "| %s | %s | %s |\n"
            .formatted(
                vector.name(),
                program.length() <= MAX_PROGRAM_CHARS ? program : vector.steps().size() + " calls",
                // The state of a long program is read too rarely to show a clause by itself.
                String.join(" ", shown.isEmpty() ? vector.clauses() : shown)));
  }

  private void addExample(String clause, Vector vector, int index, Aspect aspect) {
    List<Call> program = vector.program().subList(0, index + 1);
    String observation = observation(vector.steps().get(index), aspect);
    examples
        .computeIfAbsent(clause, any -> new HashMap<>())
        .putIfAbsent(
            Call.text(program) + observation,
            new Example(program, aspect, observation, vector.redoTail().orElse(RedoTail.KEEPS)));
  }

  private static String observation(VectorStep step, Aspect aspect) {
    return step.result() instanceof CallResult.Threw && aspect == Aspect.RETURNS
        ? "an error"
        : aspect.stateField()
            + " "
            + inCode(
                aspect == Aspect.RETURNS
                    ? step.result().text()
                    : step.state().path(aspect.stateField()).toString());
  }

  /** Escapes what a reader could not tell apart, such as spaces of different width. */
  private static String inCode(String text) {
    return text.chars()
        .mapToObj(
            unit -> unit < ' ' || unit > '~' ? "\\u%04x".formatted(unit) : Character.toString(unit))
        .collect(Collectors.joining("", "`", "`"))
        .replace("|", "\\|");
  }

  private String section(SpecClause clause) {
    String text = clause.isQuoted() ? "> " + clause.text() : clause.text();
    return "\n## %s %s\n\nKind: %s\n\n%s\n%s"
        .formatted(clause.id(), clause.title(), clause.kind(), text, exampleTable(clause.id()));
  }

  private String exampleTable(String clause) {
    if (!examples.containsKey(clause)) {
      return "\nNo vector tests this clause: it is about an interface in Java.\n";
    }
    Set<List<Object>> kinds = new HashSet<>();
    return examples.get(clause).values().stream()
        .sorted(
            Comparator.comparing((Example example) -> example.program().size())
                .thenComparing(example -> example.programText().length())
                .thenComparing(Example::programText)
                .thenComparing(Example::observation))
        .filter(example -> kinds.add(example.kind()))
        .limit(MAX_EXAMPLES)
        .map(example -> example.row(clause))
        .collect(
            Collectors.joining(
                "",
                "\n%s this clause.\n\n| program | a correct log shows |\n|---|---|\n"
                    .formatted(count(vectorCounts.getOrDefault(clause, 0))),
                ""));
  }

  private static String count(int vectors) {
    return vectors == 1 ? "One vector tests" : vectors + " vectors test";
  }
}
