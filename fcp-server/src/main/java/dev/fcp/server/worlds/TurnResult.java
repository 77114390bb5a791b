package dev.fcp.server.worlds;

import dev.fcp.postgres.Attempt;
import dev.fcp.postgres.Turn;
import dev.fcp.postgres.WorldAttempt;
import dev.fcp.postgres.WorldResult;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** How an attempt ended. */
public sealed interface TurnResult {

  /** The attempt produced a turn. */
  record Committed(UUID attempt, Turn turn) implements TurnResult {}

  /** The attempt ended without a turn. */
  record Failed(UUID attempt, String reason) implements TurnResult {}

  /**
   * Ends an attempt whose lines have been applied.
   *
   * @param failure why it fails; empty if it is to be committed
   * @param time the time in the world; empty for the chronon of the scenario
   */
  static TurnResult end(WorldAttempt<?, ?> attempt, Optional<String> failure, OptionalLong time) {
    if (failure.isPresent()) {
      return failed(attempt, failure.get());
    }
    WorldResult<Turn> committed =
        time.isPresent() ? attempt.commit(time.getAsLong()) : attempt.commit();
    return switch (committed) {
      case WorldResult.Done<Turn>(Turn turn) -> new Committed(attempt.id(), turn);
      case WorldResult.Refused<Turn>(var refusal) -> failed(attempt, refusal.message());
    };
  }

  /**
   * Ends an attempt without a turn; if it has ended already, the reason is all that is reported.
   */
  static TurnResult failed(WorldAttempt<?, ?> attempt, String reason) {
    WorldResult<Attempt> unused = attempt.fail(reason);
    return new Failed(attempt.id(), reason);
  }
}
