package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.plaintext.CharId;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The edits of texts in the modifications of entities. */
final class TextUnits {

  private TextUnits() {}

  /** The names of the texts that a modification edits. */
  static Set<String> edited(EntitySpec<?, ?> spec, Change.Modified<?, ?> change) {
    Set<String> texts = spec.textUnits();
    if (texts.isEmpty()) {
      return texts;
    }
    Set<String> units = change.units();
    if (texts.containsAll(units)) {
      return units;
    }
    Set<String> edited = new LinkedHashSet<>(units);
    edited.retainAll(texts);
    return edited;
  }

  /**
   * The edit of a text in a modification.
   *
   * @throws dev.fcp.eventlog.domain.MalformedValueException if it is not an edit
   */
  static TextEdit edit(Change.Modified<?, ?> change, String name) {
    return TextEdit.decode(change.before().find(name), change.after().find(name));
  }

  /** A modification with another edit of a text. */
  static <K, V> Change.Modified<K, V> with(
      Change.Modified<K, V> change, String name, TextEdit edit) {
    if (change.isEmpty()) {
      return new Change.Modified<>(
          change.key(), fields(name, edit.encodeRemoved()), fields(name, edit.encodeAdded()));
    }
    Map<String, Value> before = new TreeMap<>(change.before().fields());
    Map<String, Value> after = new TreeMap<>(change.after().fields());
    before.remove(name);
    after.remove(name);
    edit.encodeRemoved().ifPresent(value -> before.put(name, value));
    edit.encodeAdded().ifPresent(value -> after.put(name, value));
    return new Change.Modified<>(change.key(), Value.Fields.of(before), Value.Fields.of(after));
  }

  private static Value.Fields fields(String name, Optional<Value> value) {
    return value.map(it -> Value.Fields.of(Map.of(name, it))).orElse(Value.Fields.EMPTY);
  }

  /**
   * The modification from one entity to another of the same kind.
   *
   * @param textDifference returns the second text as an edit of the first
   */
  static <K extends Comparable<? super K>, V> Change.Modified<K, V> between(
      EntitySpec<K, V> spec, K key, V from, V to, TextDifference textDifference) {
    if (spec.textUnits().isEmpty()) {
      return spec.modification(key, from, to);
    }
    Map<String, Value> before = new TreeMap<>(spec.units(from));
    Map<String, Value> after = new TreeMap<>(spec.units(to));
    before.keySet().removeAll(spec.textUnits());
    after.keySet().removeAll(spec.textUnits());
    Change.Modified<K, V> change = Change.between(key, before, after);
    for (String name : spec.textUnits()) {
      Optional<Text> text = spec.text(from, name);
      Optional<Text> target = spec.text(to, name);
      if (text.isPresent() && target.isPresent()) {
        change = with(change, name, textDifference.between(text.get(), target.get()));
      }
    }
    return change;
  }

  /** Computes the edit that leads from one text to another. */
  interface TextDifference {
    TextEdit between(Text from, Text to);
  }

  /**
   * The entity after a modification that is known to apply.
   *
   * @throws IllegalArgumentException if the new values are not valid, or if an edit does not apply
   */
  static <K extends Comparable<? super K>, V> V modified(
      EntitySpec<K, V> spec, Change.Modified<K, V> change, V entity) {
    Set<String> texts = edited(spec, change);
    Change.Modified<K, V> others = texts.isEmpty() ? change : change.without(texts);
    V after =
        others.isEmpty()
            ? entity
            : spec.modified(change.key(), entity, others.units(), others.after());
    return texts.isEmpty() ? after : apply(spec, change, texts, after);
  }

