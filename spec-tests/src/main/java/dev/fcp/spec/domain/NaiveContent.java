package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The visible content of a model of the entity kit, computed naively: entities are compared by
 * content, ordered ones in lists. A scope is identified by its stored name or, without one, by its
 * index. Order keys and names that the file does not store are left out.
 *
 * @param scopes the content of the document and of each scope
 */
record NaiveContent(Map<Value, Scope> scopes) {

  /**
   * The content of one scope: unordered entities with their counts, ordered entities row by row,
   * and derived content.
   */
  record Scope(
      Map<Value, Integer> unordered,
      Map<List<Value>, Integer> siblingGroups,
      Optional<Value> derivedContent) {}

  static <K extends Comparable<? super K>, V> NaiveContent of(EntityModel<K, V> model) {
    return new Reader<>(model).read();
  }

  /** An entity in a row, compared in document order. */
  private record Member<K extends Comparable<? super K>>(
      SortKey sortKey, K key, int index, Value content) implements Comparable<Member<K>> {
    @Override
    public int compareTo(Member<K> other) {
      int byOrder = sortKey.orderKey().compareTo(other.sortKey.orderKey());
      int byKey = byOrder != 0 ? byOrder : key.compareTo(other.key);
      return byKey != 0 ? byKey : Integer.compare(index, other.index);
    }
  }

  private static final class Reader<K extends Comparable<? super K>, V> {
    private final EntityModel<K, V> model;
    private final EntitySpec<K, V> spec;
    private final Map<K, V> entities = new HashMap<>();
    private final Map<Optional<K>, Map<Value, Integer>> unordered = new HashMap<>();
    private final Map<Optional<K>, TreeMap<Long, List<Member<K>>>> ordered = new HashMap<>();

    Reader(EntityModel<K, V> model) {
      this.model = model;
      this.spec = model.spec();
      for (Map.Entry<K, V> entry : model.entities()) {
        entities.put(entry.getKey(), entry.getValue());
      }
    }

    NaiveContent read() {
      entities.forEach(this::add);
      ordered.values().forEach(groups -> groups.values().forEach(group -> group.sort(null)));
      Map<Value, Scope> scopes = new HashMap<>();
      var owners = new java.util.HashSet<>(unordered.keySet());
      owners.addAll(ordered.keySet());
      entities.keySet().stream()
          .map(Optional::of)
          .filter(key -> derivedContent(key).isPresent())
          .forEach(owners::add);
      for (Optional<K> owner : owners) {
        scopes.put(scopeName(owner), scope(owner));
      }
      return new NaiveContent(scopes);
    }

    private void add(K key, V entity) {
      Optional<K> scope = spec.scope(key);
      Value content = spec.content(key, entity);
      List<SortKey> sortKeys = spec.sortKeys(entity);
      if (sortKeys.isEmpty()) {
        unordered.computeIfAbsent(scope, s -> new HashMap<>()).merge(content, 1, Integer::sum);
      }
      for (int index = 0; index < sortKeys.size(); index++) {
        Value memberContent =
            index == 0 ? content : new Value.Sequence(List.of(content, Value.of((long) index)));
        ordered
            .computeIfAbsent(scope, s -> new TreeMap<>())
            .computeIfAbsent(sortKeys.get(index).group(), g -> new ArrayList<>())
            .add(new Member<>(sortKeys.get(index), key, index, memberContent));
      }
    }

    private Optional<Value> derivedContent(Optional<K> scope) {
      return scope.flatMap(key -> spec.derivedContent(key, entities.get(key), model));
    }

    private Scope scope(Optional<K> owner) {
      Map<List<Value>, Integer> siblingGroups = new HashMap<>();
      for (List<Member<K>> siblingGroup : ordered.getOrDefault(owner, new TreeMap<>()).values()) {
        siblingGroups.merge(siblingGroup.stream().map(Member::content).toList(), 1, Integer::sum);
      }
      return new Scope(
          unordered.getOrDefault(owner, Map.of()), siblingGroups, derivedContent(owner));
    }

    private Value scopeName(Optional<K> owner) {
      if (owner.isEmpty()) {
        return new Value.Sequence(List.of());
      }
      K key = owner.get();
      Value name =
          !spec.sortKeys(entities.get(key)).isEmpty()
              ? Value.of(ordinal(key))
              : spec.storedName(key, entities.get(key)).<Value>map(Value::of).orElseThrow();
      return new Value.Sequence(List.of(scopeName(spec.scope(key)), name));
    }

    private long ordinal(K key) {
      long before = 0;
      for (List<Member<K>> siblingGroup :
          ordered.getOrDefault(spec.scope(key), new TreeMap<>()).values()) {
        for (Member<K> member : siblingGroup) {
          if (member.key().equals(key)) {
            return before;
          }
          before++;
        }
      }
      return before;
    }
  }
}
