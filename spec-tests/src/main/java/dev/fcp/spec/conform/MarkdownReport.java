package dev.fcp.spec.conform;

import java.util.Locale;
import java.util.Optional;

/** The table of all clauses as Markdown, and a section for each failure. */
final class MarkdownReport {

  private MarkdownReport() {}

  static String text(Report report) {
    StringBuilder text = new StringBuilder();
    text.append("# Conformance of ").append(cell(report.greeting().name())).append("\n\n");
    text.append("**").append(report.conclusion()).append("** Clauses: ");
    text.append(report.counts()).append(".\n\n").append(report.summary()).append(".\n\n");
    report.endedEarlier().ifPresent(ended -> text.append(ended).append(".\n\n"));
    text.append("| clause | title | kind | verdict | seen to hold |\n|---|---|---|---|---|\n");
    for (ClauseText clause : report.clauses()) {
      text.append(
          "| %s | %s | %s | %s | %d |\n"
              .formatted(
                  clause.id(),
                  cell(clause.title()),
                  clause.kind(),
                  cell(report.verdictText(clause)),
                  report.met().getOrDefault(clause.id(), 0)));
    }
    for (ClauseText clause : report.clauses()) {
      Optional<Failure> failure = report.failure(clause);
      failure.ifPresent(found -> text.append(section(clause, found)));
    }
    if (!report.faults().isEmpty()) {
      text.append("\n## Without a reply\n\n");
      report.faults().forEach(fault -> text.append("- ").append(cell(fault)).append('\n'));
      report.advice().forEach(advice -> text.append('\n').append(cell(advice)).append(".\n"));
      report.givenUp().ifPresent(left -> text.append('\n').append(cell(left)).append('\n'));
    }
    return text.toString();
  }

  private static String section(ClauseText clause, Failure failure) {
    StringBuilder text = new StringBuilder();
    text.append(
        "\n## %s %s\n\n%s%s\n\n"
            .formatted(
                clause.id(),
                clause.title(),
                clause.isQuoted() ? "> " : "It means: ",
                clause.sentence()));
    text.append("Found by %s, at %s.\n\n".formatted(failure.source(), failure.place()));
    text.append(
        "```\nprogram   %s\nexpected  %s %s\ngot       %s\n```\n"
            .formatted(
                failure.text(),
                failure.deviation().subject(),
                failure.deviation().expected(),
                failure.deviation().got()));
    for (ProgramText language : ProgramText.values()) {
      text.append(
          "\n```%s\n%s\n```\n"
              .formatted(
                  language.name().toLowerCase(Locale.ROOT), language.text(failure.program())));
    }
    return text.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
