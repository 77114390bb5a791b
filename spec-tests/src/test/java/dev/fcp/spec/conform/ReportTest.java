package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/** What a report says of a log with one fault. */
class ReportTest {

  /** The reports that several tests read. */
  private static final Map<LogFault, Report> REPORTS = new EnumMap<>(LogFault.class);

  private static Report report(LogFault fault) throws DriverException {
    if (!REPORTS.containsKey(fault)) {
      REPORTS.put(fault, newReport(fault));
    }
    return REPORTS.get(fault);
  }

  private static Report newReport(LogFault fault) throws DriverException {
    Set<LogFault> faults = EnumSet.of(fault);
    return ConformanceSuite.run(
        new InProcessDriver(
            DriverCapabilities.all("a <faulty> | log", RedoTail.KEEPS),
            () -> new FaultyLog(faults)),
        VectorFile.vectors(),
        RunSettings.all(1, 50),
        driverFault -> {});
  }

  @Test
  void the_console_shows_the_clause_the_shortest_program_and_both_answers() throws DriverException {
    assertThat(ConsoleReport.render(report(LogFault.UNDO_OLDEST_FIRST)))
        .contains("EL-4 Undo returns the newest event first and goes back to the oldest (required)")
        .contains("says      Return the events in reverse chronological order (most recent first).")
        .contains(
            "program   a b undo(2)\n  expected  returns [\"b\",\"a\"]\n  got       [\"a\",\"b\"]")
        .contains("This log breaks 1 required clause and does not implement the specification.");
  }

  @Test
  void the_example_in_the_readme_is_up_to_date() throws DriverException {
    String text = ConsoleReport.render(FaultsPage.report(LogFault.UNDO_STOPS_AT_SENTINEL));
    String page = SourceTree.text("spec-tests/README.md");
    int start = page.indexOf("EL-5 Undo does not count");
    assertThat(text).contains(page.substring(start, page.indexOf("```", start)));
  }

  @Test
  void a_shortest_program_renames_its_events_in_alphabetical_order() throws DriverException {
    assertThat(report(LogFault.UNDO_OLDEST_FIRST).failures())
        .extracting(Failure::programText)
        .contains("a b undo(2)");
  }

  @Test
  void what_was_not_observed_is_named_with_what_it_needs() throws DriverException {
    Report report =
        ConformanceSuite.run(
            new InProcessDriver(
                DriverCapabilities.specificationOnly("specified", RedoTail.KEEPS),
                NaiveListLog::new),
            VectorFile.vectors(),
            RunSettings.all(1, 0),
            driverFault -> {});
    assertThat(ConsoleReport.render(report))
        .contains("  not observed: EL-13 (needs canRedo or canUndo)\n")
        .contains("  not observed: EL-15 (needs dropFirst)\n")
        .contains("  not observed: EL-17, EL-19, CP-8 (not testable through a driver)\n")
        .contains("  not observed: CP-12, CP-13 (needs reload)\n");
    assertThat(MarkdownReport.render(report)).contains("| not observed: needs truncate |");
    assertThat(JUnitReport.render(report)).contains("message=\"not observed: needs replaceLast\"");
  }

  @Test
  void a_list_item_in_a_clause_is_on_its_own_line() {
    assertThat(SpecClause.logClauses().get("CP-4").text().lines())
        .hasSize(5)
        .element(1)
        .asString()
        .startsWith("- *cuts*: the sentinel");
  }

  @Test
  void markdown_and_html_have_the_calls_in_three_languages() throws DriverException {
    Report report = report(LogFault.UNDO_TO_OLDEST_FIRST);
    assertThat(MarkdownReport.render(report))
        .contains(
            "# Conformance of a <faulty> \\| log\n\n**This log breaks 1 required clause and does")
        .contains("log.undo_to(\"c\")\n```")
        .contains("log.undoTo(\"c\");\n```");
    assertThat(HtmlReport.render(report))
        .contains("<title>a &lt;faulty&gt; | log</title>")
        .contains("<p class=\"headline failed\">This log breaks 1 required clause and does not")
        .contains("<details><summary>Python</summary>")
        .contains("<tr class=\"failed\"><td><a href=\"#CP-5\">")
        .contains("and 50 random programs of seed 1")
        .contains("log.undo_to(&quot;c&quot;)");
  }

