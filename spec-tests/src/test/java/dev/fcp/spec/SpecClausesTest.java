package dev.fcp.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code SPEC.md} and the tests have the same clauses. */
class SpecClausesTest {

  private static final String ID = "[A-Z]{2}-\\d+";
  private static final Pattern HEADING = Pattern.compile("(?m)^### (" + ID + ") \\S.*$");
  private static final Pattern CITATION = Pattern.compile("@Clause\\(([^)]*)\\)");
  private static final Pattern QUOTED_ID = Pattern.compile("\"(" + ID + ")\"");
  private static final Pattern MENTION = Pattern.compile("\\b(" + ID + ")\\b");

  /** A clause after its heading: a kind, a quotation if required, an intent. */
  private static final Pattern BODY =
      Pattern.compile(
          "(?s)\\n\\nKind: (required\\n\\n>.*|recommended\\n|capability\\n)\\n+Intent: \\S.*");

  /** A clause that no test can check, perhaps with a quotation, with the reason and the intent. */
  private static final Pattern UNTESTABLE =
      Pattern.compile(
          "(?s)\\n\\nKind: untestable\\n\\n(>.*\\n\\n)?Reason: \\S.*\\n\\nIntent: \\S.*");

  /** A row of the table of retired clauses: the id, and what replaced it. */
  private static final Pattern RETIRED_ROW =
      Pattern.compile("(?m)^\\| (" + ID + ") \\| [^|\\n]+ \\| ([^|\\n]+) \\|$");

  private static boolean isWellFormed(String body) {
    return BODY.matcher(body).matches() || UNTESTABLE.matcher(body).matches();
  }

  /** The clauses that a test has to cite; no test may cite an untestable one. */
  private static Set<String> testable(String spec) {
    return clauses(spec)
        .filter(clause -> !UNTESTABLE.matcher(body(clause)).matches())
        .flatMap(clause -> defined(clause).stream())
        .collect(toTreeSet());
  }

  /** The numbers that are left out below the greatest one of each area. */
  private static Set<String> gaps(Set<String> ids) {
    return ids.stream()
        .flatMap(id ->
            IntStream.range(1, Integer.parseInt(id.substring(3)))
                .mapToObj(number -> area(id) + "-" + number))
        .filter(id -> !ids.contains(id))
        .collect(toTreeSet());
  }

  private static Set<String> defined(String spec) {
    return HEADING.matcher(spec).results().map(match -> match.group(1)).collect(toTreeSet());
  }

  private static Set<String> retired(String spec) {
    return RETIRED_ROW.matcher(spec).results().map(row -> row.group(1)).collect(toTreeSet());
  }

  /** All ids that are or were in use, as often as they occur. */
  private static List<String> ids(String spec) {
    return Stream.of(HEADING, RETIRED_ROW)
        .flatMap(pattern -> pattern.matcher(spec).results())
        .map(match -> match.group(1))
        .toList();
  }

  private static Set<String> cited(List<String> sources) {
    return sources.stream()
        .flatMap(source -> CITATION.matcher(source).results())
        .flatMap(citation -> QUOTED_ID.matcher(citation.group(1)).results())
        .map(match -> match.group(1))
        .collect(toTreeSet());
  }

  private static Set<String> without(Set<String> some, Set<String> others) {
    return some.stream().filter(id -> !others.contains(id)).collect(toTreeSet());
  }

  private static <T> Collector<T, ?, Set<T>> toTreeSet() {
    return Collectors.toCollection(TreeSet::new);
  }

  private static String spec() {
    return SourceTree.text("spec-tests/SPEC.md");
  }

  /** Contracts are tests in the main sources of this module. */
  private static List<String> tests() {
    List<String> tests = new ArrayList<>(SourceTree.javaSources("test"));
    tests.addAll(SourceTree.javaSources("main"));
    return tests;
  }

  @Test
  void every_clause_is_cited_by_a_test() {
    assertThat(defined(spec())).hasSizeGreaterThanOrEqualTo(32);
    assertThat(without(testable(spec()), cited(tests()))).isEmpty();
  }

  @Test
  void every_cited_clause_exists() {
    assertThat(without(cited(tests()), testable(spec()))).isEmpty();
  }

  @Test
  void every_clause_that_the_engine_names_exists() {
    Set<String> areas = defined(spec()).stream().map(SpecClausesTest::area).collect(toTreeSet());
    Set<String> mentioned =
        SourceTree.javaSources("main").stream()
            .flatMap(source -> MENTION.matcher(source).results())
            .map(match -> match.group(1))
            .filter(id -> areas.contains(area(id)))
            .collect(toTreeSet());
    assertThat(mentioned).hasSizeGreaterThanOrEqualTo(32);
    assertThat(without(mentioned, defined(spec()))).isEmpty();
  }

