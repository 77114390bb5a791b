package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The driver of a Java log in this process. */
final class InProcessDriver implements LogDriver {

  private final Greeting greeting;
  private final Supplier<? extends LogUnderTest<String>> empty;
  private LogUnderTest<String> log;

  InProcessDriver(Greeting greeting, Supplier<? extends LogUnderTest<String>> empty) {
    this.greeting = greeting;
    this.empty = empty;
    this.log = empty.get();
  }

  @Override
  public Greeting greeting() {
    return greeting;
  }

  @Override
  public Reply fresh() throws DriverFault {
    log = empty.get();
    return new Reply(new Answer.Nothing(), state());
  }

  @Override
  public Reply call(Call call) throws DriverFault {
    return new Reply(call.on(log), state());
  }

  /** A log that cannot show its state is as good as dead. */
  private ObjectNode state() throws DriverFault {
    try {
      ObjectNode state = Json.state(log);
      if (log instanceof SessionLogUnderTest<String> session) {
        state.put("canUndo", session.canUndo()).put("canRedo", session.canRedo());
      }
      return state;
    } catch (RuntimeException broken) {
      throw new DriverFault(DriverFault.Kind.DIES, broken.toString());
    }
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
