package dev.fcp.postgres;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * From what worlds are created. As JSON:
 *
 * <pre>
 * {"domain": "drawio",                     the kind of the worlds
 *  "entities": [{"key": …, "units": …}],   turn 0; optional, by default a new document of the domain
 *  "simulation_time": 0,                   the time of turn 0 in a unit of choice; optional
 *  "chronon": 1,                           how much of it a turn takes by default; optional
 *  "content": {…},                         what no turn changes; optional
 *  "profile": {"label": "…", "components": {"KIND": …}},   under what the agents run; optional
 *  "requires": {"EVENT_TYPE": ["KIND"]}}   the components that events must carry; optional
 * </pre>
 */
public final class Scenario {

  private static final Set<String> MEMBERS =
      ImmutableSet.of(
          "domain", "entities", "simulation_time", "chronon", "content", "profile", "requires");

  private final CanonicalJson json;
  private final JsonNode data;
  private final String hash;

  /**
   * A scenario.
   *
   * @throws IllegalArgumentException if a member is missing, unknown or has another form
   */
  public Scenario(CanonicalJson json) {
    this.json = json;
    this.data = json.node();
    this.hash = json.hash();
    require(data.isObject(), "a scenario is an object with the members " + MEMBERS);
    data.propertyNames().forEach(Scenario::requireKnown);
    require(
        data.path("domain").isString(), "\"domain\" of a scenario is the name of a domain: drawio");
    require(isAbsentOr(data, "entities", JsonNode::isArray), "\"entities\" is an array");
    require(isAbsentOr(data, "content", JsonNode::isObject), "\"content\" is an object");
    require(
        isAbsentOr(data, "simulation_time", Scenario::isLong),
        "\"simulation_time\" is a whole number");
    require(
        isAbsentOr(data, "chronon", it -> isLong(it) && it.longValue() >= 0),
        "\"chronon\" is a whole number, 0 or more");
    require(isAbsentOr(data, "profile", Scenario::isProfile), "\"profile\" is {label, components}");
    require(
        isAbsentOr(data, "requires", Scenario::isRequirement),
        "\"requires\" is {EVENT_TYPE: [KIND, ...]}");
  }

  /**
   * Parses a scenario.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Scenario of(String json) {
    return new Scenario(CanonicalJson.of(json));
  }

  private static void requireKnown(String member) {
    require(
        MEMBERS.contains(member),
        "a scenario has no member \"%s\"; it has %s".formatted(member, MEMBERS));
  }

  private static void require(boolean isValid, String message) {
    if (!isValid) {
      throw new IllegalArgumentException(message);
    }
  }

  private static boolean isAbsentOr(
      JsonNode data, String member, java.util.function.Predicate<JsonNode> form) {
    return !data.has(member) || form.test(data.get(member));
  }

  private static boolean isLong(JsonNode node) {
    return node.isNumber() && node.canConvertToExactIntegral() && node.canConvertToLong();
  }

  private static boolean isProfile(JsonNode node) {
    return node.isObject()
        && node.path("label").isString()
        && isAbsentOr(node, "components", JsonNode::isObject)
        && node.size() == (node.has("components") ? 2 : 1);
  }

  private static boolean isRequirement(JsonNode node) {
    return node.isObject()
        && node.valueStream()
            .allMatch(kinds -> kinds.isArray() && kinds.valueStream().allMatch(JsonNode::isString));
  }

  /** The scenario as JSON. */
  public CanonicalJson json() {
    return json;
  }

  /** The SHA-256 of the JSON. */
  public String hash() {
    return hash;
  }

  /** The name of the domain. */
  public String domain() {
    return data.get("domain").stringValue();
  }

  /** The entities of turn 0; empty if worlds begin as new documents. */
  public Optional<CanonicalJson> entities() {
    return Optional.ofNullable(data.get("entities")).map(CanonicalJson::of);
  }

  /** The time of turn 0. */
  public long simulationTime() {
    return data.path("simulation_time").asLong(0);
  }

  /** The time that a turn takes unless its commit says another one. */
  public long chronon() {
    return data.path("chronon").asLong(1);
  }

  /** What no turn changes. */
  public CanonicalJson content() {
    JsonNode content = data.get("content");
    return content == null ? CanonicalJson.EMPTY_OBJECT : CanonicalJson.of(content);
  }

  /** The name of the profile under which the agents run. */
  public Optional<String> profileLabel() {
    return Optional.ofNullable(data.path("profile").get("label")).map(JsonNode::stringValue);
  }

  /** The components of the profile, by kind. */
  public SortedMap<String, CanonicalJson> components() {
    Map<String, CanonicalJson> byKind = new TreeMap<>();
    data.path("profile")
        .path("components")
        .properties()
        .forEach(it -> byKind.put(it.getKey(), CanonicalJson.of(it.getValue())));
    return ImmutableSortedMap.copyOf(byKind);
  }

  /** The kinds of components that an event of a type must carry. */
  public Set<String> requiredKinds(String eventType) {
    Set<String> kinds = new TreeSet<>();
    data.path("requires").path(eventType).forEach(it -> kinds.add(it.stringValue()));
    return ImmutableSet.copyOf(kinds);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Scenario scenario && json.equals(scenario.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  @Override
  public String toString() {
    return json.text();
  }
}
