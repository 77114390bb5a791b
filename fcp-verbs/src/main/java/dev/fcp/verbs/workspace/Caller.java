package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import java.util.Objects;

/**
 * Who asks for something.
 *
 * @param origin what stands in the steps that come of it
 * @param kind whether a person watches what happens
 */
public record Caller(Origin origin, Kind kind) {

  /** Whether a person watches what happens. */
  public enum Kind {
    /** A person, at a command line or in an editor; sees whose steps were undone. */
    PERSON,
    /** A program on behalf of someone; its plain undo stops before the step of another actor. */
    AGENT
  }

  /** Refuses null. */
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
