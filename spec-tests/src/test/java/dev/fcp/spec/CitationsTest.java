package dev.fcp.spec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.EventLog;
import dev.fcp.spec.generator.Trials;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test of an undo engine names its clause: it or its class cites one, or is listed here with the
 * reason why no clause applies. A test class that uses nothing of the kit belongs to the module it
 * tests.
 */
class CitationsTest {

  private static final String SUITE_REASON = "tests the suite, which is no undo engine";
  private static final String PAGE_REASON = "tests a page, or how a source is written";
  private static final String VALUE_REASON = "tests a value that clauses take for granted";

  private static final String LANGUAGE_VECTORS_PREFIX =
      "dev.fcp.spec.language.LanguageVectorsTest.";

  /** Whole packages, classes, and single tests. */
  private static final Map<String, String> EXCUSED =
      Map.ofEntries(
          Map.entry("dev.fcp.spec.conform", SUITE_REASON),
          Map.entry("dev.fcp.spec.generator", SUITE_REASON),
          Map.entry("dev.fcp.spec.CitationsTest", SUITE_REASON),
          Map.entry("dev.fcp.spec.KnownFaultsContract", SUITE_REASON),
          Map.entry("dev.fcp.spec.SpecClausesTest", SUITE_REASON),
          Map.entry("dev.fcp.spec.journal.PlainJournalContractTest", SUITE_REASON),
          Map.entry(
              LANGUAGE_VECTORS_PREFIX + "there_are_enough_vectors_with_unique_names", SUITE_REASON),
          Map.entry(
              LANGUAGE_VECTORS_PREFIX
                  + "every_vector_has_a_clause_and_every_clause_of_the_language_has_vectors",
              SUITE_REASON),
          Map.entry(LANGUAGE_VECTORS_PREFIX + "all_vectors_match_the_schema", SUITE_REASON),
          Map.entry("dev.fcp.spec.embedding.EmbeddingTest", PAGE_REASON),
          Map.entry(
              "dev.fcp.spec.embedding.PageEditorTest.the_page_shows_the_code_that_runs_here",
              PAGE_REASON),
          Map.entry("dev.fcp.spec.log.EventLogSourceTest", PAGE_REASON),
          Map.entry(
              "dev.fcp.spec.session.JournalFormatTest.the_document_is_text_that_tools_can_search",
              PAGE_REASON),
          Map.entry(
              "dev.fcp.spec.plaintext.TextUndoTest"
                  + ".an_edit_of_nothing_and_one_of_no_text_are_refused_with_the_reason",
              VALUE_REASON),
          Map.entry("dev.fcp.eventlog.domain.DomainNamesTest", VALUE_REASON),
          Map.entry("dev.fcp.eventlog.entity.EntityModelTest", VALUE_REASON),
          Map.entry("dev.fcp.eventlog.entity.OrderKeyTest", VALUE_REASON),
          Map.entry(
              "dev.fcp.eventlog.entity.RecordEntitySpecTest.a_fresh_key_is_not_in_use",
              VALUE_REASON),
          Map.entry(
              "dev.fcp.eventlog.entity.RecordEntitySpecTest.an_unsupported_entity_type_is_refused",
              VALUE_REASON));

  private static final Pattern CLASS_HEADER =
      Pattern.compile("(?ms)^package ([\\w.]+);.*?^(?:[\\w-]+ )*(?:class|interface) (\\w+)");

  /** The name of a class, but not in the path of a source file. */
  private static final Pattern NAME_IN_CLASS_FILE = Pattern.compile("(?<!/java/)dev/fcp/[\\w/$]+");

  /** The classes of this module that hold tests: its contracts, and those that it runs. */
  private static Stream<Class<?>> classes() {
    return Stream.of("main", "test")
        .flatMap(CitationsTest::topLevelClasses)
        .flatMap(CitationsTest::withNested);
  }

