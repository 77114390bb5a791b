package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.entity.EntityRows.Standing;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the change of one entity does to the order of a model and to the neighbourhood terms of its
 * hash. All others keep their places; but where the entity has no stored name, those without one
 * that stand behind it get another number, and with it another term, and so do those that share a
 * name with it.
 */
final class Reordering<K extends Comparable<? super K>, V> {

  private final EntityRows<K, V> before;
  private final EntityRows<K, V> after;
  private final Hash128 difference;
  private final boolean moves;

  private Reordering(
      EntityRows<K, V> before, EntityRows<K, V> after, Hash128 difference, boolean moves) {
    this.before = before;
    this.after = after;
    this.difference = difference;
    this.moves = moves;
  }

  /**
   * The change of one entity.
   *
   * @param changed the entities after it
   */
  static <K extends Comparable<? super K>, V> Reordering<K, V> of(
      EntityModel<K, V> model,
      K key,
      @Nullable V old,
      @Nullable V entity,
      PersistentMap<K, V> changed) {
    return old != null && entity != null && isNone(model, key, old, entity, changed)
        ? new Reordering<>(model.rows(), model.rows(), Hash128.ZERO, false)
        : new Reordering<>(model, key, old, entity, changed);
  }

  /** Whether the entity keeps its place and is known to its neighbours as before. */
  private static <K extends Comparable<? super K>, V> boolean isNone(
      EntityModel<K, V> model, K key, V old, V entity, PersistentMap<K, V> changed) {
    EntitySpec<K, V> spec = model.spec();
    List<Place> places = spec.places(old);
    return places.equals(spec.places(entity))
        && (places.isEmpty() || isKnownAsBefore(model, key, old, entity, changed));
  }

  private static <K extends Comparable<? super K>, V> boolean isKnownAsBefore(
      EntityModel<K, V> model, K key, V old, V entity, PersistentMap<K, V> changed) {
    EntitySpec<K, V> spec = model.spec();
    K namesake = spec.namesake(key, old);
    Optional<String> name = spec.storedName(key, old);
    boolean byName = name.isPresent() && !model.rows().isShared(namesake, changed);
    return namesake.equals(spec.namesake(key, entity))
        && name.equals(spec.storedName(key, entity))
        && (byName || spec.content(key, old).equals(spec.content(key, entity)));
  }

  private Reordering(
      EntityModel<K, V> model,
      K key,
      @Nullable V old,
      @Nullable V entity,
      PersistentMap<K, V> changed) {
    this.before = model.rows();
    Optional<Standing<K>> from = Standing.of(model.spec(), key, old);
    Optional<Standing<K>> to = Standing.of(model.spec(), key, entity);
    this.moves = !from.equals(to);
    EntityRows<K, V> others = moves ? before.with(key, from, Optional.empty()) : before;
    this.after = moves ? others.with(key, Optional.empty(), to) : before;
    if (moves && isAlone(from, key) && isAlone(to, key)) {
      Hash128 left = joining(others, from, name(model, key, old), changed);
      this.difference = joining(others, to, name(model, key, entity), changed).minus(left);
    } else {
      this.difference = difference(from, to, model.entities(), changed);
    }
  }

  private boolean isAlone(Optional<Standing<K>> standing, K key) {
    return standing.isEmpty() || before.isAlone(standing.get(), key);
  }

  private static <K extends Comparable<? super K>, V> Optional<String> name(
      EntityModel<K, V> model, K key, @Nullable V entity) {
    return entity == null ? Optional.empty() : model.spec().storedName(key, entity);
  }

  private static <K extends Comparable<? super K>, V> Hash128 joining(
      EntityRows<K, V> others,
      Optional<Standing<K>> to,
      Optional<String> name,
      PersistentMap<K, V> entities) {
    return to.map(
            standing -> others.join(standing.positions().get(0), name.orElseThrow(), entities))
        .orElse(Hash128.ZERO);
  }

  /** The order after the change. */
  EntityRows<K, V> rows() {
    return after;
  }

  /** Whether the change is one of the order. */
  boolean moves() {
    return moves;
  }

  /** What comes to the sum of neighbourhood terms. */
  Hash128 difference() {
    return difference;
  }

  private Hash128 difference(
      Optional<Standing<K>> from,
      Optional<Standing<K>> to,
      PersistentMap<K, V> entities,
      PersistentMap<K, V> changed) {
    Set<Position<K>> marks = new HashSet<>();
    for (Standing<K> standing : Stream.concat(from.stream(), to.stream()).toList()) {
      marks.addAll(standing.positions());
      if (moves) {
        standing.positions().forEach(position -> renumbered(position, marks));
        marks.addAll(before.sharing(standing.namesake(), entities));
        marks.addAll(after.sharing(standing.namesake(), changed));
      }
    }
    return sum(after, changed, marks).minus(sum(before, entities, marks));
  }

  /** Adds those whose number changes because one without name comes to or leaves a place. */
  private void renumbered(Position<K> place, Set<Position<K>> marks) {
    if (before.isUnnamed(place) || after.isUnnamed(place)) {
      marks.addAll(before.unnamedFrom(place));
    }
  }

  /** The sum of all terms in which one of these marks stands. */
  private static <K extends Comparable<? super K>, V> Hash128 sum(
      EntityRows<K, V> rows, PersistentMap<K, V> entities, Set<Position<K>> marks) {
    Set<Position<K>> terms = new TreeSet<>(Position.<K>comparator());
    for (Position<K> mark : marks) {
      if (rows.contains(mark)) {
        terms.add(mark);
      }
      rows.behind(mark).ifPresent(terms::add);
    }
    Hash128 sum = Hash128.ZERO;
    for (Position<K> term : terms) {
      sum = sum.plus(rows.term(term, entities));
    }
    return sum;
  }
}
