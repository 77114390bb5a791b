package dev.fcp.eventlog.entity;

import com.google.common.base.Suppliers;
import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.ChangeCheck.CheckResult;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a document, with their order, the references between them and the digest. An
 * immutable value; a modified copy takes O(log n) time and shares the rest.
 *
 * @param <K> the key of an entity
 * @param <V> the entity, an immutable record
 */
public final class EntityModel<K extends Comparable<? super K>, V> {

  /** The version of the hash function of digests. */
  public static final int DIGEST_VERSION = 1;

  /** The buffer for the bytes of a term, reused by each thread. */
  private static final ThreadLocal<CanonicalBytes> TERM =
      ThreadLocal.withInitial(CanonicalBytes::new);

  private final EntitySpec<K, V> spec;
  private final PersistentMap<K, V> entities;

  // Computed on first use, because that is costly for a model made from many entities.

  private final Supplier<EntityOrder<K, V>> order;
  private final Supplier<ReferenceIndex<K>> references;
  private final Supplier<KindCounts> kindCounts;
  private final Supplier<DerivedIndex<K, V>> derivedIndex;
  private final Supplier<ContentHash<K>> hash;

  /** Whether the model was made from entities rather than by changes. */
  private final boolean isFromScratch;

  /** Whether changes leave everything uncomputed unless some of it was computed on this model. */
  private final boolean isDeferring;

  private volatile boolean isAnythingComputed;

  /** The last checked change, because a change is usually applied right after its check. */
  private @Nullable Checked<K, V> lastChecked;

  private EntityModel(ModelBuilder<K, V> builder, boolean isDeferring) {
    this.spec = builder.spec();
    this.entities = builder.entities();
    this.order = onFirstUse(builder::order);
    this.references = onFirstUse(builder::references);
    this.kindCounts = onFirstUse(builder::kindCounts);
    this.derivedIndex = onFirstUse(builder::derivedIndex);
    this.hash = onFirstUse(() -> builder.hash(this));
    this.isFromScratch = true;
    this.isDeferring = isDeferring;
  }

  private <T> Supplier<T> onFirstUse(Supplier<T> computation) {
    return Suppliers.memoize(() -> {
      isAnythingComputed = true;
      return computation.get();
    });
  }

  private EntityModel(
      EntityModel<K, V> origin,
      PersistentMap<K, V> entities,
      EntityOrder<K, V> order,
      ReferenceIndex<K> references,
      KindCounts kindCounts,
      DerivedIndex<K, V> derivedIndex,
      Function<EntityModel<K, V>, ContentHash<K>> hash) {
    this.spec = origin.spec;
    this.entities = entities;
    this.order = Suppliers.ofInstance(order);
    this.references = Suppliers.ofInstance(references);
    this.kindCounts = Suppliers.ofInstance(kindCounts);
    this.derivedIndex = Suppliers.ofInstance(derivedIndex);
    this.hash = Suppliers.ofInstance(hash.apply(this));
    this.isFromScratch = false;
    this.isDeferring = false;
  }

  /** A model without entities. */
  public static <K extends Comparable<? super K>, V> EntityModel<K, V> empty(
      EntitySpec<K, V> spec) {
    return of(spec, List.of());
  }

  /**
   * A model of these entities, in O(n) if their keys are ascending, otherwise in O(n log n). Their
   * order, the references between them and the digest are computed on first use.
   *
   * @throws IllegalArgumentException if two entities have the same key, if a scope is missing, or
   *     if acyclic references form a cycle
   */
  public static <K extends Comparable<? super K>, V> EntityModel<K, V> of(
      EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    return new EntityModel<>(ModelBuilder.checked(spec, entities), false);
  }

  /**
   * An equal model to which recorded changes are applied sooner: they are not checked, and order,
   * references and digest stay uncomputed in the resulting models. When one of them is needed, it
   * is computed from all entities, and later changes update everything as usual.
   */
  public EntityModel<K, V> withoutDerivedValues() {
    return new EntityModel<>(ModelBuilder.unchecked(spec, entities), true);
  }

  /** The declaration of the entities. */
  public EntitySpec<K, V> spec() {
    return spec;
  }

  /** The number of entities. */
  public int size() {
    return entities.size();
  }

