package dev.fcp.server.worlds;

import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.postgres.Attempt;
import dev.fcp.postgres.CanonicalJson;
import dev.fcp.postgres.ComponentUse;
import dev.fcp.postgres.StateDiff;
import dev.fcp.postgres.StoredScenario;
import dev.fcp.postgres.Turn;
import dev.fcp.postgres.TurnState;
import dev.fcp.postgres.World;
import dev.fcp.postgres.WorldEvent;
import dev.fcp.postgres.WorldEventQuery;
import dev.fcp.postgres.WorldRollback;
import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldVerification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Worlds, turns and events as JSON, the same for the command line and for agents. Members without a
 * value are absent, times are ISO 8601.
 */
public final class WorldJson {

  private WorldJson() {}

  /** A world. */
  public static ObjectNode of(World world) {
    ObjectNode json =
        Json.object()
            .put("slug", world.slug())
            .put("name", world.name())
            .put("domain", world.domain())
            .put("status", world.isActive() ? "active" : "deleted")
            .put("current_turn", world.currentTurn())
            .put("scenario_hash", world.scenarioHash());
    json.set("created_from", tree(world.createdFrom()));
    json.put("created_at", world.createdAt().toString())
        .put("last_activity_at", world.lastActivityAt().toString())
        .put("attempt_count", world.attemptCount());
    put(json, "active_attempt_id", world.activeAttempt());
    put(json, "deleted_at", world.deletedAt());
    put(json, "deleted_reason", world.deletedReason());
    return json;
  }

  /** An attempt. */
  public static ObjectNode of(Attempt attempt) {
    ObjectNode json =
        Json.object()
            .put("attempt_id", attempt.id().toString())
            .put("world", attempt.world())
            .put("status", attempt.status().word())
            .put("worker_id", attempt.workerId())
            .put("turn_before", attempt.turnBefore())
            .put("attempted_turn", attempt.attemptedTurn());
    attempt.producedTurn().ifPresent(turn -> json.put("produced_turn", turn));
    put(json, "progress", attempt.progress());
    put(json, "failure_reason", attempt.failureReason());
    attempt.delta().ifPresent(delta -> json.set("delta", tree(delta)));
    json.put("enqueued_at", attempt.enqueuedAt().toString())
        .put("started_at", attempt.startedAt().toString())
        .put("heartbeat_at", attempt.heartbeatAt().toString())
        .put("expires_at", attempt.expiresAt().toString());
    put(json, "ended_at", attempt.endedAt());
    put(json, "committed_at", attempt.committedAt());
    return json;
  }

  /** A turn without its state. */
  public static ObjectNode of(Turn turn) {
    ObjectNode json =
        Json.object()
            .put("turn", turn.turn())
            .put("turn_ref", turn.ref())
            .put("simulation_time", turn.simulationTime())
            .put("entity_count", turn.entityCount())
            .put("state_hash", turn.stateHash());
    put(json, "attempt_id", turn.attempt());
    return json.put("committed_at", turn.committedAt().toString());
  }

  /** A page of turns: {@code {turns, next_turn}}. */
  public static ObjectNode of(Turn.Page page) {
    ObjectNode json = Json.object();
    json.set("turns", list(page.turns(), WorldJson::of));
    page.nextTurn().ifPresent(turn -> json.put("next_turn", turn));
    return json;
  }

  /** A state: {@code {turn, turn_ref, simulation_time, state_hash, content, entities}}. */
  public static ObjectNode of(TurnState state) {
    return Json.object(state.whole().text());
  }

  /** A stored scenario with the hashes of its components. */
  public static ObjectNode of(StoredScenario info) {
    ObjectNode json = Json.object();
    put(json, "name", info.name());
    json.put("hash", info.scenario().hash())
        .put("domain", info.scenario().domain())
        .put("active_worlds", info.activeWorlds())
        .put("created_at", info.createdAt().toString());
    put(json, "profile_label", info.scenario().profileLabel());
    ObjectNode components = json.putObject("components");
    info.scenario().components().forEach((kind, it) -> components.put(kind, it.hash()));
    return json;
  }

  /** A page of events: {@code {events, next_cursor}}. */
  public static ObjectNode of(WorldEvent.Page page) {
    ObjectNode json = Json.object();
    json.set("events", list(page.events(), WorldJson::of));
    page.nextCursor().ifPresent(cursor -> json.put("next_cursor", cursor));
    return json;
  }

