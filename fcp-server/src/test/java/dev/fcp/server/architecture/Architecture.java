package dev.fcp.server.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.google.common.collect.ImmutableMap;
import com.google.common.reflect.TypeToken;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rules over compiled classes: which modules and packages may depend on which. */
final class Architecture {

  private static final String ROOT_PACKAGE = "dev.fcp";
  private static final String ENGINE_PACKAGE = ROOT_PACKAGE + ".eventlog";
  private static final String DIAGRAM_PACKAGE = ROOT_PACKAGE + ".drawio";

  /**
   * Each module's package under {@code dev.fcp}, and the modules it may depend on. The benchmarks
   * are not listed: nothing depends on them, and their build file limits their dependencies.
   */
  static final Map<String, Set<String>> ALLOWED_DEPENDENCIES =
      ImmutableMap.of(
          "eventlog", Set.of(),
          "verbs", Set.of("eventlog"),
          "drawio", Set.of("eventlog", "verbs"),
          "midi", Set.of("eventlog", "verbs"),
          "vault", Set.of("eventlog", "verbs"),
          "blocks", Set.of("eventlog", "verbs"),
          "postgres", Set.of("eventlog"),
          "spec", Set.of("eventlog", "verbs"),
          "server", Set.of("eventlog", "verbs", "drawio", "midi", "blocks", "postgres"));

  /** The packages of the engine in order; each may depend on those before it. */
  static final List<String> ENGINE_ORDER =
      List.of(
          ENGINE_PACKAGE + ".persistent..",
          ENGINE_PACKAGE,
          ENGINE_PACKAGE + ".domain..",
          ENGINE_PACKAGE + ".folder..",
          ENGINE_PACKAGE + ".json..",
          ENGINE_PACKAGE + ".plaintext..",
          ENGINE_PACKAGE + ".entity..",
          ENGINE_PACKAGE + ".text..",
          ENGINE_PACKAGE + ".history",
          ENGINE_PACKAGE + ".history.planner..",
          ENGINE_PACKAGE + ".journal..",
          ENGINE_PACKAGE + ".session..",
          ENGINE_PACKAGE + ".document..");

  /** The packages of the diagram domain in order; each may depend on those before it. */
  static final List<String> DIAGRAM_ORDER =
      List.of(
          DIAGRAM_PACKAGE + ".diagram..",
          DIAGRAM_PACKAGE + ".file..",
          DIAGRAM_PACKAGE,
          DIAGRAM_PACKAGE + ".language..");

  private Architecture() {}

  /** One rule for each module: within this project it depends only on the allowed modules. */
  static List<ArchRule> moduleDependencies() {
    List<ArchRule> rules = new ArrayList<>();
    ALLOWED_DEPENDENCIES.forEach((module, dependencies) -> {
      Set<String> allowed = new TreeSet<>(dependencies);
      allowed.add(module);
      rules.add(
          classes()
              .that(resideInAPackage(packagePattern(module)))
              .should()
              .onlyDependOnClassesThat(
                  isExternalOrIn(ROOT_PACKAGE, allowed, Architecture::packagePattern)));
    });
    return rules;
  }

  /** One rule for each package of the engine: it depends on none that comes after it. */
  static List<ArchRule> engineOrder() {
    return inOrder(ENGINE_PACKAGE, ENGINE_ORDER);
  }

  /** One rule for each package of the diagram domain: it depends on none that comes after it. */
  static List<ArchRule> diagramOrder() {
    return inOrder(DIAGRAM_PACKAGE, DIAGRAM_ORDER);
  }

  private static List<ArchRule> inOrder(String rootPackage, List<String> packages) {
    List<ArchRule> rules = new ArrayList<>();
    for (int i = 0; i < packages.size(); i++) {
      Set<String> allowed = Set.copyOf(packages.subList(0, i + 1));
      rules.add(
          classes()
              .that(resideInAPackage(packages.get(i)))
              .should()
              .onlyDependOnClassesThat(isExternalOrIn(rootPackage, allowed, Function.identity())));
    }
    return rules;
  }

