package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Entities that consist of fields only, for tests. {@code order} and {@code group} are the sort
 * key; {@code up...} and {@code in...} are references that must not form cycles, {@code see...}
 * references that may; {@code kind} is the kind; {@code hidden...} is not part of the content. A
 * key is a path; all but its last segment is the scope. A last segment that begins with {@code ~}
 * is not stored; of one with a {@code #}, only the text before it is stored, so that stored names
 * may repeat. A thing with an {@code end} has a second sort key. The content of a thing with {@code
 * framed} includes the number of groups in its scope. A thing with {@code stiff} can be modified
 * only when all others have their final state.
 */
class Things implements EntitySpec<String, Value.Fields> {

  static final Things SPEC = new Things();

  /** A thing with the given fields: names and texts in turn. */
  static Value.Fields thing(String... namesAndTexts) {
    Map<String, Value> fields = new TreeMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      fields.put(namesAndTexts[i], Value.of(namesAndTexts[i + 1]));
    }
    return Value.Fields.of(fields);
  }

  /** A thing with a name and an order key. */
  static Value.Fields at(int orderKey, String... namesAndTexts) {
    return at(OrderKey.initial(orderKey), namesAndTexts);
  }

  static Value.Fields at(OrderKey orderKey, String... namesAndTexts) {
    return SPEC.withOrderKey(thing(namesAndTexts), orderKey);
  }

  static EntityModel<String, Value.Fields> model(Map<String, Value.Fields> things) {
    return EntityModel.of(SPEC, new TreeMap<>(things).entrySet());
  }

  static EntityModel<String, Value.Fields> model() {
    return model(Map.of());
  }

  /** A model of things in the given order, each named like its key. */
  static EntityModel<String, Value.Fields> inOrder(String... keys) {
    Map<String, Value.Fields> things = new TreeMap<>();
    for (String key : keys) {
      things.put(key, at(things.size()));
    }
    return model(things);
  }

  static Change.Created<String, Value.Fields> created(String key, Value.Fields thing) {
    return new Change.Created<>(key, thing);
  }

  static Change.Deleted<String, Value.Fields> deleted(String key, Value.Fields thing) {
    return new Change.Deleted<>(key, thing);
  }

  static Change.Modified<String, Value.Fields> modified(
      String key, Value.Fields before, Value.Fields after) {
    return Change.between(key, before.fields(), after.fields());
  }

  private static Optional<String> text(Map<String, Value> fields, String name) {
    return Optional.ofNullable(fields.get(name)).map(Value::asText);
  }

  @Override
  public EntityRef ref(String key) {
    return new EntityRef("thing", key);
  }

  @Override
  public Value encodeKey(String key) {
    return Value.of(key);
  }

  @Override
  public String decodeKey(Value value) {
    return value.asText();
  }

  @Override
  public SortedMap<String, Value> units(Value.Fields thing) {
    return thing.fields();
  }

  @Override
  public Value.Fields entity(String key, SortedMap<String, Value> units) {
    TreeMap<String, Value> known = new TreeMap<>(units);
    known.remove("lost");
    return Value.Fields.of(known);
  }

  @Override
  public List<Reference<String>> references(String key, Map<String, Value> units) {
    List<Reference<String>> references = new ArrayList<>();
    units.forEach((name, value) -> {
      boolean acyclic = name.startsWith("up") || name.startsWith("in");
      if (acyclic || name.startsWith("see")) {
        String role = name.replaceAll("\\d", "");
        references.add(new Reference<>(role, value.asText(), acyclic));
      }
    });
    return references;
  }

  @Override
  public Optional<String> scope(String key) {
    int end = key.lastIndexOf('/');
    return end < 0 ? Optional.empty() : Optional.of(key.substring(0, end));
  }

  @Override
  public Optional<SortKey> sortKey(Value.Fields thing) {
    long group = text(thing.fields(), "group").map(Long::parseLong).orElse(0L);
    return text(thing.fields(), "order").map(digits -> new SortKey(group, new OrderKey(digits)));
  }

  @Override
  public Value.Fields withOrderKey(Value.Fields thing, OrderKey orderKey) {
    TreeMap<String, Value> fields = new TreeMap<>(thing.fields());
    fields.put("order", Value.of(orderKey.digits()));
    return Value.Fields.of(fields);
  }

  @Override
  public List<SortKey> sortKeys(Value.Fields thing) {
    List<SortKey> sortKeys = new ArrayList<>();
    sortKey(thing).ifPresent(sortKeys::add);
    text(thing.fields(), "end")
        .filter(end -> !sortKeys.isEmpty())
        .ifPresent(end -> sortKeys.add(new SortKey(sortKeys.get(0).group(), new OrderKey(end))));
    return sortKeys;
  }

  @Override
  public Value.Fields withOrderKeys(Value.Fields thing, List<OrderKey> orderKeys) {
    TreeMap<String, Value> fields = new TreeMap<>(withOrderKey(thing, orderKeys.get(0)).fields());
    orderKeys.stream().skip(1).forEach(end -> fields.put("end", Value.of(end.digits())));
    return Value.Fields.of(fields);
  }

  @Override
  public Optional<Value> derivedContent(
      String key, Value.Fields thing, EntityModel<String, Value.Fields> model) {
    return text(thing.fields(), "framed")
        .map(any -> Value.of(model.lastSortKey(key).map(SortKey::group).orElse(-1L)));
  }

  /** The keys and texts of all things, in the order of the keys. */
  record Index(PersistentMap<String, Value.Fields> things)
      implements DerivedIndex<String, Value.Fields> {
    @Override
    public Index with(String key, Optional<Value.Fields> before, Optional<Value.Fields> after) {
      if (!Optional.ofNullable(things.get(key)).equals(before)) {
        throw new AssertionError(key + " was not " + before);
      }
      return new Index(
          after.map(thing -> things.with(key, thing)).orElseGet(() -> things.without(key)));
    }
  }

  @Override
  public DerivedIndex<String, Value.Fields> emptyDerivedIndex() {
    return new Index(PersistentMap.empty());
  }

  @Override
  public boolean canModifyInPlace(
      String key,
      Value.Fields before,
      Value.Fields after,
      DerivedIndex<String, Value.Fields> from,
      DerivedIndex<String, Value.Fields> to) {
    boolean isInBothIndexes =
        ((Index) from).things().get(key).equals(before)
            && ((Index) to).things().get(key).equals(after);
    return isInBothIndexes && before.find("stiff").isEmpty();
  }

  @Override
  public Value content(String key, Value.Fields thing) {
    TreeMap<String, Value> visible = new TreeMap<>(thing.fields());
    visible.remove("order");
    visible.remove("end");
    visible.keySet().removeIf(name -> name.startsWith("hidden"));
    storedName(key, thing).ifPresent(name -> visible.put("name", Value.of(name)));
    return Value.Fields.of(visible);
  }

  @Override
  public Optional<String> storedName(String key, Value.Fields thing) {
    String last = key.substring(key.lastIndexOf('/') + 1);
    return last.startsWith("~") ? Optional.empty() : Optional.of(last.replaceAll("#.*", ""));
  }

  @Override
  public String nameOwner(String key, Value.Fields thing) {
    return key.replaceAll("#[^/]*$", "");
  }

  @Override
  public boolean isSameKind(Value.Fields from, Value.Fields to) {
    return from.find("kind").equals(to.find("kind"));
  }

  @Override
  public Optional<String> countedAs(Value.Fields thing) {
    return text(thing.fields(), "kind");
  }

  @Override
  public Optional<Conflict> check(
      Change<String, Value.Fields> change, EntityModel<String, Value.Fields> model) {
    return change.key().equals("forbidden")
        ? Optional.of(Conflict.because("forbidden is forbidden"))
        : Optional.empty();
  }
}
