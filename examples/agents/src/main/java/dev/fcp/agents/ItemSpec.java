package dev.fcp.agents;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The declaration of the items of a project. */
final class ItemSpec extends RecordEntitySpec<Item> {

  static final String BODY = "body";
  static final String KIND = "kind";
  static final String ORDER = "order";

  /** The units that refer to an agent by name. */
  private static final Set<String> AGENT_UNITS = Set.of("agent", "parent", "verifier", "selected");

  /** The unit of each kind that the file shows as lines of text. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("agent", "assignment"),
          Map.entry("sent", "text"),
          Map.entry("received", "text"),
          Map.entry("tool", "input"),
          Map.entry("commitment", "description"),
          Map.entry("document", BODY),
          Map.entry("violation", "detail"),
          Map.entry("unsent", "prompt"),
          Map.entry("corrupt", "reason"),
          Map.entry("opaque", "line"));

  /** The other units that the file omits if they have these values. */
  private static final Map<String, Map<String, Value>> DEFAULTS =
      Map.of(
          "agent", Map.of("pings", Value.of(0)),
          "received", Map.of("input", Value.of(0), "output", Value.of(0)),
          "tool", Map.of("failed", Value.of(false)));

  ItemSpec() {
    super("item", MethodHandles.lookup(), Item.class);
  }

  /** The key of an item. */
  static String key(String kind, String name) {
    return kind + ":" + name;
  }

  /** The key of an agent. */
  static String agent(String name) {
    return key("agent", name);
  }

  /** The kind in a key. */
  static String kind(String key) {
    return key.substring(0, Math.max(0, key.indexOf(':')));
  }

  /** The name or number in a key. */
  static String name(String key) {
    return key.substring(key.indexOf(':') + 1);
  }

  /** The unit that the file shows as lines of text. */
  static Optional<String> textUnit(String kind) {
    return Optional.ofNullable(TEXTS.get(kind));
  }

  /** The units of an item, with the default value of each unit that is missing. */
  static TreeMap<String, Value> withDefaults(String kind, Map<String, Value> units) {
    TreeMap<String, Value> all = new TreeMap<>(DEFAULTS.getOrDefault(kind, Map.of()));
    textUnit(kind).filter(unit -> !unit.equals(BODY)).ifPresent(it -> all.put(it, Value.of("")));
    all.putAll(units);
    return all;
  }

  /** An item that was stored before it had all of its units of today. */
  @Override
  public Item entityOfSnapshot(String key, Value.Fields snapshot) {
    return entity(key, withDefaults(kind(key), snapshot.fields()));
  }

  @Override
  public Item entity(String key, SortedMap<String, Value> units) {
    Item item = super.entity(key, units);
    reason(key, item)
        .ifPresent(reason -> {
          throw new IllegalArgumentException(reason);
        });
    return item;
  }

  @Override
  public Optional<Conflict> check(Change<String, Item> change, EntityModel<String, Item> model) {
    return change instanceof Change.Created<String, Item>(var key, var item)
        ? reason(key, item).map(reason -> Conflict.at(Unit.whole(ref(key)), reason))
        : Optional.empty();
  }

  /** Why no file can hold an item with a key; empty if one can. */
  private Optional<String> reason(String key, Item item) {
    String kind = item.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    if (!kind(key).equals(kind) || name(key).isEmpty()) {
      return Optional.of("\"" + key + "\" is not the key of a " + kind);
    }
    boolean isEncodable =
        StandardCharsets.UTF_8.newEncoder().canEncode(key)
            && content(key, item).asFields().fields().values().stream()
                .allMatch(value ->
                    !(value instanceof Value.Text(var text))
                        || StandardCharsets.UTF_8.newEncoder().canEncode(text));
    return isEncodable ? Optional.empty() : Optional.of("no file can hold a text of " + key);
  }

  @Override
  public List<Reference<String>> references(String key, Map<String, Value> units) {
    List<Reference<String>> references = new ArrayList<>();
    units.forEach((unit, value) -> {
      if (value instanceof Value.Text(var name) && AGENT_UNITS.contains(unit)) {
        references.add(new Reference<>(unit, agent(name), unit.equals("parent")));
      } else if (value instanceof Value.Text(var target) && unit.equals("target")) {
        references.add(new Reference<>(unit, target, false));
      }
    });
    return references;
  }

  /** All units except the order and those with a default value, and the key. */
  @Override
  public Value content(String key, Item item) {
    TreeMap<String, Value> content = new TreeMap<>(super.content(key, item).asFields().fields());
    String kind = kind(key);
    withDefaults(kind, Map.of()).forEach(content::remove);
    content.put("key", Value.of(key));
    return Value.Fields.of(content);
  }

  @Override
  public Optional<String> storedName(String key, Item item) {
    return Optional.of(key);
  }
}
