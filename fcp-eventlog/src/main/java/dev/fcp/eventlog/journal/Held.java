package dev.fcp.eventlog.journal;

/** The write lock of a file journal. */
final class Held implements Journal.WriteLock {

  private final JournalWriter writer;
  private boolean held = true;

  /**
   * Acquires the lock.
   *
   * @param signing publishes the owner, if required
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
