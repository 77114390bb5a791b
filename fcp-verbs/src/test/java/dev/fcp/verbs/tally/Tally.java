package dev.fcp.verbs.tally;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The model of a tally: a title, which may be empty, and the count of each thing. */
public record Tally(String title, SortedMap<String, Integer> counts) {

  public Tally {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  Tally with(String thing, int count) {
    SortedMap<String, Integer> changed = new TreeMap<>(counts);
    changed.put(thing, count);
    return new Tally(title, changed);
  }

  Tally without(String thing) {
    SortedMap<String, Integer> changed = new TreeMap<>(counts);
    changed.remove(thing);
    return new Tally(title, changed);
  }
}
