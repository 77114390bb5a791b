package dev.fcp.server.mcp;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.NewWorld;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldAttempt;
import dev.fcp.postgres.WorldEvent;
import dev.fcp.postgres.WorldEventQuery;
import dev.fcp.postgres.WorldEventQuery.ComponentRef;
import dev.fcp.postgres.WorldRefusedException;
import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldWorker;
import dev.fcp.server.mcp.WorldTool.JsonType;
import dev.fcp.server.mcp.WorldTool.Parameter;
import dev.fcp.server.worlds.ScenarioFile;
import dev.fcp.server.worlds.TurnLineException;
import dev.fcp.server.worlds.TurnLines;
import dev.fcp.server.worlds.TurnResult;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.verbs.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The tools for worlds in a database. Turns are made in the background; closing waits for them. */
public final class WorldTools implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorldTools.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String LIMIT = "the size of the page, 1 to 1000; 100 by default";
  private static final Parameter WORLD =
      new Parameter("world", JsonType.TEXT, true, "the slug of the world");

  private final WorldStore store;
  private final Languages languages;
  private final String workerId;
  private final ExecutorService turns = Executors.newVirtualThreadPerTaskExecutor();

  /** The worker of this connection; empty if it could not be opened yet. */
  private Optional<WorldWorker> worker;

  /**
   * The tools of one connection. Opens its worker, which interrupts attempts whose leases have
   * expired. If that fails, as with a role that may only read, it is tried again before a turn.
   *
   * @param workerId the id under which it makes turns
   */
  public WorldTools(WorldStore store, Languages languages, String workerId) {
    this.store = store;
    this.languages = languages;
    this.workerId = workerId;
    this.worker = openIfPossible();
  }

  private Optional<WorldWorker> openIfPossible() {
    try {
      return Optional.of(store.worker(workerId).orElseThrow());
    } catch (JournalException | WorldRefusedException e) {
      LOG.warn("no turns can be made yet: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** All tools. */
  List<ServedTool> all() {
    return List.of(
        tool(
            "create_world",
            "Creates a world with its turn 0 from a scenario: a name, a hash, or an object.",
            (arguments, origin) -> create(arguments),
            new Parameter("slug", JsonType.TEXT, true, "lower-case letters, digits, inner hyphens"),
            optional("name", JsonType.TEXT, "the name for people"),
            optional("scenario", JsonType.TEXT, "the name or the hash of a stored scenario"),
            optional(
                "scenario_data",
                JsonType.OBJECT,
                "a scenario as a whole: {domain, operations or entities, ...}")),
        reading(
            "list_worlds",
            "Lists worlds.",
            this::list,
            optional("include_deleted", JsonType.FLAG, "also deleted ones"),
            optional("scenario", JsonType.TEXT, "only worlds of this scenario, by name or hash")),
        reading(
            "get_world",
            "A world: status, current turn, running attempt.",
            it ->
                WorldJson.of(
                    (it.flag("include_deleted")
                            ? store.getIncludingDeleted(it.text("world"))
                            : store.get(it.text("world")))
                        .orElseThrow()),
            WORLD,
            optional("include_deleted", JsonType.FLAG, "also if it is deleted")),
        tool(
            "delete_world",
            "Deletes a world, which stays stored; refused while an attempt runs.",
            (it, origin) ->
                WorldJson.of(store.delete(it.text("world"), it.text("reason")).orElseThrow()),
            WORLD,
            new Parameter("reason", JsonType.TEXT, true, "why, for people")),
        tool(
            "run_turn",
            "Starts a turn and answers its attempt_id at once; get_turn_status tells how it ended."
                + " All lines become one turn, or none. A line is an operation of the domain as a"
                + " text; {op, actor, components}; or {event, actor, entity, mentioned, components,"
                + " data} for what changes nothing. components is {KIND: hash or content}, or a list of"
                + " kinds of the profile of the scenario.",
            this::runTurn,
            WORLD,
            new Parameter("lines", JsonType.LIST, true, "operations and events in order"),
            optional("simulation_time", JsonType.NUMBER, "the time in the world after the turn")),
        reading(
            "get_turn_status",
            "An attempt: running, committed, failed with its reason, or interrupted.",
            it -> WorldJson.of(store.attempt(it.text("world"), it.id("attempt_id")).orElseThrow()),
            WORLD,
            new Parameter("attempt_id", JsonType.TEXT, true, "the id that run_turn answered")),
        reading(
            "list_attempts",
            "All attempts at turns of a world, oldest first.",
            it ->
                JSON.createObjectNode()
                    .set(
                        "attempts",
                        WorldJson.list(
                            store.attempts(it.text("world")).orElseThrow(), WorldJson::of)),
            WORLD),
        reading(
            "get_turn",
            "The state after a turn.",
            it ->
                WorldJson.of(
                    store.turn(it.text("world"), it.number("turn").orElseThrow()).orElseThrow()),
            WORLD,
            new Parameter("turn", JsonType.NUMBER, true, "the number of the turn; 0 is the seed")),
        reading(
            "list_turns",
            "A page of the turns of a world, without their states.",
            this::listTurns,
            WORLD,
            optional("from", JsonType.NUMBER, "the first turn, or next_turn of the page before"),
            optional("limit", JsonType.NUMBER, LIMIT)),
        reading(
            "diff_turns",
            "How a world changed between two turns, with the events between them.",
            this::diff,
            WORLD,
            new Parameter("from", JsonType.NUMBER, true, "a turn"),
            new Parameter("to", JsonType.NUMBER, true, "a turn")),
        reading(
            "get_state_at",
            "The state at a time in the world.",
            it ->
                WorldJson.of(
                    store
                        .stateAt(it.text("world"), it.number("simulation_time").orElseThrow())
                        .orElseThrow()),
            WORLD,
            new Parameter("simulation_time", JsonType.NUMBER, true, "the time in the world")),
        reading(
            "get_events",
            "A page of the events of a world: who did what, under which components.",
            it -> events(it, it.optionalText("entity")),
            filter(optional("entity", JsonType.TEXT, "only events of this entity"))),
        reading(
            "entity_history",
            "A page of the events in which an entity has a role.",
            it -> events(it, Optional.of(it.text("entity"))),
            filter(
                new Parameter(
                    "entity",
                    JsonType.TEXT,
                    true,
                    "the entity as events show it: cell page-1/7"))));
  }

  private static Parameter optional(String name, JsonType type, String description) {
    return new Parameter(name, type, false, description);
  }

  private static Parameter[] filter(Parameter entity) {
    return new Parameter[] {
      WORLD,
      entity,
      optional("roles", JsonType.LIST, "roles of the entity: subject, touched, mentioned"),
      optional("type", JsonType.TEXT, "only events of this type"),
      optional("from_turn", JsonType.NUMBER, "the first turn"),
      optional("to_turn", JsonType.NUMBER, "the last turn"),
      optional("component_kind", JsonType.TEXT, "only events under a component of this kind"),
      optional("component_hash", JsonType.TEXT, "with this hash"),
      optional("include_failed", JsonType.FLAG, "also events of failed attempts"),
      optional("cursor", JsonType.NUMBER, "the next_cursor of the page before"),
      optional("limit", JsonType.NUMBER, LIMIT)
    };
  }

  private static ServedTool tool(
      String name,
      String description,
      BiFunction<WorldArguments, Origin, JsonNode> handler,
      Parameter... parameters) {
    return new WorldTool(name, description, false, List.of(parameters), handler);
  }

  private static ServedTool reading(
      String name,
      String description,
      Function<WorldArguments, JsonNode> handler,
      Parameter... parameters) {
    return new WorldTool(
        name,
        description,
        true,
        List.of(parameters),
        (arguments, origin) -> handler.apply(arguments));
  }

  private JsonNode create(WorldArguments arguments) {
    Optional<String> name = arguments.optionalText("scenario");
    Optional<Object> data = arguments.value("scenario_data");
    if (name.isPresent() == data.isPresent()) {
      throw new IllegalArgumentException("give either scenario or scenario_data");
    }
    ScenarioRef scenario =
        data.<ScenarioRef>map(it ->
                new ScenarioRef.Inline(ScenarioFile.read(JSON.writeValueAsString(it), languages)))
            .orElseGet(() -> ScenarioFile.stored(name.orElseThrow()));
    String slug = arguments.text("slug");
    return WorldJson.of(
        store
            .create(new NewWorld(slug, arguments.optionalText("name").orElse(slug), scenario))
            .orElseThrow());
  }

  private JsonNode list(WorldArguments arguments) {
    Optional<String> hash =
        arguments
            .optionalText("scenario")
            .map(it -> store.scenario(ScenarioFile.stored(it)).orElseThrow().scenario().hash());
    return JSON.createObjectNode()
        .set(
            "worlds",
            WorldJson.list(store.list(arguments.flag("include_deleted"), hash), WorldJson::of));
  }

  private JsonNode listTurns(WorldArguments arguments) {
    return WorldJson.of(
        store
            .turns(arguments.text("world"), arguments.number("from").orElse(0L), arguments.limit())
            .orElseThrow());
  }

  private JsonNode diff(WorldArguments arguments) {
    String world = arguments.text("world");
    long from = arguments.number("from").orElseThrow();
    long to = arguments.number("to").orElseThrow();
    return WorldJson.diffWithEvents(store, world, from, to);
  }

  private JsonNode events(WorldArguments arguments, Optional<String> entity) {
    Set<String> roles = new TreeSet<>();
    arguments.list("roles").forEach(it -> roles.add(String.valueOf(it)));
    Optional<String> kind = arguments.optionalText("component_kind");
    Optional<String> hash = arguments.optionalText("component_hash");
    if (kind.isPresent() != hash.isPresent()) {
      throw new IllegalArgumentException("component_kind and component_hash belong together");
    }
    WorldEventQuery query =
        new WorldEventQuery(
            arguments.number("cursor").orElse(0L),
            arguments.limit(),
            arguments.optionalText("type"),
            entity,
            roles,
            arguments.number("from_turn"),
            arguments.number("to_turn"),
            kind.map(it -> new ComponentRef(it, hash.orElseThrow())),
            arguments.flag("include_failed"));
    WorldEvent.Page page = store.events(arguments.text("world"), query).orElseThrow();
    return WorldJson.of(page);
  }

  private JsonNode runTurn(WorldArguments arguments, Origin origin) {
    if (worker.isEmpty()) {
      worker = Optional.of(store.worker(workerId).orElseThrow());
    }
    List<Object> lines = new ArrayList<>(arguments.list("lines"));
    OptionalLong time =
        arguments.number("simulation_time").map(OptionalLong::of).orElse(OptionalLong.empty());
    WorldAttempt<?, ?> attempt =
        store.startAttempt(arguments.text("world"), worker.get()).orElseThrow();
    turns.execute(() -> end(attempt, lines, origin.actor(), time));
    ObjectNode answer = JSON.createObjectNode().put("attempt_id", attempt.id().toString());
    return answer.put("attempted_turn", attempt.info().attemptedTurn());
  }

  /** Makes a turn; how it ended is in the attempt. */
  private <M, E> void end(
      WorldAttempt<M, E> attempt, List<Object> lines, String actor, OptionalLong time) {
    try {
      TurnLines<M, E> turn = TurnLines.of(store, languages, attempt, actor);
      Optional<String> failure = Optional.empty();
      try {
        for (Object line : lines) {
          turn.applyValue(line);
        }
        failure = turn.failure();
      } catch (TurnLineException e) {
        failure = Optional.of(String.valueOf(e.getMessage()));
      }
      OptionalLong said = turn.simulationTime();
      TurnResult unused = TurnResult.end(attempt, failure, said.isPresent() ? said : time);
    } catch (RuntimeException e) {
      LOG.error("a turn could not be ended; its attempt expires", e);
    }
  }

  /** Waits for the turns that are being made. */
  @Override
  public void close() {
    turns.close();
    worker.ifPresent(WorldWorker::close);
  }
}
