package dev.fcp.eventlog.entity;

import com.google.common.base.Suppliers;
import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.ChangeCheck.Outcome;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.HashMap;
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
 * A store of entities, with their order, the references between them and the digest of it all. An
 * immutable value: a changed copy costs O(log n) and shares the rest.
 *
 * @param <K> the key of an entity
 * @param <V> the entity, an immutable record
 */
public final class EntityModel<K extends Comparable<? super K>, V> {

  /** The version of the hash function of digests. */
  public static final int DIGEST_VERSION = 1;

  private final EntitySpec<K, V> spec;
  private final PersistentMap<K, V> entities;

  // What follows from many entities at once is made when it is first asked for.

  private final Supplier<EntityRows<K, V>> rows;
  private final Supplier<References<K>> references;
  private final Supplier<Tally> tally;
  private final Supplier<Derived<K, V>> derived;
  private final Supplier<ContentHash<K>> hash;

  /** Whether it was made of entities, so that nothing in it was kept in step with a change. */
  private final boolean isFromScratch;

  /** The newest change that was asked about, because whoever asks mostly applies it next. */
  private @Nullable Checked<K, V> lastChecked;

  private EntityModel(ModelBuilder<K, V> builder) {
    this.spec = builder.spec();
    this.entities = builder.entities();
    this.rows = Suppliers.memoize(builder::rows);
    this.references = Suppliers.memoize(builder::references);
    this.tally = Suppliers.memoize(builder::tally);
    this.derived = Suppliers.memoize(builder::derived);
    this.hash = Suppliers.memoize(() -> builder.hash(this));
    this.isFromScratch = true;
  }

  private EntityModel(
      EntityModel<K, V> origin,
      PersistentMap<K, V> entities,
      EntityRows<K, V> rows,
      References<K> references,
      Tally tally,
      Derived<K, V> derived,
      Function<EntityModel<K, V>, ContentHash<K>> hash) {
    this.spec = origin.spec;
    this.entities = entities;
    this.rows = Suppliers.ofInstance(rows);
    this.references = Suppliers.ofInstance(references);
    this.tally = Suppliers.ofInstance(tally);
    this.derived = Suppliers.ofInstance(derived);
    this.hash = Suppliers.ofInstance(hash.apply(this));
    this.isFromScratch = false;
  }

  /** A model without entities. */
  public static <K extends Comparable<? super K>, V> EntityModel<K, V> empty(
      EntitySpec<K, V> spec) {
    return of(spec, List.of());
  }

  /**
   * A model of these entities, in O(n), or O(n log n) if their keys do not ascend. Their order, the
   * references between them and the digest are found when they are first asked for.
   *
   * @throws IllegalArgumentException if two have the same key, a scope is missing, or references
   *     that must not form a circle do
   */
  public static <K extends Comparable<? super K>, V> EntityModel<K, V> of(
      EntitySpec<K, V> spec, Iterable<Map.Entry<K, V>> entities) {
    return new EntityModel<>(new ModelBuilder<>(spec, entities));
  }

  /** What is known of the entities. */
  public EntitySpec<K, V> spec() {
    return spec;
  }

  /** How many entities there are. */
  public int size() {
    return entities.size();
  }

  /** The entity of a key, if it is there. */
  public Optional<V> find(K key) {
    return Optional.ofNullable(entities.get(key));
  }

