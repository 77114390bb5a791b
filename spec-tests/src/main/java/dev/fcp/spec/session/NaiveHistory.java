package dev.fcp.spec.session;

import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All history points and the names of branches, in lists. */
final class NaiveHistory<M, E> {

  private final List<NaivePoint<M, E>> allPoints;
  private final Set<NaivePoint<M, E>> replacedPoints;
  private final NaivePointNames<M, E> branchNames;

  private NaiveHistory(
      List<NaivePoint<M, E>> allPoints,
      Set<NaivePoint<M, E>> replacedPoints,
      NaivePointNames<M, E> branchNames) {
    this.allPoints = new ArrayList<>(allPoints);
    this.replacedPoints = new HashSet<>(replacedPoints);
    this.branchNames = branchNames;
  }

  static <M, E> NaiveHistory<M, E> of(NaivePoint<M, E> base) {
    return new NaiveHistory<>(List.of(base), Set.of(), new NaivePointNames<>());
  }

  NaiveHistory<M, E> copy() {
    return new NaiveHistory<>(allPoints, replacedPoints, branchNames.copy());
  }

  int size() {
    return allPoints.size();
  }

  NaivePoint<M, E> pointAt(int number) {
    return allPoints.get(number % allPoints.size());
  }

  /** Returns all steps in the order in which they were made. */
  List<Step<E>> steps() {
    return allPoints.stream().flatMap(point -> point.step().stream()).toList();
  }

  /** Adds a point; a branch name on its parent moves to it. */
  void add(NaivePoint<M, E> point) {
    rename(point.parent().orElseThrow(), point);
    allPoints.add(point);
  }

  void remove(NaivePoint<M, E> point) {
    allPoints.remove(point);
  }

  void replace(List<NaivePoint<M, E>> points) {
    replacedPoints.addAll(points);
  }

  void rename(NaivePoint<M, E> from, NaivePoint<M, E> to) {
    branchNames.move(from, to);
  }

  void name(String name, NaivePoint<M, E> point, NaivePoint<M, E> stackEnd) {
    List<NaivePoint<M, E>> ends = new ArrayList<>(List.of(stackEnd));
    ends.addAll(leaves());
    ends.removeIf(end -> !end.pathFromBase().contains(point));
    branchNames.put(name, ends.isEmpty() ? point : ends.get(0));
  }

  Optional<NaivePoint<M, E>> namedPoint(String name) {
    return branchNames.get(name);
  }

  Map<String, List<String>> names() {
    return branchNames.paths();
  }

  /**
   * Returns the ends of all branches: first that of the undo stack, then the leaves, newest first,
   * then the named points.
   */
  Set<NaivePoint<M, E>> branchEnds(NaivePoint<M, E> stackEnd) {
    Set<NaivePoint<M, E>> ends = new LinkedHashSet<>(List.of(stackEnd));
    ends.addAll(leaves());
    ends.addAll(branchNames.points());
    return ends;
  }

  private List<NaivePoint<M, E>> leaves() {
    Set<NaivePoint<M, E>> innerPoints = new HashSet<>(replacedPoints);
    allPoints.forEach(point -> point.parent().ifPresent(innerPoints::add));
    innerPoints.add(allPoints.get(0));
    return allPoints.reversed().stream().filter(point -> !innerPoints.contains(point)).toList();
  }
}
