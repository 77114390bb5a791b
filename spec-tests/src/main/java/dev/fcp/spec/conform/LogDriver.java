package dev.fcp.spec.conform;

import tools.jackson.databind.node.ObjectNode;

/** A log somewhere, and the way to speak to it. */
interface LogDriver extends AutoCloseable {

  /** What it says of itself. */
  Greeting greeting() throws DriverFault;

  /** Throws the log away and makes an empty one. */
  Reply fresh() throws DriverFault;

  /** Calls the log. */
  Reply call(Call call) throws DriverFault;

  @Override
  void close();

  /**
   * What is seen after a call.
   *
   * @param answer what the call came to
   * @param state the fields of the state that the driver shows
   */
  record Reply(Answer answer, ObjectNode state) {}
}
