package dev.fcp.benchmarks.log;

import dev.fcp.eventlog.EventLog;

/** The event log of FCP; the caller takes the event from the returned list, as with an array. */
record EventLogPeer(EventLog<Object> log) implements UndoPeer {

  static EventLogPeer empty() {
    return new EventLogPeer(EventLog.empty());
  }

  @Override
  public void append() {
    log.append(CHANGE);
  }

  @Override
  public Object undo() {
    return log.undo().get(0);
  }

  @Override
  public Object redo() {
    return log.redo().get(0);
  }
}
