package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.plaintext.Text;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts the objects of one record class to and from units. */
final class EntityKind<V> {

  /** The unit that contains the kind of an entity if there are several kinds. */
  static final String KIND_UNIT = "kind";

  /** Converts the values of a type to and from plain values. */
  private record UnitCodec(Function<Object, Value> encode, Function<Value, Object> decode) {}

  private record Component(
      String name, Type type, boolean optional, UnitCodec codec, MethodHandle accessor) {

    Object componentOf(Object entity) {
      try {
        return (Object) accessor.invokeExact(entity);
      } catch (Throwable e) {
        throw unchecked(e);
      }
    }

    Optional<Object> valueIn(Object entity) {
      Object value = componentOf(entity);
      return optional ? ((Optional<?>) value).map(present -> present) : Optional.of(value);
    }

    Object decode(@Nullable Value value) {
      Optional<Object> read = Optional.ofNullable(value).map(this::decodePresent);
      return optional ? read : read.orElseThrow();
    }

    private Object decodePresent(Value value) {
      try {
        return codec.decode().apply(value);
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw new MalformedValueException(name + ": " + e.getMessage(), e);
      }
    }
  }

  private static final UnitCodec TEXT =
      new UnitCodec(it -> Value.of((String) it), value -> value.asText());
  private static final UnitCodec BOOLEAN =
      new UnitCodec(it -> Value.of((Boolean) it), value -> value.asBoolean());
  private static final UnitCodec LONG =
      new UnitCodec(it -> Value.of((Long) it), value -> value.asLong());
  private static final UnitCodec INT =
      new UnitCodec(it -> Value.of((Integer) it), value -> Math.toIntExact(value.asLong()));
  private static final UnitCodec PLAIN_TEXT =
      new UnitCodec(it -> ((Text) it).encode(), Text::decode);
  private static final UnitCodec ORDER_KEY =
      new UnitCodec(
          it -> Value.of(((OrderKey) it).digits()), value -> new OrderKey(value.asText()));

  private static final Map<Type, UnitCodec> CODECS =
      Map.of(
          String.class, TEXT,
          boolean.class, BOOLEAN,
          Boolean.class, BOOLEAN,
          long.class, LONG,
          Long.class, LONG,
          int.class, INT,
          Integer.class, INT,
          Text.class, PLAIN_TEXT,
          OrderKey.class, ORDER_KEY);

  private final Class<? extends V> type;
  private final List<Component> components;
  private final Map<String, Component> componentsByName = new HashMap<>();

  /** The constructor; takes an array of the components. */
  private final MethodHandle constructor;

  private final Set<String> unitNames = new HashSet<>();
  private final Set<String> requiredUnitNames = new HashSet<>();
  private final Optional<String> orderKeyName;