  /** The entity with a key, if it exists. */
  public Optional<V> find(K key) {
    return Optional.ofNullable(entities.get(key));
  }

  /**
   * The entity with a key.
   *
   * @throws IllegalArgumentException if it does not exist
   */
  public V at(K key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException(spec.ref(key) + " is missing"));
  }

  /** Whether an entity exists. */
  public boolean contains(K key) {
    return entities.containsKey(key);
  }

  /** All entities, sorted by key. */
  public PersistentMap<K, V> entities() {
    return entities;
  }

  /**
   * The keys of the ordered entities in a scope, by position. An entity with several positions
   * occurs at each of them.
   */
  public Iterable<K> keysInOrder(K scope) {
    return keysInOrder(Optional.of(scope));
  }

  /**
   * The keys of the ordered entities in a scope at positions in some groups, by position; the first
   * one is found in O(log n).
   *
   * @param fromGroup the first group
   * @param toGroup the group after the last one
   */
  public Iterable<K> keysInOrder(K scope, long fromGroup, long toGroup) {
    Optional<K> container = Optional.of(scope);
    return Iterables.transform(
        order()
            .keysByPosition()
            .range(Position.startOf(container, fromGroup), Position.startOf(container, toGroup)),
        Map.Entry::getValue);
  }

  /** The keys of the ordered entities without a scope, by position. */
  public Iterable<K> keysInOrder() {
    return keysInOrder(Optional.empty());
  }

  /** The ordered entities without a scope, by position. */
  public Stream<Map.Entry<K, V>> entitiesInOrder() {
    return StreamSupport.stream(keysInOrder().spliterator(), false)
        .map(key -> Map.entry(key, at(key)));
  }

  private Iterable<K> keysInOrder(Optional<K> scope) {
    return () ->
        new ScopeIterator<>(
            order().keysByPosition().from(Position.startOf(scope)).iterator(), scope);
  }

  /** The last position in a scope; empty if it contains no ordered entities. */
  public Optional<SortKey> lastSortKey(K scope) {
    Optional<K> container = Optional.of(scope);
    return order()
        .keysByPosition()
        .lower(Position.endOf(container))
        .map(Map.Entry::getKey)
        .filter(position -> position.scope().equals(container))
        .map(
            position -> new SortKey(position.group(), Objects.requireNonNull(position.orderKey())));
  }

  /** The derived index of the entities; see {@link EntitySpec#emptyDerivedIndex}. */
  public DerivedIndex<K, V> derivedIndex() {
    return derivedIndex.get();
  }

  /** The derived content of an entity; see {@link EntitySpec#derivedContent}. */
  Optional<Value> derivedContent(K scope) {
    V entity = entities.get(scope);
    return entity == null ? Optional.empty() : spec.derivedContent(scope, entity, this);
  }

  /**
   * An order key right after the first position of an entity, and after all with the same order
   * key.
   *
   * @throws IllegalArgumentException if the entity is missing or not ordered
   */
  public OrderKey orderKeyAfter(K key) {
    Position<K> position = firstPosition(key);
    return OrderKey.between(
        Optional.of(orderKeyOf(position)), nextDistinctOrderKey(position, order()::after));
  }

  /**
   * An order key right before the first position of an entity, and before all with the same order
   * key.
   *
   * @throws IllegalArgumentException if the entity is missing or not ordered
   */
  public OrderKey orderKeyBefore(K key) {
    Position<K> position = firstPosition(key);
    return OrderKey.between(
        nextDistinctOrderKey(position, order()::before), Optional.of(orderKeyOf(position)));
  }

  /** An order key after all entities without a scope. */
  public OrderKey orderKeyAtEnd() {
    return order()
        .keysByPosition()
        .lower(Position.endOf(Optional.<K>empty()))
        .map(Map.Entry::getKey)
        .filter(last -> last.scope().isEmpty())
        .map(last -> OrderKey.between(Optional.of(orderKeyOf(last)), Optional.empty()))
        .orElse(OrderKey.initial(0));
  }

  private static <K extends Comparable<? super K>> Optional<OrderKey> nextDistinctOrderKey(
      Position<K> position, Function<Position<K>, Optional<Position<K>>> next) {
    Optional<Position<K>> candidate = next.apply(position);
    while (candidate.isPresent() && orderKeyOf(candidate.get()).equals(orderKeyOf(position))) {
      candidate = next.apply(candidate.get());
    }
    return candidate.map(EntityModel::orderKeyOf);
  }

  private Position<K> firstPosition(K key) {
    return find(key)
        .flatMap(entity -> Position.of(spec, key, entity).stream().findFirst())
        .orElseThrow(() -> new IllegalArgumentException(spec.ref(key) + " has no place"));
  }

  private static OrderKey orderKeyOf(Position<?> position) {
    return Objects.requireNonNull(position.orderKey(), "order");
  }

  /** The number of entities in a scope. */
  public int countIn(K scope) {
    return hash.get().countIn(scope);
  }

  /**
   * The references to an entity, which may be missing, each with the key of the referring entity.
   */
  public List<Map.Entry<K, Reference<K>>> referencesTo(K target) {
    return references.get().to(target);
  }

  /** The numbers of entities by the names under which the summary of the digest counts them. */
  public Map<String, Integer> counts() {
    return kindCounts.get().byName();
  }

  /** The digest of the content. */
  public Digest digest() {
    Hash128 total = hash.get().total();
    return new Digest(DIGEST_VERSION, kindCounts.get().summary(spec), total.high(), total.low());
  }

  /** The same digest, computed from all entities rather than updated with each change. */
  Digest digestFromScratch() {
    return (isFromScratch ? this : of(spec, entities)).digest();
  }

  /** The reason why a change does not apply exactly; empty if it does. */
  public Optional<Conflict> check(Change<K, V> change) {
    return switch (checkResult(change)) {
      case CheckResult.Refused<V>(var conflict) -> Optional.of(conflict);
      case CheckResult.Applicable<V> applicable -> Optional.empty();
    };
  }

  /** The result of checking a change. It is the same on every thread, so races are harmless. */
  private record Checked<K, V>(Change<K, V> change, CheckResult<V> result) {}

  /**
   * Whether two changes are equal and create the same object: equal texts may know different
   * deleted characters.
   */
  @SuppressWarnings("ReferenceEquality")
  private static <K, V> boolean isSame(Change<K, V> first, Change<K, V> second) {
    return first.equals(second)
        && (!(first instanceof Change.Created<K, V> one)
            || !(second instanceof Change.Created<K, V> other)
            || one.entity() == other.entity());
  }

  private CheckResult<V> checkResult(Change<K, V> change) {
    Checked<K, V> cached = lastChecked;
    if (cached != null && isSame(cached.change(), change)) {
      return cached.result();
    }
    CheckResult<V> result = new ChangeCheck<>(this).check(change);
    lastChecked = new Checked<>(change, result);
    return result;
  }

  /** The references whose targets are missing after a change. */
  public List<DanglingReference> danglingReferences(Change<K, V> change) {
    return new DanglingReferenceFinder<>(this).find(change);
  }

  /**
   * The model after a change.
   *
   * @throws IllegalArgumentException if {@link #check} refuses the change
   */
  public EntityModel<K, V> apply(Change<K, V> change) {
    if (isDeferring && !isAnythingComputed) {
      return applyDeferring(change);
    }
    return switch (checkResult(change)) {
      case CheckResult.Refused<V>(var conflict) ->
          throw new IllegalArgumentException(conflict.toString());
      case CheckResult.Applicable<V>(var before, var after) -> replace(change, before, after);
    };
  }

  private EntityModel<K, V> applyDeferring(Change<K, V> change) {
    PersistentMap<K, V> entitiesAfter =
        switch (change) {
          case Change.Created<K, V>(var key, var entity) -> entities.with(key, entity);
          case Change.Deleted<K, V>(var key, var entity) -> entities.without(key);
          case Change.Modified<K, V> modified ->
              entities.with(modified.key(), TextUnits.modified(spec, modified, at(modified.key())));
        };
    return new EntityModel<>(ModelBuilder.unchecked(spec, entitiesAfter), true);
  }

  private EntityModel<K, V> replace(Change<K, V> change, @Nullable V before, @Nullable V after) {
    K key = change.key();
    PersistentMap<K, V> entitiesAfter =
        after == null ? entities.without(key) : entities.with(key, after);
    OrderUpdate<K, V> orderUpdate = OrderUpdate.of(this, key, before, after, entitiesAfter);
    Hash128 hashDelta = orderUpdate.hashDelta().plus(contentHashDelta(key, before, after));
    int countDelta = (after == null ? 0 : 1) - (before == null ? 0 : 1);
    return new EntityModel<>(
        this,
        entitiesAfter,
        orderUpdate.order(),
        referencesAfter(change, before, after),
        kindCounts.get().with(countedAs(before), countedAs(after)),
        derivedIndex.get().with(key, Optional.ofNullable(before), Optional.ofNullable(after)),
        model -> {
          Optional<Value> derivedContent =
              after == null ? Optional.empty() : spec.derivedContent(key, after, model);
          var delta =
              new ContentHash.Delta(
                  hashDelta, countDelta, orderUpdate.changesOrder(), derivedContent);
          return hash.get().with(key, delta, model);
        });
  }

  private Optional<String> countedAs(@Nullable V entity) {
    return entity == null ? Optional.empty() : spec.countedAs(entity);
  }

  private ReferenceIndex<K> referencesAfter(
      Change<K, V> change, @Nullable V oldEntity, @Nullable V newEntity) {
    K key = change.key();
    boolean unchanged =
        change instanceof Change.Modified<K, V>(var same, var before, var after)
            && spec.references(same, before.fields()).equals(spec.references(same, after.fields()));
    return unchanged
        ? references.get()
        : references.get().with(key, referencesOf(key, oldEntity), referencesOf(key, newEntity));
  }

  private List<Reference<K>> referencesOf(K key, @Nullable V entity) {
    return entity == null ? List.of() : spec.referencesOf(key, entity);
  }

  /** The change of the sum of content terms; zero if only the position changes. */
  private Hash128 contentHashDelta(K key, @Nullable V oldEntity, @Nullable V newEntity) {
    return contentTerm(key, newEntity).minus(contentTerm(key, oldEntity));
  }

  private Hash128 contentTerm(K key, @Nullable V entity) {
    if (entity == null) {
      return Hash128.ZERO;
    }
    CanonicalBytes bytes = TERM.get();
    spec.appendContent(key, entity, Hash128.appendContentPrefix(bytes.clear()));
    return Hash128.of(bytes);
  }

  EntityOrder<K, V> order() {
    return order.get();
  }

  /**
   * Identifies a scope in the digest: by its own scope, and by its stored name or else its ordinal.
   */
  Value scopeLabel(K scope) {
    V entity = find(scope).orElseThrow();
    Optional<Position<K>> position = Position.first(spec, scope, entity);
    Value ownLabel =
        spec.storedName(scope, entity)
            .filter(name ->
                position.isEmpty()
                    || order()
                            .sharingCountBefore(
                                position.get(), spec.nameOwner(scope, entity), entities)
                        == 0)
            .<Value>map(Value::of)
            .or(() -> position.map(found -> Value.of(order().ordinal(found))))
            .orElseGet(() -> new Value.Sequence(List.of(spec.content(scope, entity))));
    return spec.scope(scope)
        .<Value>map(outer -> new Value.Sequence(List.of(scopeLabel(outer), ownLabel)))
        .orElse(ownLabel);
  }

  /** Whether all entities are equal, including order keys and keys that the file does not store. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EntityModel<?, ?> model && entities.equals(model.entities);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash.get().total().low());
  }

  @Override
  public String toString() {
    return digest().toString();
  }

  private static final class ScopeIterator<K extends Comparable<? super K>> implements Iterator<K> {
    private final Iterator<Map.Entry<Position<K>, K>> positions;
    private final Optional<K> scope;
    private @Nullable K next;

    ScopeIterator(Iterator<Map.Entry<Position<K>, K>> positions, Optional<K> scope) {
      this.positions = positions;
      this.scope = scope;
      advance();
    }

    private void advance() {
      next = null;
      if (positions.hasNext()) {
        Map.Entry<Position<K>, K> entry = positions.next();
        if (entry.getKey().scope().equals(scope)) {
          next = entry.getValue();
        }
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public K next() {
      K result = next;
      if (result == null) {
        throw new NoSuchElementException();
      }
      advance();
      return result;
    }
  }
}
