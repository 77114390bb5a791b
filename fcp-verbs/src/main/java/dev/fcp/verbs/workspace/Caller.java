package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import java.util.Objects;

/**
 * The person or agent who calls a workspace.
 *
 * @param origin the origin of the steps that the call makes
 * @param kind whether the caller is a person or a program
 */
public record Caller(Origin origin, Kind kind) {

  /** Whether the caller is a person or a program. */
  public enum Kind {
    /** A person at a command line or in an editor; undo reports the authors of the steps. */
    PERSON,
    /** A program that acts for someone; its undo stops before the steps of other actors. */
    AGENT
  }

  public Caller {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(kind, "kind");
  }

  /** A person. */
  public static Caller person(Origin origin) {
    return new Caller(origin, Kind.PERSON);
  }

  /** An agent. */
  public static Caller agent(Origin origin) {
    return new Caller(origin, Kind.AGENT);
  }

  boolean isAgent() {
    return kind == Kind.AGENT;
  }

  /** Whether a step of this origin is the caller's own. */
  boolean isAuthorOf(Origin stepOrigin) {
    return origin.actor().equals(stepOrigin.actor());
  }
}