  private EntityKind(MethodHandles.Lookup lookup, Class<? extends V> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type + " is no record");
    }
    this.type = type;
    List<RecordComponent> declared = List.of(type.getRecordComponents());
    try {
      List<Component> readableComponents = new ArrayList<>();
      for (RecordComponent component : declared) {
        readableComponents.add(component(lookup, component));
      }
      this.components = List.copyOf(readableComponents);
      Class<?>[] types =
          declared.stream().<Class<?>>map(RecordComponent::getType).toArray(Class<?>[]::new);
      this.constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(lookup + " does not see " + type, e);
    }
    for (Component component : components) {
      componentsByName.put(component.name(), component);
      unitNames.add(component.name());
      if (!component.optional()) {
        requiredUnitNames.add(component.name());
      }
    }
    this.orderKeyName =
        components.stream()
            .filter(it -> it.type() == OrderKey.class)
            .map(Component::name)
            .findFirst();
  }

  private static Component component(MethodHandles.Lookup lookup, RecordComponent component)
      throws IllegalAccessException {
    Type type = component.getGenericType();
    boolean optional =
        type instanceof ParameterizedType typed && typed.getRawType() == Optional.class;
    Type unitType = optional ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
    UnitCodec codec = CODECS.get(unitType);
    if (codec == null || (optional && unitType == Text.class)) {
      throw new IllegalArgumentException(
          component + " is of a type that is no unit: none of " + CODECS.keySet());
    }
    MethodHandle accessor =
        lookup
            .unreflect(component.getAccessor())
            .asType(MethodType.methodType(Object.class, Object.class));
    return new Component(component.getName(), type, optional, codec, accessor);
  }

  /** The kinds of a record class or of a sealed interface of records. */
  static <V> List<EntityKind<V>> of(MethodHandles.Lookup lookup, Class<V> entityType) {
    List<EntityKind<V>> kinds = new ArrayList<>();
    recordClasses(entityType)
        .forEach(type -> {
          EntityKind<V> kind = new EntityKind<>(lookup, type.asSubclass(entityType));
          for (EntityKind<V> other : kinds) {
            if (other.name().equals(kind.name())) {
              throw new IllegalArgumentException("two kinds of entities are named " + kind.name());
            }
          }
          kinds.add(kind);
        });
    if (kinds.size() > 1 && kinds.stream().anyMatch(kind -> kind.unitNames.contains(KIND_UNIT))) {
      throw new IllegalArgumentException(
          "a component of " + kinds + " is named \"" + KIND_UNIT + "\", which tells them apart");
    }
    return List.copyOf(kinds);
  }

  private static Stream<Class<?>> recordClasses(Class<?> entityType) {
    return entityType.isSealed()
        ? Stream.of(entityType.getPermittedSubclasses()).flatMap(EntityKind::recordClasses)
        : Stream.of(entityType);
  }

  boolean isInstance(Object entity) {
    return type.isInstance(entity);
  }

  /** The name of the component that contains the order key. */
  Optional<String> orderKeyName() {
    return orderKeyName;
  }

  /** The name of the kind: that of its record, in lower case. */
  String name() {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Throws an exception that names a unit which is unknown or missing, if there is one. */
  void requireUnits(Set<String> names) {
    requireUnits(names, unitNames, "%s has no unit \"%s\"; its units are %s");
    requireUnits(requiredUnitNames, names, "%s needs the unit \"%s\"; there are %s");
  }

  private void requireUnits(Set<String> names, Set<String> among, String message) {
    for (String name : new TreeSet<>(names)) {
      if (!among.contains(name)) {
        throw new IllegalArgumentException(message.formatted(name(), name, new TreeSet<>(among)));
      }
    }
  }

  /** The names of the components that are texts. */
  Set<String> textNames() {
    return components.stream()
        .filter(component -> component.type() == Text.class)
        .map(Component::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  Set<String> unitNames() {
    return unitNames;
  }

  /** The value of a component; empty if it is absent or if there is no such component. */
  Optional<Object> value(V entity, String name) {
    Component component = componentsByName.get(name);
    return component == null ? Optional.empty() : component.valueIn(entity);
  }

  /** The value of a component as a unit. */
  Optional<Value> unit(V entity, String name) {
    Component component = componentsByName.get(name);
    return component == null
        ? Optional.empty()
        : component.valueIn(entity).map(component.codec().encode());
  }

  /** The entity with another value of a component that is not optional. */
  V with(V entity, String name, Object value) {
    Object[] arguments = new Object[components.size()];
    for (int i = 0; i < arguments.length; i++) {
      Component component = components.get(i);
      arguments[i] = component.name().equals(name) ? value : component.componentOf(entity);
    }
    return construct(arguments);
  }

  /** The units, each text as the value of its content. */
  NavigableMap<String, Value> visibleUnits(V entity) {
    TreeMap<String, Value> units = new TreeMap<>();
    for (Component component : components) {
      component
          .valueIn(entity)
          .ifPresent(value ->
              units.put(
                  component.name(),
                  value instanceof Text text
                      ? text.content()
                      : component.codec().encode().apply(value)));
    }
    return units;
  }

  SortedMap<String, Value> units(V entity) {
    TreeMap<String, Value> units = new TreeMap<>();
    for (Component component : components) {
      component
          .valueIn(entity)
          .ifPresent(value -> units.put(component.name(), component.codec().encode().apply(value)));
    }
    return units;
  }

  V entity(SortedMap<String, Value> units) {
    Object[] arguments = new Object[components.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = components.get(i).decode(units.get(components.get(i).name()));
    }
    return construct(arguments);
  }

  private V construct(Object[] arguments) {
    try {
      return type.cast((Object) constructor.invokeExact(arguments));
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** An exception of a record, to be passed on; records throw no checked exceptions. */
  private static RuntimeException unchecked(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case Throwable e -> new IllegalStateException("a record threw " + e, e);
    };
  }

  @Override
  public String toString() {
    return name();
  }
}
