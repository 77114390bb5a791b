package dev.fcp.server.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the architecture rules: each holds, each has seen classes, and each can fail. */
class ArchitectureTest {

  /** The minimum number of classes per module, so that no rule passes without input. */
  private static final Map<String, Integer> MIN_CLASSES =
      Map.of(
          "eventlog",
          100,
          "verbs",
          60,
          "drawio",
          60,
          "midi",
          50,
          "vault",
          30,
          "blocks",
          15,
          "spec",
          40,
          "server",
          5);

  private static JavaClasses classes;

  @TempDir private Path folder;

  @BeforeAll
  static void import_classes() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.fcp")
            .that(not(simpleName("package-info")));
  }

  @Test
  void every_module_was_seen() {
    MIN_CLASSES.forEach((module, min) ->
        assertThat(classes)
            .as(module)
            .filteredOn(c -> c.getPackageName().startsWith("dev.fcp." + module))
            .hasSizeGreaterThanOrEqualTo(min));
  }

  @Test
  void modules_depend_only_on_allowed_modules() {
    assertThat(Architecture.moduleDependencies()).allSatisfy(this::assertHolds);
  }

  @Test
  void an_engine_that_depends_on_a_domain_is_found() {
    assertThat(
            brokenRuleCount(
                Architecture.moduleDependencies(), dependingOn("eventlog.session", "drawio")))
        .isEqualTo(1);
  }

  @Test
  void a_domain_that_depends_on_the_kit_is_found() {
    assertThat(brokenRuleCount(Architecture.moduleDependencies(), dependingOn("drawio", "spec")))
        .isEqualTo(1);
  }

  @Test
  void engine_packages_depend_only_on_those_before_them() {
    assertThat(Architecture.engineOrder()).allSatisfy(this::assertHolds);
  }

  @Test
  void an_engine_package_that_depends_on_a_later_one_is_found() {
    List<ArchRule> order = Architecture.engineOrder();
    assertThat(brokenRuleCount(order, dependingOn("eventlog.persistent", "eventlog"))).isEqualTo(1);
  }

  @Test
  void diagram_packages_depend_only_on_those_before_them() {
    assertThat(Architecture.diagramOrder()).allSatisfy(this::assertHolds);
  }

  @Test
  void a_file_package_that_depends_on_events_is_found() {
    assertThat(brokenRuleCount(Architecture.diagramOrder(), dependingOn("drawio.file", "drawio")))
        .isEqualTo(1);
  }

  @Test
  void every_class_is_in_a_known_package() {
    assertHolds(Architecture.everyClassIsInAKnownPackage());
  }

  @Test
  void an_unknown_package_is_found() {
    JavaClasses stray = dependingOn("eventlog.extras", "eventlog");
    assertThat(brokenRuleCount(List.of(Architecture.everyClassIsInAKnownPackage()), stray))
        .isEqualTo(1);
  }

  @Test
  void packages_form_no_cycle() {
    assertHolds(Architecture.noPackageCycles());
  }

  @Test
  void two_packages_that_depend_on_each_other_are_found() {
    JavaClasses cyclic =
        compile(
            new ExampleSource(
                "dev.fcp.verbs.One", "package dev.fcp.verbs; class One { dev.fcp.verbs.b.Two t; }"),
            new ExampleSource(
                "dev.fcp.verbs.b.Two",
                "package dev.fcp.verbs.b; public class Two { Class<?> c ="
                    + " dev.fcp.verbs.Three.class; }"),
            new ExampleSource(
                "dev.fcp.verbs.Three", "package dev.fcp.verbs; public class Three {}"));
    assertThat(brokenRuleCount(List.of(Architecture.noPackageCycles()), cyclic)).isEqualTo(1);
  }

  @Test
  void only_the_program_prints() {
    assertHolds(Architecture.onlyTheProgramPrints());
  }

  @Test
  void a_library_that_prints_is_found() {
    JavaClasses printing =
        compile(
            new ExampleSource(
                "dev.fcp.verbs.Loud",
                "package dev.fcp.verbs; class Loud { void f() { System.out.println(); } }"));
    assertThat(brokenRuleCount(List.of(Architecture.onlyTheProgramPrints()), printing))
        .isEqualTo(1);
  }

  @Test
  void operations_visit_no_whole_model() {
    assertHolds(Architecture.operationsVisitNoWholeModel());
  }

  @Test
  void an_operation_that_visits_all_values_is_found() {
    JavaClasses scanning =
        compile(
            new ExampleSource(
                "dev.fcp.eventlog.persistent.PersistentMap",
                "package dev.fcp.eventlog.persistent; public class PersistentMap {"
                    + " public void values() {} }"),
            new ExampleSource(
                "dev.fcp.midi.language.Scan",
                "package dev.fcp.midi.language; class Scan {"
                    + " void f(dev.fcp.eventlog.persistent.PersistentMap map) { map.values(); } }"));
    assertThat(brokenRuleCount(List.of(Architecture.operationsVisitNoWholeModel()), scanning))
        .isEqualTo(1);
  }

  @Test
  void every_event_family_is_sealed_and_consists_of_records() {
    Set<Class<?>> families = Architecture.eventFamilies(classes);
    assertThat(families)
        .hasSizeGreaterThanOrEqualTo(3)
        .allSatisfy(family -> assertThat(Architecture.eventFamilyViolations(family)).isEmpty());
  }

  @Test
  void an_open_event_family_is_found() throws Exception {
    assertThat(violationsOf("interface OpenEvent {}", "OpenEvent"))
        .containsExactly("dev.fcp.drawio.OpenEvent is not a sealed interface");
  }

  @Test
  void an_event_that_is_not_a_record_is_found() throws Exception {
    String text = "sealed interface MixedEvent { record A() implements MixedEvent {}";
    assertThat(violationsOf(text + " final class B implements MixedEvent {} }", "MixedEvent"))
        .containsExactly("dev.fcp.drawio.MixedEvent$B is not a record");
  }

  private void assertHolds(ArchRule rule) {
    rule.check(classes);
  }

  private List<String> violationsOf(String text, String name) throws Exception {
    String full = "dev.fcp.drawio." + name;
    ExampleSource.compile(folder, new ExampleSource(full, "package dev.fcp.drawio; " + text));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      return Architecture.eventFamilyViolations(loader.loadClass(full));
    }
  }

  private JavaClasses dependingOn(String from, String to) {
    return compile(
        new ExampleSource(
            "dev.fcp." + to + ".Seen", "package dev.fcp." + to + "; public class Seen {}"),
        new ExampleSource(
            "dev.fcp." + from + ".Sees",
            "package dev.fcp." + from + "; class Sees { dev.fcp." + to + ".Seen seen; }"));
  }

  private JavaClasses compile(ExampleSource... sources) {
    ExampleSource.compile(folder, sources);
    return new ClassFileImporter().importPath(folder);
  }

  private static long brokenRuleCount(List<ArchRule> rules, JavaClasses imported) {
    return rules.stream()
        .filter(rule -> rule.allowEmptyShould(true).evaluate(imported).hasViolation())
        .count();
  }
}