  /**
   * The entity of a key that is there.
   *
   * @throws IllegalArgumentException if it is not
   */
  public V at(K key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException(spec.ref(key) + " is missing"));
  }

  /** Whether an entity is there. */
  public boolean contains(K key) {
    return entities.containsKey(key);
  }

  /** All entities in the order of their keys. */
  public PersistentMap<K, V> entities() {
    return entities;
  }

  /**
   * The keys of the ordered entities that one contains, by their places; of one with several places
   * it comes at each of them.
   */
  public Iterable<K> inOrder(K scope) {
    return inOrder(Optional.of(scope));
  }

  /** The keys of the ordered entities that none contains, by their places. */
  public Iterable<K> inOrder() {
    return inOrder(Optional.empty());
  }

  /** The ordered entities that none contains, by their places. */
  public Stream<Map.Entry<K, V>> ordered() {
    return StreamSupport.stream(inOrder().spliterator(), false).map(key -> Map.entry(key, at(key)));
  }

  private Iterable<K> inOrder(Optional<K> scope) {
    return () -> new ScopeIterator<>(rows().all().from(Position.startOf(scope)).iterator(), scope);
  }

  /** The last place in what an entity contains; empty if nothing there is ordered. */
  public Optional<Place> lastPlace(K scope) {
    Optional<K> owner = Optional.of(scope);
    return rows()
        .all()
        .lower(Position.endOf(owner))
        .map(Map.Entry::getKey)
        .filter(position -> position.scope().equals(owner))
        .map(position -> new Place(position.group(), Objects.requireNonNull(position.order())));
  }

  /** What is kept in step with the entities, as {@link EntitySpec#derived} began it. */
  public Derived<K, V> derived() {
    return derived.get();
  }

  /** What a reader sees of an entity that follows from what it contains. */
  Optional<Value> frame(K scope) {
    V entity = entities.get(scope);
    return entity == null ? Optional.empty() : spec.frame(scope, entity, this);
  }

  /**
   * An order key right behind the first place of an entity, and behind those that share its place.
   *
   * @throws IllegalArgumentException if the entity is missing or has no place
   */
  public OrderKey orderBehind(K key) {
    Position<K> place = position(key);
    return OrderKey.between(Optional.of(orderOf(place)), otherOrder(place, rows()::behind));
  }

  /**
   * An order key right before the first place of an entity, and before those that share its place.
   *
   * @throws IllegalArgumentException if the entity is missing or has no place
   */
  public OrderKey orderBefore(K key) {
    Position<K> place = position(key);
    return OrderKey.between(otherOrder(place, rows()::before), Optional.of(orderOf(place)));
  }

  /** An order key behind all that no entity contains. */
  public OrderKey orderAtEnd() {
    return rows()
        .all()
        .lower(Position.endOf(Optional.<K>empty()))
        .map(Map.Entry::getKey)
        .filter(last -> last.scope().isEmpty())
        .map(last -> OrderKey.between(Optional.of(orderOf(last)), Optional.empty()))
        .orElse(OrderKey.atLoading(0));
  }

  private static <K extends Comparable<? super K>> Optional<OrderKey> otherOrder(
      Position<K> place, Function<Position<K>, Optional<Position<K>>> next) {
    Optional<Position<K>> at = next.apply(place);
    while (at.isPresent() && orderOf(at.get()).equals(orderOf(place))) {
      at = next.apply(at.get());
    }
    return at.map(EntityModel::orderOf);
  }

  private Position<K> position(K key) {
    return find(key)
        .flatMap(entity -> Position.of(spec, key, entity).stream().findFirst())
        .orElseThrow(() -> new IllegalArgumentException(spec.ref(key) + " has no place"));
  }

  private static OrderKey orderOf(Position<?> position) {
    return Objects.requireNonNull(position.order(), "order");
  }

  /** How many entities one contains. */
  public int countIn(K scope) {
    return hash.get().countIn(scope);
  }

  /** The references to an entity, which may be missing: the keys of those that refer, and how. */
  public List<Map.Entry<K, Reference<K>>> referencesTo(K target) {
    return references.get().to(target);
  }

  /** How many entities are counted under each name of the digest's summary. */
  public Map<String, Integer> counts() {
    return tally.get().byName();
  }

  /** The fingerprint of the content. */
  public Digest digest() {
    Hash128 total = hash.get().total();
    return new Digest(DIGEST_VERSION, tally.get().summary(spec), total.high(), total.low());
  }

  /** The same fingerprint, of which nothing was kept in step with changes. */
  Digest digestFromScratch() {
    return (isFromScratch ? this : of(spec, entities)).digest();
  }

  /** Why a change does not apply exactly; empty if it does. */
  public Optional<Conflict> check(Change<K, V> change) {
    return switch (outcome(change)) {
      case Outcome.Refused<V>(var conflict) -> Optional.of(conflict);
      case Outcome.Applicable<V> applicable -> Optional.empty();
    };
  }

  /** What a change was found to do: the same for every asker, so that a race does no harm. */
  private record Checked<K, V>(Change<K, V> change, Outcome<V> outcome) {}

  private Outcome<V> outcome(Change<K, V> change) {
    Checked<K, V> known = lastChecked;
    if (known != null && known.change().equals(change)) {
      return known.outcome();
    }
    Outcome<V> outcome = new ChangeCheck<>(this).outcome(change);
    lastChecked = new Checked<>(change, outcome);
    return outcome;
  }

  /** What a change leaves, or finds, without its target. */
  public List<Dependent> dependents(Change<K, V> change) {
    return new Dangling<>(this).after(change);
  }

  /**
   * The model after a change.
   *
   * @throws IllegalArgumentException if {@link #check} refuses the change
   */
  public EntityModel<K, V> with(Change<K, V> change) {
    return switch (outcome(change)) {
      case Outcome.Refused<V>(var conflict) ->
          throw new IllegalArgumentException(conflict.toString());
      case Outcome.Applicable<V>(var before, var after) -> replaced(change, before, after);
    };
  }

  private EntityModel<K, V> replaced(Change<K, V> change, @Nullable V old, @Nullable V entity) {
    K key = change.key();
    PersistentMap<K, V> changed =
        entity == null ? entities.without(key) : entities.with(key, entity);
    Reordering<K, V> reordering = Reordering.of(this, key, old, entity, changed);
    Hash128 difference = reordering.difference().plus(contentTerms(key, old, entity));
    int more = (entity == null ? 0 : 1) - (old == null ? 0 : 1);
    return new EntityModel<>(
        this,
        changed,
        reordering.rows(),
        referencesAfter(change, old, entity),
        tally.get().with(counted(old), counted(entity)),
        derived.get().with(key, Optional.ofNullable(old), Optional.ofNullable(entity)),
        model -> {
          Optional<Value> frame =
              entity == null ? Optional.empty() : spec.frame(key, entity, model);
          var growth = new ContentHash.Growth(difference, more, reordering.moves(), frame);
          return hash.get().with(key, growth, model);
        });
  }

  private Optional<String> counted(@Nullable V entity) {
    return entity == null ? Optional.empty() : spec.counted(entity);
  }

  private References<K> referencesAfter(Change<K, V> change, @Nullable V old, @Nullable V entity) {
    K key = change.key();
    boolean stay =
        change instanceof Change.Modified<K, V>(var same, var before, var after)
            && spec.references(same, before.fields()).equals(spec.references(same, after.fields()));
    return stay
        ? references.get()
        : references.get().with(key, referencesOf(key, old), referencesOf(key, entity));
  }

  private List<Reference<K>> referencesOf(K key, @Nullable V entity) {
    return entity == null ? List.of() : spec.referencesOf(key, entity);
  }

  /** What comes to the sum of contents; nothing if only the place is another one. */
  private Hash128 contentTerms(K key, @Nullable V old, @Nullable V entity) {
    CanonicalBytes before = Hash128.contentHead(new CanonicalBytes());
    CanonicalBytes after = Hash128.contentHead(new CanonicalBytes());
    if (old != null) {
      spec.addContent(key, old, before);
    }
    if (entity != null) {
      spec.addContent(key, entity, after);
    }
    if (before.isSameAs(after)) {
      return Hash128.ZERO;
    }
    Hash128 come = entity == null ? Hash128.ZERO : Hash128.of(after);
    return old == null ? come : come.minus(Hash128.of(before));
  }

  EntityRows<K, V> rows() {
    return rows.get();
  }

  /** What names a scope in the digest: its own scope, and its stored name or else its ordinal. */
  Value scopeLabel(K scope) {
    V entity = find(scope).orElseThrow();
    Optional<Position<K>> position = Position.first(spec, scope, entity);
    Value own =
        spec.storedName(scope, entity)
            .filter(name ->
                position.isEmpty()
                    || rows().earlier(position.get(), spec.namesake(scope, entity), entities) == 0)
            .<Value>map(Value::of)
            .or(() -> position.map(place -> Value.of(rows().ordinal(place))))
            .orElseGet(() -> new Value.Sequence(List.of(spec.content(scope, entity))));
    return spec.scope(scope)
        .<Value>map(outer -> new Value.Sequence(List.of(scopeLabel(outer), own)))
        .orElse(own);
  }

  /** All units of all entities, for those who compare models piece by piece. */
  public Map<Unit, Value> units() {
    Map<Unit, Value> units = new HashMap<>();
    for (Map.Entry<K, V> entry : entities) {
      spec.units(entry.getValue())
          .forEach((name, value) -> units.put(new Unit(spec.ref(entry.getKey()), name), value));
    }
    return units;
  }

  /** Whether all entities are equal, order keys and names that the file does not hold included. */
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
