package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** A driver for a Java log in this process. */
final class InProcessDriver implements Driver {

  private final DriverCapabilities capabilities;
  private final Supplier<? extends LogUnderTest<String>> logFactory;
  private LogUnderTest<String> log;

  InProcessDriver(
      DriverCapabilities capabilities, Supplier<? extends LogUnderTest<String>> logFactory) {
    this.capabilities = capabilities;
    this.logFactory = logFactory;
    this.log = logFactory.get();
  }

  @Override
  public DriverCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Reply newLog() throws DriverException {
    log = logFactory.get();
    return new Reply(new CallResult.Completed(), state());
  }

  @Override
  public Reply call(Call call) throws DriverException {
    return new Reply(call.applyTo(log), state());
  }

  /** Returns the state of the log; an exception counts as a crash of the driver. */
  private ObjectNode state() throws DriverException {
    try {
      ObjectNode state = Json.state(log);
      if (log instanceof SessionLogUnderTest<String> session) {
        state.put("canUndo", session.canUndo()).put("canRedo", session.canRedo());
      }
      return state;
    } catch (RuntimeException exception) {
      throw new DriverException(DriverException.Kind.DIES, exception.toString());
    }
  }

  @Override
  public void close() {
    // There are no resources to release.
  }
}
