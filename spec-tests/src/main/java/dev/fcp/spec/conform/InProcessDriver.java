package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A driver for a Java log in this process. */
final class InProcessDriver implements Driver {

  private final DriverCapabilities capabilities;
  private final Supplier<? extends LogUnderTest<String>> logFactory;
  private final UnaryOperator<LogUnderTest<String>> reload;
  private LogUnderTest<String> log;

  InProcessDriver(
      DriverCapabilities capabilities, Supplier<? extends LogUnderTest<String>> logFactory) {
    this(capabilities, logFactory, log -> log);
  }

  /**
   * Creates a driver.
   *
   * @param reload saves a log and returns the log that is loaded from what was saved
   */
  InProcessDriver(
      DriverCapabilities capabilities,
      Supplier<? extends LogUnderTest<String>> logFactory,
      UnaryOperator<LogUnderTest<String>> reload) {
    this.capabilities = capabilities;
    this.logFactory = logFactory;
    this.reload = reload;
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
    if (call.method() == LogMethod.RELOAD) {
      try {
        log = reload.apply(log);
      } catch (RuntimeException exception) {
        return new Reply(new CallResult.Threw(String.valueOf(exception.getMessage())), state());
      }
    }
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
