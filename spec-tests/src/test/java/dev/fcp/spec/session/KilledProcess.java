package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that is killed while it works on a journal: it adds 1, 2, 3 and so on, and prints a
 * line {@code number hash} after each acknowledged step.
 */
final class KilledProcess {

  private KilledProcess() {}

  /**
   * Works until it is killed, or for a number of steps.
   *
   * @param arguments the folder of the journal and the number of steps
   */
  public static void main(String[] arguments) {
    SnapshotPolicy often = new SnapshotPolicy(20, 1L << 20, Duration.ofDays(1));
    // Several segments are filled, and compressed at the end.
    FileJournal.Settings settings =
        FileJournal.Settings.defaults().withSnapshotPolicy(often).withSegmentBytes(5000);
    try (FileJournal journal = FileJournal.open(Path.of(arguments[0]), settings)) {
      Session<Counter, CounterEvent> session =
          journal.lastNumber() == 0
              ? CounterSessions.created(journal)
              : CounterSessions.resumed(journal);
      for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
        while (!(CounterSessions.add(session, 1) instanceof Outcome.Committed)) {
          Thread.onSpinWait(); // another process was faster
        }
        System.out.println(CounterSessions.value(session) + " " + session.digest().hex());
      }
    }
  }
}
