package dev.fcp.eventlog.entity;

import com.google.common.collect.Maps;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A domain whose model is a store of entities and whose events are {@link Change}s with names. The
 * domain declares its entities and events; all operations of the algebra follow.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public abstract class EntityDomain<K extends Comparable<? super K>, V, E>
    implements Domain<EntityModel<K, V>, E> {

  private final EntitySpec<K, V> spec;

  /** A domain over these entities. */
  protected EntityDomain(EntitySpec<K, V> spec) {
    this.spec = Objects.requireNonNull(spec, "spec");
  }

  /** What is known of the entities. */
  public final EntitySpec<K, V> spec() {
    return spec;
  }

  /** What an event does. */
  protected abstract Change<K, V> change(E event);

  /** The event for an entity that comes into being. */
  protected abstract E created(K key, V entity);

  /** The event for an entity that goes; its change is the inverse of that of {@link #created}. */
  protected abstract E deleted(K key, V entity);

  /** The event for an entity that is modified, as {@link #diff} tells it. */
  protected abstract E modified(V from, Change.Modified<K, V> change);

  /** The event of the same name as another one, with a modification of the same entity. */
  protected abstract E withChange(E event, Change.Modified<K, V> change);

  @Override
  public EntityModel<K, V> empty() {
    return EntityModel.empty(spec);
  }

  @Override
  public final EntityModel<K, V> replay(E event, EntityModel<K, V> model) {
    return model.apply(change(event));
  }

  @Override
  public final E invert(E event) {
    return switch (change(event)) {
      case Change.Created<K, V>(var key, var entity) -> deleted(key, entity);
      case Change.Deleted<K, V>(var key, var entity) -> created(key, entity);
      case Change.Modified<K, V> modified -> withChange(event, modified.inverse());
    };
  }

  @Override
  public final Optional<Conflict> check(E event, EntityModel<K, V> model) {
    return model.check(change(event));
  }

  @Override
  public final List<DanglingReference> danglingReferences(E event, EntityModel<K, V> model) {
    return model.danglingReferences(change(event));
  }

  @Override
  public final Touches touches(E event) {
    Change<K, V> change = change(event);
    var entity = spec.ref(change.key());
    Set<Unit> subject =
        switch (change) {
          case Change.Created<K, V> created -> Set.of(Unit.whole(entity));
          case Change.Deleted<K, V> deleted -> Set.of(Unit.whole(entity));
          case Change.Modified<K, V> modified ->
              modified.units().stream()
                  .map(name -> new Unit(entity, name))
                  .collect(Collectors.toUnmodifiableSet());
        };
    return new Touches(subject, Set.of(), ReferenceIndex.mentioned(spec, change));
  }

  @Override
  public final List<E> diff(EntityModel<K, V> from, EntityModel<K, V> to) {
    return new ModelDiff<>(from, to)
        .changes().stream().map(change -> toEvent(change, from)).toList();
  }

  private E toEvent(Change<K, V> change, EntityModel<K, V> from) {
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) -> created(key, entity);
      case Change.Deleted<K, V>(var key, var entity) -> deleted(key, entity);
      case Change.Modified<K, V> modified ->
          modified(from.find(modified.key()).orElseThrow(), modified);
    };
  }

  @Override
  public final Digest digest(EntityModel<K, V> model) {
    return model.digest();
  }

  @Override
  public final Digest digestFromScratch(EntityModel<K, V> model) {
    return model.digestFromScratch();
  }

  @Override
  public final Optional<E> without(E event, Set<Unit> units) {
    Change<K, V> change = change(event);
    var entity = spec.ref(change.key());
    Set<String> names =
        units.stream()
            .filter(unit -> unit.entity().equals(entity))
            .map(Unit::name)
            .collect(Collectors.toUnmodifiableSet());
    if (names.isEmpty()) {
      return Optional.of(event);
    }
    return switch (change) {
      case Change.Created<K, V> created -> Optional.empty();
      case Change.Deleted<K, V> deleted -> Optional.empty();
      case Change.Modified<K, V> modified -> {
        Change.Modified<K, V> rest = modified.without(names);
        yield names.contains(Unit.WHOLE) || rest.isEmpty()
            ? Optional.empty()
            : Optional.of(withChange(event, rest));
      }
    };
  }

  @Override
  public final Effect effect(E event) {
    return switch (change(event)) {
      case Change.Created<K, V> created -> Effect.CREATES;
      case Change.Modified<K, V> modified -> Effect.MODIFIES;
      case Change.Deleted<K, V> deleted -> Effect.DELETES;
    };
  }

  @Override
  public final Optional<E> rebase(E event, EntityModel<K, V> model) {
    Change<K, V> change = change(event);
    Optional<V> current = model.find(change.key());
    if (current.isEmpty()) {
      return change instanceof Change.Created ? Optional.of(event) : Optional.empty();
    }
    V from = current.get();
    Map<String, Value> units = spec.units(from);
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          spec.isSameKind(from, entity)
              ? modification(key, units, spec.units(entity)).map(rebased -> modified(from, rebased))
              : Optional.empty();
      case Change.Deleted<K, V>(var key, var entity) -> Optional.of(deleted(key, from));
      case Change.Modified<K, V> modified ->
          modification(
                  modified.key(),
                  Maps.filterKeys(units, modified.units()::contains),
                  modified.after().fields())
              .map(rebased -> withChange(event, rebased));
    };
  }

  /** The modification from some units to others; empty if they are the same. */
  private Optional<Change.Modified<K, V>> modification(
      K key, Map<String, Value> from, Map<String, Value> to) {
    Change.Modified<K, V> change = Change.between(key, from, to);
    return change.isEmpty() ? Optional.empty() : Optional.of(change);
  }

  @Override
  public final EventMerge<E> merge(E first, E second) {
    Change<K, V> firstChange = change(first);
    Change<K, V> secondChange = change(second);
    boolean bothModify =
        firstChange instanceof Change.Modified && secondChange instanceof Change.Modified;
    if (!firstChange.key().equals(secondChange.key())
        || (bothModify && first.getClass() != second.getClass())) {
      return new EventMerge.NotMergeable<>();
    }
    return switch (ChangeMerger.merge(spec, firstChange, secondChange)) {
      case EventMerge.NotMergeable<Change<K, V>> apart -> new EventMerge.NotMergeable<>();
      case EventMerge.CancelledOut<Change<K, V>> nothing -> new EventMerge.CancelledOut<>();
      case EventMerge.MergedInto<Change<K, V>>(var change) ->
          new EventMerge.MergedInto<>(mergedEvent(first, change));
    };
  }

  private E mergedEvent(E first, Change<K, V> change) {
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) -> created(key, entity);
      case Change.Deleted<K, V>(var key, var entity) -> deleted(key, entity);
      case Change.Modified<K, V> modified -> withChange(first, modified);
    };
  }

  @Override
  public final ModelCodec<EntityModel<K, V>> modelCodec() {
    return new EntityModelCodec<>(spec);
  }
}
