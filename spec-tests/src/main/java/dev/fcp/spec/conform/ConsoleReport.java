package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;

/** The summary that is printed at the end of a run. */
final class ConsoleReport {

  private static final String CONTINUATION = "\n" + " ".repeat(12);

  private ConsoleReport() {}

  static String render(Report report) {
    List<String> lines = new ArrayList<>();
    lines.add("log: " + report.capabilities().name());
    lines.add(report.summary());
    for (Failure failure : report.sortedFailures()) {
      lines.add("");
      lines.addAll(failureLines(failure.reportedClause(), failure));
      failure.notes().forEach(note -> lines.add("  note      " + note));
      report.flakyNotice(failure).ifPresent(notice -> lines.add("  flaky     " + notice));
    }
    lines.add("");
    if (!report.driverFaults().isEmpty()) {
      lines.add("failures of the driver: %d".formatted(report.driverFaults().size()));
      report.driverFailurePrograms().forEach(program -> lines.add("  program   " + program));
      report.advice().forEach(advice -> lines.add("  " + advice));
    }
    report.abortNotice().ifPresent(lines::add);
    report.endedEarlyNotice().ifPresent(lines::add);
    lines.add("clauses: " + report.verdictCounts());
    report
        .notObserved()
        .forEach((reason, clauses) ->
            lines.add("  not observed: %s (%s)".formatted(String.join(", ", clauses), reason)));
    lines.add(report.conclusion());
    return String.join("\n", lines) + "\n";
  }

  private static List<String> failureLines(SpecClause clause, Failure failure) {
    return List.of(
        "%s %s (%s)".formatted(clause.id(), clause.title(), clause.kind()),
        "  %-10s".formatted(clause.introduction()) + clause.text().replace("\n", CONTINUATION),
        "  program   " + failure.programText(),
        "  expected  " + failure.expectedText(),
        "  got       " + failure.actualText(),
        "  found by  " + failure.foundBy());
  }
}
