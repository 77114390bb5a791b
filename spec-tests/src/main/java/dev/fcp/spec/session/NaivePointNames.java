package dev.fcp.spec.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Names of history points. */
final class NaivePointNames<M, E> {

  private final Map<String, NaivePoint<M, E>> points = new TreeMap<>();

  NaivePointNames<M, E> copy() {
    NaivePointNames<M, E> copy = new NaivePointNames<>();
    copy.points.putAll(points);
    return copy;
  }

  void put(String name, NaivePoint<M, E> point) {
    points.put(name, point);
  }

  Optional<NaivePoint<M, E>> get(String name) {
    return Optional.ofNullable(points.get(name));
  }

  boolean containsPoint(NaivePoint<M, E> point) {
    return points.containsValue(point);
  }

  List<NaivePoint<M, E>> points() {
    return List.copyOf(points.values());
  }

  /** Moves all names of a point to another one. */
  void move(NaivePoint<M, E> from, NaivePoint<M, E> to) {
    points.replaceAll((name, point) -> point.equals(from) ? to : point);
  }

  Map<String, List<String>> paths() {
    Map<String, List<String>> paths = new TreeMap<>();
    points.forEach((name, point) -> paths.put(name, point.path()));
    return paths;
  }
}
