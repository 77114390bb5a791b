package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Why a change does not apply to a model, and what it leaves dangling if it does. */
final class ChangeCheck<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;

  ChangeCheck(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
  }

  Optional<Conflict> check(Change<K, V> change) {
    Optional<Conflict> conflict =
        switch (change) {
          case Change.Created<K, V>(var key, var entity) -> creation(key, entity);
          case Change.Deleted<K, V>(var key, var entity) -> deletion(key, entity);
          case Change.Modified<K, V> modified -> modification(modified);
        };
    return conflict.isPresent() ? conflict : spec.check(change, model);
  }

  private Optional<Conflict> creation(K key, V entity) {
    if (model.contains(key)) {
      return Optional.of(Conflict.taken(spec.ref(key)));
    }
    Optional<K> scope = spec.scope(key);
    if (scope.isPresent() && !model.contains(scope.get())) {
      return Optional.of(Conflict.missing(spec.ref(scope.get())));
    }
    return cycle(key, spec.units(entity));
  }

  private Optional<Conflict> deletion(K key, V entity) {
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return Optional.of(Conflict.missing(spec.ref(key)));
    }
    if (!current.get().equals(entity)) {
      return Optional.of(difference(key, spec.units(entity), spec.units(current.get())));
    }
    if (model.countIn(key) > 0) {
      return Optional.of(
          Conflict.at(
              Unit.whole(spec.ref(key)),
              spec.ref(key) + " still contains " + model.countIn(key) + " entities"));
    }
    return Optional.empty();
  }

  private Conflict difference(K key, Map<String, Value> expected, Map<String, Value> current) {
    EntityRef entity = spec.ref(key);
    var names = new TreeSet<>(expected.keySet());
    names.addAll(current.keySet());
    for (String name : names) {
      Optional<Value> wanted = Optional.ofNullable(expected.get(name));
      Optional<Value> found = Optional.ofNullable(current.get(name));
      if (!wanted.equals(found)) {
        return changed(new Unit(entity, name), wanted, found);
      }
    }
    return Conflict.at(Unit.whole(entity), entity + " is another than expected");
  }

  private Optional<Conflict> modification(Change.Modified<K, V> change) {
    K key = change.key();
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return Optional.of(Conflict.missing(spec.ref(key)));
    }
    Map<String, Value> units = new TreeMap<>(spec.units(current.get()));
    for (String name : change.units()) {
      Optional<Value> expected = change.before().find(name);
      Optional<Value> found = Optional.ofNullable(units.remove(name));
      if (!expected.equals(found)) {
        return Optional.of(changed(new Unit(spec.ref(key), name), expected, found));
      }
    }
    units.putAll(change.after().fields());
    return joined(key, current.get(), units).or(() -> cycle(key, change.after().fields()));
  }

  private Optional<Conflict> joined(K key, V current, Map<String, Value> units) {
    EntityRef entity = spec.ref(key);
    V changed;
    try {
      changed = spec.entity(key, new TreeMap<>(units));
    } catch (IllegalArgumentException e) {
      return Optional.of(Conflict.at(Unit.whole(entity), entity + ": " + e.getMessage()));
    }
    return spec.sameKind(current, changed)
        ? Optional.empty()
        : Optional.of(
            Conflict.at(Unit.whole(entity), entity + " would become another kind of entity"));
  }

  private static Conflict changed(Unit unit, Optional<Value> expected, Optional<Value> current) {
    return Conflict.changed(
        unit, expected.map(ChangeCheck::shown), current.map(ChangeCheck::shown));
  }

  private static String shown(Value value) {
    return value instanceof Value.Text(var text) ? text : ValueJson.write(value);
  }

  /** An entity that would contain itself, over the references that must not form a circle. */
  private Optional<Conflict> cycle(K key, Map<String, Value> units) {
    for (Reference<K> reference : spec.references(key, units)) {
      if (reference.acyclic() && reaches(reference, key)) {
        return Optional.of(
            Conflict.at(
                new Unit(spec.ref(key), reference.role()),
                spec.ref(key) + " would be its own " + reference.role()));
      }
    }
    return Optional.empty();
  }

  private boolean reaches(Reference<K> first, K goal) {
    Optional<K> step = Optional.of(first.target());
    for (int steps = 0; step.isPresent() && steps <= model.size(); steps++) {
      K at = step.get();
      if (at.equals(goal)) {
        return true;
      }
      step = model.find(at).flatMap(entity -> next(at, entity, first.role()));
    }
    return false;
  }

  private Optional<K> next(K key, V entity, String role) {
    return spec.references(key, spec.units(entity)).stream()
        .filter(reference -> reference.acyclic() && reference.role().equals(role))
        .map(Reference::target)
        .findFirst();
  }

  List<Dependent> dependents(Change<K, V> change) {
    List<Dependent> dependents = new ArrayList<>();
    switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          addMissing(key, spec.units(entity), dependents);
      case Change.Deleted<K, V>(var key, var entity) -> addReferring(key, dependents);
      case Change.Modified<K, V>(var key, var before, var after) ->
          addMissing(key, after.fields(), dependents);
    }
    return List.copyOf(dependents);
  }

  private void addMissing(K key, Map<String, Value> units, List<Dependent> dependents) {
    for (Reference<K> reference : spec.references(key, units)) {
      if (!model.contains(reference.target())) {
        dependents.add(
            new Dependent.Missing(
                spec.ref(key), spec.ref(reference.target()), reference.role()));
      }
    }
  }

  private void addReferring(K key, List<Dependent> dependents) {
    for (Map.Entry<K, Reference<K>> reference : model.referencesTo(key)) {
      if (!reference.getKey().equals(key)) {
        dependents.add(
            new Dependent.Referring(
                spec.ref(reference.getKey()), spec.ref(key), reference.getValue().role()));
      }
    }
  }
}
