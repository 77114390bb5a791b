package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.json.ValueJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks whether a change applies exactly to a model, and computes the changed entity. */
final class ChangeCheck<K extends Comparable<? super K>, V> {

  /** The result of a check. */
  sealed interface CheckResult<V> {

    /** The change does not apply. */
    record Refused<V>(Conflict conflict) implements CheckResult<V> {}

    /**
     * The change applies; these are the entity before and after it, null if it does not exist then.
     */
    record Applicable<V>(@Nullable V before, @Nullable V after) implements CheckResult<V> {}
  }

  /** If a change has more units, all units of the entity are computed at once. */
  private static final int MAX_SINGLE_UNITS = 8;

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;

  ChangeCheck(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
  }

  CheckResult<V> check(Change<K, V> change) {
    CheckResult<V> result =
        switch (change) {
          case Change.Created<K, V>(var key, var entity) -> checkCreation(key, entity);
          case Change.Deleted<K, V>(var key, var entity) -> checkDeletion(key, entity);
          case Change.Modified<K, V> modified -> checkModification(modified);
        };
    return switch (result) {
      case CheckResult.Refused<V> refused -> refused;
      case CheckResult.Applicable<V> applicable ->
          spec.check(change, model)
              .<CheckResult<V>>map(CheckResult.Refused::new)
              .orElse(applicable);
    };
  }

  private static <V> CheckResult<V> refused(Conflict conflict) {
    return new CheckResult.Refused<>(conflict);
  }

  private CheckResult<V> checkCreation(K key, V entity) {
    if (model.contains(key)) {
      return refused(Conflict.alreadyExists(spec.ref(key)));
    }
    Optional<K> scope = spec.scope(key);
    if (scope.isPresent() && !model.contains(scope.get())) {
      return refused(Conflict.missing(spec.ref(scope.get())));
    }
    return findCycle(key, spec.referencesOf(key, entity))
        .map(ChangeCheck::<V>refused)
        .orElseGet(() -> new CheckResult.Applicable<>(null, entity));
  }