  /**
   * Every class is in a known module and, if its packages are ordered, in one of these packages.
   */
  static ArchRule everyClassIsInAKnownPackage() {
    Set<String> ordered = Set.of("eventlog", "drawio");
    Stream<String> modules =
        ALLOWED_DEPENDENCIES.keySet().stream()
            .filter(m -> !ordered.contains(m))
            .map(Architecture::packagePattern);
    String[] known =
        Stream.of(modules, ENGINE_ORDER.stream(), DIAGRAM_ORDER.stream())
            .flatMap(Function.identity())
            .toArray(String[]::new);
    return classes().that(resideInAPackage(ROOT_PACKAGE + "..")).should().resideInAnyPackage(known);
  }

  /** No two packages depend on each other, directly or through others. */
  static ArchRule noPackageCycles() {
    return slices().matching(ROOT_PACKAGE + ".(**)").should().beFreeOfCycles();
  }

  /** Only the program and the main class of the conformance suite print; libraries never do. */
  static ArchRule onlyTheProgramPrints() {
    return noClasses()
        .that(resideOutsideOfPackage(packagePattern("server")))
        .and(not(name(ROOT_PACKAGE + ".spec.conform.Main")))
        .should(ACCESS_STANDARD_STREAMS);
  }

  /**
   * Operations never pass over all keys or values of a model: the tests of their work count
   * allocated bytes, and such a loop allocates nothing. Those on vaults are the verbs and what they
   * share; formats and queries list all files.
   */
  static ArchRule operationsVisitNoWholeModel() {
    return noClasses()
        .that()
        .resideInAnyPackage(packagePattern("drawio.language"), packagePattern("midi.language"))
        .or(nameMatching(".+\\.vault\\.\\w*(Verbs?|Edit|Index)"))
        .should()
        .callMethod(PersistentMap.class, "keys")
        .orShould()
        .callMethod(PersistentMap.class, "values");
  }

  /**
   * The event families: the event types of the implementations of {@link Domain}, and every
   * interface whose name ends in {@code Event}.
   */
  static Set<Class<?>> eventFamilies(JavaClasses classes) {
    Set<Class<?>> families = new LinkedHashSet<>();
    for (JavaClass candidate : classes) {
      if (candidate.isInterface() && candidate.getSimpleName().endsWith("Event")) {
        families.add(candidate.reflect());
      } else if (candidate.isAssignableTo(Domain.class)) {
        Class<?> domain = candidate.reflect();
        if (!Modifier.isAbstract(domain.getModifiers())) {
          eventTypeOf(domain).ifPresent(families::add);
        }
      }
    }
    return families;
  }

  /** The event type of a domain; empty if it is a type parameter of the class. */
  private static Optional<Class<?>> eventTypeOf(Class<?> domain) {
    TypeToken<?> events = TypeToken.of(domain).resolveType(Domain.class.getTypeParameters()[1]);
    return events.getType() instanceof Class<?> named ? Optional.of(named) : Optional.empty();
  }

  /** Why a type is not an event family: it is not sealed, or one of its cases is not a record. */
  static List<String> eventFamilyViolations(Class<?> family) {
    if (!family.isInterface() || !family.isSealed()) {
      return List.of(family.getName() + " is not a sealed interface");
    }
    List<String> violations = new ArrayList<>();
    for (Class<?> permitted : family.getPermittedSubclasses()) {
      if (!permitted.isRecord()) {
        violations.addAll(
            permitted.isInterface()
                ? eventFamilyViolations(permitted)
                : List.of(permitted.getName() + " is not a record"));
      }
    }
    return violations;
  }

  /** The pattern that matches the classes of a module. */
  static String packagePattern(String module) {
    return ROOT_PACKAGE + "." + module + "..";
  }

  private static DescribedPredicate<JavaClass> isExternalOrIn(
      String rootPackage, Set<String> packages, Function<String, String> pattern) {
    String[] patterns = packages.stream().map(pattern).toArray(String[]::new);
    return describe(
        "are outside of " + rootPackage + " or in one of " + List.of(patterns),
        resideOutsideOfPackage(rootPackage + "..").or(resideInAnyPackage(patterns)));
  }
}
