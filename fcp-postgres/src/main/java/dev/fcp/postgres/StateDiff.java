package dev.fcp.postgres;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * How one state differs from another, by the keys of entities.
 *
 * @param from the first turn
 * @param to the second turn
 * @param added entities that only the second state has
 * @param removed entities that only the first state has
 * @param changed entities that both have with different units
 * @param events the first 1000 events of the turns between them, in the order in which they
 *     happened; none between two worlds
 */
public record StateDiff(
    Turn from,
    Turn to,
    List<CanonicalJson> added,
    List<CanonicalJson> removed,
    List<Changed> changed,
    WorldEvent.Page events) {

  /** Copies the lists. */
  public StateDiff {
    added = ImmutableList.copyOf(added);
    removed = ImmutableList.copyOf(removed);
    changed = ImmutableList.copyOf(changed);
  }

  /**
   * An entity with different units.
   *
   * @param key its key
   * @param before its units in the first state
   * @param after its units in the second state
   */
  public record Changed(CanonicalJson key, CanonicalJson before, CanonicalJson after) {}

  static StateDiff of(TurnState from, TurnState to, WorldEvent.Page events) {
    Map<String, JsonNode> before = byKey(from);
    Map<String, JsonNode> after = byKey(to);
    List<CanonicalJson> added = new ArrayList<>();
    List<CanonicalJson> removed = new ArrayList<>();
    List<Changed> changed = new ArrayList<>();
    before.forEach((key, entity) -> {
      JsonNode other = after.get(key);
      if (other == null) {
        removed.add(CanonicalJson.of(entity));
      } else if (!other.equals(entity)) {
        changed.add(
            new Changed(
                new CanonicalJson(key),
                CanonicalJson.of(entity.path("units")),
                CanonicalJson.of(other.path("units"))));
      }
    });
    after.forEach((key, entity) -> {
      if (!before.containsKey(key)) {
        added.add(CanonicalJson.of(entity));
      }
    });
    return new StateDiff(from.turn(), to.turn(), added, removed, changed, events);
  }

  private static Map<String, JsonNode> byKey(TurnState state) {
    Map<String, JsonNode> byKey = new LinkedHashMap<>();
    state
        .entities()
        .node()
        .forEach(entity -> byKey.put(CanonicalJson.of(entity.path("key")).text(), entity));
    return byKey;
  }

  /** Whether both states have the same entities. */
  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }
}