  private static Stream<Class<?>> topLevelClasses(String kind) {
    return SourceTree.javaSourcesOf("spec-tests", kind).stream()
        .map(CLASS_HEADER::matcher)
        .filter(Matcher::find)
        .map(head -> load(head.group(1) + "." + head.group(2)));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, CitationsTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<Class<?>> withNested(Class<?> type) {
    return Stream.concat(
        Stream.of(type), Stream.of(type.getDeclaredClasses()).flatMap(CitationsTest::withNested));
  }

  private static Stream<Method> tests(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class));
  }

  private static boolean hasTests(Class<?> type) {
    return withNested(type).flatMap(CitationsTest::tests).findAny().isPresent();
  }

  private static boolean cites(AnnotatedElement element) {
    return element.getAnnotationsByType(Clause.class).length > 0;
  }

  /** The tests of a class that cite no clause. */
  private static Stream<String> uncited(Class<?> type) {
    return cites(type)
        ? Stream.empty()
        : tests(type)
            .filter(test -> !cites(test))
            .map(test -> type.getCanonicalName() + "." + test.getName());
  }

  private static boolean isExcused(String test) {
    return EXCUSED.keySet().stream().anyMatch(name -> isWithin(test, name));
  }

  private static boolean isWithin(String test, String name) {
    return test.equals(name) || test.startsWith(name + ".");
  }

  /** Whether a class, or one nested in it, uses a class of the module that holds a given one. */
  private static boolean uses(Class<?> type, Class<?> ofModule) {
    String module = ofModule.getProtectionDomain().getCodeSource().getLocation().toString();
    return withNested(type)
        .map(CitationsTest::classFile)
        .flatMap(file -> NAME_IN_CLASS_FILE.matcher(file).results())
        .map(name -> type.getResource("/" + name.group() + ".class"))
        .anyMatch(url -> url != null && url.toString().contains(module));
  }

  private static String classFile(Class<?> type) {
    String path = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = requireNonNull(type.getResourceAsStream(path))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether a class tests the engine or its verbs without the kit, which {@link Clause} is part of.
   */
  private static boolean isMisplaced(Class<?> type) {
    return (uses(type, EventLog.class) || uses(type, Workspace.class)) && !uses(type, Clause.class);
  }

  @Test
  void every_test_cites_a_clause_or_is_excused_with_a_reason() {
    assertThat(classes().flatMap(CitationsTest::tests).count()).isGreaterThanOrEqualTo(1000);
    assertThat(classes().flatMap(CitationsTest::uncited).filter(test -> !isExcused(test)))
        .isEmpty();
  }

  @Test
  void no_test_is_excused_that_cites_a_clause() {
    List<String> uncited = classes().flatMap(CitationsTest::uncited).toList();
    assertThat(EXCUSED.keySet())
        .allMatch(name -> uncited.stream().anyMatch(test -> isWithin(test, name)));
  }

  @Test
  void a_test_class_that_uses_nothing_of_the_kit_is_in_the_module_it_tests() {
    assertThat(topLevelClasses("test").filter(CitationsTest::hasTests))
        .hasSizeGreaterThanOrEqualTo(100)
        .noneMatch(CitationsTest::isMisplaced);
  }

  /** Cites a clause with one of its tests. */
  static final class PartlyCited {

    @Test
    @Clause("EL-1")
    void cited() {}

    @Trials(1)
    void uncited() {}
  }

  /** Cites a clause for all of its tests. */
  @Clause("EL-1")
  static final class FullyCited {

    @Test
    void cited() {}
  }

  @Test
  void a_test_without_a_clause_is_found() {
    assertThat(uncited(PartlyCited.class))
        .containsExactly("dev.fcp.spec.CitationsTest.PartlyCited.uncited");
    assertThat(uncited(FullyCited.class)).isEmpty();
  }

  /** Tests the engine without the kit. */
  static final class WithoutKit {

    @Test
    void plain() {
      assertThat(EventLog.empty()).isNotNull();
    }
  }

  @Test
  void a_misplaced_test_class_is_found() {
    assertThat(isMisplaced(WithoutKit.class)).isTrue();
    assertThat(isMisplaced(PartlyCited.class)).isFalse();
  }
}
