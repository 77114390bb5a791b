package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.session.NaivePredictions.LabeledOperation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A run of a program in which some calls fail. After a failure, the session can have the state
 * before the operation or the state after it. The run follows both candidates, and drops the one
 * that the next successful operation contradicts. One must always remain.
 */
final class FaultInjectionRun {

  static final CounterDomain DOMAIN = new CounterDomain();
  private static final byte[] FILE = "5 # five\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_FAULTS = 2;

  /** Has a merge key, so that a wrong or missing merge is detected. */
  private static final SessionOperation PROBE =
      new SessionOperation.MergeableStep("k", List.of(CounterProgramEvents.add(1)));

  private final NaivePredictions predictions;
  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final FaultInjector faults;
  private final FaultyEnvironment environment;

  /** The sequences of operations that can explain the state of the session. */
  private List<List<LabeledOperation>> candidates = List.of(List.of());

  /** The number of calls up to the end of the operation after the first failure. */
  private int recoveryCallCount;

  /** The number of calls of the program itself, without the final check of the session. */
  private int programCallCount;

  private FaultInjectionRun(NaivePredictions predictions, Set<Integer> failingCalls) {
    this.predictions = predictions;
    this.faults = new FaultInjector(failingCalls);
    this.environment = new FaultyEnvironment(faults, journal);
  }

  /**
   * Runs a program in which the given calls fail, and asserts the expectations along the way.
   *
   * @param predictions the predictions of the naive model
   */
  static FaultInjectionRun of(
      List<SessionOperation> program, NaivePredictions predictions, Set<Integer> failingCalls) {
    FaultInjectionRun run = new FaultInjectionRun(predictions, failingCalls);
    SessionProgramRunner<Counter, CounterEvent> driver = run.open();
    for (int i = 0; i < program.size(); i++) {
      run.tryOperation(driver, new LabeledOperation(program.get(i), "" + i));
    }
    run.programCallCount = run.faults.callCount();
    run.probe(driver);
    return run;
  }

  FaultInjector faults() {
    return faults;
  }

  int programCallCount() {
    return programCallCount;
  }

  int recoveryCallCount() {
    return recoveryCallCount;
  }

  /** Opens the session; if that fails, a further attempt must succeed. */
  private SessionProgramRunner<Counter, CounterEvent> open() {
    for (int attempt = 0; attempt <= MAX_FAULTS; attempt++) {
      try {
        SessionProgramRunner<Counter, CounterEvent> driver =
            new SessionProgramRunner<>(
                openWatched(UndoLimits.none()),
                this::openWatched,
                CounterProgramEvents.EVENTS,
                faults.bodyListener());
        recordRecovery();
        assertThat(observe(driver)).isEqualTo(predictions.predict(List.of()).observation());
        return driver;
      } catch (RuntimeException | Error failure) {
        requireInjected(failure);
        assertThat(journal.lastNumber()).isBetween(0L, 1L);
      }
    }
    throw new AssertionError("the session cannot be opened after " + faults.thrownAt());
  }

  private Session<Counter, CounterEvent> openWatched(UndoLimits limits) {
    return environment.watched(openUnwatched(limits));
  }

  private Session<Counter, CounterEvent> openUnwatched(UndoLimits limits) {
    if (journal.lastNumber() > 0) {
      return Session.resume(
          environment.domain(),
          environment.journal(),
          environment.settings().withUndoLimits(limits));
    }
    if (!predictions.fromFile()) {
      return Session.create(
          environment.domain(),
          SessionProgramRunner.ORIGIN,
          environment.journal(),
          environment.settings());
    }
    ReadResult.Readable<Counter> file = (ReadResult.Readable<Counter>) DOMAIN.format().read(FILE);
    return Session.open(
        environment.domain(),
        file,
        SessionProgramRunner.ORIGIN,
        environment.journal(),
        environment.settings());
  }

  /** Runs an operation and returns whether it completed. */
  private boolean tryOperation(
      SessionProgramRunner<Counter, CounterEvent> driver, LabeledOperation op) {
    int faultCountBefore = faults.thrown().size();
    try {
      OutcomeKind kind = driver.run(op.operation(), op.label());
      recordRecovery();
      if (kind == OutcomeKind.REFUSED && isCausedByFault(op.operation(), faultCountBefore)) {
        requirePredicted(observe(driver));
        return false;
      }
      keepMatchingCandidates(driver, op, kind);
      return true;
    } catch (RuntimeException | Error failure) {
      requireInjected(failure);
      List<List<LabeledOperation>> both = new ArrayList<>(candidates);
      candidates.forEach(candidate -> both.add(append(candidate, op)));
      candidates = both;
      requirePredicted(observe(driver));
      return false;
    }
  }

  /** Whether a refusal can be due to a fault: a guard failed, or the planning of a rollback. */
  private boolean isCausedByFault(SessionOperation op, int before) {
    boolean isPlanning =
        switch (op) {
          case SessionOperation.Rollback rollback -> true;
          case SessionOperation.UndoOwn undo -> true;
          case SessionOperation.RedoOwn redo -> true;
          case SessionOperation other -> false;
        };
    return faults.thrownSince(before, Callback.GUARD)
        || (isPlanning && faults.thrown().size() > before);
  }

  private void requirePredicted(Observation actual) {
    assertThat(candidates.stream().map(candidate -> predictions.predict(candidate).observation()))
        .contains(actual);
  }

  private static List<LabeledOperation> append(
      List<LabeledOperation> operations, LabeledOperation op) {
    List<LabeledOperation> appended = new ArrayList<>(operations);
    appended.add(op);
    return appended;
  }

  private void keepMatchingCandidates(
      SessionProgramRunner<Counter, CounterEvent> driver, LabeledOperation op, OutcomeKind ending) {
    NaivePredictions.Prediction actual = new NaivePredictions.Prediction(ending, observe(driver));
    List<List<LabeledOperation>> remaining =
        candidates.stream()
            .map(candidate -> append(candidate, op))
            .filter(candidate -> predictions.predict(candidate).equals(actual))
            .toList();
    if (remaining.isEmpty()) {
      throw new AssertionError(
          "%s after %s, failed at %s".formatted(actual, candidates, faults.thrownAt()));
    }
    candidates = remaining;
  }

  /** Observes the session without faults. */
  private Observation observe(SessionProgramRunner<Counter, CounterEvent> driver) {
    return faults.withoutFaults(driver::observe);
  }

  /**
   * Requires that a step, its undo and its redo succeed, and that the journal leads to the same
   * session.
   */
  private void probe(SessionProgramRunner<Counter, CounterEvent> driver) {
    int attempts = 0;
    while (!tryOperation(driver, new LabeledOperation(PROBE, "probe" + attempts))) {
      attempts++;
      assertThat(attempts).isLessThanOrEqualTo(MAX_FAULTS);
    }
    assertThat(tryOperation(driver, new LabeledOperation(new SessionOperation.Undo(1), "undo")))
        .isTrue();
    assertThat(tryOperation(driver, new LabeledOperation(new SessionOperation.Redo(1), "redo")))
        .isTrue();
    assertThat(predictions.observationOf(journal.lines())).isEqualTo(observe(driver));
  }

  private void recordRecovery() {
    if (recoveryCallCount == 0 && !faults.thrown().isEmpty()) {
      recoveryCallCount = faults.callCount();
    }
  }

  private void requireInjected(Throwable failure) {
    assertThat(faults.thrown()).as("only injected faults may be thrown").contains(failure);
  }
}
