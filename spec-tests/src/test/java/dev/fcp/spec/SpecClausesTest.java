package dev.fcp.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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

  /** A clause that no test can check, with the reason and the intent. */
  private static final Pattern UNTESTABLE =
      Pattern.compile("(?s)\\n\\nKind: untestable\\n\\nReason: \\S.*\\n\\nIntent: \\S.*");

  /** Ids of retired clauses, which must never be reused. */
  private static final Set<String> RETIRED = Set.of("CP-11", "EL-12", "JN-12", "JN-13", "RB-9");

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
    assertThat(isWellFormed("\n\nKind: untestable\n\nIntent: yes.\n")).isFalse();
    assertThat(testable(spec)).isEmpty();
    assertThat(testable(spec.replace("untestable", "recommended"))).containsExactly("EL-1");
  }

  @Test
  void retired_ids_are_exactly_the_gaps_and_are_never_reused() {
    assertThat(gaps(defined(spec()))).isEqualTo(new TreeSet<>(RETIRED));
    assertThat(defined(spec())).doesNotContainAnyElementsOf(RETIRED);
    assertThat(gaps(Set.of("EL-1", "EL-4", "CP-1"))).containsExactly("EL-2", "EL-3");
  }

  @Test
  void no_two_clauses_have_the_same_id() {
    List<String> ids = HEADING.matcher(spec()).results().map(match -> match.group(1)).toList();
    assertThat(ids).doesNotHaveDuplicates();
  }

  private static Stream<String> clauses(String spec) {
    List<Integer> starts =
        HEADING.matcher(spec).results().map(MatchResult::start).collect(Collectors.toList());
    starts.add(spec.length());
    return Stream.iterate(0, i -> i < starts.size() - 1, i -> i + 1)
        .map(i -> spec.substring(starts.get(i), starts.get(i + 1)));
  }

  private static String body(String clause) {
    return clause.substring(clause.indexOf('\n'));
  }

  private static String area(String id) {
    return id.substring(0, 2);
  }
}
