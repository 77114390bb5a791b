package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redactor;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.plaintext.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Replaces the texts of a redaction in the events and models of the kit, unit by unit. Of a unit
 * that is edited character by character, only characters are replaced, so their identities stay.
 */
final class EntityRedaction<K extends Comparable<? super K>, V, E> {

  private final EntitySpec<K, V> spec;
  private final EventTypes<K, V, E> eventTypes;
  private final Redactor redactor;

  EntityRedaction(EventTypes<K, V, E> eventTypes, Redactor redactor) {
    this.spec = eventTypes.spec();
    this.eventTypes = eventTypes;
    this.redactor = redactor;
  }

  E event(E event, EntityModel<K, V> model) {
    Change<K, V> change = eventTypes.change(event);
    K key = key(change.key());
    Change<K, V> redacted =
        switch (change) {
          case Change.Created<K, V>(var own, var entity) ->
              new Change.Created<>(key, entity(own, key, entity));
          case Change.Deleted<K, V>(var own, var entity) ->
              new Change.Deleted<>(key, entity(own, key, entity));
          case Change.Modified<K, V>(var own, var before, var after) ->
              new Change.Modified<>(key, edits(own, before), edits(own, after));
        };
    if (redacted instanceof Change.Modified<K, V> modified) {
      refuseSplitText(modified, model);
    }
    if (redacted.equals(change)) {
      return event;
    }
    return switch (redacted) {
      case Change.Created<K, V> created -> eventTypes.event(created.entity(), created);
      case Change.Deleted<K, V> deleted -> eventTypes.event(deleted.entity(), deleted);
      case Change.Modified<K, V> modified -> eventTypes.withChange(event, modified);
    };
  }

  EntityModel<K, V> model(EntityModel<K, V> model) {
    List<Map.Entry<K, V>> entities = new ArrayList<>();
    boolean isSame = true;
    for (Map.Entry<K, V> entry : model.entities()) {
      K key = key(entry.getKey());
      V entity = entity(entry.getKey(), key, entry.getValue());
      isSame &= key.equals(entry.getKey()) && entity.equals(entry.getValue());
      entities.add(Map.entry(key, entity));
      for (String name : spec.textUnits()) {
        spec.text(entity, name).ifPresent(text -> refuseSplitText(key, text));
      }
    }
    return isSame ? model : EntityModel.of(spec, entities);
  }

  private K key(K key) {
    Value encoded = spec.encodeKey(key);
    Value redacted = redactor.text(encoded);
    return redacted.equals(encoded) ? key : spec.decodeKey(redacted);
  }

  private V entity(K own, K key, V entity) {
    SortedMap<String, Value> units = spec.units(entity);
    SortedMap<String, Value> redacted = units(own, units);
    if (redacted.equals(units) && key.equals(own)) {
      return entity;
    }
    EntityRef ref = spec.ref(own);
    for (String name : spec.textUnits()) {
      spec.text(entity, name).ifPresent(text -> redactor.noteText(ref, name, text.toString()));
    }
    redacted.forEach((unit, value) -> {
      boolean isCandidate = redactor.isUnit(ref, unit) && !value.equals(units.get(unit));
      if (isCandidate && !isText(key, entity, units, unit, value)) {
        redactor.keepUnit(unit);
      }
    });
    return spec.entity(key, units(own, units));
  }

  /** Whether an entity is as valid with another value of a unit, and refers to the same ones. */
  private boolean isText(
      K key, V entity, SortedMap<String, Value> units, String unit, Value value) {
    TreeMap<String, Value> others = new TreeMap<>(units);
    others.put(unit, value);
    try {
      V other = spec.entity(key, others);
      return spec.isSameKind(entity, other)
          && spec.units(other).equals(others)
          && spec.references(key, others).equals(spec.references(key, units))
          && spec.sortKeys(other).equals(spec.sortKeys(entity));
    } catch (IllegalArgumentException e) {
      // The unit has another type than text.
      return false;
    }
  }

  private SortedMap<String, Value> units(K key, SortedMap<String, Value> units) {
    TreeMap<String, Value> redacted = new TreeMap<>(units);
    redacted.replaceAll((name, value) ->
        spec.textUnits().contains(name)
            ? encodedText(key, name, value)
            : redactor.unit(spec.ref(key), name, value));
    return redacted;
  }

  /** The values of {@link Text#encode}: an identity before each piece of text. */
  private Value encodedText(K key, String name, Value encoded) {
    List<Value> items = new ArrayList<>(encoded.asSequence());
    for (int i = 1; i < items.size(); i += 2) {
      items.set(i, characters(key, name, items.get(i)));
    }
    return new Value.Sequence(items);
  }

  private Value.Fields edits(K key, Value.Fields units) {
    TreeMap<String, Value> redacted = new TreeMap<>(units.fields());
    redacted.replaceAll((name, value) ->
        spec.textUnits().contains(name)
            ? edit(key, name, value)
            : redactor.unit(spec.ref(key), name, value));
    return Value.Fields.of(redacted);
  }

  /** The parts of an edit; those with characters are objects. */
  private Value edit(K key, String name, Value parts) {
    List<Value> redacted = new ArrayList<>();
    for (Value part : parts.asSequence()) {
      if (part instanceof Value.Fields(var fields)) {
        TreeMap<String, Value> members = new TreeMap<>(fields);
        members.computeIfPresent("text", (member, text) -> characters(key, name, text));
        redacted.add(Value.Fields.of(members));
      } else {
        redacted.add(part);
      }
    }
    return new Value.Sequence(redacted);
  }

  private Value characters(K key, String name, Value characters) {
    return Value.of(redactor.characters(spec.ref(key), name, characters.asText()));
  }

  /** Rejects a secret that the edits of a text put together. */
  private void refuseSplitText(Change.Modified<K, V> change, EntityModel<K, V> model) {
    Optional<V> entity = model.find(change.key());
    if (entity.isPresent()) {
      for (String name : TextUnits.edited(spec, change)) {
        spec.text(entity.get(), name)
            .map(text -> text.apply(TextUnits.edit(change, name)))
            .ifPresent(text -> refuseSplitText(change.key(), text));
      }
    }
  }

  private void refuseSplitText(K key, Text text) {
    if (redactor.isIn(text.toString())) {
      throw new IllegalArgumentException(
          "the text was typed in several edits of item %s; delete that item, save, and redact it with --entity, then redact the text"
              .formatted(spec.ref(key)));
    }
  }
}
