package dev.fcp.spec.session;

import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A model, the labels of the steps that led to it, and the last of them; only itself. */
final class NaivePlace<M, E> {

  final List<String> path;
  final M model;
  final Optional<Step<E>> step;
  final int operation;

  NaivePlace(List<String> path, M model, Optional<Step<E>> step, int operation) {
    this.path = List.copyOf(path);
    this.model = model;
    this.step = step;
    this.operation = operation;
  }

  NaivePlace<M, E> then(Step<E> next, M reached, int operation) {
    List<String> longer = new ArrayList<>(path);
    longer.add(next.label());
    return new NaivePlace<>(longer, reached, Optional.of(next), operation);
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
}
