package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One record class whose objects are taken apart into units and made from them. */
final class RecordKind<V> {

  /** The unit that tells several kinds apart. */
  static final String UNIT = "kind";

  /** How the values of a type are written down. */
  private record Writing(Function<Object, Value> write, Function<Value, Object> read) {}

  private record Component(
      String name, Type type, boolean optional, Writing writing, MethodHandle accessor) {

    Optional<Object> of(Object entity) {
      Object value = call(accessor, List.of(entity));
      return optional ? ((Optional<?>) value).map(present -> present) : Optional.of(value);
    }

    Object from(@Nullable Value value) {
      Optional<Object> read = Optional.ofNullable(value).map(this::read);
      return optional ? read : read.orElseThrow();
    }

    private Object read(Value value) {
      try {
        return writing.read().apply(value);
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw new MalformedValueException(name + ": " + e.getMessage(), e);
      }
    }
  }

  private static final Writing TEXT =
      new Writing(it -> Value.of((String) it), value -> value.asText());
  private static final Writing FLAG =
      new Writing(it -> Value.of((Boolean) it), value -> value.asFlag());
  private static final Writing WHOLE =
      new Writing(it -> Value.of((Long) it), value -> value.asWhole());
  private static final Writing SMALL =
      new Writing(it -> Value.of((Integer) it), value -> Math.toIntExact(value.asWhole()));
  private static final Writing ORDER =
      new Writing(it -> Value.of(((OrderKey) it).digits()), value -> new OrderKey(value.asText()));

  private static final Map<Type, Writing> WRITINGS =
      Map.of(
          String.class, TEXT,
          boolean.class, FLAG,
          Boolean.class, FLAG,
          long.class, WHOLE,
          Long.class, WHOLE,
          int.class, SMALL,
          Integer.class, SMALL,
          OrderKey.class, ORDER);

  private final Class<? extends V> type;
  private final List<Component> components;
  private final MethodHandle constructor;
  private final Set<String> all = new HashSet<>();
  private final Set<String> required = new HashSet<>();
  private final Optional<String> order;

  private RecordKind(MethodHandles.Lookup lookup, Class<? extends V> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type + " is no record");
    }
    this.type = type;
    List<RecordComponent> declared = List.of(type.getRecordComponents());
    try {
      List<Component> readable = new ArrayList<>();
      for (RecordComponent component : declared) {
        readable.add(component(lookup, component));
      }
      this.components = List.copyOf(readable);
      Class<?>[] types =
          declared.stream().<Class<?>>map(RecordComponent::getType).toArray(Class<?>[]::new);
      this.constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(lookup + " does not see " + type, e);
    }
    for (Component component : components) {
      all.add(component.name());
      if (!component.optional()) {
        required.add(component.name());
      }
    }
    this.order =
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
    Type own = optional ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
    Writing writing = WRITINGS.get(own);
    if (writing == null) {
      throw new IllegalArgumentException(
          component + " is of a type that is no unit: none of " + WRITINGS.keySet());
    }
    MethodHandle accessor = lookup.unreflect(component.getAccessor());
    return new Component(component.getName(), type, optional, writing, accessor);
  }

  /** The kinds of a family: itself, or what a sealed interface permits. */
  static <V> List<RecordKind<V>> of(MethodHandles.Lookup lookup, Class<V> family) {
    List<RecordKind<V>> kinds = new ArrayList<>();
    records(family)
        .forEach(type -> {
          RecordKind<V> kind = new RecordKind<>(lookup, type.asSubclass(family));
          for (RecordKind<V> other : kinds) {
            if (other.name().equals(kind.name())) {
              throw new IllegalArgumentException("two kinds of entities are named " + kind.name());
            }
          }
          kinds.add(kind);
        });
    if (kinds.size() > 1 && kinds.stream().anyMatch(kind -> kind.all.contains(UNIT))) {
      throw new IllegalArgumentException(
          "a component of " + kinds + " is named \"" + UNIT + "\", which tells them apart");
    }
    return List.copyOf(kinds);
  }

  private static Stream<Class<?>> records(Class<?> family) {
    return family.isSealed()
        ? Stream.of(family.getPermittedSubclasses()).flatMap(RecordKind::records)
        : Stream.of(family);
  }

  boolean isOf(Object entity) {
    return type.isInstance(entity);
  }

  /** The name of the component that is the place among others. */
  Optional<String> order() {
    return order;
  }

  /** What the kind is called: the name of its record, in lower case. */
  String name() {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  boolean hasUnits(Set<String> names) {
    return all.containsAll(names) && names.containsAll(required);
  }

  SortedMap<String, Value> units(V entity) {
    TreeMap<String, Value> units = new TreeMap<>();
    for (Component component : components) {
      component
          .of(entity)
          .ifPresent(
              value -> units.put(component.name(), component.writing().write().apply(value)));
    }
    return units;
  }

  V entity(SortedMap<String, Value> units) {
    List<Object> arguments = new ArrayList<>();
    for (Component component : components) {
      arguments.add(component.from(units.get(component.name())));
    }
    return type.cast(call(constructor, arguments));
  }

  /** A refusal of the record goes to the caller as it is; a record throws nothing checked. */
  private static Object call(MethodHandle handle, List<Object> arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a record threw " + e, e);
    }
  }

  @Override
  public String toString() {
    return name() + required;
  }
}
