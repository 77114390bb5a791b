package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;

/** The summary that a run ends with. */
final class ConsoleReport {

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
    }
    report.givenUp().ifPresent(lines::add);
    report.endedEarlier().ifPresent(lines::add);
    lines.add("clauses: " + report.counts());
    lines.add(report.conclusion());
    return String.join("\n", lines) + "\n";
  }

  private static List<String> failure(ClauseText clause, Failure failure) {
    return List.of(
        "%s %s (%s)".formatted(clause.id(), clause.title(), clause.kind()),
        "  %-10s".formatted(clause.verb()) + clause.sentence(),
        "  program   " + Call.text(failure.program()),
        "  expected  %s %s"
            .formatted(failure.deviation().subject(), failure.deviation().expected()),
        "  got       " + failure.deviation().got(),
        "  found by  " + failure.source());
  }
}
