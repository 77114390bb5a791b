package dev.fcp.postgres;

import java.util.UUID;

/** Why an operation of a {@link WorldStore} was refused. Nothing changed. */
public sealed interface WorldRefusal {

  /** Says what is wrong. */
  String message();

  /** There is no world with this slug. */
  record NotFound(String slug) implements WorldRefusal {
    @Override
    public String message() {
      return "there is no world " + slug;
    }
  }

  /** The world was deleted. */
  record Deleted(String slug, String reason) implements WorldRefusal {
    @Override
    public String message() {
      return "world %s was deleted: %s; its slug stays taken".formatted(slug, reason);
    }
  }

  /**
   * A name is taken, or a scenario has a name already.
   *
   * @param isScenario whether a scenario has the name, not a world
   * @param name the name, or the slug of the world
   * @param advice what to do
   */
  record AlreadyExists(boolean isScenario, String name, String advice) implements WorldRefusal {
    @Override
    public String message() {
      return "%s %s exists already%s".formatted(isScenario ? "scenario" : "world", name, advice);
    }
  }

  /** An attempt runs, or a worker id is in use. */
  record Busy(String what) implements WorldRefusal {
    @Override
    public String message() {
      return what;
    }
  }

  /** The world has no such attempt. */
  record AttemptNotFound(String slug, UUID attempt) implements WorldRefusal {
    @Override
    public String message() {
      return "world %s has no attempt %s".formatted(slug, attempt);
    }
  }

  /** The attempt has ended. */
  record InvalidTransition(UUID attempt, Attempt.Status status, String wanted)
      implements WorldRefusal {
    @Override
    public String message() {
      return "attempt %s is %s and cannot be %s; start another attempt"
          .formatted(attempt, status.word(), wanted);
    }
  }

  /** The world has no such turn. */
  record TurnNotFound(String slug, String turn) implements WorldRefusal {
    @Override
    public String message() {
      return "world %s has no %s".formatted(slug, turn);
    }
  }

  /** There is no such scenario. */
  record ScenarioNotFound(String scenario) implements WorldRefusal {
    @Override
    public String message() {
      return "there is no scenario " + scenario;
    }
  }

  /** Another turn was committed since the attempt began. */
  record CommitRaceLost(UUID attempt, long turnBefore, long currentTurn) implements WorldRefusal {
    @Override
    public String message() {
      return "attempt %s began at turn %d and the world is at turn %d; start another attempt"
          .formatted(attempt, turnBefore, currentTurn);
    }
  }

  /** The world no longer belongs to the attempt. */
  record LeaseInvalid(UUID attempt) implements WorldRefusal {
    @Override
    public String message() {
      return "attempt %s no longer holds the world; start another attempt".formatted(attempt);
    }
  }

  /** The input is not valid. */
  record Invalid(String reason) implements WorldRefusal {
    @Override
    public String message() {
      return reason;
    }
  }
}
