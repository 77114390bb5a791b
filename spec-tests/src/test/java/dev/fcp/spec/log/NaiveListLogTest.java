package dev.fcp.spec.log;

/** The reference model passes the clauses itself. */
class NaiveListLogTest extends SessionLogContract {

  @Override
  protected SessionLogUnderTest<String> emptyLog() {
    return new NaiveListLog<>();
  }
}