  /**
   * The entity after the edits of texts in a modification.
   *
   * @param texts the names of the texts that it edits
   * @throws IllegalArgumentException if an edit does not apply
   */
  static <K extends Comparable<? super K>, V> V apply(
      EntitySpec<K, V> spec, Change.Modified<K, V> change, Set<String> texts, V entity) {
    V edited = entity;
    for (String name : texts) {
      Text text =
          spec.text(edited, name)
              .orElseThrow(() -> new IllegalArgumentException("it has no text \"" + name + '"'));
      try {
        edited = spec.withText(change.key(), edited, name, text.apply(edit(change, name)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    }
    return edited;
  }

  /** The model without the deleted characters of its texts that no change names. */
  @SuppressWarnings("ReferenceEquality") // An equal text may know deleted characters.
  static <K extends Comparable<? super K>, V> EntityModel<K, V> withoutUnneeded(
      EntityModel<K, V> model, List<Change<K, V>> changes) {
    EntitySpec<K, V> spec = model.spec();
    Map<K, List<Change.Modified<K, V>>> edits = new TreeMap<>();
    for (Change<K, V> change : changes) {
      if (change instanceof Change.Modified<K, V> modified && !edited(spec, modified).isEmpty()) {
        edits.computeIfAbsent(modified.key(), key -> new ArrayList<>()).add(modified);
      }
    }
    List<Map.Entry<K, V>> entities = new ArrayList<>();
    boolean isSame = true;
    for (Map.Entry<K, V> entry : model.entities()) {
      V entity = entry.getValue();
      for (String name : spec.textUnits()) {
        Optional<Text> text = spec.text(entity, name);
        if (text.isPresent()) {
          List<TextEdit> kept =
              edits.getOrDefault(entry.getKey(), List.of()).stream()
                  .map(change -> edit(change, name))
                  .toList();
          Text after = text.get().forgetting(kept);
          if (after != text.get()) {
            entity = spec.withText(entry.getKey(), entity, name, after);
            isSame = false;
          }
        }
      }
      entities.add(Map.entry(entry.getKey(), entity));
    }
    return isSame ? model : EntityModel.of(spec, entities);
  }

  /** The units of a modification, those of texts divided. */
  static Set<Unit> units(EntitySpec<?, ?> spec, EntityRef entity, Change.Modified<?, ?> change) {
    Set<Unit> units = new HashSet<>();
    Set<String> texts = edited(spec, change);
    for (String name : change.units()) {
      if (!texts.contains(name)) {
        units.add(new Unit(entity, name));
      }
    }
    for (String name : texts) {
      for (TextEdit.Range range : edit(change, name).units()) {
        CharId first = range.first();
        Unit.Characters characters =
            new Unit.Characters(name, first.insertion(), first.offset(), range.length());
        units.add(Unit.characters(entity, characters));
      }
    }
    return units;
  }

  /** A modification without some units, given by their names. */
  static <K extends Comparable<? super K>, V> Change.Modified<K, V> without(
      EntitySpec<K, V> spec, Change.Modified<K, V> change, Collection<String> names) {
    Map<String, List<TextEdit.Range>> characters = new TreeMap<>();
    Set<String> whole = new HashSet<>();
    for (String name : names) {
      Optional<Unit.Characters> part = Unit.Characters.parse(name);
      if (part.isPresent()) {
        Unit.Characters found = part.get();
        characters
            .computeIfAbsent(found.text(), text -> new ArrayList<>())
            .add(new TextEdit.Range(new CharId(found.insertion(), found.offset()), found.length()));
      } else {
        whole.add(name);
      }
    }
    Change.Modified<K, V> rest = change.without(whole);
    for (String name : edited(spec, rest)) {
      if (characters.containsKey(name)) {
        rest = with(rest, name, edit(rest, name).without(characters.get(name)));
      }
    }
    return rest;
  }

  /** A modification with the edits of texts of two others, one after the other. */
  static <K extends Comparable<? super K>, V> Change.Modified<K, V> withEditsOf(
      EntitySpec<K, V> spec,
      Change.Modified<K, V> change,
      Change.Modified<K, V> first,
      Change.Modified<K, V> second) {
    Change.Modified<K, V> result = change;
    Set<String> texts = new LinkedHashSet<>(edited(spec, first));
    texts.addAll(edited(spec, second));
    for (String name : texts) {
      result = with(result, name, edit(first, name).then(edit(second, name)));
    }
    return result;
  }
}
