package dev.fcp.server.worlds;

import dev.fcp.postgres.WorldRefusal;
import java.util.List;
import java.util.Optional;

/**
 * What helps after a refusal.
 *
 * @param command the words of a command, after {@code fcp world}
 * @param tool a tool for agents, and what it does
 */
public record WorldAdvice(List<String> command, String tool) {

  /** Copies the list. */
  public WorldAdvice {
    command = List.copyOf(command);
  }

  /**
   * The advice for a refusal; empty if its message says all.
   *
   * @param world the slug of the world that was to change; empty if it was no world
   */
  public static Optional<WorldAdvice> of(WorldRefusal refusal, Optional<String> world) {
    return switch (refusal) {
      case WorldRefusal.NotFound notFound -> worlds("list");
      case WorldRefusal.Deleted deleted -> worlds("list", "--all");
      case WorldRefusal.AlreadyExists existing ->
          existing.isScenario()
              ? worlds("scenario", "show", existing.name())
              : worlds("list", "--all");
      case WorldRefusal.ScenarioNotFound notFound -> worlds("scenario", "list");
      case WorldRefusal.TurnNotFound notFound ->
          Optional.of(
              new WorldAdvice(List.of("turns", notFound.slug()), "list_turns shows its turns"));
      case WorldRefusal.AttemptNotFound notFound -> Optional.of(attempts(notFound.slug()));
      case WorldRefusal.Busy busy -> world.map(WorldAdvice::attempts);
      case WorldRefusal.InvalidTransition ended -> world.map(WorldAdvice::attempts);
      case WorldRefusal.CommitRaceLost lost -> world.map(WorldAdvice::attempts);
      case WorldRefusal.LeaseInvalid lost -> world.map(WorldAdvice::attempts);
      case WorldRefusal.Invalid invalid -> Optional.empty();
    };
  }

  private static Optional<WorldAdvice> worlds(String... command) {
    return Optional.of(
        new WorldAdvice(List.of(command), "list_worlds shows the worlds and their scenarios"));
  }

  private static WorldAdvice attempts(String slug) {
    return new WorldAdvice(List.of("attempts", slug), "list_attempts shows its attempts");
  }
}