  @Test
  void a_clause_without_a_test_and_a_citation_without_a_clause_are_found() {
    String citation = "@" + "Clause({\"EL-1\", \"EL-998\"}) @" + "Clause(\n    \"ZZ-1\")";
    Set<String> clauses = defined("### EL-1 One\n\n### EL-999 Another\n");
    assertThat(without(clauses, cited(List.of(citation)))).containsExactly("EL-999");
    assertThat(without(cited(List.of(citation)), clauses)).containsExactly("EL-998", "ZZ-1");
  }

  @Test
  void every_clause_has_a_kind_and_an_intent_and_a_required_one_quotes() {
    List<String> malformed = clauses(spec()).filter(clause -> !isWellFormed(body(clause))).toList();
    assertThat(malformed).isEmpty();
  }

  @Test
  void no_required_clause_quotes_a_recommendation() {
    assertThat(clauses(spec()).flatMap(SpecClausesTest::quotations))
        .noneMatch(quotation -> quotation.contains("SHOULD"));
  }

  @Test
  void every_quotation_is_verbatim_in_the_specification() {
    Optional<Path> specification = SourceTree.above("shared/spec/event-log.md");
    assumeTrue(specification.isPresent(), "no shared/spec/event-log.md above this folder");
    String text = oneLine(SourceTree.text(specification.orElseThrow().toString()));
    List<String> quotations = clauses(spec()).flatMap(SpecClausesTest::quotations).toList();
    assertThat(quotations).hasSizeGreaterThanOrEqualTo(25).allMatch(text::contains);
  }

  @Test
  void a_quotation_is_read_as_one_line_for_each_paragraph() {
    assertThat(quotations("### EL-1 One\n\n> Append\n> the event.\n>\n> Stop.\n\nIntent: >.\n"))
        .containsExactly("Append the event.", "Stop.");
  }

  @Test
  void a_clause_without_a_kind_or_a_quotation_is_found() {
    assertThat(BODY.matcher("\n\nKind: recommended\n\nIntent: yes.").matches()).isTrue();
    assertThat(BODY.matcher("\n\nKind: required\n\nIntent: yes.").matches()).isFalse();
    assertThat(BODY.matcher("\n\nIntent: yes.").matches()).isFalse();
    assertThat(BODY.matcher("\n\nKind: capability\n\nOf course.").matches()).isFalse();
  }

  @Test
  void an_untestable_clause_has_a_reason_and_no_test() {
    String spec = "### EL-1 One\n\nKind: untestable\n\nReason: no call shows it.\n\nIntent: yes.\n";
    assertThat(isWellFormed(body(spec))).isTrue();
    assertThat(isWellFormed(body(spec.replace("Reason:", "> MUST\n\nReason:")))).isTrue();
    assertThat(isWellFormed("\n\nKind: untestable\n\nIntent: yes.\n")).isFalse();
    assertThat(testable(spec)).isEmpty();
    assertThat(testable(spec.replace("untestable", "recommended"))).containsExactly("EL-1");
  }

  @Test
  void every_number_is_that_of_a_clause_or_of_a_retired_one() {
    assertThat(retired(spec())).contains("CP-11", "EL-12", "JN-12", "JN-13", "RB-9");
    assertThat(gaps(new TreeSet<>(ids(spec())))).isEmpty();
  }

  @Test
  void a_withdrawn_clause_that_is_not_listed_as_retired_is_found() {
    String spec = "### EL-1 One\n\n### EL-4 Four\n\n| EL-3 | Three | EL-4 |\n";
    assertThat(gaps(new TreeSet<>(ids(spec)))).containsExactly("EL-2");
  }

  @Test
  void every_replacement_of_a_retired_clause_exists() {
    Set<String> replacements =
        RETIRED_ROW
            .matcher(spec())
            .results()
            .flatMap(row -> MENTION.matcher(row.group(2)).results())
            .map(match -> match.group(1))
            .collect(toTreeSet());
    assertThat(replacements).contains("RB-10");
    assertThat(without(replacements, defined(spec()))).isEmpty();
  }

  @Test
  void no_two_clauses_have_the_same_id_even_if_one_is_retired() {
    assertThat(ids(spec())).doesNotHaveDuplicates();
  }

  private static Stream<String> clauses(String spec) {
    List<Integer> starts =
        HEADING.matcher(spec).results().map(MatchResult::start).collect(Collectors.toList());
    starts.add(spec.length());
    return Stream.iterate(0, i -> i < starts.size() - 1, i -> i + 1)
        .map(i -> spec.substring(starts.get(i), starts.get(i + 1)));
  }

  /** The quoted paragraphs of a clause, each on one line. */
  private static Stream<String> quotations(String clause) {
    String quoted =
        clause
            .lines()
            .filter(line -> line.startsWith(">"))
            .map(line -> line.substring(1).strip())
            .collect(Collectors.joining("\n"));
    return Stream.of(quoted.split("\n\n"))
        .map(SpecClausesTest::oneLine)
        .filter(paragraph -> !paragraph.isEmpty());
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String body(String clause) {
    return clause.substring(clause.indexOf('\n'));
  }

  private static String area(String id) {
    return id.substring(0, 2);
  }
}
