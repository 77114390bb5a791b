package dev.fcp.eventlog.journal;

/** The lock of a file journal, held for longer than one write. */
final class Held implements Journal.WriteLock {

  private final JournalWriter writer;
  private boolean held = true;

  /**
   * Takes it.
   *
   * @param signing publishes who holds it, if that is wanted
   */
  Held(JournalWriter writer, Crew.DiskAct signing) {
    this.writer = writer;
    writer.hold(signing);
  }

  @Override
  public synchronized void close() {
    if (held) {
      held = false;
      writer.unhold();
    }
  }
}
