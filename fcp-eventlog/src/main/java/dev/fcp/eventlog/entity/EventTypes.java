package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The names of a domain's events as a table: which event stands for which change of which kind of
 * entity, and how it is written down. Immutable.
 *
 * <pre>
 * {"type":NAME,"entity":{...units},"key":...}           created and deleted
 * {"type":NAME,"after":{...},"before":{...},"key":...}  modified
 * </pre>
 *
 * <p>Where several names would do, the first one that was declared is used.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public final class EventTypes<K extends Comparable<? super K>, V, E> implements EventCodec<E> {

  /**
   * One name: the events of a class are the changes of one sort to entities of one kind.
   *
   * @param units the only ones that may change; empty if any may
   */
  private record EventType<K, V, E>(
      String name,
      Class<?> changeClass,
      Class<? extends V> entityClass,
      Set<String> units,
      Class<? extends E> eventClass,
      Function<Change<K, V>, E> factory) {

    boolean allows(Change<K, V> change) {
      return changeClass.isInstance(change)
          && (units.isEmpty()
              || (change instanceof Change.Modified<K, V> modified
                  && units.containsAll(modified.units())));
    }
  }

  private final EntitySpec<K, V> spec;
  private final Function<E, Change<K, V>> changeOf;
  private final List<EventType<K, V, E>> types;

  private EventTypes(
      EntitySpec<K, V> spec, Function<E, Change<K, V>> changeOf, List<EventType<K, V, E>> types) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.changeOf = Objects.requireNonNull(changeOf, "changeOf");
    this.types = List.copyOf(types);
  }

  /**
   * A table without names.
   *
   * @param changeOf what an event of the family does
   */
  public static <K extends Comparable<? super K>, V, E> EventTypes<K, V, E> of(
      EntitySpec<K, V> spec, Function<E, Change<K, V>> changeOf) {
    return new EventTypes<>(spec, changeOf, List.of());
  }

  /** This table with a name for entities of a kind that come into being. */
  public EventTypes<K, V, E> created(
      String type,
      Class<? extends V> entityClass,
      Class<? extends E> eventClass,
      Function<Change.Created<K, V>, ? extends E> factory) {
    return with(
        new EventType<>(
            type,
            Change.Created.class,
            entityClass,
            Set.of(),
            eventClass,
            change -> factory.apply((Change.Created<K, V>) change)));
  }

  /** This table with a name for entities of a kind that go. */
  public EventTypes<K, V, E> deleted(
      String type,
      Class<? extends V> entityClass,
      Class<? extends E> eventClass,
      Function<Change.Deleted<K, V>, ? extends E> factory) {
    return with(
        new EventType<>(
            type,
            Change.Deleted.class,
            entityClass,
            Set.of(),
            eventClass,
            change -> factory.apply((Change.Deleted<K, V>) change)));
  }

  /**
   * This table with a name for entities of a kind that are modified.
   *
   * @param units the only ones in which they are; if none is given they may be in any
   */
  public EventTypes<K, V, E> modified(
      String type,
      Class<? extends V> entityClass,
      Class<? extends E> eventClass,
      Function<Change.Modified<K, V>, ? extends E> factory,
      String... units) {
    return with(
        new EventType<>(
            type,
            Change.Modified.class,
            entityClass,
            Set.of(units),
            eventClass,
            change -> factory.apply((Change.Modified<K, V>) change)));
  }

  private EventTypes<K, V, E> with(EventType<K, V, E> added) {
    for (EventType<K, V, E> type : types) {
      if (type.name().equals(added.name()) || type.eventClass().equals(added.eventClass())) {
        throw new IllegalArgumentException("two names: " + type + ", " + added);
      }
    }
    List<EventType<K, V, E>> extended = new ArrayList<>(types);
    extended.add(added);
    return new EventTypes<>(spec, changeOf, extended);
  }

  /** What an event does. */
  Change<K, V> change(E event) {
    return changeOf.apply(event);
  }

  /** The event for a change of an entity of a kind. */
  E event(V entity, Change<K, V> change) {
    for (EventType<K, V, E> type : types) {
      if (type.allows(change) && type.entityClass().isInstance(entity)) {
        return type.factory().apply(change);
      }
    }
    throw new IllegalStateException("no name for " + change);
  }

  /** The event of the same name as another one. */
  E withChange(E event, Change.Modified<K, V> change) {
    return typeOf(event).factory().apply(change);
  }

  private EventType<K, V, E> typeOf(E event) {
    for (EventType<K, V, E> type : types) {
      if (type.eventClass().isInstance(event)) {
        return type;
      }
    }
    throw new IllegalStateException("no name for " + event);
  }

  @Override
  public Value.Fields encode(E event) {
    Change<K, V> change = change(event);
    Map<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(typeOf(event).name()));
    fields.put("key", spec.encodeKey(change.key()));
    switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          fields.put("entity", Value.Fields.of(spec.units(entity)));
      case Change.Deleted<K, V>(var key, var entity) ->
          fields.put("entity", Value.Fields.of(spec.units(entity)));
      case Change.Modified<K, V>(var key, var before, var after) -> {
        fields.put("before", before);
        fields.put("after", after);
      }
    }
    return Value.Fields.of(fields);
  }

  @Override
  public E decode(Value.Fields fields) {
    String type = fields.text("type");
    for (EventType<K, V, E> candidate : types) {
      if (candidate.name().equals(type)) {
        return candidate.factory().apply(change(candidate, fields));
      }
    }
    throw new MalformedValueException("no event is named \"" + type + "\"");
  }

  private Change<K, V> change(EventType<K, V, E> type, Value.Fields fields) {
    K key = spec.decodeKey(fields.at("key"));
    if (type.changeClass() == Change.Modified.class) {
      Change.Modified<K, V> modified =
          new Change.Modified<>(key, fields.at("before").asFields(), fields.at("after").asFields());
      if (!type.allows(modified)) {
        throw new MalformedValueException(type.name() + " of other units: " + modified.units());
      }
      return modified;
    }
    V entity = entity(key, fields.at("entity").asFields());
    if (!type.entityClass().isInstance(entity)) {
      throw new MalformedValueException(type.name() + " of another kind of entity: " + entity);
    }
    return type.changeClass() == Change.Created.class
        ? new Change.Created<>(key, entity)
        : new Change.Deleted<>(key, entity);
  }

  private V entity(K key, Value.Fields units) {
    try {
      return spec.entity(key, units.fields());
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException(spec.ref(key) + ": " + e.getMessage(), e);
    }
  }
}
