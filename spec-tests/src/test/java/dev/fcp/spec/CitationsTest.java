package dev.fcp.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A test of an undo engine says which clause it is for. A class of tests cites one, or inherits
 * tests that do, or stands here with the reason why no clause speaks of it.
 */
class CitationsTest {

  private static final String SUITE = "tests the suite, which is no undo engine";
  private static final String PAGE = "tests a page, or how a source is written";
  private static final String VALUE = "tests a value that clauses take for granted";

  /** Whole packages, and single classes. */
  private static final Map<String, String> WITHOUT =
      Map.ofEntries(
          Map.entry("dev.fcp.spec.conform", SUITE),
          Map.entry("dev.fcp.spec.generator", SUITE),
          Map.entry("dev.fcp.spec.CitationsTest", SUITE),
          Map.entry("dev.fcp.spec.KnownFaultsContract", SUITE),
          Map.entry("dev.fcp.spec.SpecClausesTest", SUITE),
          Map.entry("dev.fcp.spec.log.SurvivingMutantsTest", SUITE),
          Map.entry("dev.fcp.spec.embedding.EmbeddingTest", PAGE),
          Map.entry("dev.fcp.spec.log.EventLogSourceTest", PAGE),
          Map.entry("dev.fcp.eventlog.domain.ValueTest", VALUE),
          Map.entry("dev.fcp.eventlog.entity.EntityModelTest", VALUE),
          Map.entry("dev.fcp.eventlog.entity.OrderKeyTest", VALUE),
          Map.entry("dev.fcp.spec.history.StepIdsTest", VALUE));

  private static final Pattern HEAD =
      Pattern.compile("(?ms)^package ([\\w.]+);.*?^(?:\\w+ )*class (\\w+)([^{]*)\\{");
  private static final Pattern TEST =
      Pattern.compile("(?m)^ +@(?:Test|Trials|Property|Example|ParameterizedTest|TestFactory)\\b");
  private static final Pattern CITATION = Pattern.compile("(?m)^ *@Clause\\(");
  private static final Pattern CONTRACT = Pattern.compile("extends (\\w+Contract)\\b");

  /** A class of tests, as its source tells it. */
  private record Source(String type, String above, String text) {

    static Stream<Source> of(String text) {
      Matcher head = HEAD.matcher(text);
      return head.find()
          ? Stream.of(new Source(head.group(1) + "." + head.group(2), head.group(3), text))
          : Stream.empty();
    }

    boolean holdsTests() {
      return TEST.matcher(text).find();
    }

    boolean cites() {
      return CITATION.matcher(text).find();
    }

    boolean inherits(Set<String> citing) {
      Matcher contract = CONTRACT.matcher(above);
      return contract.find() && citing.contains(contract.group(1));
    }

    boolean isExcused() {
      return WITHOUT.containsKey(type)
          || WITHOUT.containsKey(type.substring(0, type.lastIndexOf('.')));
    }
  }

  private static List<Source> sources(String kind) {
    return SourceTree.javaSourcesOf("spec-tests", kind).stream().flatMap(Source::of).toList();
  }

  /** The contracts of the kit whose own tests cite clauses. */
  private static Set<String> citingContracts() {
    return sources("main").stream()
        .filter(source -> source.holdsTests() && source.cites())
        .map(source -> source.type().substring(source.type().lastIndexOf('.') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<Source> uncited(List<Source> sources) {
    Set<String> citing = citingContracts();
    return sources.stream()
        .filter(Source::holdsTests)
        .filter(source -> !source.cites() && !source.inherits(citing));
  }

  @Test
  void every_class_of_tests_cites_a_clause_or_says_why_none_speaks_of_it() {
    List<Source> tests = sources("test");
    assertThat(tests.stream().filter(Source::holdsTests).count()).isGreaterThanOrEqualTo(130);
    assertThat(uncited(tests).filter(source -> !source.isExcused()).map(Source::type)).isEmpty();
  }

  @Test
  void nobody_is_excused_who_cites_a_clause() {
    List<Source> uncited = uncited(sources("test")).toList();
    assertThat(WITHOUT.keySet())
        .allMatch(name ->
            uncited.stream()
                .anyMatch(
                    source -> source.type().equals(name) || source.type().startsWith(name + ".")));
  }

  @Test
  void a_class_of_tests_without_a_clause_is_found() {
    String test = "package a.b;\n\n%sclass CTest%s {\n\n  @Test\n  void d() {}\n}\n";
    assertThat(uncited(Source.of(test.formatted("", "")).toList()).map(Source::type))
        .containsExactly("a.b.CTest");
    assertThat(uncited(Source.of(test.formatted("@Clause(\"EL-1\")\n", "")).toList())).isEmpty();
    String inherited = test.formatted("", " extends JournalContract");
    assertThat(uncited(Source.of(inherited).toList())).isEmpty();
  }
}