  private CheckResult<V> checkDeletion(K key, V entity) {
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return refused(Conflict.missing(spec.ref(key)));
    }
    if (!current.get().equals(entity)) {
      return refused(firstDifference(key, spec.units(entity), spec.units(current.get())));
    }
    int containedCount = model.countIn(key);
    if (containedCount > 0) {
      Unit whole = Unit.whole(spec.ref(key));
      return refused(
          Conflict.at(whole, whole.entity() + " still contains " + containedCount + " entities")
              .withBlockingUnits(containedUnits(key)));
    }
    return new CheckResult.Applicable<>(entity, null);
  }

  private List<Unit> containedUnits(K scope) {
    List<Unit> units = new ArrayList<>();
    for (K key : model.entities().keys()) {
      if (spec.scope(key).equals(Optional.of(scope))) {
        units.add(Unit.whole(spec.ref(key)));
      }
    }
    return units;
  }

  private Conflict firstDifference(K key, Map<String, Value> expected, Map<String, Value> current) {
    EntityRef entity = spec.ref(key);
    Set<String> names = new TreeSet<>(expected.keySet());
    names.addAll(current.keySet());
    for (String name : names) {
      Optional<Value> expectedValue = Optional.ofNullable(expected.get(name));
      Optional<Value> currentValue = Optional.ofNullable(current.get(name));
      if (!expectedValue.equals(currentValue)) {
        return changed(new Unit(entity, name), expectedValue, currentValue);
      }
    }
    return Conflict.at(Unit.whole(entity), entity + " is another than expected");
  }

  private CheckResult<V> checkModification(Change.Modified<K, V> change) {
    K key = change.key();
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return refused(Conflict.missing(spec.ref(key)));
    }
    V before = current.get();
    Set<String> texts = TextUnits.edited(spec, change);
    if (texts.isEmpty()) {
      return checkUnits(change, before);
    }
    if (texts.containsAll(change.units())) {
      return checkTexts(change, texts, before, before);
    }
    CheckResult<V> result = checkUnits(change.without(texts), before);
    return result instanceof CheckResult.Applicable<V>(var same, var after) && after != null
        ? checkTexts(change, texts, before, after)
        : result;
  }

  /**
   * Checks the edits of texts.
   *
   * @param after the entity after the change of its other units
   */
  private CheckResult<V> checkTexts(
      Change.Modified<K, V> change, Set<String> texts, V before, V after) {
    try {
      return new CheckResult.Applicable<>(before, TextUnits.apply(spec, change, texts, after));
    } catch (IllegalArgumentException e) {
      // The message names characters by their ids, which mean nothing to a user.
      Unit text = new Unit(spec.ref(change.key()), texts.iterator().next());
      return refused(Conflict.at(text, text + " was edited since at the same place"));
    }
  }

  private CheckResult<V> checkUnits(Change.Modified<K, V> change, V before) {
    K key = change.key();
    Set<String> names = change.units();
    Function<String, Optional<Value>> unitsBefore = unitsOf(before, names.size());
    for (String name : names) {
      Optional<Value> expected = change.before().find(name);
      Optional<Value> actual = unitsBefore.apply(name);
      if (!expected.equals(actual)) {
        return refused(changed(new Unit(spec.ref(key), name), expected, actual));
      }
    }
    List<Reference<K>> references = new ArrayList<>(spec.references(key, change.after().fields()));
    references.removeAll(spec.references(key, change.before().fields()));
    Optional<Conflict> cycle = findCycle(key, references);
    return cycle.isPresent() ? refused(cycle.get()) : checkModified(change, before, names);
  }

  private CheckResult<V> checkModified(Change.Modified<K, V> change, V before, Set<String> names) {
    K key = change.key();
    EntityRef entity = spec.ref(key);
    V after;
    try {
      after = spec.modified(key, before, names, change.after());
    } catch (IllegalArgumentException e) {
      return refused(Conflict.at(Unit.whole(entity), entity + ": " + e.getMessage()));
    }
    // A unit that the domain does not support would be lost and could not be restored.
    Function<String, Optional<Value>> unitsAfter = unitsOf(after, names.size());
    for (String name : names) {
      Optional<Value> expected = change.after().find(name);
      Optional<Value> actual = unitsAfter.apply(name);
      if (!expected.equals(actual)) {
        return refused(changed(new Unit(entity, name), expected, actual));
      }
    }
    return spec.isSameKind(before, after)
        ? new CheckResult.Applicable<>(before, after)
        : refused(Conflict.at(Unit.whole(entity), entity + " would become another kind of entity"));
  }

  /** The units of an entity by name; a domain may search the entity for each single unit. */
  private Function<String, Optional<Value>> unitsOf(V entity, int count) {
    if (count <= MAX_SINGLE_UNITS) {
      return name -> spec.unit(entity, name);
    }
    Map<String, Value> units = spec.units(entity);
    return name -> Optional.ofNullable(units.get(name));
  }

  private static Conflict changed(Unit unit, Optional<Value> expected, Optional<Value> current) {
    return Conflict.changed(
        unit, expected.map(ChangeCheck::display), current.map(ChangeCheck::display));
  }

  private static String display(Value value) {
    return value instanceof Value.Text(var text) ? text : ValueJson.write(value);
  }

  /** The conflict if an entity would refer to itself through acyclic references. */
  private Optional<Conflict> findCycle(K key, List<Reference<K>> references) {
    for (Reference<K> reference : references) {
      if (reference.acyclic() && reaches(reference.target(), key)) {
        return Optional.of(
            Conflict.at(
                new Unit(spec.ref(key), reference.role()),
                spec.ref(key) + " would be its own " + reference.role()));
      }
    }
    return Optional.empty();
  }

  private boolean reaches(K start, K goal) {
    Set<K> seen = new HashSet<>();
    Deque<K> pending = new ArrayDeque<>();
    pending.push(start);
    while (!pending.isEmpty()) {
      K key = pending.pop();
      if (key.equals(goal)) {
        return true;
      }
      if (seen.add(key)) {
        model.find(key).ifPresent(entity -> pushAcyclicTargets(key, entity, pending));
      }
    }
    return false;
  }

  private void pushAcyclicTargets(K key, V entity, Deque<K> pending) {
    for (Reference<K> reference : spec.referencesOf(key, entity)) {
      if (reference.acyclic()) {
        pending.push(reference.target());
      }
    }
  }
}
