package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Unit.Characters;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.plaintext.CharId;
import dev.fcp.eventlog.plaintext.Text;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives the laws access to the content of a model without the operations of its domain.
 *
 * @param <M> the model
 */
interface ModelView<M> {

  Object content(M model);

  Map<Unit, Value> units(M model);

  Set<DanglingReference.TargetMissing> danglingReferences(M model);

  /**
   * Returns the units of all entities, including {@link Unit#WHOLE} of each, so that entities
   * without units are included. Each visible character of a text is a unit.
   */
  static <K extends Comparable<? super K>, V> Map<Unit, Value> unitsOf(EntityModel<K, V> model) {
    EntitySpec<K, V> spec = model.spec();
    Map<Unit, Value> units = new HashMap<>();
    for (Map.Entry<K, V> entry : model.entities()) {
      units.put(Unit.whole(spec.ref(entry.getKey())), Value.of(true));
      spec.units(entry.getValue())
          .forEach((name, value) -> {
            if (spec.textUnits().contains(name)) {
              putCharacters(spec.ref(entry.getKey()), name, Text.decode(value), units);
            } else {
              units.put(new Unit(spec.ref(entry.getKey()), name), value);
            }
          });
    }
    return units;
  }

  private static void putCharacters(
      EntityRef entity, String name, Text text, Map<Unit, Value> units) {
    for (int offset = 0; offset < text.length(); offset++) {
      CharId id = text.charAt(offset);
      units.put(
          Unit.characters(entity, new Characters(name, id.insertion(), id.offset(), 1)),
          Value.of(text.substring(offset, offset + 1)));
    }
  }

  /** Returns all dangling references, found by scanning every entity. */
  static <K extends Comparable<? super K>, V>
      Set<DanglingReference.TargetMissing> danglingReferencesIn(EntityModel<K, V> model) {
    EntitySpec<K, V> spec = model.spec();
    Set<K> keys = new HashSet<>();
    model.entities().forEach(entry -> keys.add(entry.getKey()));
    Set<DanglingReference.TargetMissing> dangling = new HashSet<>();
    for (Map.Entry<K, V> entry : model.entities()) {
      K key = entry.getKey();
      for (Reference<K> reference : spec.references(key, spec.units(entry.getValue()))) {
        if (!keys.contains(reference.target())) {
          dangling.add(
              new DanglingReference.TargetMissing(
                  spec.ref(key), spec.ref(reference.target()), reference.role()));
        }
      }
    }
    return dangling;
  }
}
