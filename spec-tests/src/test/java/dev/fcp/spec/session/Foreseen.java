package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the naive interpreter says of what a session may have gone through, and what journals tell,
 * each worked out once.
 */
final class Foreseen {

  /** An operation and the label of what it makes. */
  record Named(SessionOp op, String label) {

    /** Of one program, labels are as good as operations, and quicker. */
    @Override
    public int hashCode() {
      return label.hashCode();
    }
  }

  /** How the last operation ends, and what is seen then. */
  record Fate(Ending ending, Observation seen) {}

  private final boolean fromFile;
  private final Map<List<Named>, Fate> fates = new HashMap<>();
  private final Map<List<String>, Observation> sessions = new HashMap<>();

  /**
   * Nothing foreseen yet.
   *
   * @param fromFile whether the document is opened from a file, or new
   */
  Foreseen(boolean fromFile) {
    this.fromFile = fromFile;
  }

  boolean fromFile() {
    return fromFile;
  }

  Fate of(List<Named> ops) {
    return fates.computeIfAbsent(ops, this::workedOut);
  }

  /** The session that a journal of these lines tells of. Many runs leave the same lines. */
  Observation told(List<String> journal) {
    return sessions.computeIfAbsent(
        List.copyOf(journal),
        lines ->
            Observation.of(
                Session.resume(
                        FaultRun.DOMAIN, InMemoryJournal.of(lines), SessionSettings.standard())
                    .state()));
  }

  private Fate workedOut(List<Named> ops) {
    NaiveSession<Counter, CounterEvent> naive =
        new NaiveSession<>(CounterWords.VOCABULARY, new Counter(fromFile ? 5 : 0), fromFile);
    Ending ending = Ending.UNCHANGED;
    for (Named op : ops) {
      ending = naive.run(op.op(), op.label());
    }
    return new Fate(ending, naive.observe());
  }
}
