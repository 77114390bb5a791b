package dev.fcp.eventlog.session;

import java.util.Objects;
import java.util.Optional;

/** What happened to a {@link SessionGroup}, as its listeners are told (SE-30). */
public sealed interface GroupChange {

  /**
   * Another session is the active one.
   *
   * @param session that one; empty if none is
   */
  record Activated(Optional<Session<?, ?>> session) implements GroupChange {

    /** Refuses null. */
    public Activated {
      Objects.requireNonNull(session, "session");
    }
  }

  /**
   * Something happened to the session that was the active one then.
   *
   * @param session the session
   * @param change what happened
   */
  record Changed(Session<?, ?> session, SessionChange change) implements GroupChange {

    /** Refuses null. */
    public Changed {
      Objects.requireNonNull(session, "session");
      Objects.requireNonNull(change, "change");
    }
  }
}
