package dev.fcp.server.worlds;

import dev.fcp.eventlog.journal.JournalException;
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
   * @throws JournalException if the database cannot be used; then it is unknown whether the attempt
   *     was committed
   */
  static TurnResult end(WorldAttempt<?, ?> attempt, Optional<String> failure, OptionalLong time) {
    if (failure.isPresent()) {
      return failed(attempt, failure.get());
    }
    return switch (commit(attempt, time)) {
      case WorldResult.Done<Turn>(Turn turn) -> new Committed(attempt.id(), turn);
      case WorldResult.Refused<Turn>(var refusal) -> failed(attempt, refusal.message());
    };
  }

  /** Commits again if the connection broke: equal content is committed once. */
  private static WorldResult<Turn> commit(WorldAttempt<?, ?> attempt, OptionalLong time) {
    try {
      return commitOnce(attempt, time);
    } catch (JournalException e) {
      return commitOnce(attempt, time);
    }
  }

  private static WorldResult<Turn> commitOnce(WorldAttempt<?, ?> attempt, OptionalLong time) {
    return time.isPresent() ? attempt.commit(time.getAsLong()) : attempt.commit();
  }

  /**
   * Ends an attempt without a turn; if it has ended already, the reason is all that is reported.
   */
  static TurnResult failed(WorldAttempt<?, ?> attempt, String reason) {
    WorldResult<Attempt> unused = attempt.fail(reason);
    return new Failed(attempt.id(), reason);
  }
}
