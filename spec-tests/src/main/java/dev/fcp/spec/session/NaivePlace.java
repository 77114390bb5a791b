package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A model, the labels of the steps that led to it, the last of them and in which operation it was
 * made; only itself.
 */
final class NaivePlace<M, E> {

  private final Optional<NaivePlace<M, E>> parent;
  private final List<String> path;
  private final M model;
  private final Optional<Step<E>> step;
  private final int operation;

  private NaivePlace(
      Optional<NaivePlace<M, E>> parent,
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

  static <M, E> NaivePlace<M, E> base(M model) {
    return new NaivePlace<>(Optional.empty(), List.of(), model, Optional.empty(), 0);
  }

  NaivePlace<M, E> then(Step<E> next, M reached, int operation) {
    List<String> longer = new ArrayList<>(path);
    longer.add(next.label());
    return new NaivePlace<>(Optional.of(this), longer, reached, Optional.of(next), operation);
  }

  Optional<NaivePlace<M, E>> parent() {
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

  Focus focus() {
    return step.map(Step::focus).orElse(Focus.NONE);
  }

  /** All places that lead here, the base first and this one last. */
  List<NaivePlace<M, E>> way() {
    List<NaivePlace<M, E>> way = new ArrayList<>();
    Optional<NaivePlace<M, E>> place = Optional.of(this);
    while (place.isPresent()) {
      way.add(place.get());
      place = place.get().parent;
    }
    Collections.reverse(way);
    return way;
  }

  /** Where the user is who comes here: after the last step made again, or before one taken back. */
  Value.Fields focusFrom(NaivePlace<M, E> there) {
    List<NaivePlace<M, E>> ahead = way();
    ahead.removeAll(there.way());
    List<NaivePlace<M, E>> back = there.way();
    back.removeAll(way());
    if (!ahead.isEmpty()) {
      return focus().after();
    }
    return back.isEmpty() ? Value.Fields.NONE : back.get(0).focus().before();
  }
}
