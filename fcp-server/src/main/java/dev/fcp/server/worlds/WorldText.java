package dev.fcp.server.worlds;

import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.postgres.Attempt;
import dev.fcp.postgres.ComponentUse;
import dev.fcp.postgres.StateDiff;
import dev.fcp.postgres.StoredScenario;
import dev.fcp.postgres.Turn;
import dev.fcp.postgres.TurnState;
import dev.fcp.postgres.World;
import dev.fcp.postgres.WorldEvent;
import dev.fcp.postgres.WorldEvent.EntityRole;
import dev.fcp.postgres.WorldRollback;
import dev.fcp.postgres.WorldVerification;
import dev.fcp.verbs.run.OperationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Worlds, turns and events as lines for people. */
public final class WorldText {

  private static final int HASH_CHARS = 12;

  private WorldText() {}

  /** A world as a line of a list. */
  public static String line(World world) {
    String state =
        world
            .deletedReason()
            .map(reason -> "deleted: " + reason)
            .orElse(world.activeAttempt().isPresent() ? "active, an attempt runs" : "active");
    return "%s  \"%s\"  %s  turn %d  attempts: %d  %s"
        .formatted(
            world.slug(),
            world.name(),
            world.domain(),
            world.currentTurn(),
            world.attemptCount(),
            state);
  }

  /** A world with all that is known of it. */
  public static List<String> lines(World world) {
    List<String> lines = new ArrayList<>();
    lines.add(line(world));
    lines.add("scenario: " + world.scenarioHash());
    lines.add("created: %s from %s".formatted(world.createdAt(), world.createdFrom()));
    lines.add("last activity: " + world.lastActivityAt());
    world.activeAttempt().ifPresent(attempt -> lines.add("running attempt: " + attempt));
    world.deletedAt().ifPresent(time -> lines.add("deleted: " + time));
    return lines;
  }

  /** An attempt. */
  public static String line(Attempt attempt) {
    return "attempt %s at turn %d: %s by %s%s%s"
        .formatted(
            attempt.id(),
            attempt.attemptedTurn(),
            attempt.status().word(),
            attempt.workerId(),
            attempt.progress().map(it -> "; progress: " + it).orElse(""),
            attempt.failureReason().map(it -> "; reason: " + it).orElse(""));
  }

  /** A turn. */
  public static String line(Turn turn) {
    return "%s  time %d  entities: %d  state %s"
        .formatted(turn.ref(), turn.simulationTime(), turn.entityCount(), brief(turn.stateHash()));
  }

  /** A page of turns. */
  public static List<String> lines(Turn.Page page) {
    return page("turns", page.turns().stream().map(WorldText::line), "--from", page.nextTurn());
  }

  /** A page of things, and the option for the next page. */
  private static List<String> page(
      String things, Stream<String> page, String option, Optional<Long> next) {
    List<String> lines = new ArrayList<>(page.toList());
    if (lines.isEmpty()) {
      lines.add("no " + things);
    }
    next.ifPresent(it -> lines.add("more: %s %d".formatted(option, it)));
    return lines;
  }

  /** A state: the turn, and a line of JSON for each entity. */
  public static List<String> lines(TurnState state) {
    List<String> lines = new ArrayList<>();
    lines.add(line(state.turn()));
    WorldJson.of(state)
        .path("entities")
        .forEach(entity -> lines.add("  " + OperationText.abbreviate(Json.text(entity))));
    return lines;
  }

  /** A scenario as a line of a list. */
  public static String line(StoredScenario info) {
    return "%s  %s  %s  active worlds: %d"
        .formatted(
            info.name().orElse("(no name)"),
            brief(info.scenario().hash()),
            info.scenario().domain(),
            info.activeWorlds());
  }

  /** A scenario with the hashes of its components. */
  public static List<String> lines(StoredScenario info) {
    List<String> lines = new ArrayList<>();
    lines.add(line(info));
    lines.add("hash: " + info.scenario().hash());
    info.scenario().profileLabel().ifPresent(label -> lines.add("profile: " + label));
    info.scenario()
        .components()
        .forEach((kind, content) -> lines.add("  %s %s".formatted(kind, content.hash())));
    return lines;
  }

  /** An event. */
  public static String line(WorldEvent event) {
    return "%d  turn %d  %s%s%s  by %s%s%s"
        .formatted(
            event.seq(),
            event.turn(),
            event.type(),
            event.entityId().map(it -> "  " + it).orElse(""),
            mentioned(event),
            event.actor(),
            event
                .profileLabel()
                .map(it -> "  under " + it + event.components().keySet())
                .orElse(""),
            event.attemptStatus() == Attempt.Status.COMMITTED
                ? ""
                : "  (" + event.attemptStatus().word() + ")");
  }

  private static String mentioned(WorldEvent event) {
    String others =
        event.entities().stream()
            .filter(it -> !it.role().equals("subject"))
            .map(EntityRole::entityId)
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "" : "  with " + others;
  }

  /** A page of events. */
  public static List<String> lines(WorldEvent.Page page) {
    return page(
        "events", page.events().stream().map(WorldText::line), "--after", page.nextCursor());
  }

  /** The difference of two states. */
  public static List<String> lines(StateDiff diff) {
    List<String> lines = new ArrayList<>();
    diff.added().forEach(it -> lines.add("+ " + OperationText.abbreviate(it.text())));
    diff.removed().forEach(it -> lines.add("- " + OperationText.abbreviate(it.text())));
    diff.changed().forEach(it -> addChanges(it, lines));
    if (lines.isEmpty()) {
      lines.add("no difference");
    }
    return lines;
  }

  /** A line for each unit of an entity that differs. */
  private static void addChanges(StateDiff.Changed changed, List<String> lines) {
    JsonNode before = WorldJson.tree(changed.before());
    JsonNode after = WorldJson.tree(changed.after());
    Set<String> units = new TreeSet<>(before.propertyNames());
    units.addAll(after.propertyNames());
    for (String unit : units) {
      if (!before.path(unit).equals(after.path(unit))) {
        lines.add(
            "* %s.%s: %s -> %s"
                .formatted(changed.key(), unit, value(before, unit), value(after, unit)));
      }
    }
  }

  private static String value(JsonNode units, String unit) {
    return units.has(unit) ? OperationText.abbreviate(Json.text(units.path(unit))) : "none";
  }

  /** A turn that ran under a component. */
  public static String line(ComponentUse use) {
    return "%s  turn %d  %s  events: %d"
        .formatted(use.world(), use.turn(), use.attemptStatus().word(), use.eventCount());
  }

  /** The result of a verification. */
  public static List<String> lines(WorldVerification verification) {
    List<String> lines = new ArrayList<>(verification.findings());
    lines.add(
        verification.isIntact()
            ? "turns replayed: %d; all states match".formatted(verification.turnCount())
            : "turns replayed: %d; findings: %d"
                .formatted(verification.turnCount(), verification.findings().size()));
    return lines;
  }

  /** A rollback, or the plan of one. */
  public static List<String> lines(WorldRollback rollback) {
    RollbackPlan<?> plan = rollback.plan();
    List<String> lines = new ArrayList<>();
    String result =
        rollback.turn().map(turn -> "rolled back as " + turn.ref()).orElse("would be rolled back");
    lines.add("%s: %d of %d events".formatted(result, plan.reversedCount(), plan.examinedCount()));
    plan.conflicts()
        .forEach(it -> lines.add("kept: %s: %s".formatted(it.type(), it.conflict().reason())));
    return lines;
  }

  private static String brief(String hash) {
    return hash.substring(0, HASH_CHARS);
  }
}
