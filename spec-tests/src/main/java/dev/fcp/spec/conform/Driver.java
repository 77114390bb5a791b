package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The connection to a log under test, in this process or another one. */
interface Driver extends AutoCloseable {

  /** Returns what the driver declares about itself. */
  DriverCapabilities capabilities() throws DriverException;

  /** Replaces the log by a new, empty one. */
  Reply newLog() throws DriverException;

  /** Calls the log. */
  Reply call(Call call) throws DriverException;

  /**
   * Calls the log.
   *
   * @param readsState whether the reply must contain the state
   */
  default Reply call(Call call, boolean readsState) throws DriverException {
    return call(call);
  }

  /** Makes several calls that return nothing, without reading the state. */
  default List<CallResult> callAll(List<Call> calls) throws DriverException {
    List<CallResult> results = new ArrayList<>();
    for (Call call : calls) {
      results.add(call(call, false).result());
    }
    return results;
  }

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
