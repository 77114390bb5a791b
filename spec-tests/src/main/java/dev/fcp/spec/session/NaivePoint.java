package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A history point: its model, the labels of the steps that led to it, the last of these steps, and
 * the operation that made it. Compared by identity.
 */
final class NaivePoint<M, E> {

  private final Optional<NaivePoint<M, E>> parent;
  private final List<String> path;
  private final M model;
  private final Optional<Step<E>> step;
  private final int operation;

  private NaivePoint(
      Optional<NaivePoint<M, E>> parent,
      List<String> path,
      M model,
      Optional<Step<E>> step,
      int operation) {
    this.parent = parent;
    this.path = List.copyOf(path);
    this.model = model;
    this.step = step;
    this.operation = operation;
  }

  static <M, E> NaivePoint<M, E> base(M model) {
    return new NaivePoint<>(Optional.empty(), List.of(), model, Optional.empty(), 0);
  }

  NaivePoint<M, E> then(Step<E> step, M model, int operation) {
    List<String> labels = new ArrayList<>(path);
    labels.add(step.label());
    return new NaivePoint<>(Optional.of(this), labels, model, Optional.of(step), operation);
  }

  Optional<NaivePoint<M, E>> parent() {
    return parent;
  }

  List<String> path() {
    return path;
  }

  M model() {
    return model;
  }

  Optional<Step<E>> step() {
    return step;
  }

  int operation() {
    return operation;
  }

  String label() {
    return path.get(path.size() - 1);
  }

  List<E> events() {
    return step.map(Step::events).orElse(List.of());
  }

  EditorSelection editorSelection() {
    return step.map(Step::editorSelection).orElse(EditorSelection.NONE);
  }

  /** Returns all points on the path to this one, the base first and this one last. */
  List<NaivePoint<M, E>> pathFromBase() {
    List<NaivePoint<M, E>> points = new ArrayList<>();
    Optional<NaivePoint<M, E>> point = Optional.of(this);
    while (point.isPresent()) {
      points.add(point.get());
      point = point.get().parent;
    }
    Collections.reverse(points);
    return points;
  }

  /**
   * Returns the editor selection on arrival: that after the last redone step, or before the last
   * undone one.
   */
  Value.Fields selectionWhenComingFrom(NaivePoint<M, E> origin) {
    List<NaivePoint<M, E>> redone = pathFromBase();
    redone.removeAll(origin.pathFromBase());
    List<NaivePoint<M, E>> undone = origin.pathFromBase();
    undone.removeAll(pathFromBase());
    if (!redone.isEmpty()) {
      return editorSelection().after();
    }
    return undone.isEmpty() ? Value.Fields.EMPTY : undone.get(0).editorSelection().before();
  }
}
