package dev.fcp.spec.log;

/** The model to compare with meets the clauses it is a model of. */
class NaiveListLogTest extends SessionLogContract {

  @Override
  protected SessionLogUnderTest<String> emptyLog() {
    return new NaiveListLog<>();
  }
}
