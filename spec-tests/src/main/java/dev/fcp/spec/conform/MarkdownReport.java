package dev.fcp.spec.conform;

import java.util.Locale;

/** The table of all clauses as Markdown, and a section for each failure. */
final class MarkdownReport {

  private MarkdownReport() {}

  static String render(Report report) {
    StringBuilder text = new StringBuilder();
    text.append("# Conformance of ")
        .append(escapeCell(report.capabilities().name()))
        .append("\n\n");
    text.append("**").append(report.conclusion()).append("** Clauses: ");
    text.append(report.verdictCounts()).append(".\n\n").append(report.summary()).append(".\n\n");
    report.endedEarlyNotice().ifPresent(endedEarly -> text.append(endedEarly).append(".\n\n"));
    text.append("| clause | title | kind | verdict | observed to hold |\n|---|---|---|---|---|\n");
    for (SpecClause clause : report.clauses()) {
      text.append(
          "| %s | %s | %s | %s | %d |\n"
              .formatted(
                  clause.id(),
                  escapeCell(clause.title()),
                  clause.kind(),
                  escapeCell(report.verdictText(clause)),
                  report.heldCounts().getOrDefault(clause.id(), 0)));
    }
    for (Failure failure : report.sortedFailures()) {
      text.append(section(report, failure.reportedClause(), failure));
    }
    if (!report.driverFaults().isEmpty()) {
      text.append("\n## Without a reply\n\n");
      report
          .driverFaults()
          .forEach(fault -> text.append("- ").append(escapeCell(fault)).append('\n'));
      for (String program : report.driverFailurePrograms()) {
        text.append("\n```\nprogram   ").append(program).append("\n```\n");
      }
      report.advice().forEach(advice -> text.append('\n').append(escapeCell(advice)).append(".\n"));
      report
          .abortNotice()
          .ifPresent(abortNotice -> text.append('\n').append(escapeCell(abortNotice)).append('\n'));
    }
    return text.toString();
  }

  private static String section(Report report, SpecClause clause, Failure failure) {
    StringBuilder text = new StringBuilder();
    text.append(
        "\n## %s %s\n\n%s%s\n\n"
            .formatted(
                clause.id(),
                clause.title(),
                clause.isQuoted() ? "> " : "It means: ",
                clause.text()));
    text.append("Found by %s, at %s.\n\n".formatted(failure.foundBy(), failure.failingCall()));
    text.append(
        "```\nprogram   %s\nexpected  %s\ngot       %s\n```\n"
            .formatted(failure.programText(), failure.expectedText(), failure.actualText()));
    failure.notes().forEach(note -> text.append('\n').append(note).append(".\n"));
    report
        .flakyNotice(failure)
        .ifPresent(notice -> text.append("\n**Flaky**: ").append(notice).append(".\n"));
    for (ProgramLanguage language : ProgramLanguage.values()) {
      text.append(
          "\n```%s\n%s\n```\n"
              .formatted(
                  language.name().toLowerCase(Locale.ROOT), language.render(failure.program())));
    }
    return text.toString();
  }

  private static String escapeCell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
