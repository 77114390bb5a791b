package dev.fcp.eventlog.session;

/** Wants to know what happens to a {@link SessionGroup} (SE-30). */
@FunctionalInterface
public interface GroupListener {

  /**
   * Something happened. Called by one thread at a time, in order, outside of all locks; what it
   * throws is logged and keeps nobody else from being told. It may work with the group and its
   * sessions: what comes of that is told behind what is queued already.
   */
  void changed(GroupChange change);
}
