package dev.fcp.eventlog.session;

/** Wants to know what happens to a session (SE-23). */
@FunctionalInterface
public interface SessionListener {

  /**
   * Something happened, and is published. Called by one thread at a time, in the order of the
   * records, outside of all locks; what it throws is logged and keeps nobody else from being told.
   * It may work with the session: what comes of that is told behind what is queued already.
   */
  void changed(SessionChange change);
}
