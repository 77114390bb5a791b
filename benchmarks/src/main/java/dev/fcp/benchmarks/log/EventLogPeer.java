package dev.fcp.benchmarks.log;

import dev.fcp.eventlog.EventLog;

/** Our log. */
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
    return log.undo();
  }

  @Override
  public Object redo() {
    return log.redo();
  }
}
