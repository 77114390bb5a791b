package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A driver for a Java log in this process. */
final class InProcessDriver implements Driver {

  private final DriverCapabilities capabilities;
  private final Supplier<? extends LogUnderTest<String>> logFactory;
  private final UnaryOperator<LogUnderTest<String>> reload;
  private final Runnable pause;
  private LogUnderTest<String> log;
  private LogUnderTest<String> otherLog;

  /** The lists that the log has returned. */
  private final List<List<String>> lists = new ArrayList<>();

  /** Creates the driver of a log that cannot be saved and does not depend on a clock. */
  InProcessDriver(
      DriverCapabilities capabilities, Supplier<? extends LogUnderTest<String>> logFactory) {
    this(capabilities.without(LogMethod.RELOAD, LogMethod.PAUSE), logFactory, log -> log, () -> {});
  }

  /**
   * Creates a driver.
   *
   * @param reload saves a log and returns the log that is loaded from what was saved
   * @param pause advances the clock of the log
   */
  InProcessDriver(
      DriverCapabilities capabilities,
      Supplier<? extends LogUnderTest<String>> logFactory,
      UnaryOperator<LogUnderTest<String>> reload,
      Runnable pause) {
    this.capabilities = capabilities;
    this.logFactory = logFactory;
    this.reload = reload;
    this.pause = pause;
    this.log = logFactory.get();
    this.otherLog = logFactory.get();
  }

  @Override
  public DriverCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Reply newLog() throws DriverException {
    log = logFactory.get();
    otherLog = logFactory.get();
    lists.clear();
    return new Reply(new CallResult.Completed(), state());
  }

  @Override
  public Reply call(Call call) throws DriverException {
    return call(call, true);
  }

  @Override
  public Reply call(Call call, boolean readsState) throws DriverException {
    CallResult result =
        switch (call.method()) {
          case RELOAD -> reload();
          case KEPT ->
              new CallResult.Returned(
                  Json.textArray(lists.stream().flatMap(List::stream).toList()));
          case OTHER -> call.onOtherLog().applyTo(otherLog);
          case PAUSE -> {
            pause.run();
            yield new CallResult.Completed();
          }
          default -> call.applyTo(log, lists::add);
        };
    return new Reply(result, readsState ? state() : Json.object());
  }

  private CallResult reload() {
    try {
      log = reload.apply(log);
      return new CallResult.Completed();
    } catch (RuntimeException exception) {
      return new CallResult.Threw(String.valueOf(exception.getMessage()));
    }
  }

  /** Returns the state of the log; an exception counts as a crash of the driver. */
  private ObjectNode state() throws DriverException {
    try {
      return Json.state(log, capabilities.observes());
    } catch (RuntimeException exception) {
      throw new DriverException(DriverException.Kind.DIES, exception.toString());
    }
  }

  @Override
  public void close() {
    // There are no resources to release.
  }
}
