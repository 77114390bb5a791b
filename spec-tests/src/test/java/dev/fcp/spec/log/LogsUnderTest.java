package dev.fcp.spec.log;

/** Logs behind the seam, for tests of other packages. */
public final class LogsUnderTest {

  private LogsUnderTest() {}

  /** An empty {@code EventLog}. */
  public static SessionLogUnderTest<String> eventLog() {
    return EventLogUnderTest.empty();
  }

  /** An empty {@code LogState}. */
  public static SessionLogUnderTest<String> logState() {
    return LogStateUnderTest.empty();
  }
}
