package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a change applies exactly to a model, and what it then does to the entity. */
final class ChangeCheck<K extends Comparable<? super K>, V> {

  /** The answer. */
  sealed interface Outcome<V> {

    /** It does not apply. */
    record Refused<V>(Conflict conflict) implements Outcome<V> {}

    /** It applies: these are the states of the entity around it, where it is there. */
    record Applicable<V>(@Nullable V before, @Nullable V after) implements Outcome<V> {}
  }

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;

  ChangeCheck(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
  }

  Outcome<V> outcome(Change<K, V> change) {
    Outcome<V> outcome =
        switch (change) {
          case Change.Created<K, V>(var key, var entity) -> creation(key, entity);
          case Change.Deleted<K, V>(var key, var entity) -> deletion(key, entity);
          case Change.Modified<K, V> modified -> modification(modified);
        };
    return switch (outcome) {
      case Outcome.Refused<V> refused -> refused;
      case Outcome.Applicable<V> applicable ->
          spec.check(change, model).<Outcome<V>>map(Outcome.Refused::new).orElse(applicable);
    };
  }

  private static <V> Outcome<V> refused(Conflict conflict) {
    return new Outcome.Refused<>(conflict);
  }

  private Outcome<V> creation(K key, V entity) {
    if (model.contains(key)) {
      return refused(Conflict.taken(spec.ref(key)));
    }
    Optional<K> scope = spec.scope(key);
    if (scope.isPresent() && !model.contains(scope.get())) {
      return refused(Conflict.missing(spec.ref(scope.get())));
    }
    return cycle(key, spec.referencesOf(key, entity))
        .map(ChangeCheck::<V>refused)
        .orElseGet(() -> new Outcome.Applicable<>(null, entity));
  }

  private Outcome<V> deletion(K key, V entity) {
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return refused(Conflict.missing(spec.ref(key)));
    }
    if (!current.get().equals(entity)) {
      return refused(difference(key, spec.units(entity), spec.units(current.get())));
    }
    int contained = model.countIn(key);
    if (contained > 0) {
      Unit whole = Unit.whole(spec.ref(key));
      return refused(
          Conflict.at(whole, whole.entity() + " still contains " + contained + " entities")
              .blaming(contents(key)));
    }
    return new Outcome.Applicable<>(entity, null);
  }

  private List<Unit> contents(K scope) {
    List<Unit> contents = new ArrayList<>();
    for (K key : model.entities().keys()) {
      if (spec.scope(key).equals(Optional.of(scope))) {
        contents.add(Unit.whole(spec.ref(key)));
      }
    }
    return contents;
  }

  private Conflict difference(K key, Map<String, Value> expected, Map<String, Value> current) {
    EntityRef entity = spec.ref(key);
    Set<String> names = new TreeSet<>(expected.keySet());
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

  private Outcome<V> modification(Change.Modified<K, V> change) {
    K key = change.key();
    Optional<V> current = model.find(key);
    if (current.isEmpty()) {
      return refused(Conflict.missing(spec.ref(key)));
    }
    V before = current.get();
    Set<String> names = change.units();
    for (String name : names) {
      Optional<Value> expected = change.before().find(name);
      Optional<Value> found = spec.unit(before, name);
      if (!expected.equals(found)) {
        return refused(changed(new Unit(spec.ref(key), name), expected, found));
      }
    }
    List<Reference<K>> references = new ArrayList<>(spec.references(key, change.after().fields()));
    references.removeAll(spec.references(key, change.before().fields()));
    Optional<Conflict> cycle = cycle(key, references);
    return cycle.isPresent() ? refused(cycle.get()) : modified(change, before, names);
  }

  private Outcome<V> modified(Change.Modified<K, V> change, V before, Set<String> names) {
    K key = change.key();
    EntityRef entity = spec.ref(key);
    V after;
    try {
      after = spec.modified(key, before, names, change.after());
    } catch (IllegalArgumentException e) {
      return refused(Conflict.at(Unit.whole(entity), entity + ": " + e.getMessage()));
    }
    // A unit that the domain does not know would be lost, and could not be taken back.
    for (String name : names) {
      Optional<Value> wanted = change.after().find(name);
      Optional<Value> kept = spec.unit(after, name);
      if (!wanted.equals(kept)) {
        return refused(changed(new Unit(entity, name), wanted, kept));
      }
    }
    return spec.sameKind(before, after)
        ? new Outcome.Applicable<>(before, after)
        : refused(Conflict.at(Unit.whole(entity), entity + " would become another kind of entity"));
  }

  private static Conflict changed(Unit unit, Optional<Value> expected, Optional<Value> current) {
    return Conflict.changed(
        unit, expected.map(ChangeCheck::shown), current.map(ChangeCheck::shown));
  }

  private static String shown(Value value) {
    return value instanceof Value.Text(var text) ? text : ValueJson.write(value);
  }

  /** An entity that would reach itself over the references that must not form a circle. */
  private Optional<Conflict> cycle(K key, List<Reference<K>> references) {
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
    Deque<K> open = new ArrayDeque<>();
    open.push(start);
    while (!open.isEmpty()) {
      K at = open.pop();
      if (at.equals(goal)) {
        return true;
      }
      if (seen.add(at)) {
        model.find(at).ifPresent(entity -> pushAbove(at, entity, open));
      }
    }
    return false;
  }

  private void pushAbove(K key, V entity, Deque<K> open) {
    for (Reference<K> reference : spec.referencesOf(key, entity)) {
      if (reference.acyclic()) {
        open.push(reference.target());
      }
    }
  }
}
