package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A domain of nothing but declarations: its entities, the names of its events, its file format.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public class DeclaredDomain<K extends Comparable<? super K>, V, E> extends EntityDomain<K, V, E> {

  private final String name;
  private final EventTypes<K, V, E> eventTypes;
  private final DocumentFormat<EntityModel<K, V>> format;

  /** A domain of this name, in lower case. */
  public DeclaredDomain(
      String name,
      EntitySpec<K, V> spec,
      EventTypes<K, V, E> eventTypes,
      DocumentFormat<EntityModel<K, V>> format) {
    super(spec);
    this.name = Objects.requireNonNull(name, "name");
    this.eventTypes = Objects.requireNonNull(eventTypes, "eventTypes");
    this.format = Objects.requireNonNull(format, "format");
  }

  @Override
  public final String name() {
    return name;
  }

  /**
   * The event by which an entity comes into being.
   *
   * @throws IllegalArgumentException if there is no such entity
   */
  public final E added(K key, V entity) {
    return created(key, spec().entity(key, spec().units(entity)));
  }

  /**
   * The event by which an entity of a model goes.
   *
   * @throws IllegalArgumentException if it is not there
   */
  public final E removed(K key, EntityModel<K, V> model) {
    return deleted(key, model.at(key));
  }

  /**
   * The event by which a unit of an entity of a model gets a value: of the first name that was
   * declared for it.
   *
   * @throws IllegalArgumentException if the entity is not there or has the value already, or there
   *     can be no such entity
   */
  public final E changed(K key, EntityModel<K, V> model, String unit, Value value) {
    V from = model.at(key);
    Value.Fields after = Value.Fields.of(Map.of(unit, value));
    V to = spec().modified(key, from, Set.of(unit), after);
    if (to.equals(from)) {
      throw new IllegalArgumentException(
          spec().ref(key) + " has " + unit + " " + ValueJson.write(value) + " already");
    }
    return modified(from, Change.between(key, spec().units(from), spec().units(to)));
  }

  @Override
  protected final Change<K, V> change(E event) {
    return eventTypes.change(event);
  }

  @Override
  protected final E created(K key, V entity) {
    return eventTypes.event(entity, new Change.Created<>(key, entity));
  }

  @Override
  protected final E deleted(K key, V entity) {
    return eventTypes.event(entity, new Change.Deleted<>(key, entity));
  }

  @Override
  protected final E modified(V from, Change.Modified<K, V> change) {
    return eventTypes.event(from, change);
  }

  @Override
  protected final E withChange(E event, Change.Modified<K, V> change) {
    return eventTypes.withChange(event, change);
  }

  @Override
  public final EventCodec<E> eventCodec() {
    return eventTypes;
  }

  @Override
  public final DocumentFormat<EntityModel<K, V>> format() {
    return format;
  }
}
