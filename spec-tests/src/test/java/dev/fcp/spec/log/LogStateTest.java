package dev.fcp.spec.log;

/** {@code LogState} meets every clause. */
class LogStateTest extends SessionLogContract {

  @Override
  protected SessionLogUnderTest<String> emptyLog() {
    return LogStateUnderTest.empty();
  }
}
