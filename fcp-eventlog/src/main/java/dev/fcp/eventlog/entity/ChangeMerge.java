package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.Value;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Two changes of one entity, the second right after the first, told as one. */
final class ChangeMerge {

  private ChangeMerge() {}

  static <K extends Comparable<? super K>, V> Merge<Change<K, V>> of(
      EntitySpec<K, V> spec, Change<K, V> first, Change<K, V> second) {
    if (first.inverse().equals(second)) {
      return new Merge.Nothing<>();
    }
    return switch (first) {
      case Change.Created<K, V>(var key, var entity) -> ontoCreation(spec, key, entity, second);
      case Change.Deleted<K, V> deleted -> new Merge.Apart<>();
      case Change.Modified<K, V> modified -> ontoModification(spec, modified, second);
    };
  }

  private static <K extends Comparable<? super K>, V> Merge<Change<K, V>> ontoCreation(
      EntitySpec<K, V> spec, K key, V entity, Change<K, V> second) {
    if (!(second instanceof Change.Modified<K, V> modified)) {
      return new Merge.Apart<>();
    }
    return replaced(spec.units(entity), modified.before(), modified.after())
        .<Merge<Change<K, V>>>map(
            units -> new Merge.Into<>(new Change.Created<>(key, spec.entity(key, units))))
        .orElseGet(Merge.Apart::new);
  }

  private static <K extends Comparable<? super K>, V> Merge<Change<K, V>> ontoModification(
      EntitySpec<K, V> spec, Change.Modified<K, V> first, Change<K, V> second) {
    return switch (second) {
      case Change.Created<K, V> created -> new Merge.Apart<>();
      case Change.Deleted<K, V>(var key, var entity) ->
          replaced(spec.units(entity), first.after(), first.before())
              .<Merge<Change<K, V>>>map(
                  units -> new Merge.Into<>(new Change.Deleted<>(key, spec.entity(key, units))))
              .orElseGet(Merge.Apart::new);
      case Change.Modified<K, V> modified -> joined(first, modified);
    };
  }

  private static <K, V> Merge<Change<K, V>> joined(
      Change.Modified<K, V> first, Change.Modified<K, V> second) {
    Set<String> both = new TreeSet<>(first.units());
    both.retainAll(second.units());
    for (String unit : both) {
      if (!first.after().find(unit).equals(second.before().find(unit))) {
        return new Merge.Apart<>();
      }
    }
    Map<String, Value> before = new TreeMap<>(second.without(both).before().fields());
    before.putAll(first.before().fields());
    Map<String, Value> after = new TreeMap<>(first.without(both).after().fields());
    after.putAll(second.after().fields());
    Change.Modified<K, V> joined = Change.between(first.key(), before, after);
    return joined.isEmpty() ? new Merge.Nothing<>() : new Merge.Into<>(joined);
  }

  /** Units of which some had these old values and get these new ones; empty if they had others. */
  private static Optional<SortedMap<String, Value>> replaced(
      Map<String, Value> units, Value.Fields from, Value.Fields to) {
    SortedMap<String, Value> replaced = new TreeMap<>(units);
    for (Map.Entry<String, Value> unit : from.fields().entrySet()) {
      if (!unit.getValue().equals(replaced.remove(unit.getKey()))) {
        return Optional.empty();
      }
    }
    for (Map.Entry<String, Value> unit : to.fields().entrySet()) {
      if (replaced.put(unit.getKey(), unit.getValue()) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(replaced);
  }
}
