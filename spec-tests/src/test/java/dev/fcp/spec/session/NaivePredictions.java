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
final class NaivePredictions {

  /** An operation and the label of what it makes. */
  record LabeledOperation(SessionOperation operation, String label) {

    /** Of one program, labels are as good as operations, and quicker. */
    @Override
    public int hashCode() {
      return label.hashCode();
    }
  }

  /** How the last operation ends, and what is seen then. */
  record Prediction(OutcomeKind kind, Observation observation) {}

  private final boolean fromFile;
  private final Map<List<LabeledOperation>, Prediction> predictions = new HashMap<>();
  private final Map<List<String>, Observation> observations = new HashMap<>();

  /**
   * Nothing foreseen yet.
   *
   * @param fromFile whether the document is opened from a file, or new
   */
  NaivePredictions(boolean fromFile) {
    this.fromFile = fromFile;
  }

  boolean fromFile() {
    return fromFile;
  }

  Prediction predict(List<LabeledOperation> operations) {
    return predictions.computeIfAbsent(operations, this::compute);
  }

  /** The session that a journal of these lines tells of. Many runs leave the same lines. */
  Observation observationOf(List<String> journal) {
    return observations.computeIfAbsent(
        List.copyOf(journal),
        lines ->
            Observation.of(
                Session.resume(
                        FaultInjectionRun.DOMAIN,
                        InMemoryJournal.of(lines),
                        SessionSettings.standard())
                    .state()));
  }

  private Prediction compute(List<LabeledOperation> operations) {
    NaiveSession<Counter, CounterEvent> naive =
        new NaiveSession<>(CounterProgramEvents.EVENTS, new Counter(fromFile ? 5 : 0), fromFile);
    OutcomeKind kind = OutcomeKind.UNCHANGED;
    for (LabeledOperation operation : operations) {
      kind = naive.run(operation.operation(), operation.label());
    }
    return new Prediction(kind, naive.observe());
  }
}
