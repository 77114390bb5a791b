package dev.fcp.server.worlds;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.postgres.CanonicalJson;
import dev.fcp.postgres.WorldAttempt;
import dev.fcp.postgres.WorldOccurrence;
import dev.fcp.postgres.WorldRefusedException;
import dev.fcp.postgres.WorldStore;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies the lines of a program that makes a turn to an attempt, see {@code docs/worlds.md}: an
 * operation of the language of the domain, or an object of JSON. Not thread-safe.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class TurnLines<M, E> {

  private static final Logger LOG = LoggerFactory.getLogger(TurnLines.class);
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** The members of each kind of line; the first one names the kind. */
  private static final Map<String, Set<String>> KINDS = kinds();

  private final WorldStore store;
  private final WorldAttempt<M, E> attempt;
  private final String actor;
  private final OperationRunner<M, E> runner;
  private final ViewState view = ViewState.initial();
  private int count;
  private Optional<String> failure = Optional.empty();
  private OptionalLong simulationTime = OptionalLong.empty();

  private TurnLines(
      WorldStore store, DomainLanguage<M, E> language, WorldAttempt<M, E> attempt, String actor) {
    this.store = store;
    this.attempt = attempt;
    this.actor = actor;
    this.runner = new OperationRunner<>(language, CallLimits.STANDARD);
  }

  private static Map<String, Set<String>> kinds() {
    Map<String, Set<String>> kinds = new LinkedHashMap<>();
    kinds.put("op", Set.of("op", "actor", "components"));
    kinds.put("event", Set.of("event", "actor", "entity", "mentioned", "components", "data"));
    kinds.put("progress", Set.of("progress"));
    kinds.put("simulation_time", Set.of("simulation_time"));
    kinds.put("fail", Set.of("fail"));
    return kinds;
  }

  /**
   * Lines for an attempt.
   *
   * @param languages the languages, with that of the attempt's world
   * @param actor who makes the operations that name nobody
   */
  @SuppressWarnings("unchecked") // there is one language and one domain of this name
  public static <M, E> TurnLines<M, E> of(
      WorldStore store, Languages languages, WorldAttempt<M, E> attempt, String actor) {
    DomainLanguage<M, E> language =
        (DomainLanguage<M, E>) languages.forDomain(attempt.domain().name()).orElseThrow();
    return new TurnLines<>(store, language, attempt, actor);
  }

  /**
   * Applies a line; blank ones do nothing.
   *
   * @throws TurnLineException if it is malformed or refused; the attempt cannot be committed then
   */
  public void apply(String line) {
    count++;
    if (!line.isBlank()) {
      run(() -> {
        if (line.stripLeading().startsWith("{")) {
          applyObject(Json.object(line));
        } else {
          applyOperation(line, attempt.origin(actor, Map.of()));
        }
      });
    }
  }

  /** Applies a text or an object of JSON, given as a map; as {@link #apply(String)}. */
  public void applyValue(Object value) {
    if (value instanceof String line) {
      apply(line);
    } else if (value instanceof Map<?, ?> && Json.tree(value) instanceof ObjectNode object) {
      count++;
      run(() -> applyObject(object));
    } else {
      count++;
      throw new TurnLineException(count, "it is neither a text nor an object");
    }
  }

  private void run(Runnable work) {
    try {
      work.run();
    } catch (IllegalArgumentException | WorldRefusedException e) {
      throw new TurnLineException(count, String.valueOf(e.getMessage()));
    }
  }

  /** Why the program says that the attempt failed; empty if it does not. */
  public Optional<String> failure() {
    return failure;
  }

  /** The time in the world after the turn, if a line said it. */
  public OptionalLong simulationTime() {
    return simulationTime;
  }

  private void applyObject(ObjectNode line) {
    String kind =
        KINDS.keySet().stream()
            .filter(line::has)
            .findFirst()
            .orElseThrow(
                () -> invalid("one of the members %s is needed".formatted(KINDS.keySet())));
    Set<String> members = KINDS.getOrDefault(kind, Set.of());
    for (String member : line.propertyNames()) {
      if (!members.contains(member)) {
        throw invalid(
            "\"%s\" does not belong to \"%s\"; it has %s"
                .formatted(member, kind, new TreeSet<>(members)));
      }
    }
    switch (kind) {
      case "op" -> applyOperation(text(line, "op"), origin(line));
      case "event" -> attempt.record(actor(line), occurrence(line));
      case "progress" -> report(text(line, "progress"));
      case "simulation_time" -> simulationTime = OptionalLong.of(number(line, kind));
      default -> failure = Optional.of(text(line, "fail"));
    }
  }

  /**
   * Stores how far the attempt is. If the database cannot be used, the report is lost and the turn
   * continues; its commit fails if the database still cannot be used.
   */
  private void report(String progress) {
    try {
      attempt.heartbeat(progress).orElseThrow();
    } catch (JournalException e) {
      LOG.warn("the progress of attempt {} was not stored: {}", attempt.id(), e.getMessage());
    }
  }

  private void applyOperation(String operation, Origin origin) {
    Response response =
        runner.run(
            attempt.session().by(origin), view, List.of(operation), EditOptions.of("turn", origin));
    if (response.isError()) {
      // The first line repeats the operation, the last one is the digest.
      List<String> lines = response.lines();
      String reason = String.join("; ", lines.subList(1, lines.size() - 1)).replaceFirst("^! ", "");
      throw invalid("%s: %s".formatted(operation.strip(), reason.replaceAll(" +", " ")));
    }
  }

  private Origin origin(ObjectNode line) {
    return attempt.origin(actor(line), components(line.path("components")));
  }

  private String actor(ObjectNode line) {
    return line.has("actor") ? text(line, "actor") : actor;
  }

  private WorldOccurrence occurrence(ObjectNode line) {
    Set<String> mentioned = new TreeSet<>();
    JsonNode names = line.path("mentioned");
    if (!names.isMissingNode() && !(names.isArray() && allTexts(names))) {
      throw invalid("\"mentioned\" is a list of entities, such as [\"cell page-1/7\"]");
    }
    names.forEach(it -> mentioned.add(it.stringValue()));
    JsonNode data = line.path("data");
    if (!data.isMissingNode() && !data.isObject()) {
      throw invalid("\"data\" is an object");
    }
    return new WorldOccurrence(
        text(line, "event"),
        line.has("entity") ? Optional.of(text(line, "entity")) : Optional.empty(),
        mentioned,
        new TreeMap<>(components(line.path("components"))),
        CanonicalJson.of(data.isMissingNode() ? "{}" : Json.text(data)));
  }

  /**
   * The hashes of components by kind: of a list of kinds those in the profile of the scenario, of
   * an object those that it names, or of the contents that it has, which are stored.
   */
  private Map<String, String> components(JsonNode node) {
    Map<String, String> hashes = new TreeMap<>();
    if (node.isArray() && allTexts(node)) {
      node.forEach(it -> hashes.put(it.stringValue(), ofProfile(it.stringValue())));
    } else if (node.isObject()) {
      node.properties().forEach(it -> hashes.put(it.getKey(), hash(it.getKey(), it.getValue())));
    } else if (!node.isMissingNode()) {
      throw invalid("\"components\" is {KIND: HASH or content} or [KIND of the profile]");
    }
    return hashes;
  }

  private String ofProfile(String kind) {
    CanonicalJson component = attempt.scenario().components().get(kind);
    if (component == null) {
      throw invalid(
          "the profile of the scenario has no component %s; it has %s"
              .formatted(kind, attempt.scenario().components().keySet()));
    }
    return component.hash();
  }

  private String hash(String kind, JsonNode value) {
    return value.isString() && HASH.matcher(value.stringValue()).matches()
        ? value.stringValue()
        : store.putComponent(kind, CanonicalJson.of(Json.text(value))).orElseThrow();
  }

  private static boolean allTexts(JsonNode list) {
    return list.valueStream().allMatch(JsonNode::isString);
  }

  private static String text(ObjectNode line, String member) {
    JsonNode value = line.path(member);
    if (!value.isString() || value.stringValue().isBlank()) {
      throw invalid("\"%s\" is a text that is not empty".formatted(member));
    }
    return value.stringValue();
  }

  private static long number(ObjectNode line, String member) {
    JsonNode value = line.path(member);
    if (!value.isNumber() || !value.canConvertToExactIntegral() || !value.canConvertToLong()) {
      throw invalid("\"%s\" is a whole number".formatted(member));
    }
    return value.longValue();
  }

  private static IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException(reason);
  }
}
