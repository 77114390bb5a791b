package dev.fcp.spec.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Places with names. */
final class NaiveNames<M, E> {

  private final Map<String, NaivePlace<M, E>> places = new TreeMap<>();

  NaiveNames<M, E> copy() {
    NaiveNames<M, E> copy = new NaiveNames<>();
    copy.places.putAll(places);
    return copy;
  }

  void put(String name, NaivePlace<M, E> place) {
    places.put(name, place);
  }

  Optional<NaivePlace<M, E>> get(String name) {
    return Optional.ofNullable(places.get(name));
  }

  boolean stands(NaivePlace<M, E> place) {
    return places.containsValue(place);
  }

  List<NaivePlace<M, E>> places() {
    return List.copyOf(places.values());
  }

  /** What has its name from one place has it from another one then. */
  void move(NaivePlace<M, E> from, NaivePlace<M, E> to) {
    places.replaceAll((name, place) -> place.equals(from) ? to : place);
  }

  Map<String, List<String>> paths() {
    Map<String, List<String>> paths = new TreeMap<>();
    places.forEach((name, place) -> paths.put(name, place.path()));
    return paths;
  }
}
