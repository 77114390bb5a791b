package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.plaintext.Text;
import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An {@link EntitySpec} for records with text keys: each component is a unit with its name, and a
 * component of type {@link OrderKey} is the order key. If there are several kinds of records, a
 * unit {@code kind} contains the name of the record in lower case. A subclass overrides what else
 * it declares, such as {@link #references} or {@link #countedAs}.
 *
 * <p>A component is a {@code String}, {@code boolean}, {@code int}, {@code long}, {@code OrderKey},
 * or an {@code Optional} of one of these, or a {@link Text}. The constructor of the record
 * validates an entity and throws {@link IllegalArgumentException}. This class uses reflection; a
 * domain with very many entities may implement {@link EntitySpec} by hand.
 *
 * @param <V> a record, or a sealed interface of records
 */
public class RecordEntitySpec<V> implements EntitySpec<String, V> {

  private final String noun;
  private final List<EntityKind<V>> kinds;
  private final Set<String> textUnits;

  /**
   * Declares the entities.
   *
   * @param noun the name for an entity in events and conflicts, such as {@code line}
   * @param lookup a lookup of the domain, so that its records need not be public
   * @throws IllegalArgumentException if there is a component of another type, if two kinds of
   *     entities have the same name, or if components with the same name are texts in some kinds
   *     only
   */
  public RecordEntitySpec(String noun, MethodHandles.Lookup lookup, Class<V> entityType) {
    this.noun = Objects.requireNonNull(noun, "noun");
    this.kinds = EntityKind.of(lookup, entityType);
    Set<String> texts = new HashSet<>();
    kinds.forEach(kind -> texts.addAll(kind.textNames()));
    this.textUnits = Set.copyOf(texts);
    for (EntityKind<V> kind : kinds) {
      for (String name : texts) {
        if (kind.unitNames().contains(name) && !kind.textNames().contains(name)) {
          throw new IllegalArgumentException(
              "the component \"%s\" of %s is not a text, but that of others is"
                  .formatted(name, kind));
        }
      }
    }
  }

  /** An unused key: the first number above the size of the model that is not a key in it. */
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
    EntityKind<V> kind = kind(entity);
    SortedMap<String, Value> units = kind.units(entity);
    if (kinds.size() > 1) {
      units.put(EntityKind.KIND_UNIT, Value.of(kind.name()));
    }
    return units;
  }

  @Override
  public V entity(String key, SortedMap<String, Value> units) {
    TreeMap<String, Value> components = new TreeMap<>(units);
    Optional<Value> kindName =
        kinds.size() > 1
            ? Optional.ofNullable(components.remove(EntityKind.KIND_UNIT))
            : Optional.of(Value.of(kinds.get(0).name()));
    for (EntityKind<V> kind : kinds) {
      if (kindName.equals(Optional.of(Value.of(kind.name())))) {
        kind.requireUnits(components.keySet());
        return kind.entity(components);
      }
    }
    throw new IllegalArgumentException(
        "the unit \"kind\" of %s names none of its kinds %s: %s"
            .formatted(noun, kinds, kindName.map(Value::toString).orElse("it is missing")));
  }

  @Override
  public Optional<Value> unit(V entity, String name) {
    EntityKind<V> kind = kind(entity);
    return kinds.size() > 1 && name.equals(EntityKind.KIND_UNIT)
        ? Optional.of(Value.of(kind.name()))
        : kind.unit(entity, name);
  }

  @Override
  public final Set<String> textUnits() {
    return textUnits;
  }

  @Override
  public final Optional<Text> text(V entity, String name) {
    return textUnits.contains(name)
        ? kind(entity).value(entity, name).map(Text.class::cast)
        : Optional.empty();
  }

  @Override
  public final V withText(String key, V entity, String name, Text text) {
    return kind(entity).with(entity, name, text);
  }

  /** The component of type {@link OrderKey}, if there is one. */
  @Override
  public Optional<SortKey> sortKey(V entity) {
    EntityKind<V> kind = kind(entity);
    return kind.orderKeyName()
        .flatMap(name -> kind.value(entity, name))
        .map(orderKey -> new SortKey(0, (OrderKey) orderKey));
  }

  @Override
  public final V withOrderKey(V entity, OrderKey orderKey) {
    EntityKind<V> kind = kind(entity);
    return kind.with(entity, kind.orderKeyName().orElseThrow(), orderKey);
  }

  /**
   * All units except the order key; of a text, the characters without their identities. A subclass
   * overrides this if some units are not visible, or if the file stores the key.
   */
  @Override
  public Value content(String key, V entity) {
    EntityKind<V> kind = kind(entity);
    NavigableMap<String, Value> units = kind.visibleUnits(entity);
    if (kinds.size() > 1) {
      units.put(EntityKind.KIND_UNIT, Value.of(kind.name()));
    }
    kind.orderKeyName().ifPresent(units::remove);
    return Value.Fields.of(units);
  }

  /** Empty; by default the file does not store the keys. */
  @Override
  public Optional<String> storedName(String key, V entity) {
    return Optional.empty();
  }

  /** The kind of the entity. */
  @Override
  public Optional<String> countedAs(V entity) {
    return Optional.of(kind(entity).name());
  }

  /** The counts with their names, sorted by name, such as {@code 2 done 5 open}. */
  @Override
  public String summary(Map<String, Integer> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(" "));
  }

  private EntityKind<V> kind(V entity) {
    for (EntityKind<V> kind : kinds) {
      if (kind.isInstance(entity)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(entity + " is none of " + kinds);
  }
}
