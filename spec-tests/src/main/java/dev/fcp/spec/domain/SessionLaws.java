package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import java.util.ArrayList;
import java.util.List;

/**
 * The laws about a session over the domain: steps through the models of a history, undo and redo,
 * while one call to the domain fails.
 */
final class SessionLaws<M, E> {

  private static final Origin ORIGIN = Origin.of("law");
  private static final int STEPS = 4;

  /** One operation on a session. */
  private interface Operation<M, E> {
    void on(Session<M, E> session);
  }

  private final Domain<M, E> domain;

  SessionLaws(Domain<M, E> domain) {
    this.domain = domain;
  }

  /**
   * SE-8: after a failed call to the domain the session has the state before or after the
   * operation, and continues to work.
   *
   * @param failingCall selects the failing call: its remainder modulo the number of calls
   */
  int survivesFault(RandomHistory<M, E> history, int failingCall) {
    byte[] file = domain.format().write(history.initialModel(), List.of());
    if (!(domain.format().read(file) instanceof ReadResult.Readable<M> readable)) {
      throw new AssertionError("SE-8 is broken: " + LawAssertions.utf8(file) + " cannot be read");
    }
    List<Operation<M, E>> program = program(history);
    FailingDomain<M, E> counted = new FailingDomain<>(domain);
    Session<M, E> undisturbed = open(counted, readable, InMemoryJournal.empty());
    counted.failAt(-1);
    List<M> expected = new ArrayList<>();
    for (Operation<M, E> operation : program) {
      operation.on(undisturbed);
      expected.add(undisturbed.model());
    }
    FailingDomain<M, E> failing = new FailingDomain<>(domain);
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<M, E> session = open(failing, readable, journal);
    failing.failAt(failingCall % counted.callCount());
    for (int i = 0; i < program.size(); i++) {
      runWithRetry(program.get(i), session);
      requireEqual("SE-8", expected.get(i), session.model(), () -> "after a fault");
    }
    InMemoryJournal copiedJournal = InMemoryJournal.of(journal.lines());
    M resumed = Session.resume(domain, copiedJournal, SessionSettings.standard()).model();
    requireEqual("SE-8", session.model(), resumed, () -> "read from the journal after a fault");
    return 1;
  }

  private static <M, E> Session<M, E> open(
      Domain<M, E> domain, ReadResult.Readable<M> file, InMemoryJournal journal) {
    return Session.open(domain, file, ORIGIN, journal, SessionSettings.standard());
  }

  /** Makes steps to some models of a history, with undo and redo in between. */
  private List<Operation<M, E>> program(RandomHistory<M, E> history) {
    List<M> models = history.models();
    List<Operation<M, E>> program = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      M target = models.get(step * (models.size() - 1) / STEPS);
      program.add(session -> {
        List<E> events = domain.diff(session.model(), target);
        session
            .step(EditOptions.of("step", ORIGIN), builder -> events.forEach(builder::emit))
            .orElseThrow();
      });
      if (step % 2 == 0) {
        program.add(session -> session.with(EditOptions.of("undo", ORIGIN)).undo(2).orElseThrow());
        program.add(session -> session.with(EditOptions.of("redo", ORIGIN)).redo(1).orElseThrow());
      }
    }
    return program;
  }

  /** Runs an operation, and retries it if it failed without effect. */
  private void runWithRetry(Operation<M, E> operation, Session<M, E> session) {
    SessionState<M, E> before = session.state();
    try {
      operation.on(session);
    } catch (FailingDomain.Fault fault) {
      SessionState<M, E> after = session.state();
      boolean isDone =
          after.undoDepth() != before.undoDepth() || !after.head().equals(before.head());
      require(
          "SE-8", isDone || after.model().equals(before.model()), () -> "half done after " + fault);
      if (!isDone) {
        retry(operation, session, fault);
      }
    }
  }

  private void retry(Operation<M, E> operation, Session<M, E> session, Exception fault) {
    try {
      operation.on(session);
    } catch (RuntimeException e) {
      throw new AssertionError("SE-8 is broken: " + fault + ", and the retry: " + e, e);
    }
  }
}
