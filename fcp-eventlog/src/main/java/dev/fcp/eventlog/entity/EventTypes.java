package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.plaintext.TextEdit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The table of the event types of a domain: which event represents which change of which kind of
 * entity, and how it is encoded as JSON. Immutable.
 *
 * <p>The inverse of an event is the event for the inverse change. If several types match, the first
 * declared one is used. A type may have rows for several kinds of entities, if their members for
 * the key differ.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public final class EventTypes<K extends Comparable<? super K>, V, E> implements EventCodec<E> {

  /**
   * A row: the events of a class are changes of one type to entities of one kind.
   *
   * @param changeClass a subtype of {@link Change}, or {@link Change} itself for changes of any
   *     type
   * @param units the units that may change; empty if all may
   */
  private record EventType<K, V, E>(
      String name,
      Class<?> changeClass,
      Predicate<? super V> kind,
      EventMembers members,
      List<String> units,
      Class<? extends E> eventClass,
      Function<Change<K, V>, E> factory) {

    boolean allows(V entity, Change<K, V> change) {
      return changeClass.isInstance(change)
          && kind.test(entity)
          && (!(change instanceof Change.Modified<K, V> modified) || allows(modified));
    }

    boolean allows(Change.Modified<K, V> change) {
      return units.isEmpty() || units.containsAll(change.units());
    }

    /** Whether the entity consists of one unit, which is created, deleted and modified. */
    boolean isWhole() {
      return changeClass == Change.class;
    }
  }

  private final EntitySpec<K, V> spec;
  private final Function<E, Change<K, V>> changeOf;
  private final Predicate<? super V> kind;
  private final EventMembers members;
  private final List<EventType<K, V, E>> types;

  /** By type: the converter at index i turns version i + 1 into version i + 2. */
  private final Map<String, List<UnaryOperator<Value.Fields>>> upcasters;

  private EventTypes(
      EntitySpec<K, V> spec,
      Function<E, Change<K, V>> changeOf,
      Predicate<? super V> kind,
      EventMembers members,
      List<EventType<K, V, E>> types,
      Map<String, List<UnaryOperator<Value.Fields>>> upcasters) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.changeOf = Objects.requireNonNull(changeOf, "changeOf");
    this.kind = Objects.requireNonNull(kind, "kind");
    this.members = Objects.requireNonNull(members, "members");
    this.types = List.copyOf(types);
    this.upcasters = Map.copyOf(upcasters);
  }

  /**
   * A table without rows. Rows added to it are for entities of any kind.
   *
   * @param changeOf returns the change of an event
   */
  public static <K extends Comparable<? super K>, V, E> EventTypes<K, V, E> of(
      EntitySpec<K, V> spec, Function<E, Change<K, V>> changeOf) {
    return new EventTypes<>(
        spec, changeOf, entity -> true, EventMembers.STANDARD, List.of(), Map.of());
  }

  /** This table; rows added to it from now on are for entities of a kind. */
  public EventTypes<K, V, E> entities(Predicate<? super V> ofKind) {
    return entities(ofKind, EventMembers.STANDARD);
  }

  /** This table; rows added to it from now on are for entities of a kind, with these members. */
  public EventTypes<K, V, E> entities(Predicate<? super V> ofKind, EventMembers eventMembers) {
    return new EventTypes<>(spec, changeOf, ofKind, eventMembers, types, upcasters);
  }

  /** This table with an event type for created entities. */
  public EventTypes<K, V, E> created(
      String type,
      Class<? extends E> eventClass,
      Function<Change.Created<K, V>, ? extends E> factory) {
    return with(
        type,
        Change.Created.class,
        eventClass,
        change -> factory.apply((Change.Created<K, V>) change),
        List.of());
  }

  /** This table with an event type for deleted entities. */
  public EventTypes<K, V, E> deleted(
      String type,
      Class<? extends E> eventClass,
      Function<Change.Deleted<K, V>, ? extends E> factory) {
    return with(
        type,
        Change.Deleted.class,
        eventClass,
        change -> factory.apply((Change.Deleted<K, V>) change),
        List.of());
  }

  /**
   * This table with an event type for modified entities.
   *
   * @param units the units that it may modify; all, if none is given
   */
  public EventTypes<K, V, E> modified(
      String type,
      Class<? extends E> eventClass,
      Function<Change.Modified<K, V>, ? extends E> factory,
      String... units) {
    return with(
        type,
        Change.Modified.class,
        eventClass,
        change -> factory.apply((Change.Modified<K, V>) change),
        members.unit().map(List::of).orElse(List.of(units)));
  }

  /**
   * This table with one event type for created, deleted and modified entities. Such an entity
   * consists of a single unit, which the members contain.
   */
  public EventTypes<K, V, E> changed(
      String type, Class<? extends E> eventClass, Function<Change<K, V>, ? extends E> factory) {
    return with(
        type, Change.class, eventClass, factory::apply, List.of(members.unit().orElseThrow()));
  }

  private EventTypes<K, V, E> with(
      String name,
      Class<?> changeClass,
      Class<? extends E> eventClass,
      Function<Change<K, V>, E> factory,
      List<String> units) {
    for (EventType<K, V, E> type : types) {
      boolean isSameName = type.name().equals(name);
      if (isSameName != type.eventClass().equals(eventClass)
          || (isSameName && type.changeClass() != changeClass)) {
        throw new IllegalArgumentException("two names: " + type.name() + ", " + name);
      }
    }
    List<EventType<K, V, E>> extended = new ArrayList<>(types);
    extended.add(new EventType<>(name, changeClass, kind, members, units, eventClass, factory));
    return new EventTypes<>(spec, changeOf, kind, members, extended, upcasters);
  }

  /**
   * This table, in which the events of a type have a later version than before: 2 after the first
   * call for the type, 3 after the second, and so on. New events contain the version as the member
   * {@value EventMembers#VERSION}; older ones are converted when they are decoded. A converted
   * event must change the visible content of a model exactly as it did when it was recorded,
   * because steps contain digests.
   *
   * @param upcaster converts an event of the version before, without the version member
   * @throws IllegalArgumentException if there is no such type
   */
  public EventTypes<K, V, E> upcasting(String type, UnaryOperator<Value.Fields> upcaster) {
    if (types.stream().noneMatch(it -> it.name().equals(type))) {
      throw new IllegalArgumentException("no event is named \"" + type + "\"");
    }
    Map<String, List<UnaryOperator<Value.Fields>>> extended = new HashMap<>(upcasters);
    List<UnaryOperator<Value.Fields>> ofType =
        new ArrayList<>(extended.getOrDefault(type, List.of()));
    ofType.add(Objects.requireNonNull(upcaster, "upcaster"));
    extended.put(type, List.copyOf(ofType));
    return new EventTypes<>(spec, changeOf, kind, members, types, extended);
  }

  EntitySpec<K, V> spec() {
    return spec;
  }

  /** The change of an event. */
  Change<K, V> change(E event) {
    return changeOf.apply(event);
  }

  /** The event for a change of an entity. */
  E event(V entity, Change<K, V> change) {
    for (EventType<K, V, E> type : types) {
      if (type.allows(entity, change)) {
        return type.factory().apply(change);
      }
    }
    throw new IllegalStateException("no name for " + change);
  }

  /** The event of the same type with another change. */
  E withChange(E event, Change.Modified<K, V> change) {
    return typeOf(event, spec.encodeKey(change.key())).factory().apply(change);
  }

  private EventType<K, V, E> typeOf(E event, Value key) {
    for (EventType<K, V, E> type : types) {
      if (type.eventClass().isInstance(event) && type.members().canHold(key)) {
        return type;
      }
    }
    throw new IllegalStateException("no name for " + event);
  }

  @Override
  public Value.Fields encode(E event) {
    Change<K, V> change = change(event);
    Value key = spec.encodeKey(change.key());
    EventType<K, V, E> type = typeOf(event, key);
    Map<String, Value> fields =
        switch (change) {
          case Change.Created<K, V> created when type.isWhole() ->
              type.members().ofValues(key, Value.Fields.EMPTY, units(created.entity()));
          case Change.Deleted<K, V> deleted when type.isWhole() ->
              type.members().ofValues(key, units(deleted.entity()), Value.Fields.EMPTY);
          case Change.Created<K, V> created ->
              type.members().ofEntity(key, units(created.entity()));
          case Change.Deleted<K, V> deleted ->
              type.members().ofEntity(key, units(deleted.entity()));
          case Change.Modified<K, V> modified ->
              type.members().ofValues(key, modified.before(), modified.after());
        };
    fields.put(EventMembers.TYPE, Value.of(type.name()));
    if (upcasters.containsKey(type.name())) {
      fields.put(EventMembers.VERSION, Value.of(version(type.name())));
    }
    return Value.Fields.of(fields);
  }

  /** The version of new events of a type. */
  private long version(String type) {
    return upcasters.getOrDefault(type, List.of()).size() + 1L;
  }

  /** Converts an event to the current version of its type. */
  private Value.Fields upcast(String type, Value.Fields event) {
    if (!upcasters.containsKey(type)) {
      return event;
    }
    long version = event.find(EventMembers.VERSION).map(Value::asLong).orElse(1L);
    if (version < 1 || version > version(type)) {
      throw new MalformedValueException(
          "version %d of \"%s\", not 1 to %d".formatted(version, type, version(type)));
    }
    TreeMap<String, Value> members = new TreeMap<>(event.fields());
    members.remove(EventMembers.VERSION);
    Value.Fields converted = Value.Fields.of(members);
    for (var upcaster :
        upcasters.get(type).subList((int) version - 1, upcasters.get(type).size())) {
      converted = upcaster.apply(converted);
    }
    TreeMap<String, Value> current = new TreeMap<>(converted.fields());
    current.put(EventMembers.VERSION, Value.of(version(type)));
    return Value.Fields.of(current);
  }

  private Value.Fields units(V entity) {
    return Value.Fields.of(spec.units(entity));
  }

  @Override
  public E decode(Value.Fields stored) {
    String name = stored.text(EventMembers.TYPE);
    Value.Fields fields = upcast(name, stored);
    List<EventType<K, V, E>> named = new ArrayList<>(1);
    for (EventType<K, V, E> type : types) {
      if (type.name().equals(name)) {
        named.add(type);
      }
    }
    for (EventType<K, V, E> type : named) {
      if (named.size() == 1 || type.members().hasKey(fields)) {
        return decode(type, fields);
      }
    }
    throw new MalformedValueException(
        (named.isEmpty() ? "no event is named \"" : "no key in \"") + name + "\"");
  }

  private E decode(EventType<K, V, E> type, Value.Fields fields) {
    try {
      E event = type.factory().apply(change(type, fields));
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields);
      }
      return event;
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no " + type.name() + ": " + e.getMessage(), e);
    }
  }

  private Change<K, V> change(EventType<K, V, E> type, Value.Fields fields) {
    EventMembers members = type.members();
    if (type.changeClass() == Change.Created.class || type.changeClass() == Change.Deleted.class) {
      K key = spec.decodeKey(members.keyBesideEntity(fields));
      V entity = entity(type, key, members.units(fields));
      return type.changeClass() == Change.Created.class
          ? new Change.Created<>(key, entity)
          : new Change.Deleted<>(key, entity);
    }
    K key = spec.decodeKey(members.key(fields));
    Value.Fields before = members.before(fields);
    Value.Fields after = members.after(fields);
    members.checkModification(before, after);
    if (type.isWhole()) {
      return wholeChange(type, key, before, after);
    }
    Change.Modified<K, V> modified = new Change.Modified<>(key, before, after);
    for (String text : TextUnits.edited(spec, modified)) {
      TextEdit unused = TextUnits.edit(modified, text);
    }
    if (!type.allows(modified)) {
      throw new MalformedValueException(type.name() + " of other units: " + modified.units());
    }
    return modified;
  }

  private Change<K, V> wholeChange(
      EventType<K, V, E> type, K key, Value.Fields before, Value.Fields after) {
    if (before.isEmpty()) {
      return new Change.Created<>(key, entity(type, key, after));
    }
    V deleted = entity(type, key, before);
    if (after.isEmpty()) {
      return new Change.Deleted<>(key, deleted);
    }
    entity(type, key, after);
    return new Change.Modified<>(key, before, after);
  }

  private V entity(EventType<K, V, E> type, K key, Value.Fields units) {
    V entity;
    try {
      entity = spec.entity(key, units.fields());
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException(spec.ref(key) + ": " + e.getMessage(), e);
    }
    if (!type.kind().test(entity)) {
      throw new MalformedValueException(type.name() + " of another kind of entity: " + entity);
    }
    return entity;
  }
}