  @Test
  void required_clauses_are_reported_before_recommended_ones() throws DriverException {
    Report report =
        ConformanceSuite.run(
            new InProcessDriver(
                DriverCapabilities.all("two faults", RedoTail.KEEPS),
                () ->
                    new FaultyLog(
                        EnumSet.of(LogFault.UNDO_NEGATIVE_NOTHING, LogFault.UNDO_TO_OLDEST_FIRST))),
            VectorFile.vectors(),
            RunSettings.all(1, 0),
            driverFault -> {});
    assertThat(report.sortedFailures())
        .extracting(failure -> failure.reportedClause().kind())
        .containsExactly("required", "recommended");
    for (String text :
        List.of(
            ConsoleReport.render(report),
            MarkdownReport.render(report),
            HtmlReport.render(report))) {
      assertThat(text).containsSubsequence("undoTo(c)", "undo(-1)");
    }
    assertThat(HtmlReport.render(report)).containsSubsequence("undo(-1)", "All clauses");
  }

  @Test
  void json_has_the_version_the_capabilities_the_counts_and_each_failure() throws DriverException {
    JsonNode json = Json.read(JsonReport.render(report(LogFault.UNDO_OLDEST_FIRST)));
    assertThat(json.path("suite").path("version").stringValue()).isNotEmpty();
    assertThat(json.path("capabilities").path("has").size()).isEqualTo(11);
    assertThat(json.path("counts").path("requiredFailed").intValue()).isEqualTo(1);
    assertThat(json.path("clauses").size()).isEqualTo(37);
    JsonNode failure = json.path("failures").path(0);
    assertThat(failure.path("clause").stringValue()).isEqualTo("EL-4");
    assertThat(failure.path("program").stringValue()).isEqualTo("a b undo(2)");
    assertThat(failure.path("calls").path(2).toString())
        .isEqualTo("{\"do\":\"undo\",\"args\":[2]}");
  }

  @ParameterizedTest
  @CsvSource({
    "UNDO_COUNTS_SENTINELS, breaks 1 required clause",
    "UNDO_TO_OLDEST_FIRST,  breaks 1 required clause",
    "UNDO_NEGATIVE_NOTHING, 21 of 22 required clauses"
  })
  void the_badge_is_a_well_formed_image_with_the_number_of_required_clauses(
      LogFault fault, String text) throws Exception {
    Element root = parse(Badge.render(report(fault)));
    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(root.getElementsByTagName("text").item(1).getTextContent()).matches(text);
  }

  private static Element parse(String xml) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  @Test
  void junit_xml_is_well_formed_and_counts_the_clauses() throws Exception {
    String xml = JUnitReport.render(report(LogFault.UNDO_OLDEST_FIRST));
    Element root = parse(xml);
    assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(37);
    assertThat(root.getElementsByTagName("skipped").getLength()).isEqualTo(6);
    assertThat(root.getAttribute("name")).isEqualTo("a <faulty> | log");
  }

  @Test
  void junit_xml_has_failures_for_required_clauses_only() throws DriverException {
    assertThat(JUnitReport.render(report(LogFault.UNDO_NEGATIVE_NOTHING)))
        .contains("tests=\"37\" failures=\"0\" errors=\"0\" skipped=\"7\"")
        .contains("<skipped message=\"recommended clause broken\"")
        .contains("program: undo(-1)");
    assertThat(JUnitReport.render(report(LogFault.UNDO_OLDEST_FIRST)))
        .contains("tests=\"37\" failures=\"1\" errors=\"0\" skipped=\"6\"");
  }

