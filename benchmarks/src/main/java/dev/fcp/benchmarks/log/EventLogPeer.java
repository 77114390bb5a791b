package dev.fcp.benchmarks.log;

import dev.fcp.eventlog.EventLog;

/** Our log; its owner takes the event out of the list it gets, as the owner of an array does. */
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
