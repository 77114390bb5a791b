package dev.fcp.midi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds what belongs together in two lists, from the surest sign to the weakest. */
final class Matching<T> {

  private final List<T> from;
  private final Set<T> free;
  private final List<T> open;
  private final Map<T, T> matches = new LinkedHashMap<>();

  /** Nothing is matched yet; the elements of each list differ. */
  Matching(Collection<T> from, Collection<T> to) {
    this.from = List.copyOf(from);
    this.free = new HashSet<>(from);
    this.open = new ArrayList<>(to);
  }

  /**
   * Matches those that are still alone and have an equal sign, in the order of the lists.
   *
   * @param ofFrom the sign of an element of the first list; empty if it has none
   * @param ofTo the sign of an element of the second list
   */
  Matching<T> by(
      Function<T, ? extends Optional<?>> ofFrom, Function<T, ? extends Optional<?>> ofTo) {
    if (open.isEmpty() || free.isEmpty()) {
      return this;
    }
    Map<Object, Deque<T>> signs = new HashMap<>();
    for (T element : from) {
      if (free.contains(element)) {
        ofFrom
            .apply(element)
            .ifPresent(sign -> signs.computeIfAbsent(sign, s -> new ArrayDeque<>()).add(element));
      }
    }
    open.removeIf(element ->
        ofTo.apply(element)
            .map(signs::get)
            .map(Deque::poll)
            .filter(match -> matched(match, element))
            .isPresent());
    return this;
  }

  private boolean matched(T match, T element) {
    matches.put(element, match);
    return free.remove(match);
  }

  /** What was matched: elements of the second list with those of the first. */
  Map<T, T> matches() {
    return matches;
  }

  /** What has no partner in the first list. */
  List<T> open() {
    return open;
  }
}