  @Test
  void a_number_is_the_same_with_and_without_a_fraction() {
    assertThat(Json.isEqual(Json.read("{\"c\":[0]}"), Json.read("{\"c\":[0.0]}"))).isTrue();
    assertThat(Json.isEqual(Json.read("[1]"), Json.read("[1.5]"))).isFalse();
    assertThat(Json.isEqual(Json.read("[1]"), Json.read("[\"1\"]"))).isFalse();
    assertThat(Json.isEqual(Json.read("1"), Json.read("1e999"))).isFalse();
  }

  @Test
  void a_broken_recommendation_is_shown_and_is_not_a_failure() throws DriverException {
    Report report = report(LogFault.UNDO_NEGATIVE_NOTHING);
    assertThat(report.failures()).extracting(Failure::clause).isEqualTo(List.of("EL-21"));
    assertThat(ConsoleReport.render(report)).contains("  means     A negative count");
    assertThat(HtmlReport.render(report))
        .contains("<tr class=\"noted\">", "<p>It means: A negative");
    assertThat(report.isConforming()).isTrue();
  }

  /** A value that is not cut. */
  private static final String WHOLE = "v".repeat(Excerpt.MAX_WHOLE_CHARS);

  @Test
  void a_long_value_is_cut_around_its_first_difference() {
    String expected = "v".repeat(100_000) + "1" + "w".repeat(5_000);
    String actual = "v".repeat(100_000) + "2";
    assertThat(Excerpt.of(expected, actual))
        .isEqualTo(
            "… (99,940 characters) %s1%s … (4,941 characters)"
                .formatted("v".repeat(60), "w".repeat(59)));
    assertThat(Excerpt.of(actual, expected))
        .isEqualTo("… (99,940 characters) %s2".formatted("v".repeat(60)));
    assertThat(Excerpt.of(WHOLE, "other")).isEqualTo(WHOLE);
    assertThat(Excerpt.of(WHOLE + "v", WHOLE)).hasSizeLessThan(100).startsWith("…").endsWith("v");
  }

  @Test
  void a_cut_divides_no_character() {
    String grins = "\ud83d\ude00".repeat(200);
    for (String before : List.of("", "-")) {
      assertThat(Excerpt.of(before + grins + "1", before + grins + "2"))
          .doesNotContainPattern("(?<![\ud800-\udbff])[\udc00-\udfff]")
          .endsWith("\ud83d\ude001");
      assertThat(Excerpt.of(before + grins, "2"))
          .doesNotContainPattern("[\ud800-\udbff](?![\udc00-\udfff])");
    }
  }

  @Test
  void every_report_for_people_cuts_long_values_and_json_does_not() throws DriverException {
    Report report =
        ConformanceSuite.run(
            new InProcessDriver(
                DriverCapabilities.specificationOnly("short texts", RedoTail.KEEPS),
                () ->
                    new SubtleLog(
                        text -> text.length() > 300 ? text.substring(0, 300) : text,
                        text -> text,
                        (log, method, count) -> count)),
            VectorFile.vectors(),
            RunSettings.all(1, 1),
            driverFault -> {});
    String expected = report.failures().getFirst().deviation().expected();
    assertThat(expected).hasSizeGreaterThan(300);
    assertThat(
            List.of(
                ConsoleReport.render(report),
                MarkdownReport.render(report),
                HtmlReport.render(report),
                JUnitReport.render(report)))
        .allMatch(text -> text.contains("… (") && !text.contains(expected));
    assertThat(
            Json.read(JsonReport.render(report))
                .path("failures")
                .path(0)
                .path("expected")
                .stringValue())
        .isEqualTo(expected);
  }

  @Test
  void quoted_words_are_one_argument() {
    assertThat(CommandLineSplitter.split("a \"b c\"'d' e")).containsExactly("a", "b cd", "e");
  }
}
