package dev.fcp.postgres;

import dev.fcp.eventlog.history.RollbackPlan;
import java.util.Optional;

/**
 * The rollback of some work in a world.
 *
 * @param plan what is reversed, and what is kept because of later work
 * @param turn the turn that reverses it; empty if it was only planned
 */
public record WorldRollback(RollbackPlan<?> plan, Optional<Turn> turn) {

  /** The work to roll back. */
  public sealed interface Work {

    /** The steps of a turn. */
    record OfTurn(long turn) implements Work {}

    /** The steps of an actor in all turns. */
    record OfActor(String actor) implements Work {}

    /** The steps that ran under a component in all turns. */
    record OfComponent(String kind, String hash) implements Work {}
  }
}
