package dev.fcp.spec.conform;

import java.util.Locale;
import java.util.stream.Stream;

/** The table of all clauses as one page that needs nothing else. */
final class HtmlReport {

  private static final String STYLE =
      "body{font:16px/1.5 sans-serif;max-width:66em;margin:2em auto;padding:0 1em}"
          + "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2em .6em;"
          + "text-align:left}pre{background:#f3f3f3;padding:.6em;overflow:auto}"
          + ".failed{background:#fdd}.noted{background:#fec}.passed{background:#dfd}.not_observed{background:#eee}";

  /** How many failures of the driver are shown without being asked for. */
  private static final int MOST_OPEN = 12;

  private HtmlReport() {}

  static String text(Report report) {
    String name = escaped(report.greeting().name());
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
        .append(report.counts())
        .append(".</p>\n<p>")
        .append(report.summary())
        .append(report.endedEarlier().map(ended -> "; " + ended).orElse(""))
        .append(".</p>\n<table><tr><th>clause<th>title<th>kind<th>verdict<th>seen to hold</tr>\n");
    report.clauses().forEach(clause -> html.append(row(report, clause)));
    html.append("</table>\n");
    for (ClauseText clause : report.clauses()) {
      report.failure(clause).ifPresent(failure -> html.append(section(clause, failure)));
    }
    if (!report.faults().isEmpty()) {
      html.append(faults(report));
    }
    return html.append("</body></html>\n").toString();
  }

  private static String faults(Report report) {
    StringBuilder html = new StringBuilder("<h2>Without a reply</h2>\n");
    Stream.concat(report.advice().stream().map(advice -> advice + "."), report.givenUp().stream())
        .forEach(line -> html.append("<p>").append(escaped(line)).append("</p>\n"));
    html.append(
        "<details%s><summary>failures of the driver: %d</summary>\n<ul>\n"
            .formatted(report.faults().size() <= MOST_OPEN ? " open" : "", report.faults().size()));
    report.faults().forEach(fault -> html.append("<li>").append(escaped(fault)).append("</li>\n"));
    return html.append("</ul></details>\n").toString();
  }

  /** With the code of the specification as code, and each item of a list on a line of its own. */
  private static String sentence(ClauseText clause) {
    return escaped(clause.sentence())
        .replaceAll("`([^`]*)`", "<code>$1</code>")
        .replaceAll("\\*(\\w+)\\*", "<em>$1</em>")
        .replace("\n", "<br>\n");
  }

  private static String row(Report report, ClauseText clause) {
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
            escaped(clause.title()),
            clause.kind(),
            escaped(report.verdictText(clause)),
            report.met().getOrDefault(clause.id(), 0));
  }

  private static String section(ClauseText clause, Failure failure) {
    StringBuilder html = new StringBuilder();
    html.append(
        "<h2 id=\"%s\">%s %s</h2>\n<%s>%s</%s>\n<p>Found by %s, at %s.</p>\n"
            .formatted(
                clause.id(),
                clause.id(),
                escaped(clause.title()),
                clause.isQuoted() ? "blockquote" : "p",
                (clause.isQuoted() ? "" : "It means: ") + sentence(clause),
                clause.isQuoted() ? "blockquote" : "p",
                escaped(failure.source()),
                escaped(failure.place())));
    html.append(
        "<pre>program   %s\nexpected  %s %s\ngot       %s</pre>\n"
            .formatted(
                escaped(failure.text()),
                failure.deviation().subject(),
                escaped(failure.deviation().expected()),
                escaped(failure.deviation().got())));
    for (ProgramText language : ProgramText.values()) {
      html.append(
          "<details><summary>%s</summary><pre>%s</pre></details>\n"
              .formatted(language.language(), escaped(language.text(failure.program()))));
    }
    return html.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
