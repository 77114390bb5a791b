package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;

/** The summary that a run ends with. */
final class ConsoleReport {

  private static final String NEXT_LINE = "\n" + " ".repeat(12);

  private ConsoleReport() {}

  static String text(Report report) {
    List<String> lines = new ArrayList<>();
    lines.add("log: " + report.greeting().name());
    lines.add(report.summary());
    for (ClauseText clause : report.clauses()) {
      report
          .failure(clause)
          .ifPresent(failure -> {
            lines.add("");
            lines.addAll(failure(clause, failure));
          });
    }
    lines.add("");
    if (!report.faults().isEmpty()) {
      lines.add("failures of the driver: %d".formatted(report.faults().size()));
      report.advice().forEach(advice -> lines.add("  " + advice));
    }
    report.givenUp().ifPresent(lines::add);
    report.endedEarlier().ifPresent(lines::add);
    lines.add("clauses: " + report.counts());
    report
        .notObserved()
        .forEach((reason, clauses) ->
            lines.add("  not observed: %s (%s)".formatted(String.join(", ", clauses), reason)));
    lines.add(report.conclusion());
    return String.join("\n", lines) + "\n";
  }

  private static List<String> failure(ClauseText clause, Failure failure) {
    return List.of(
        "%s %s (%s)".formatted(clause.id(), clause.title(), clause.kind()),
        "  %-10s".formatted(clause.verb()) + clause.sentence().replace("\n", NEXT_LINE),
        "  program   " + failure.text(),
        "  expected  %s %s"
            .formatted(failure.deviation().subject(), failure.deviation().expected()),
        "  got       " + failure.deviation().got(),
        "  found by  " + failure.source());
  }
}
