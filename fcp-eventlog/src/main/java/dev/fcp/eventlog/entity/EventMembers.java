package dev.fcp.eventlog.entity;

import com.google.common.collect.ImmutableList;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The members of the JSON object of an event that contain its change; {@value #TYPE} is another
 * member. Immutable.
 *
 * <pre>
 * {"type":NAME,"entity":{...units},"key":...}           created and deleted, by default
 * {"type":NAME,"after":{...},"before":{...},"key":...}  modified, by default
 * </pre>
 */
public final class EventMembers {

  /** The default members. */
  static final EventMembers STANDARD =
      new EventMembers(
          Optional.empty(),
          new EntityMember("entity", Optional.empty(), units -> units, parts -> parts),
          new ValueMembers("before", "after", Optional.empty(), Optional.empty(), value -> {}),
          members -> {});

  /** The member that contains the type of an event. */
  static final String TYPE = "type";

  /** The member that contains the version of an event, if its type has several. */
  static final String VERSION = "v";

  private static final String KEY = "key";
  private static final String SEPARATOR = ",";

  /**
   * The member that contains the units of an entity.
   *
   * @param name its name; empty if the units are members of the event itself
   * @param idName the member beside the units that contains the last text of the key
   */
  private record EntityMember(
      String name,
      Optional<String> idName,
      UnaryOperator<Value.Fields> encode,
      UnaryOperator<Value.Fields> decode) {}

  /**
   * The members that contain the values before and after a modification.
   *
   * @param unit the only unit that is modified, if there is only one
   * @param unitsName the member that contains the names of the modified units, if there is one
   * @param check throws {@link IllegalArgumentException} if the only unit cannot have a value
   */
  private record ValueMembers(
      String before,
      String after,
      Optional<String> unit,
      Optional<String> unitsName,
      Consumer<Value> check) {}

  /** The members of the texts of a key; empty if one member holds the key. */
  private final Optional<List<String>> keyNames;

  private final EntityMember entity;
  private final ValueMembers values;
  private final Consumer<Map<String, Value>> derivation;

  private EventMembers(
      Optional<List<String>> keyNames,
      EntityMember entity,
      ValueMembers values,
      Consumer<Map<String, Value>> derivation) {
    this.keyNames = keyNames;
    this.entity = entity;
    this.values = values;
    this.derivation = derivation;
  }

  /**
   * Members for keys that {@link EntitySpec#encodeKey} encodes as a sequence of this many texts.
   *
   * @param names the member for each text; an empty name for a text that is always empty, while all
   *     other texts are never empty
   */
  public static EventMembers ofKey(String... names) {
    return new EventMembers(
        Optional.of(List.of(names)), STANDARD.entity, STANDARD.values, STANDARD.derivation);
  }

  /**
   * These members, with a created or deleted entity in a member with this name.
   *
   * @param idName the member of the entity, beside its units, that contains the last text of the
   *     key
   */
  public EventMembers entity(String name, String idName) {
    return with(
        new EntityMember(
            name, Optional.of(idName), STANDARD.entity.encode(), STANDARD.entity.decode()));
  }

  /**
   * These members, with a created or deleted entity in another form.
   *
   * @param name the member that contains the encoded entity; empty if its parts are members of the
   *     event
   * @param encode converts the units of an entity to this form
   * @param decode converts this form to the units of an entity
   */
  public EventMembers entity(
      String name, UnaryOperator<Value.Fields> encode, UnaryOperator<Value.Fields> decode) {
    return with(new EntityMember(name, Optional.empty(), encode, decode));
  }

  private EventMembers with(EntityMember entityMember) {
    return new EventMembers(keyNames, entityMember, values, derivation);
  }

  /**
   * These members, with modifications of a single unit, given by its values; the member of an
   * absent value is omitted.
   *
   * @param check throws {@link IllegalArgumentException} if the unit cannot have the value
   */
  public EventMembers unit(String unit, String before, String after, Consumer<Value> check) {
    return with(new ValueMembers(before, after, Optional.of(unit), Optional.empty(), check));
  }

  /**
   * These members, with modifications given by the comma-separated names of the units and their
   * values: the value itself for a single unit, an object by name for several. No unit may be
   * absent before or after.
   */
  public EventMembers namedUnits(String names, String before, String after) {
    return with(
        new ValueMembers(
            before, after, Optional.empty(), Optional.of(names), STANDARD.values.check()));
  }

  private EventMembers with(ValueMembers valueMembers) {
    return new EventMembers(keyNames, entity, valueMembers, derivation);
  }

  /**
   * These members, with others derived from them for readers of the JSON.
   *
   * @param added adds the derived members
   */
  public EventMembers derived(Consumer<Map<String, Value>> added) {
    return new EventMembers(keyNames, entity, values, added);
  }

  /** The only unit that is modified, if there is one. */
  Optional<String> unit() {
    return values.unit();
  }

  /** Whether these members can contain a key. */
  boolean canHold(Value key) {
    if (keyNames.isEmpty()) {
      return true;
    }
    List<String> names = keyNames.get();
    List<Value> texts = key.asSequence();
    boolean matches = texts.size() == names.size();
    for (int i = 0; matches && i < names.size(); i++) {
      matches = texts.get(i).asText().isEmpty() == names.get(i).isEmpty();
    }
    return matches;
  }

  /** The members of an event that creates or deletes an entity. */
  Map<String, Value> ofEntity(Value key, Value.Fields units) {
    Map<String, Value> members = ofKey(key);
    Value.Fields parts = entity.encode().apply(units);
    if (entity.idName().isPresent()) {
      Map<String, Value> withId = new HashMap<>(parts.fields());
      withId.put(entity.idName().get(), members.remove(lastKeyName()));
      parts = Value.Fields.of(withId);
    }
    if (entity.name().isEmpty()) {
      members.putAll(parts.fields());
    } else {
      members.put(entity.name(), parts);
    }
    derivation.accept(members);
    return members;
  }

  /** The members of an event that modifies an entity. */
  Map<String, Value> ofValues(Value key, Value.Fields before, Value.Fields after) {
    Map<String, Value> members = ofKey(key);
    if (values.unitsName().isPresent()) {
      if (!before.fields().keySet().equals(after.fields().keySet())) {
        throw new IllegalArgumentException("units that come or go: " + before + ", " + after);
      }
      String names = String.join(SEPARATOR, before.fields().keySet());
      members.put(values.unitsName().get(), Value.of(names));
    }
    encodeValues(before).ifPresent(value -> members.put(values.before(), value));
    encodeValues(after).ifPresent(value -> members.put(values.after(), value));
    derivation.accept(members);
    return members;
  }

  private Optional<Value> encodeValues(Value.Fields units) {
    if (values.unit().isPresent()) {
      return units.find(values.unit().get());
    }
    boolean isAlone = values.unitsName().isPresent() && units.fields().size() == 1;
    return Optional.of(isAlone ? units.fields().values().iterator().next() : units);
  }

  private Map<String, Value> ofKey(Value key) {
    if (keyNames.isEmpty()) {
      return new HashMap<>(Map.of(KEY, key));
    }
    Map<String, Value> members = new HashMap<>();
    List<Value> texts = key.asSequence();
    for (int i = 0; i < texts.size(); i++) {
      if (!keyNames.get().get(i).isEmpty()) {
        members.put(keyNames.get().get(i), texts.get(i));
      }
    }
    return members;
  }

  private String lastKeyName() {
    List<String> names = keyNames.orElseThrow();
    return names.get(names.size() - 1);
  }

  /** Whether an event has a member for each text of the key. */
  boolean hasKey(Value.Fields event) {
    for (String name : keyNames.orElse(List.of(KEY))) {
      if (!name.isEmpty() && event.find(name).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The key in an event that creates or deletes an entity. */
  Value keyBesideEntity(Value.Fields event) {
    if (entity.idName().isEmpty()) {
      return key(event);
    }
    Map<String, Value> members = new HashMap<>(event.fields());
    members.put(lastKeyName(), event.at(entity.name()).asFields().at(entity.idName().get()));
    return key(Value.Fields.of(members));
  }

  /** The key in an event that modifies an entity. */
  Value key(Value.Fields event) {
    if (keyNames.isEmpty()) {
      return event.at(KEY);
    }
    ImmutableList.Builder<Value> texts = ImmutableList.builder();
    for (String name : keyNames.get()) {
      texts.add(Value.of(name.isEmpty() ? "" : nonEmptyText(event, name)));
    }
    return new Value.Sequence(texts.build());
  }

  private static String nonEmptyText(Value.Fields event, String name) {
    String text = event.text(name);
    if (text.isEmpty()) {
      throw new MalformedValueException(name + ": empty");
    }
    return text;
  }

  /** The units of the entity that an event creates or deletes. */
  Value.Fields units(Value.Fields event) {
    Value.Fields holder = entity.name().isEmpty() ? event : event.at(entity.name()).asFields();
    Map<String, Value> parts = new HashMap<>(holder.fields());
    entity.idName().ifPresent(parts::remove);
    if (entity.name().isEmpty()) {
      parts.keySet().removeAll(keyNames.orElse(List.of(KEY)));
      parts.remove(TYPE);
    }
    return entity.decode().apply(Value.Fields.of(parts));
  }

  /** The units before an event that modifies them. */
  Value.Fields before(Value.Fields event) {
    return decodeValues(event, values.before());
  }

  /** The units after an event that modifies them. */
  Value.Fields after(Value.Fields event) {
    return decodeValues(event, values.after());
  }

  private Value.Fields decodeValues(Value.Fields event, String member) {
    if (values.unit().isPresent()) {
      Optional<Value> value = event.find(member);
      value.ifPresent(values.check());
      return value.map(it -> single(values.unit().get(), it)).orElse(Value.Fields.EMPTY);
    }
    Value value = event.at(member);
    String names = values.unitsName().map(event::text).orElse(SEPARATOR);
    return names.contains(SEPARATOR) ? value.asFields() : single(names, value);
  }

  /**
   * Rejects a modification of no unit and one that does not change a unit. With the default
   * members, both are allowed.
   */
  void checkModification(Value.Fields before, Value.Fields after) {
    if (keyNames.isPresent() && before.isEmpty() && after.isEmpty()) {
      throw new MalformedValueException("no unit at all");
    }
    for (String unit : before.fields().keySet()) {
      if (keyNames.isPresent() && before.find(unit).equals(after.find(unit))) {
        throw new MalformedValueException(unit + ", which stays " + before.at(unit));
      }
    }
  }

  private static Value.Fields single(String unit, Value value) {
    return Value.Fields.of(Map.of(unit, value));
  }
}
