package dev.fcp.spec.conform;

import tools.jackson.databind.node.ObjectNode;

/** The connection to a log under test, in this process or another one. */
interface Driver extends AutoCloseable {

  /** Returns what the driver declares about itself. */
  DriverCapabilities capabilities() throws DriverException;

  /** Replaces the log by a new, empty one. */
  Reply newLog() throws DriverException;

  /** Calls the log. */
  Reply call(Call call) throws DriverException;

  @Override
  void close();

  /**
   * The observation after a call.
   *
   * @param result the result of the call
   * @param state the fields of the state that the driver shows
   */
  record Reply(CallResult result, ObjectNode state) {}
}
