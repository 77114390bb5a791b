package dev.fcp.spec.log;

/** {@code EventLog} meets every clause. */
class EventLogTest extends SessionLogContract {

  @Override
  protected SessionLogUnderTest<String> emptyLog() {
    return EventLogUnderTest.empty();
  }
}
