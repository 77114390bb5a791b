package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Redactor;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A domain made from declarations: of its entities, its events, which are {@link Change}s with
 * names, and its file format. All operations of {@link Domain} are derived from them.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public class EntityDomain<K extends Comparable<? super K>, V, E>
    implements Domain<EntityModel<K, V>, E> {

  private final String name;
  private final EntitySpec<K, V> spec;
  private final EventTypes<K, V, E> eventTypes;
  private final DocumentFormat<EntityModel<K, V>> format;

  /**
   * Creates a domain.
   *
   * @param name the name of the domain, in lower case
   */
  public EntityDomain(
      String name, EventTypes<K, V, E> eventTypes, DocumentFormat<EntityModel<K, V>> format) {
    this.name = Objects.requireNonNull(name, "name");
    this.spec = eventTypes.spec();
    this.eventTypes = eventTypes;
    this.format = Objects.requireNonNull(format, "format");
  }

  @Override
  public final String name() {
    return name;
  }

  /** The declaration of the entities. */
  public final EntitySpec<K, V> spec() {
    return spec;
  }

  /**
   * The event that creates an entity.
   *
   * @throws IllegalArgumentException if the entity is not valid for its key
   */
  public final E added(K key, V entity) {
    V valid = spec.entity(key, spec.units(entity));
    return eventTypes.event(valid, new Change.Created<>(key, valid));
  }

  /**
   * The event that deletes an entity of a model.
   *
   * @throws IllegalArgumentException if there is no such entity
   */
  public final E removed(K key, EntityModel<K, V> model) {
    V entity = model.at(key);
    return eventTypes.event(entity, new Change.Deleted<>(key, entity));
  }

  /**
   * The event that sets a unit of an entity of a model: of the first type declared for this change.
   *
   * @throws IllegalArgumentException if the entity does not exist or already has the value, or if
   *     the value is not valid
   */
  public final E changed(K key, EntityModel<K, V> model, String unit, Value value) {
    V from = model.at(key);
    V to = spec.modified(key, from, Set.of(unit), Value.Fields.of(Map.of(unit, value)));
    return between(key, from, to)
        .orElseThrow(() ->
            new IllegalArgumentException(
                spec.ref(key) + " has " + unit + " " + ValueJson.write(value) + " already"));
  }

  /**
   * The event that edits a text of an entity of a model: of the first type declared for this
   * change.
   *
   * @throws IllegalArgumentException if the entity does not exist or has no such text, or if the
   *     edit is empty
   */
  public final E edited(K key, EntityModel<K, V> model, String unit, TextEdit edit) {
    V entity = model.at(key);
    if (spec.text(entity, unit).isEmpty()) {
      throw new IllegalArgumentException(spec.ref(key) + " has no text \"" + unit + '"');
    }
    if (edit.isEmpty()) {
      throw new IllegalArgumentException(
          "the edit of " + unit + " of " + spec.ref(key) + " changes nothing");
    }
    var nothing = new Change.Modified<K, V>(key, Value.Fields.EMPTY, Value.Fields.EMPTY);
    return eventTypes.event(entity, TextUnits.with(nothing, unit, edit));
  }

  /**
   * The event that modifies an entity into another one with the same key; empty if they are equal.
   *
   * @throws IllegalArgumentException if they are of different kinds
   */
  public final Optional<E> between(K key, V from, V to) {
    if (!spec.isSameKind(from, to)) {
      throw new IllegalArgumentException(spec.ref(key) + " cannot become " + to);
    }
    Change.Modified<K, V> change = TextUnits.between(spec, key, from, to, Text::diff);
    return change.isEmpty() ? Optional.empty() : Optional.of(eventTypes.event(from, change));
  }

  @Override
  public EntityModel<K, V> empty() {
    return EntityModel.empty(spec);
  }

  @Override
  public final EntityModel<K, V> replay(E event, EntityModel<K, V> model) {
    return model.apply(eventTypes.change(event));
  }

  @Override
  public final EntityModel<K, V> withoutDerivedValues(EntityModel<K, V> model) {
    return model.withoutDerivedValues();
  }

  @Override
  public final E invert(E event) {
    return withChange(event, eventTypes.change(event).inverse());
  }

  /** The event for a change, of the type of another event if that type allows the change. */
  private E withChange(E event, Change<K, V> change) {
    return switch (change) {
      case Change.Created<K, V> created -> eventTypes.event(created.entity(), created);
      case Change.Deleted<K, V> deleted -> eventTypes.event(deleted.entity(), deleted);
      case Change.Modified<K, V> modified -> eventTypes.withChange(event, modified);
    };
  }

  @Override
  public final Optional<Conflict> check(E event, EntityModel<K, V> model) {
    return model.check(eventTypes.change(event));
  }

  @Override
  public final List<DanglingReference> danglingReferences(E event, EntityModel<K, V> model) {
    return model.danglingReferences(eventTypes.change(event));
  }

  @Override
  public final Touches touches(E event) {
    Change<K, V> change = eventTypes.change(event);
    var entity = spec.ref(change.key());
    Set<Unit> subject =
        switch (change) {
          case Change.Created<K, V> created -> Set.of(Unit.whole(entity));
          case Change.Deleted<K, V> deleted -> Set.of(Unit.whole(entity));
          case Change.Modified<K, V> modified -> TextUnits.units(spec, entity, modified);
        };
    return new Touches(subject, Set.of(), ReferenceIndex.mentioned(spec, change));
  }

  @Override
  public final boolean hasTexts() {
    return !spec.textUnits().isEmpty();
  }

  @Override
  public final EntityModel<K, V> withoutUnneeded(EntityModel<K, V> model, List<E> keptEvents) {
    return TextUnits.withoutUnneeded(model, keptEvents.stream().map(eventTypes::change).toList());
  }

  @Override
  public final E redacted(E event, EntityModel<K, V> model, Redactor redactor) {
    return new EntityRedaction<>(eventTypes, redactor).event(event, model);
  }

  @Override
  public final EntityModel<K, V> redacted(EntityModel<K, V> model, Redactor redactor) {
    return new EntityRedaction<>(eventTypes, redactor).model(model);
  }

  @Override
  public final List<E> diff(EntityModel<K, V> from, EntityModel<K, V> to) {
    return new ModelDiff<>(from, to)
        .changes().stream().map(change -> toEvent(change, from)).toList();
  }

  private E toEvent(Change<K, V> change, EntityModel<K, V> from) {
    return switch (change) {
      case Change.Created<K, V> created -> eventTypes.event(created.entity(), created);
      case Change.Deleted<K, V> deleted -> eventTypes.event(deleted.entity(), deleted);
      case Change.Modified<K, V> modified -> eventTypes.event(from.at(modified.key()), modified);
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
    Change<K, V> change = eventTypes.change(event);
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
        Change.Modified<K, V> rest = TextUnits.without(spec, modified, names);
        yield names.contains(Unit.WHOLE) || rest.isEmpty()
            ? Optional.empty()
            : Optional.of(withChange(event, rest));
      }
    };
  }

  @Override
  public final Effect effect(E event) {
    return switch (eventTypes.change(event)) {
      case Change.Created<K, V> created -> Effect.CREATES;
      case Change.Modified<K, V> modified -> Effect.MODIFIES;
      case Change.Deleted<K, V> deleted -> Effect.DELETES;
    };
  }

  @Override
  public final Optional<E> rebase(E event, EntityModel<K, V> model) {
    Change<K, V> change = eventTypes.change(event);
    Optional<V> current = model.find(change.key());
    if (current.isEmpty()) {
      return change instanceof Change.Created ? Optional.of(event) : Optional.empty();
    }
    V from = current.get();
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          spec.isSameKind(from, entity)
              ? Optional.of(TextUnits.between(spec, key, from, entity, Text::exactDiff))
                  .filter(rebased -> !rebased.isEmpty())
                  .map(rebased -> eventTypes.event(from, rebased))
              : Optional.empty();
      case Change.Deleted<K, V>(var key, var entity) ->
          Optional.of(eventTypes.event(from, new Change.Deleted<>(key, from)));
      case Change.Modified<K, V> modified ->
          Optional.of(rebase(modified, from))
              .filter(rebased -> !rebased.isEmpty())
              .map(rebased -> withChange(event, rebased));
    };
  }

  private Change.Modified<K, V> rebase(Change.Modified<K, V> change, V entity) {
    Set<String> texts = TextUnits.edited(spec, change);
    Change.Modified<K, V> others = change.without(texts);
    TreeMap<String, Value> before = new TreeMap<>();
    for (String name : others.units()) {
      spec.unit(entity, name).ifPresent(value -> before.put(name, value));
    }
    Change.Modified<K, V> rebased = Change.between(change.key(), before, others.after().fields());
    for (String name : texts) {
      TextEdit edit = TextUnits.edit(change, name);
      TextEdit remaining = spec.text(entity, name).map(text -> text.rebase(edit)).orElse(edit);
      rebased = TextUnits.with(rebased, name, remaining);
    }
    return rebased;
  }

  @Override
  public final EventMerge<E> merge(E first, E second) {
    Change<K, V> firstChange = eventTypes.change(first);
    Change<K, V> secondChange = eventTypes.change(second);
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
          new EventMerge.MergedInto<>(withChange(first, change));
    };
  }

  @Override
  public final ModelCodec<EntityModel<K, V>> modelCodec() {
    return new EntityModelCodec<>(spec);
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
