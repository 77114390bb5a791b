package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Value;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Merges two consecutive changes of the same entity into one. */
final class ChangeMerger {

  private ChangeMerger() {}

  static <K extends Comparable<? super K>, V> EventMerge<Change<K, V>> merge(
      EntitySpec<K, V> spec, Change<K, V> first, Change<K, V> second) {
    if (first.inverse().equals(second)) {
      return new EventMerge.CancelledOut<>();
    }
    return switch (first) {
      case Change.Created<K, V>(var key, var entity) ->
          mergeIntoCreation(spec, key, entity, second);
      case Change.Deleted<K, V> deleted -> new EventMerge.NotMergeable<>();
      case Change.Modified<K, V> modified -> mergeIntoModification(spec, modified, second);
    };
  }

  private static <K extends Comparable<? super K>, V> EventMerge<Change<K, V>> mergeIntoCreation(
      EntitySpec<K, V> spec, K key, V entity, Change<K, V> second) {
    if (!(second instanceof Change.Modified<K, V> modified)) {
      return new EventMerge.NotMergeable<>();
    }
    return modifiedEntity(spec, entity, modified)
        .<EventMerge<Change<K, V>>>map(
            it -> new EventMerge.MergedInto<>(new Change.Created<>(key, it)))
        .orElseGet(EventMerge.NotMergeable::new);
  }

  /** An entity after a modification; empty if it does not have the expected old values. */
  private static <K extends Comparable<? super K>, V> Optional<V> modifiedEntity(
      EntitySpec<K, V> spec, V entity, Change.Modified<K, V> change) {
    Change.Modified<K, V> others = change.without(TextUnits.edited(spec, change));
    Optional<V> replaced =
        others.isEmpty()
            ? Optional.of(entity)
            : replaceUnits(spec.units(entity), others.before(), others.after())
                .map(units -> spec.entity(change.key(), units));
    try {
      return replaced.map(it -> TextUnits.apply(spec, change, TextUnits.edited(spec, change), it));
    } catch (IllegalArgumentException e) {
      // The entity has another text.
      return Optional.empty();
    }
  }

  private static <K extends Comparable<? super K>, V>
      EventMerge<Change<K, V>> mergeIntoModification(
          EntitySpec<K, V> spec, Change.Modified<K, V> first, Change<K, V> second) {
    return switch (second) {
      case Change.Created<K, V> created -> new EventMerge.NotMergeable<>();
      case Change.Deleted<K, V>(var key, var entity) ->
          modifiedEntity(spec, entity, first.inverse())
              .<EventMerge<Change<K, V>>>map(
                  it -> new EventMerge.MergedInto<>(new Change.Deleted<>(key, it)))
              .orElseGet(EventMerge.NotMergeable::new);
      case Change.Modified<K, V> modified -> mergeModifications(spec, first, modified);
    };
  }

  private static <K extends Comparable<? super K>, V> EventMerge<Change<K, V>> mergeModifications(
      EntitySpec<K, V> spec, Change.Modified<K, V> first, Change.Modified<K, V> second) {
    Set<String> commonUnits = new TreeSet<>(first.units());
    commonUnits.retainAll(second.units());
    commonUnits.removeAll(spec.textUnits());
    for (String unit : commonUnits) {
      if (!first.after().find(unit).equals(second.before().find(unit))) {
        return new EventMerge.NotMergeable<>();
      }
    }
    Map<String, Value> before = new TreeMap<>(second.without(commonUnits).before().fields());
    before.putAll(first.before().fields());
    Map<String, Value> after = new TreeMap<>(first.without(commonUnits).after().fields());
    after.putAll(second.after().fields());
    Change.Modified<K, V> merged =
        TextUnits.withEditsOf(spec, Change.between(first.key(), before, after), first, second);
    return merged.isEmpty() ? new EventMerge.CancelledOut<>() : new EventMerge.MergedInto<>(merged);
  }

  /** Replaces some values of units; empty if the units do not have the expected old values. */
  private static Optional<SortedMap<String, Value>> replaceUnits(
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
