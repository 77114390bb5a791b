package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.DanglingReference.TargetMissing;
import dev.fcp.eventlog.domain.Domain.DanglingReference.TargetRemoved;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;

/** Finds the references whose targets are missing after a change. */
record DanglingReferenceFinder<K extends Comparable<? super K>, V>(EntityModel<K, V> model) {

  List<DanglingReference> find(Change<K, V> change) {
    return switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          missingTargets(key, model.spec().units(entity));
      case Change.Deleted<K, V>(var key, var entity) -> removedTargets(key);
      case Change.Modified<K, V>(var key, var before, var after) ->
          missingTargets(key, after.fields());
    };
  }

  /** Ignores references of the entity to itself. */
  private List<DanglingReference> missingTargets(K key, Map<String, Value> units) {
    EntitySpec<K, V> spec = model.spec();
    return spec.references(key, units).stream()
        .filter(it -> !it.target().equals(key) && !model.contains(it.target()))
        .<DanglingReference>map(
            it -> new TargetMissing(spec.ref(key), spec.ref(it.target()), it.role()))
        .toList();
  }

  private List<DanglingReference> removedTargets(K key) {
    EntitySpec<K, V> spec = model.spec();
    return model.referencesTo(key).stream()
        .filter(it -> !it.getKey().equals(key))
        .<DanglingReference>map(
            it -> new TargetRemoved(spec.ref(it.getKey()), spec.ref(key), it.getValue().role()))
        .toList();
  }
}
