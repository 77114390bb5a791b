package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Report.Verdict;
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
    lines.add(
        "clauses: %d passed, %d failed, %d not observed"
            .formatted(
                report.count(Verdict.PASSED),
                report.count(Verdict.FAILED),
                report.count(Verdict.NOT_OBSERVED)));
    lines.add(verdict(report));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> failure(ClauseText clause, Failure failure) {
    return List.of(
        "%s %s (%s)".formatted(clause.id(), clause.title(), clause.kind()),
        "  says      " + clause.sentence(),
        "  program   " + Call.text(failure.program()),
        "  expected  %s %s"
            .formatted(failure.deviation().subject(), failure.deviation().expected()),
        "  got       " + failure.deviation().got(),
        "  found by  " + failure.source());
  }

  private static String verdict(Report report) {
    if (!report.isConforming()) {
      return "This log does not implement the specification.";
    }
    return report.count(Verdict.NOT_OBSERVED) == 0 && report.ended().isEmpty()
        ? "This log meets every required clause."
        : "This log broke no required clause of those observed.";
  }
}