  /** An event of the audit. */
  public static ObjectNode of(WorldEvent event) {
    ObjectNode json =
        Json.object()
            .put("world_event_seq", event.seq())
            .put("turn", event.turn())
            .put("attempt_id", event.attempt().toString())
            .put("attempt_status", event.attemptStatus().word())
            .put("simulation_time", event.simulationTime())
            .put("type", event.type())
            .put("actor", event.actor());
    put(json, "entity_id", event.entityId());
    put(json, "profile_label", event.profileLabel());
    put(json, "step", event.step());
    ArrayNode entities = json.putArray("entities");
    event
        .entities()
        .forEach(it -> entities.addObject().put("entity", it.entityId()).put("role", it.role()));
    ObjectNode components = json.putObject("components");
    event.components().forEach(components::put);
    json.set("event", tree(event.event()));
    return json.put("occurred_at", event.occurredAt().toString());
  }

  /** The difference of two states. */
  public static ObjectNode of(StateDiff diff) {
    ObjectNode json = Json.object();
    json.set("from", of(diff.from()));
    json.set("to", of(diff.to()));
    json.set("added", list(diff.added(), WorldJson::tree));
    json.set("removed", list(diff.removed(), WorldJson::tree));
    json.set(
        "changed",
        list(
            diff.changed(),
            it -> {
              ObjectNode changed = Json.object();
              changed.set("key", tree(it.key()));
              changed.set("before", tree(it.before()));
              changed.set("after", tree(it.after()));
              return changed;
            }));
    return json;
  }

  /** The difference of two turns and the events between them. */
  public static ObjectNode of(StateDiff diff, List<WorldEvent> events) {
    ObjectNode json = of(diff);
    json.set("events", list(events, WorldJson::of));
    return json;
  }

  /**
   * The difference of two turns and the events between them.
   *
   * @throws dev.fcp.postgres.WorldRefusedException if there is no such world or turn
   */
  public static ObjectNode diffWithEvents(WorldStore store, String slug, long from, long to) {
    StateDiff diff = store.diff(slug, from, to).orElseThrow();
    return of(diff, eventsBetween(store, slug, from, to));
  }

  /** The events of the committed turns between two turns. */
  public static List<WorldEvent> eventsBetween(WorldStore store, String slug, long from, long to) {
    List<WorldEvent> events = new ArrayList<>();
    Optional<Long> next = Optional.of(0L);
    WorldEventQuery query =
        WorldEventQuery.FIRST.withLimit(1000).withTurns(Math.min(from, to) + 1, Math.max(from, to));
    while (next.isPresent()) {
      WorldEvent.Page page = store.events(slug, query.after(next.get())).orElseThrow();
      events.addAll(page.events());
      next = page.nextCursor();
    }
    return events;
  }

  /** A turn that ran under a component. */
  public static ObjectNode of(ComponentUse use) {
    return Json.object()
        .put("world", use.world())
        .put("turn", use.turn())
        .put("attempt_id", use.attempt().toString())
        .put("attempt_status", use.attemptStatus().word())
        .put("event_count", use.eventCount());
  }

  /** The result of a verification. */
  public static ObjectNode of(WorldVerification verification) {
    ObjectNode json =
        Json.object()
            .put("intact", verification.isIntact())
            .put("turn_count", verification.turnCount());
    verification.findings().forEach(json.putArray("findings")::add);
    return json;
  }

  /** A rollback, or the plan of one. */
  public static ObjectNode of(WorldRollback rollback) {
    RollbackPlan<?> plan = rollback.plan();
    ObjectNode json =
        Json.object()
            .put("events_seen", plan.examinedCount())
            .put("events_reversed", plan.reversedCount());
    ArrayNode kept = json.putArray("kept");
    for (RollbackPlan.Skipped skipped : plan.conflicts()) {
      ObjectNode conflict =
          kept.addObject().put("type", skipped.type()).put("reason", skipped.conflict().reason());
      skipped.blockingSteps().stream().map(StepId::ulid).forEach(conflict.putArray("by")::add);
    }
    json.put("superseded", plan.superseded().size());
    rollback.turn().ifPresent(turn -> json.set("turn", of(turn)));
    return json;
  }

  /** Things as an array. */
  public static <T> ArrayNode list(List<T> things, Function<T, JsonNode> json) {
    ArrayNode array = Json.array();
    things.forEach(it -> array.add(json.apply(it)));
    return array;
  }

  static JsonNode tree(CanonicalJson json) {
    return Json.parse(json.text());
  }

  private static void put(ObjectNode json, String name, Optional<?> value) {
    value.ifPresent(it -> json.put(name, it.toString()));
  }
}
