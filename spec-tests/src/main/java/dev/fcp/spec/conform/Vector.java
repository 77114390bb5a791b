package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A program that begins with an empty log, with the expected observations after every call.
 *
 * @param name a unique name
 * @param origin where it comes from: worked, corner, shrunk or random
 * @param redoTail the capability of CP-4 that the vector is for; empty if no checkpoint is set over
 *     a redo tail
 * @param steps the calls
 * @param features what a driver must support beside the methods
 */
record Vector(
    String name,
    String origin,
    Optional<RedoTail> redoTail,
    List<VectorStep> steps,
    Set<Feature> features) {

  Vector {
    steps = List.copyOf(steps);
  }

  Vector(String name, String origin, Optional<RedoTail> redoTail, List<VectorStep> steps) {
    this(name, origin, redoTail, steps, features(steps));
  }

  /** Whether the vector is so long that a slow log cannot be told from one that hangs. */
  boolean isLong() {
    return steps.size() >= LongPrograms.ELEVEN_HUNDRED;
  }

  private static Set<Feature> features(List<VectorStep> steps) {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    if (steps.size() > LongPrograms.ELEVEN_HUNDRED) {
      features.add(Feature.BRIEF_REPLIES);
    }
    for (VectorStep step : steps) {
      if (step.call().hasDefaultCount()) {
        features.add(Feature.DEFAULT_COUNT);
      }
      if (step.call().hasLoneSurrogate()) {
        features.add(Feature.LONE_SURROGATES);
        if (step.state().isEmpty()) {
          // JSON libraries reject member names with lone surrogates, so a table cannot be read.
          features.add(Feature.BRIEF_REPLIES);
        }
      }
    }
    return features;
  }

  /** Returns this vector with a count in every call of undo and redo. */
  Vector withCounts() {
    return features.contains(Feature.DEFAULT_COUNT)
        ? ReferenceModel.vectorOf(
            name,
            origin,
            program().stream().map(Call::withCount).toList(),
            redoTail.orElse(RedoTail.KEEPS),
            index -> !steps.get(index).state().isEmpty())
        : this;
  }

  List<Call> program() {
    return steps.stream().map(VectorStep::call).toList();
  }

  /** Returns the clauses that the vector can find broken, in the order of their ids. */
  Set<String> clauses() {
    return steps.stream()
        .flatMap(step -> step.clauses().values().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the vector tests a clause of an area such as {@code CP}, or a single clause. */
  boolean concerns(String areaOrClause) {
    return clauses().stream().anyMatch(clause -> isInArea(clause, areaOrClause));
  }

  static boolean isInArea(String clause, String areaOrClause) {
    return clause.equals(areaOrClause) || clause.startsWith(areaOrClause + "-");
  }
}
