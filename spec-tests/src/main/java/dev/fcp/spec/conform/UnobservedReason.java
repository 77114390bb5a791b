package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The reasons why a run did not observe a clause. */
final class UnobservedReason {

  /** For each clause, what a driver needs in the cases that show the clause. */
  private static final Map<String, Set<Need>> NEEDS = needs(VectorFile.vectors());

  private UnobservedReason() {}

  /**
   * What a driver needs in a case.
   *
   * @param methods the methods that the log must have
   * @param features what else the driver must support
   * @param redoTail the answer to CP-4 that the case is for
   * @param field the field of the reply that the driver must show; empty for an error, which every
   *     driver shows
   */
  private record Need(
      Set<LogMethod> methods,
      Set<Feature> features,
      Optional<RedoTail> redoTail,
      Optional<String> field) {

    /** Whether the case is for logs with another answer to CP-4 than the declared one. */
    boolean isForOthers(DriverCapabilities capabilities) {
      return redoTail.isPresent()
          && capabilities.redoTail().isPresent()
          && !redoTail.equals(capabilities.redoTail());
    }

    /** Returns what the driver does not declare. */
    Set<String> missing(DriverCapabilities capabilities) {
      Set<String> missing = new TreeSet<>();
      for (LogMethod method : methods) {
        if (!capabilities.canDo(method)) {
          missing.add(method.jsonName());
        }
      }
      for (Feature feature : features) {
        if (!capabilities.features().contains(feature)) {
          missing.add(feature.jsonName());
        }
      }
      if (redoTail.isPresent() && capabilities.redoTail().isEmpty()) {
        missing.add("redoTail");
      }
      field
          .filter(shown -> !capabilities.observes().contains(Aspect.of(shown).orElseThrow()))
          .ifPresent(missing::add);
      return missing;
    }
  }

  private static Map<String, Set<Need>> needs(List<Vector> vectors) {
    Map<String, Set<Need>> needs = new HashMap<>();
    for (Vector vector : vectors) {
      List<Map<Aspect, Set<String>>> shownBySteps = Evidence.ofSteps(vector);
      Set<LogMethod> methods = EnumSet.noneOf(LogMethod.class);
      for (int index = 0; index < shownBySteps.size(); index++) {
        VectorStep step = vector.steps().get(index);
        methods.add(step.call().method());
        if (step.call().method() == LogMethod.OTHER) {
          methods.add(step.call().onOtherLog().method());
        }
        shownBySteps
            .get(index)
            .forEach((aspect, clauses) -> {
              boolean isError =
                  aspect == Aspect.RETURNS && step.result() instanceof CallResult.Threw;
              Optional<String> field =
                  isError ? Optional.empty() : Optional.of(aspect.stateField());
              Set<LogMethod> needed = EnumSet.copyOf(methods);
              if (aspect == Aspect.RECENT) {
                needed.add(LogMethod.RECENT);
              }
              for (String clause : clauses) {
                Set<Feature> features = EnumSet.noneOf(Feature.class);
                features.addAll(vector.features());
                if (!clause.equals("EL-11")) {
                  // A count shows the other clauses as well.
                  features.remove(Feature.DEFAULT_COUNT);
                }
                needs
                    .computeIfAbsent(clause, any -> new HashSet<>())
                    .add(new Need(needed, features, vector.redoTail(), field));
              }
            });
      }
    }
    return needs;
  }

  /** Whether a driver can be tested for a clause. */
  static boolean isTestable(String clause) {
    return NEEDS.containsKey(clause);
  }

  /** Whether what a log can do is enough for a case that shows a clause. */
  static boolean isOfOperations(String clause, DriverCapabilities capabilities) {
    return NEEDS.getOrDefault(clause, Set.of()).stream()
        .anyMatch(need ->
            capabilities.methods().containsAll(need.methods())
                && capabilities.features().containsAll(need.features()));
  }

  /** Returns the reason for people: what the driver would have to declare. */
  static String of(String clause, DriverCapabilities capabilities) {
    Set<Need> needs = NEEDS.getOrDefault(clause, Set.of());
    if (needs.isEmpty()) {
      return "not testable through a driver";
    }
    List<Set<String>> missing = new ArrayList<>();
    for (Need need : needs) {
      if (!need.isForOthers(capabilities)) {
        missing.add(need.missing(capabilities));
      }
    }
    int fewest = missing.stream().mapToInt(Set::size).min().orElse(0);
    return fewest == 0
        ? "no program reached it"
        : missing.stream()
            .filter(words -> words.size() == fewest)
            .map(words -> String.join(" and ", words))
            .distinct()
            .sorted()
            .collect(Collectors.joining(" or ", "needs ", ""));
  }
}
