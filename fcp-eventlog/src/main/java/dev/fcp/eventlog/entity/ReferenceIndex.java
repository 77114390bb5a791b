package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of the references by target, updated with each change of the model. Immutable. Targets
 * may be missing.
 */
final class ReferenceIndex<K extends Comparable<? super K>> {

  /**
   * The key of a reference. Without referrer and role, it precedes all references to the target.
   */
  record IndexKey<K>(K target, @Nullable K referrer, String role) {}

  private final PersistentMap<IndexKey<K>, Reference<K>> byTarget;

  private ReferenceIndex(PersistentMap<IndexKey<K>, Reference<K>> byTarget) {
    this.byTarget = byTarget;
  }

  /** The index of all references of many entities. */
  static <K extends Comparable<? super K>> ReferenceIndex<K> of(
      Map<K, List<Reference<K>>> references) {
    List<Map.Entry<IndexKey<K>, Reference<K>>> all = new ArrayList<>();
    references.forEach((referrer, outgoing) ->
        outgoing.forEach(
            reference -> all.add(Map.entry(indexKey(referrer, reference), reference))));
    Comparator<IndexKey<K>> comparator = comparator();
    all.sort(Map.Entry.comparingByKey(comparator));
    return new ReferenceIndex<>(
        PersistentMap.ofSorted(comparator, withoutRepeats(all, comparator)));
  }

  /** One entity may refer to another more than once in the same role; that is one reference. */
  private static <T, V> List<Map.Entry<T, V>> withoutRepeats(
      List<Map.Entry<T, V>> sorted, Comparator<T> comparator) {
    List<Map.Entry<T, V>> distinct = new ArrayList<>(sorted.size());
    for (Map.Entry<T, V> entry : sorted) {
      int last = distinct.size() - 1;
      if (last < 0 || comparator.compare(distinct.get(last).getKey(), entry.getKey()) != 0) {
        distinct.add(entry);
      }
    }
    return distinct;
  }

  /** The index after the references of one entity changed. */
  ReferenceIndex<K> with(K referrer, List<Reference<K>> removed, List<Reference<K>> added) {
    if (removed.equals(added)) {
      return this;
    }
    PersistentMap<IndexKey<K>, Reference<K>> changed = byTarget;
    for (Reference<K> reference : removed) {
      changed = changed.without(indexKey(referrer, reference));
    }
    for (Reference<K> reference : added) {
      changed = changed.with(indexKey(referrer, reference), reference);
    }
    return new ReferenceIndex<>(changed);
  }

  /** The references to an entity, by referrer. */
  List<Map.Entry<K, Reference<K>>> to(K target) {
    List<Map.Entry<K, Reference<K>>> found = new ArrayList<>();
    for (Map.Entry<IndexKey<K>, Reference<K>> entry :
        byTarget.from(new IndexKey<>(target, null, ""))) {
      K referrer = entry.getKey().referrer();
      if (referrer == null || entry.getKey().target().compareTo(target) != 0) {
        break;
      }
      found.add(Map.entry(referrer, entry.getValue()));
    }
    return found;
  }

  /** The entities to which a change refers in its old and new values, including its scope. */
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

  private static <K> IndexKey<K> indexKey(K referrer, Reference<K> reference) {
    return new IndexKey<>(reference.target(), referrer, reference.role());
  }

  private static <K extends Comparable<? super K>> Comparator<IndexKey<K>> comparator() {
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
