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

/** Matches the elements of two lists by features, from the most to the least specific one. */
final class FeatureMatcher<T> {

  private final List<T> fromElements;
  private final Set<T> unmatchedFrom;
  private final List<T> unmatchedTo;
  private final Map<T, T> matches = new LinkedHashMap<>();

  /** Creates a matcher without matches; each list must not contain duplicates. */
  FeatureMatcher(Collection<T> fromElements, Collection<T> toElements) {
    this.fromElements = List.copyOf(fromElements);
    this.unmatchedFrom = new HashSet<>(fromElements);
    this.unmatchedTo = new ArrayList<>(toElements);
  }

  /**
   * Matches elements that are still unmatched and have equal features, in the order of the lists.
   *
   * @param featureOfFrom the feature of an element of the first list; empty if it has none
   * @param featureOfTo the feature of an element of the second list
   */
  FeatureMatcher<T> matchBy(
      Function<T, ? extends Optional<?>> featureOfFrom,
      Function<T, ? extends Optional<?>> featureOfTo) {
    if (unmatchedTo.isEmpty() || unmatchedFrom.isEmpty()) {
      return this;
    }
    Map<Object, Deque<T>> unmatchedByFeature = new HashMap<>();
    for (T element : fromElements) {
      if (unmatchedFrom.contains(element)) {
        featureOfFrom
            .apply(element)
            .ifPresent(feature ->
                unmatchedByFeature
                    .computeIfAbsent(feature, unused -> new ArrayDeque<>())
                    .add(element));
      }
    }
    unmatchedTo.removeIf(element ->
        featureOfTo
            .apply(element)
            .map(unmatchedByFeature::get)
            .map(Deque::poll)
            .filter(match -> addMatch(match, element))
            .isPresent());
    return this;
  }

  private boolean addMatch(T match, T element) {
    matches.put(element, match);
    return unmatchedFrom.remove(match);
  }

  /** The matches, from elements of the second list to elements of the first. */
  Map<T, T> matches() {
    return matches;
  }

  /** The elements of the second list without a match. */
  List<T> unmatched() {
    return unmatchedTo;
  }
}
