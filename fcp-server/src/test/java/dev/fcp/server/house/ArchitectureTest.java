package dev.fcp.server.house;

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

/** The house plan holds, each rule has seen classes, and each rule is able to fail. */
class ArchitectureTest {

  /** How many classes a rule must have seen at least, so that none passes on nothing. */
  private static final Map<String, Integer> LEAST_CLASSES =
      Map.of("eventlog", 100, "verbs", 60, "drawio", 60, "midi", 50, "spec", 40, "server", 5);

  private static JavaClasses house;

  @TempDir private Path folder;

  @BeforeAll
  static void import_the_house() {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.fcp")
            .that(not(simpleName("package-info")));
  }

  @Test
  void every_module_was_seen() {
    LEAST_CLASSES.forEach((module, least) ->
        assertThat(house)
            .as(module)
            .filteredOn(c -> c.getPackageName().startsWith("dev.fcp." + module))
            .hasSizeGreaterThanOrEqualTo(least));
  }

  @Test
  void the_arrows_between_modules_point_down() {
    assertThat(Architecture.moduleArrows()).allSatisfy(this::holds);
  }

  @Test
  void an_engine_that_looks_at_a_domain_is_found() {
    assertThat(brokenRules(Architecture.moduleArrows(), looksAt("eventlog.session", "drawio")))
        .isEqualTo(1);
  }

  @Test
  void a_domain_that_looks_at_the_kit_is_found() {
    assertThat(brokenRules(Architecture.moduleArrows(), looksAt("drawio", "spec"))).isEqualTo(1);
  }

  @Test
  void packages_of_the_engine_look_only_at_those_before_them() {
    assertThat(Architecture.engineOrder()).allSatisfy(this::holds);
  }

  @Test
  void a_package_of_the_engine_that_looks_at_a_later_one_is_found() {
    List<ArchRule> order = Architecture.engineOrder();
    assertThat(brokenRules(order, looksAt("eventlog.persistent", "eventlog"))).isEqualTo(1);
  }

  @Test
  void packages_of_the_diagram_domain_look_only_at_those_before_them() {
    assertThat(Architecture.diagramOrder()).allSatisfy(this::holds);
  }

  @Test
  void file_text_that_looks_at_events_is_found() {
    assertThat(brokenRules(Architecture.diagramOrder(), looksAt("drawio.file", "drawio")))
        .isEqualTo(1);
  }

  @Test
  void every_class_has_its_place() {
    holds(Architecture.everyClassHasItsPlace());
  }

  @Test
  void a_package_that_the_plan_does_not_know_is_found() {
    JavaClasses stray = looksAt("eventlog.extras", "eventlog");
    assertThat(brokenRules(List.of(Architecture.everyClassHasItsPlace()), stray)).isEqualTo(1);
  }

  @Test
  void packages_form_no_cycle() {
    holds(Architecture.noPackageCycles());
  }

  @Test
  void two_packages_that_look_at_each_other_are_found() {
    JavaClasses cycle =
        compiled(
            new ExampleSource(
                "dev.fcp.verbs.One", "package dev.fcp.verbs; class One { dev.fcp.verbs.b.Two t; }"),
            new ExampleSource(
                "dev.fcp.verbs.b.Two",
                "package dev.fcp.verbs.b; public class Two { Class<?> c ="
                    + " dev.fcp.verbs.Three.class; }"),
            new ExampleSource(
                "dev.fcp.verbs.Three", "package dev.fcp.verbs; public class Three {}"));
    assertThat(brokenRules(List.of(Architecture.noPackageCycles()), cycle)).isEqualTo(1);
  }

  @Test
  void only_the_program_prints() {
    holds(Architecture.onlyTheProgramPrints());
  }

  @Test
  void a_library_that_prints_is_found() {
    JavaClasses loud =
        compiled(
            new ExampleSource(
                "dev.fcp.verbs.Loud",
                "package dev.fcp.verbs; class Loud { void f() { System.out.println(); } }"));
    assertThat(brokenRules(List.of(Architecture.onlyTheProgramPrints()), loud)).isEqualTo(1);
  }

  @Test
  void every_event_family_is_sealed_and_of_records() {
    Set<Class<?>> families = Architecture.eventFamilies(house);
    assertThat(families)
        .hasSizeGreaterThanOrEqualTo(3)
        .allSatisfy(family -> assertThat(Architecture.flawsOfEventFamily(family)).isEmpty());
  }

  @Test
  void an_open_event_family_is_found() throws Exception {
    assertThat(flawsOf("interface OpenEvent {}", "OpenEvent"))
        .containsExactly("dev.fcp.drawio.OpenEvent is no sealed interface");
  }

  @Test
  void an_event_that_is_no_record_is_found() throws Exception {
    String text = "sealed interface MixedEvent { record A() implements MixedEvent {}";
    assertThat(flawsOf(text + " final class B implements MixedEvent {} }", "MixedEvent"))
        .containsExactly("dev.fcp.drawio.MixedEvent$B is no record");
  }

  private void holds(ArchRule rule) {
    rule.check(house);
  }

  private List<String> flawsOf(String text, String name) throws Exception {
    String full = "dev.fcp.drawio." + name;
    ExampleSource.compile(folder, new ExampleSource(full, "package dev.fcp.drawio; " + text));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      return Architecture.flawsOfEventFamily(loader.loadClass(full));
    }
  }

  private JavaClasses looksAt(String from, String to) {
    return compiled(
        new ExampleSource(
            "dev.fcp." + to + ".Seen", "package dev.fcp." + to + "; public class Seen {}"),
        new ExampleSource(
            "dev.fcp." + from + ".Sees",
            "package dev.fcp." + from + "; class Sees { dev.fcp." + to + ".Seen seen; }"));
  }

  private JavaClasses compiled(ExampleSource... sources) {
    ExampleSource.compile(folder, sources);
    return new ClassFileImporter().importPath(folder);
  }

  private static long brokenRules(List<ArchRule> rules, JavaClasses classes) {
    return rules.stream()
        .filter(rule -> rule.allowEmptyShould(true).evaluate(classes).hasViolation())
        .count();
  }
}
