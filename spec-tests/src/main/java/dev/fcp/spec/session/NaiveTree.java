package dev.fcp.spec.session;

import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All places that ever were, and the names of branches; in lists. */
final class NaiveTree<M, E> {

  private final List<NaivePlace<M, E>> all;
  private final Set<NaivePlace<M, E>> replaced;
  private final NaiveNames<M, E> names;

  private NaiveTree(
      List<NaivePlace<M, E>> all, Set<NaivePlace<M, E>> replaced, NaiveNames<M, E> names) {
    this.all = new ArrayList<>(all);
    this.replaced = new HashSet<>(replaced);
    this.names = names;
  }

  static <M, E> NaiveTree<M, E> of(NaivePlace<M, E> base) {
    return new NaiveTree<>(List.of(base), Set.of(), new NaiveNames<>());
  }

  NaiveTree<M, E> copy() {
    return new NaiveTree<>(all, replaced, names.copy());
  }

  int size() {
    return all.size();
  }

  NaivePlace<M, E> at(int number) {
    return all.get(number % all.size());
  }

  /** All steps, in the order in which they were made. */
  List<Step<E>> steps() {
    return all.stream().flatMap(place -> place.step().stream()).toList();
  }

  /** A name goes with what is made where it stands. */
  void add(NaivePlace<M, E> place) {
    rename(place.parent().orElseThrow(), place);
    all.add(place);
  }

  void forget(NaivePlace<M, E> place) {
    all.remove(place);
  }

  void replace(List<NaivePlace<M, E>> places) {
    replaced.addAll(places);
  }

  void rename(NaivePlace<M, E> from, NaivePlace<M, E> to) {
    names.move(from, to);
  }

  void name(String name, NaivePlace<M, E> place, NaivePlace<M, E> lineEnd) {
    List<NaivePlace<M, E>> ends = new ArrayList<>(List.of(lineEnd));
    ends.addAll(leaves());
    ends.removeIf(end -> !end.way().contains(place));
    names.put(name, ends.isEmpty() ? place : ends.get(0));
  }

  Optional<NaivePlace<M, E>> named(String name) {
    return names.get(name);
  }

  Map<String, List<String>> names() {
    return names.paths();
  }

  /** Where branches end: the line, then what nothing follows, the newest first, then the named. */
  Set<NaivePlace<M, E>> ends(NaivePlace<M, E> lineEnd) {
    Set<NaivePlace<M, E>> ends = new LinkedHashSet<>(List.of(lineEnd));
    ends.addAll(leaves());
    ends.addAll(names.places());
    return ends;
  }

  private List<NaivePlace<M, E>> leaves() {
    Set<NaivePlace<M, E>> inner = new HashSet<>(replaced);
    all.forEach(place -> place.parent().ifPresent(inner::add));
    inner.add(all.get(0));
    return all.reversed().stream().filter(place -> !inner.contains(place)).toList();
  }
}
