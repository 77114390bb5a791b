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

  /**
   * What one scope contains: the unordered by how often they occur, the ordered row by row, and
   * what follows from them.
   */
  record Scope(
      Map<Value, Integer> unordered, Map<List<Value>, Integer> rows, Optional<Value> frame) {}

  static <K extends Comparable<? super K>, V> Content of(EntityModel<K, V> model) {
    return new Reader<>(model).read();
  }

  /** One entity in a row; compares as the order of the document does. */
  private record Member<K extends Comparable<? super K>>(
      Place place, K key, int part, Value content) implements Comparable<Member<K>> {
    @Override
    public int compareTo(Member<K> other) {
      int byOrder = place.order().compareTo(other.place.order());
      int byKey = byOrder != 0 ? byOrder : key.compareTo(other.key);
      return byKey != 0 ? byKey : Integer.compare(part, other.part);
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

    Content read() {
      entities.forEach(this::add);
      ordered.values().forEach(rows -> rows.values().forEach(row -> row.sort(null)));
      Map<Value, Scope> scopes = new HashMap<>();
      var owners = new java.util.HashSet<>(unordered.keySet());
      owners.addAll(ordered.keySet());
      entities.keySet().stream()
          .map(Optional::of)
          .filter(key -> frame(key).isPresent())
          .forEach(owners::add);
      for (Optional<K> owner : owners) {
        scopes.put(label(owner), scope(owner));
      }
      return new Content(scopes);
    }

    private void add(K key, V entity) {
      Optional<K> scope = spec.scope(key);
      Value content = spec.content(key, entity);
      List<Place> places = spec.places(entity);
      if (places.isEmpty()) {
        unordered.computeIfAbsent(scope, s -> new HashMap<>()).merge(content, 1, Integer::sum);
      }
      for (int part = 0; part < places.size(); part++) {
        Value seen =
            part == 0 ? content : new Value.Sequence(List.of(content, Value.of((long) part)));
        ordered
            .computeIfAbsent(scope, s -> new TreeMap<>())
            .computeIfAbsent(places.get(part).group(), g -> new ArrayList<>())
            .add(new Member<>(places.get(part), key, part, seen));
      }
    }

    private Optional<Value> frame(Optional<K> scope) {
      return scope.flatMap(key -> spec.frame(key, entities.get(key), model));
    }

    private Scope scope(Optional<K> owner) {
      Map<List<Value>, Integer> rows = new HashMap<>();
      for (List<Member<K>> row : ordered.getOrDefault(owner, new TreeMap<>()).values()) {
        rows.merge(row.stream().map(Member::content).toList(), 1, Integer::sum);
      }
      return new Scope(unordered.getOrDefault(owner, Map.of()), rows, frame(owner));
    }

    private Value label(Optional<K> owner) {
      if (owner.isEmpty()) {
        return new Value.Sequence(List.of());
      }
      K key = owner.get();
      Value own =
          !spec.places(entities.get(key)).isEmpty()
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
