package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a reader of a document sees of a model of the entity kit, found the long way: all entities
 * by their content, the ordered ones in lists, scopes under their number, or without one under the
 * name that the file holds. Order keys, and names that the file does not hold, are left out.
 *
 * @param scopes what the document and each scope contains
 */
record Content(Map<Value, Scope> scopes) {

  /** What one scope contains: the unordered by how often they occur, the ordered row by row. */
  record Scope(Map<Value, Integer> unordered, Map<List<Value>, Integer> rows) {}

  static <K extends Comparable<? super K>, V> Content of(EntityModel<K, V> model) {
    return new Reader<>(model).read();
  }

  /** One entity in a row; compares as the order of the document does. */
  private record Member<K extends Comparable<? super K>>(Place place, K key, Value content)
      implements Comparable<Member<K>> {
    @Override
    public int compareTo(Member<K> other) {
      int byOrder = place.order().compareTo(other.place.order());
      return byOrder != 0 ? byOrder : key.compareTo(other.key);
    }
  }

  private static final class Reader<K extends Comparable<? super K>, V> {
    private final EntitySpec<K, V> spec;
    private final Map<K, V> entities = new HashMap<>();
    private final Map<Optional<K>, Map<Value, Integer>> unordered = new HashMap<>();
    private final Map<Optional<K>, TreeMap<Long, List<Member<K>>>> ordered = new HashMap<>();

    Reader(EntityModel<K, V> model) {
      this.spec = model.spec();
      for (Map.Entry<K, V> entry : model.entities()) {
        entities.put(entry.getKey(), entry.getValue());
      }
    }

    Content read() {
      entities.forEach(this::add);
      ordered.values().forEach(rows -> rows.values().forEach(row -> row.sort(null)));
      Map<Value, Scope> scopes = new HashMap<>();
      var owners = new java.util.HashSet<>(unordered.keySet());
      owners.addAll(ordered.keySet());
      for (Optional<K> owner : owners) {
        scopes.put(label(owner), scope(owner));
      }
      return new Content(scopes);
    }

    private void add(K key, V entity) {
      Optional<K> scope = spec.scope(key);
      Value content = spec.content(key, entity);
      Optional<Place> place = spec.place(entity);
      if (place.isEmpty()) {
        unordered.computeIfAbsent(scope, s -> new HashMap<>()).merge(content, 1, Integer::sum);
      } else {
        ordered
            .computeIfAbsent(scope, s -> new TreeMap<>())
            .computeIfAbsent(place.get().group(), g -> new ArrayList<>())
            .add(new Member<>(place.get(), key, content));
      }
    }

    private Scope scope(Optional<K> owner) {
      Map<List<Value>, Integer> rows = new HashMap<>();
      for (List<Member<K>> row : ordered.getOrDefault(owner, new TreeMap<>()).values()) {
        rows.merge(row.stream().map(Member::content).toList(), 1, Integer::sum);
      }
      return new Scope(unordered.getOrDefault(owner, Map.of()), rows);
    }

    private Value label(Optional<K> owner) {
      if (owner.isEmpty()) {
        return new Value.Sequence(List.of());
      }
      K key = owner.get();
      Value own =
          spec.place(entities.get(key)).isPresent()
              ? Value.of(ordinal(key))
              : spec.storedName(key, entities.get(key)).<Value>map(Value::of).orElseThrow();
      return new Value.Sequence(List.of(label(spec.scope(key)), own));
    }

    private long ordinal(K key) {
      long before = 0;
      for (List<Member<K>> row : ordered.getOrDefault(spec.scope(key), new TreeMap<>()).values()) {
        for (Member<K> member : row) {
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
