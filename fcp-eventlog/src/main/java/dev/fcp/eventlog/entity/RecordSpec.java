package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Entities that are records under keys of text: every component is a unit of its name, and one of
 * type {@link OrderKey} is the place among the others. Where there are several kinds of records, a
 * unit {@code kind} holds the name of the record in lower case. What more there is to know of them
 * a subclass overrides, for instance {@link #references} or {@link #counted}.
 *
 * <p>A component is a {@code String}, {@code boolean}, {@code int}, {@code long}, {@code OrderKey},
 * or an {@code Optional} of one of these. The checks of an entity are those of its constructor,
 * which throws {@link IllegalArgumentException}. A domain of very many entities may write its spec
 * by hand, because records are taken apart here by reflection.
 *
 * @param <V> a record, or a sealed interface of records
 */
public class RecordSpec<V> implements EntitySpec<String, V> {

  private final String noun;
  private final List<RecordKind<V>> kinds;

  /**
   * What is known of these entities.
   *
   * @param noun what an entity is called in events and conflicts, for instance {@code line}
   * @param lookup of the domain, so that its records need not be public
   * @throws IllegalArgumentException if there is a component of another type, or two kinds of
   *     entities have one name
   */
  public RecordSpec(String noun, MethodHandles.Lookup lookup, Class<V> family) {
    this.noun = Objects.requireNonNull(noun, "noun");
    this.kinds = RecordKind.of(lookup, family);
  }

  /** The first number, as text, from the size of a model on that is the key of nothing in it. */
  public static String freshKey(EntityModel<String, ?> model) {
    int number = model.size() + 1;
    while (model.contains(Integer.toString(number))) {
      number++;
    }
    return Integer.toString(number);
  }

  @Override
  public final EntityRef ref(String key) {
    return new EntityRef(noun, key);
  }

  @Override
  public final Value encodeKey(String key) {
    return Value.of(key);
  }

  @Override
  public final String decodeKey(Value value) {
    return value.asText();
  }

  @Override
  public final SortedMap<String, Value> units(V entity) {
    RecordKind<V> kind = kind(entity);
    SortedMap<String, Value> units = kind.units(entity);
    if (kinds.size() > 1) {
      units.put(RecordKind.UNIT, Value.of(kind.name()));
    }
    return units;
  }

  @Override
  public V entity(String key, SortedMap<String, Value> units) {
    TreeMap<String, Value> components = new TreeMap<>(units);
    Value name = kinds.size() > 1 ? components.remove(RecordKind.UNIT) : null;
    for (RecordKind<V> kind : kinds) {
      boolean named = name == null ? kinds.size() == 1 : name.equals(Value.of(kind.name()));
      if (named && kind.hasUnits(components.keySet())) {
        return kind.entity(components);
      }
    }
    throw new IllegalArgumentException(noun + " is none of " + kinds + ": " + units);
  }

  /** The component of type {@link OrderKey}, if there is one. */
  @Override
  public Optional<Place> place(V entity) {
    RecordKind<V> kind = kind(entity);
    Value.Fields units = Value.Fields.of(kind.units(entity));
    return kind.order().map(name -> new Place(0, new OrderKey(units.text(name))));
  }

  @Override
  public final V withOrder(V entity, OrderKey order) {
    RecordKind<V> kind = kind(entity);
    TreeMap<String, Value> units = new TreeMap<>(kind.units(entity));
    units.put(kind.order().orElseThrow(), Value.of(order.digits()));
    return kind.entity(units);
  }

  /**
   * All units but the order. Where a unit holds what no reader sees, or the file holds the key, a
   * subclass says so.
   */
  @Override
  public Value content(String key, V entity) {
    TreeMap<String, Value> units = new TreeMap<>(units(entity));
    kind(entity).order().ifPresent(units::remove);
    return Value.Fields.of(units);
  }

  /** Empty: by default the file holds no key. */
  @Override
  public Optional<String> storedName(String key, V entity) {
    return Optional.empty();
  }

  /** The kind of the entity. */
  @Override
  public Optional<String> counted(V entity) {
    return Optional.of(kind(entity).name());
  }

  /** The counts with their names, in the order of the names: {@code 2 done 5 open}. */
  @Override
  public String summary(Map<String, Integer> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(" "));
  }

  private RecordKind<V> kind(V entity) {
    for (RecordKind<V> kind : kinds) {
      if (kind.isOf(entity)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(entity + " is none of " + kinds);
  }
}
