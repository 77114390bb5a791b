package dev.fcp.spec.conform;

import tools.jackson.databind.node.ObjectNode;

/** A log somewhere, and the way to speak to it. */
interface Driver extends AutoCloseable {

  /** What it says of itself. */
  DriverCapabilities capabilities() throws DriverException;

  /** Throws the log away and makes an empty one. */
  Reply newLog() throws DriverException;

  /** Calls the log. */
  Reply call(Call call) throws DriverException;

  @Override
  void close();

  /**
   * What is seen after a call.
   *
   * @param result what the call came to
   * @param state the fields of the state that the driver shows
   */
  record Reply(CallResult result, ObjectNode state) {}
}
