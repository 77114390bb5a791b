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
 * Caches the predictions of the naive model for sequences of operations, and the observations of
 * sessions that are resumed from journals.
 */
final class NaivePredictions {

  /** An operation and the label of its steps. */
  record LabeledOperation(SessionOperation operation, String label) {

    /** Within one program, labels identify operations and are faster to hash. */
    @Override
    public int hashCode() {
      return label.hashCode();
    }
  }

  /** The outcome of the last operation and the observation after it. */
  record Prediction(OutcomeKind kind, Observation observation) {}

  private final boolean fromFile;
  private final Map<List<LabeledOperation>, Prediction> predictions = new HashMap<>();
  private final Map<List<String>, Observation> observations = new HashMap<>();

  /**
   * Creates an empty cache.
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

  /**
   * Returns the observation of a session that is resumed from a journal. Many runs leave the same
   * lines.
   */
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
