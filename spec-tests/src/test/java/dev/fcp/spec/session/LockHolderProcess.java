package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A process that holds the lock of a journal: it prints a line when it has the lock, adds 10, and
 * releases the lock when its input ends.
 */
final class LockHolderProcess {

  private LockHolderProcess() {}

  /**
   * Holds the lock of a journal.
   *
   * @param arguments the folder of the journal, which holds a counter
   */
  public static void main(String[] arguments) throws IOException {
    FileJournal.Settings settings = FileJournal.Settings.defaults();
    try (FileJournal journal = FileJournal.open(Path.of(arguments[0]), settings)) {
      var session = CounterSessions.resumed(journal);
      Journal.WriteLock writeLock = journal.acquireWriteLockAsOwner();
      System.out.println("holds it");
      while (System.in.read() >= 0) {
        CounterSessions.add(session, 10);
        System.out.println("added");
      }
      writeLock.close();
    }
  }
}
