package dev.fcp.spec.conform;

import java.util.Locale;
import java.util.stream.Stream;

/** The table of all clauses as a self-contained HTML page. */
final class HtmlReport {

  private static final String STYLE =
      """
      :root{color-scheme:light dark;--line:#bbb;--code:#f3f3f3;--failed:#fdd;--noted:#fec;\
      --passed:#dfd;--not_observed:#eee}
      @media(prefers-color-scheme:dark){:root{--line:#555;--code:#262626;--failed:#5a1d1d;\
      --noted:#543c12;--passed:#17401f;--not_observed:#2c2c2c}}
      body{font:16px/1.5 sans-serif;max-width:66em;margin:2em auto;padding:0 1em;\
      overflow-wrap:anywhere}
      .headline{font-size:1.25em;font-weight:bold;padding:.4em .6em}
      blockquote{margin:.5em 0;padding-left:1em;border-left:3px solid var(--line)}
      table{border-collapse:collapse;overflow-wrap:break-word}
      td,th{border:1px solid var(--line);padding:.2em .6em;text-align:left}
      pre{background:var(--code);padding:.6em;white-space:pre-wrap}
      .failed{background:var(--failed)}.noted{background:var(--noted)}
      .passed{background:var(--passed)}.not_observed{background:var(--not_observed)}
      @media(max-width:40em){body{margin:1em auto}table,tbody{display:block}
      tr:first-child{display:none}
      tr{display:block;border:1px solid var(--line);margin:.4em 0;padding:.2em .6em}
      td{border:0;padding:0 .4em 0 0;display:inline}td:first-child{font-weight:bold}
      td:nth-child(2)::after{content:" (" attr(data-kind) ")"}td:nth-child(3){display:none}
      td:nth-child(4)::before{content:"\\A";white-space:pre}
      td:nth-child(4){padding:0}
      td:last-child::before{content:"; observed to hold: "}}
      """;

  /** The number of driver failures up to which the list is initially expanded. */
  private static final int MAX_EXPANDED_FAULTS = 12;

  private HtmlReport() {}

  static String render(Report report) {
    String name = escape(report.capabilities().name());
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
        .append(name)
        .append("</title><style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>Conformance of ")
        .append(name)
        .append("</h1>\n<p class=\"headline %s\">".formatted(headlineClass(report)))
        .append(report.conclusion())
        .append("</p>\n<p>Clauses: ")
        .append(report.verdictCounts())
        .append(". ")
        .append(report.summary())
        .append(report.endedEarlyNotice().map(ended -> "; " + ended).orElse(""))
        .append(".</p>\n");
    for (Failure failure : report.sortedFailures()) {
      html.append(section(report, failure.reportedClause(), failure));
    }
    if (!report.driverFaults().isEmpty()) {
      html.append(driverFaults(report));
    }
    html.append(
        "<h2>All clauses</h2>\n<table><tr><th>clause<th>title<th>kind<th>verdict<th>observed to hold</tr>\n");
    report.clauses().forEach(clause -> html.append(row(report, clause)));
    html.append("</table>\n");
    return html.append("</body></html>\n").toString();
  }

  private static String headlineClass(Report report) {
    if (report.isConforming()) {
      return "passed";
    }
    return report.isBrokenByLog() ? "failed" : "noted";
  }

  private static String driverFaults(Report report) {
    StringBuilder html = new StringBuilder("<h2>Without a reply</h2>\n");
    Stream.concat(
            report.advice().stream().map(advice -> advice + "."), report.abortNotice().stream())
        .forEach(line -> html.append("<p>").append(escape(line)).append("</p>\n"));
    report
        .driverFailurePrograms()
        .forEach(
            program -> html.append("<pre>program   ").append(escape(program)).append("</pre>\n"));
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
        report
            .failure(clause)
            .map(failure ->
                "<a href=\"#%s\">%s</a>".formatted(failure.reportedClause().id(), clause.id()))
            .orElse(clause.id());
    return "<tr class=\"%s\"><td>%s<td data-kind=\"%s\">%s<td>%s<td>%s<td>%d</tr>\n"
        .formatted(
            verdict == Report.Verdict.UNDECIDED
                    || (verdict == Report.Verdict.FAILED && !clause.isRequired())
                ? "noted"
                : verdict.name().toLowerCase(Locale.ROOT),
            id,
            clause.kind(),
            escape(clause.title()),
            clause.kind(),
            escape(report.verdictText(clause)),
            report.heldCounts().getOrDefault(clause.id(), 0));
  }

  private static String section(Report report, SpecClause clause, Failure failure) {
    StringBuilder html = new StringBuilder();
    html.append(
        "<h2 id=\"%s\">%s %s (%s)</h2>\n<%s>%s</%s>\n<p>Found by %s, at %s.</p>\n"
            .formatted(
                clause.id(),
                clause.id(),
                escape(clause.title()),
                clause.kind(),
                clause.isQuoted() ? "blockquote" : "p",
                (clause.isQuoted() ? "" : "It means: ") + clauseHtml(clause),
                clause.isQuoted() ? "blockquote" : "p",
                escape(failure.foundBy()),
                escape(failure.failingCall())));
    html.append(
        "<pre>program   %s\nexpected  %s\ngot       %s</pre>\n"
            .formatted(
                escape(failure.programText()),
                escape(failure.expectedText()),
                escape(failure.actualText())));
    failure.notes().forEach(note -> html.append("<p>").append(note).append(".</p>\n"));
    report
        .flakyNotice(failure)
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
