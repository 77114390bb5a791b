package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.Law.require;
import static dev.fcp.spec.domain.Law.same;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import java.util.ArrayList;
import java.util.List;

/**
 * The laws that speak of a session over the domain: steps that lead through the models of a walk,
 * undo and redo, with one call to the domain interrupted.
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
   * SE-8: a session whose domain is interrupted is before or after, and goes on from there.
   *
   * @param fault which call fails, as a number from 0 that the number of calls divides
   */
  int survives(Walk<M, E> walk, int fault) {
    byte[] file = domain.format().write(walk.start(), List.of());
    if (!(domain.format().read(file) instanceof ReadResult.Readable<M> read)) {
      throw new AssertionError("SE-8 is broken: " + Law.text(file) + " cannot be read");
    }
    List<Operation<M, E>> program = program(walk);
    FailingDomain<M, E> counted = new FailingDomain<>(domain);
    Session<M, E> calm = opened(counted, read, InMemoryJournal.empty());
    counted.failAt(-1);
    List<M> expected = new ArrayList<>();
    for (Operation<M, E> operation : program) {
      operation.on(calm);
      expected.add(calm.model());
    }
    FailingDomain<M, E> failing = new FailingDomain<>(domain);
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<M, E> session = opened(failing, read, journal);
    failing.failAt(fault % counted.calls());
    for (int i = 0; i < program.size(); i++) {
      withstands(program.get(i), session);
      same("SE-8", expected.get(i), session.model(), () -> "after a fault");
    }
    InMemoryJournal kept = InMemoryJournal.of(journal.lines());
    M resumed = Session.resume(domain, kept, SessionSettings.standard()).model();
    same("SE-8", session.model(), resumed, () -> "read from the journal after a fault");
    return 1;
  }

  private static <M, E> Session<M, E> opened(
      Domain<M, E> domain, ReadResult.Readable<M> file, InMemoryJournal journal) {
    return Session.open(domain, file, ORIGIN, journal, SessionSettings.standard());
  }

  /** Steps to some models of a walk, and in between some way back and forth. */
  private List<Operation<M, E>> program(Walk<M, E> walk) {
    List<M> models = walk.models();
    List<Operation<M, E>> program = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      M target = models.get(step * (models.size() - 1) / STEPS);
      program.add(session -> {
        List<E> events = domain.diff(session.model(), target);
        session.step(Intent.of("step", ORIGIN), stage -> events.forEach(stage::emit));
      });
      if (step % 2 == 0) {
        program.add(session -> session.undo(Intent.of("undo", ORIGIN), 2));
        program.add(session -> session.redo(Intent.of("redo", ORIGIN), 1));
      }
    }
    return program;
  }

  /** Does an operation, once more if it was interrupted before it was done. */
  private void withstands(Operation<M, E> operation, Session<M, E> session) {
    SessionState<M, E> before = session.state();
    try {
      operation.on(session);
    } catch (FailingDomain.Fault fault) {
      SessionState<M, E> after = session.state();
      boolean done = after.undoDepth() != before.undoDepth() || !after.head().equals(before.head());
      require(
          "SE-8", done || after.model().equals(before.model()), () -> "half done after " + fault);
      if (!done) {
        again(operation, session, fault);
      }
    }
  }

  private void again(Operation<M, E> operation, Session<M, E> session, Exception fault) {
    try {
      operation.on(session);
    } catch (RuntimeException e) {
      throw new AssertionError("SE-8 is broken: " + fault + ", and the next try: " + e, e);
    }
  }
}
