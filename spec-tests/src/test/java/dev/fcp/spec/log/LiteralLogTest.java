package dev.fcp.spec.log;

/** The text of the specification meets every clause that quotes it. */
class LiteralLogTest extends EventLogContract {

  @Override
  protected LogUnderTest<String> emptyLog() {
    return new LiteralLog<>();
  }

  @Override
  protected RedoTail checkpointOverRedoTail() {
    return RedoTail.CUTS;
  }
}
