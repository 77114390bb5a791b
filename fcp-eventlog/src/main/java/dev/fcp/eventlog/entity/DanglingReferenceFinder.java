package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the references whose targets are missing after a change. */
final class DanglingReferenceFinder<K extends Comparable<? super K>, V> {

  private final EntityModel<K, V> model;
  private final EntitySpec<K, V> spec;
  private final List<DanglingReference> found = new ArrayList<>();

  DanglingReferenceFinder(EntityModel<K, V> model) {
    this.model = model;
    this.spec = model.spec();
  }

  List<DanglingReference> find(Change<K, V> change) {
    switch (change) {
      case Change.Created<K, V>(var key, var entity) -> addMissingTargets(key, spec.units(entity));
      case Change.Deleted<K, V>(var key, var entity) -> addRemovedTargets(key);
      case Change.Modified<K, V>(var key, var before, var after) ->
          addMissingTargets(key, after.fields());
    }
    return List.copyOf(found);
  }

  /** Ignores references of the entity to itself. */
  private void addMissingTargets(K key, Map<String, Value> units) {
    for (Reference<K> reference : spec.references(key, units)) {
      if (!reference.target().equals(key) && !model.contains(reference.target())) {
        found.add(
            new DanglingReference.TargetMissing(
                spec.ref(key), spec.ref(reference.target()), reference.role()));
      }
    }
  }

  private void addRemovedTargets(K key) {
    for (Map.Entry<K, Reference<K>> reference : model.referencesTo(key)) {
      if (!reference.getKey().equals(key)) {
        found.add(
            new DanglingReference.TargetRemoved(
                spec.ref(reference.getKey()), spec.ref(key), reference.getValue().role()));
      }
    }
  }
}
