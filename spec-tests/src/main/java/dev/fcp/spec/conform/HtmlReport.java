package dev.fcp.spec.conform;

import java.util.Locale;
import java.util.stream.Stream;

/** The table of all clauses as a self-contained HTML page. */
final class HtmlReport {

  private static final String STYLE =
      "body{font:16px/1.5 sans-serif;max-width:66em;margin:2em auto;padding:0 1em}"
          + "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2em .6em;"
          + "text-align:left}pre{background:#f3f3f3;padding:.6em;overflow:auto}"
          + ".failed{background:#fdd}.noted{background:#fec}.passed{background:#dfd}.not_observed{background:#eee}";

  /** The number of driver failures up to which the list is initially expanded. */
  private static final int MAX_EXPANDED_FAULTS = 12;

  private HtmlReport() {}

  static String render(Report report) {
    String name = escape(report.capabilities().name());
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(name)
        .append("</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n<h1>Conformance of ")
        .append(name)
        .append("</h1>\n<p><strong>")
        .append(report.conclusion())
        .append("</strong> Clauses: ")
        .append(report.verdictCounts())
        .append(".</p>\n<p>")
        .append(report.summary())
        .append(report.endedEarlyNotice().map(ended -> "; " + ended).orElse(""))
        .append(
            ".</p>\n<table><tr><th>clause<th>title<th>kind<th>verdict<th>observed to hold</tr>\n");
    report.clauses().forEach(clause -> html.append(row(report, clause)));
    html.append("</table>\n");
    for (SpecClause clause : report.clauses()) {
      report.failure(clause).ifPresent(failure -> html.append(section(report, clause, failure)));
    }
    if (!report.driverFaults().isEmpty()) {
      html.append(driverFaults(report));
    }
    return html.append("</body></html>\n").toString();
  }

  private static String driverFaults(Report report) {
    StringBuilder html = new StringBuilder("<h2>Without a reply</h2>\n");
    Stream.concat(
            report.advice().stream().map(advice -> advice + "."), report.abortNotice().stream())
        .forEach(line -> html.append("<p>").append(escape(line)).append("</p>\n"));
    html.append(
        "<details%s><summary>failures of the driver: %d</summary>\n<ul>\n"
            .formatted(
                report.driverFaults().size() <= MAX_EXPANDED_FAULTS ? " open" : "",
                report.driverFaults().size()));
    report
        .driverFaults()
        .forEach(fault -> html.append("<li>").append(escape(fault)).append("</li>\n"));
    return html.append("</ul></details>\n").toString();
  }

  /** Returns the text of a clause with code marked as code and each list item on its own line. */
  private static String clauseHtml(SpecClause clause) {
    return escape(clause.text())
        .replaceAll("`([^`]*)`", "<code>$1</code>")
        .replaceAll("\\*(\\w+)\\*", "<em>$1</em>")
        .replace("\n", "<br>\n");
  }

  private static String row(Report report, SpecClause clause) {
    Report.Verdict verdict = report.verdict(clause);
    String id =
        report.failure(clause).isPresent()
            ? "<a href=\"#%s\">%s</a>".formatted(clause.id(), clause.id())
            : clause.id();
    return "<tr class=\"%s\"><td>%s<td>%s<td>%s<td>%s<td>%d</tr>\n"
        .formatted(
            verdict == Report.Verdict.FAILED && !clause.isRequired()
                ? "noted"
                : verdict.name().toLowerCase(Locale.ROOT),
            id,
            escape(clause.title()),
            clause.kind(),
            escape(report.verdictText(clause)),
            report.heldCounts().getOrDefault(clause.id(), 0));
  }

  private static String section(Report report, SpecClause clause, Failure failure) {
    StringBuilder html = new StringBuilder();
    html.append(
        "<h2 id=\"%s\">%s %s</h2>\n<%s>%s</%s>\n<p>Found by %s, at %s.</p>\n"
            .formatted(
                clause.id(),
                clause.id(),
                escape(clause.title()),
                clause.isQuoted() ? "blockquote" : "p",
                (clause.isQuoted() ? "" : "It means: ") + clauseHtml(clause),
                clause.isQuoted() ? "blockquote" : "p",
                escape(failure.foundBy()),
                escape(failure.failingCall())));
    html.append(
        "<pre>program   %s\nexpected  %s %s\ngot       %s</pre>\n"
            .formatted(
                escape(failure.programText()),
                failure.deviation().subject(),
                escape(failure.deviation().expected()),
                escape(failure.deviation().actual())));
    report
        .flakyNotice(clause)
        .ifPresent(
            notice -> html.append("<p><strong>Flaky</strong>: ").append(notice).append(".</p>\n"));
    for (ProgramLanguage language : ProgramLanguage.values()) {
      html.append(
          "<details><summary>%s</summary><pre>%s</pre></details>\n"
              .formatted(language.displayName(), escape(language.render(failure.program()))));
    }
    return html.toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
