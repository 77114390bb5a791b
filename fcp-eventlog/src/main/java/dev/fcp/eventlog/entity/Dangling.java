package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The references that a change leaves, or finds, without their targets. */
final class Dangling<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;
  private final List<Dependent> dependents = new ArrayList<>();

  Dangling(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
  }

  List<Dependent> after(Change<K, V> change) {
    switch (change) {
      case Change.Created<K, V>(var key, var entity) -> addMissing(key, spec.units(entity));
      case Change.Deleted<K, V>(var key, var entity) -> addReferring(key);
      case Change.Modified<K, V>(var key, var before, var after) -> addMissing(key, after.fields());
    }
    return List.copyOf(dependents);
  }

  /** An entity that refers to itself brings the target with it. */
  private void addMissing(K key, Map<String, Value> units) {
    for (Reference<K> reference : spec.references(key, units)) {
      if (!reference.target().equals(key) && !model.contains(reference.target())) {
        dependents.add(
            new Dependent.Missing(spec.ref(key), spec.ref(reference.target()), reference.role()));
      }
    }
  }

  private void addReferring(K key) {
    for (Map.Entry<K, Reference<K>> reference : model.referencesTo(key)) {
      if (!reference.getKey().equals(key)) {
        dependents.add(
            new Dependent.Referring(
                spec.ref(reference.getKey()), spec.ref(key), reference.getValue().role()));
      }
    }
  }
}
