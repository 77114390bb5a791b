package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who refers to whom, kept in step with the entities of a model. Immutable. Targets may be missing.
 */
final class References<K extends Comparable<? super K>> {

  /** One reference; without referrer and role: the place before all references to the target. */
  record Referral<K>(K target, @Nullable K referrer, String role) {}

  private final PersistentMap<Referral<K>, Reference<K>> byTarget;

  private References(PersistentMap<Referral<K>, Reference<K>> byTarget) {
    this.byTarget = byTarget;
  }

  /** All references of many entities at once. */
  static <K extends Comparable<? super K>> References<K> of(Map<K, List<Reference<K>>> references) {
    List<Map.Entry<Referral<K>, Reference<K>>> all = new ArrayList<>();
    references.forEach((referrer, made) ->
        made.forEach(reference -> all.add(Map.entry(referral(referrer, reference), reference))));
    Comparator<Referral<K>> order = order();
    all.sort(Map.Entry.comparingByKey(order));
    return new References<>(PersistentMap.ofSorted(order, withoutRepeats(all, order)));
  }

  /** One entity may refer to another more than once in the same role; that is one reference. */
  private static <T, V> List<Map.Entry<T, V>> withoutRepeats(
      List<Map.Entry<T, V>> sorted, Comparator<T> order) {
    List<Map.Entry<T, V>> distinct = new ArrayList<>(sorted.size());
    for (Map.Entry<T, V> entry : sorted) {
      int last = distinct.size() - 1;
      if (last < 0 || order.compare(distinct.get(last).getKey(), entry.getKey()) != 0) {
        distinct.add(entry);
      }
    }
    return distinct;
  }

  /** The references after those of one entity went and others came. */
  References<K> with(K referrer, List<Reference<K>> gone, List<Reference<K>> come) {
    if (gone.equals(come)) {
      return this;
    }
    PersistentMap<Referral<K>, Reference<K>> changed = byTarget;
    for (Reference<K> reference : gone) {
      changed = changed.without(referral(referrer, reference));
    }
    for (Reference<K> reference : come) {
      changed = changed.with(referral(referrer, reference), reference);
    }
    return new References<>(changed);
  }

  /** The references to an entity, by referrer. */
  List<Map.Entry<K, Reference<K>>> to(K target) {
    List<Map.Entry<K, Reference<K>>> found = new ArrayList<>();
    for (Map.Entry<Referral<K>, Reference<K>> entry :
        byTarget.from(new Referral<>(target, null, ""))) {
      K referrer = entry.getKey().referrer();
      if (referrer == null || entry.getKey().target().compareTo(target) != 0) {
        break;
      }
      found.add(Map.entry(referrer, entry.getValue()));
    }
    return found;
  }

  /** The entities that a change refers to in its old and new values, its scope included. */
  static <K extends Comparable<? super K>, V> Set<EntityRef> mentioned(
      EntitySpec<K, V> spec, Change<K, V> change) {
    Set<EntityRef> mentioned = new LinkedHashSet<>();
    spec.scope(change.key()).map(spec::ref).ifPresent(mentioned::add);
    for (Map<String, Value> units : unitsOf(spec, change)) {
      for (Reference<K> reference : spec.references(change.key(), units)) {
        mentioned.add(spec.ref(reference.target()));
      }
    }
    return mentioned;
  }

  private static <K extends Comparable<? super K>, V> List<Map<String, Value>> unitsOf(
      EntitySpec<K, V> spec, Change<K, V> change) {
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) -> List.of(spec.units(entity));
      case Change.Deleted<K, V>(var key, var entity) -> List.of(spec.units(entity));
      case Change.Modified<K, V>(var key, var before, var after) ->
          List.of(before.fields(), after.fields());
    };
  }

  private static <K> Referral<K> referral(K referrer, Reference<K> reference) {
    return new Referral<>(reference.target(), referrer, reference.role());
  }

  private static <K extends Comparable<? super K>> Comparator<Referral<K>> order() {
    return (a, b) -> {
      int byTarget = a.target().compareTo(b.target());
      if (byTarget != 0) {
        return byTarget;
      }
      K left = a.referrer();
      K right = b.referrer();
      if (left == null || right == null) {
        return Boolean.compare(left != null, right != null);
      }
      int byReferrer = left.compareTo(right);
      return byReferrer != 0 ? byReferrer : a.role().compareTo(b.role());
    };
  }
}
