package dev.fcp.spec.session;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.spec.session.NaiveSession.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs test programs on a session. Labels say where in the program a step was made. */
final class SessionDriver<M, E> {

  static final Origin ORIGIN = Origin.of("ann", "session-1", "message-1");
  private static final String HASH = "5f".repeat(32);

  /** Is told when the body of a step or a batch runs. */
  interface Bodies {

    void inStep();

    void inBatch();
  }

  private static final Bodies UNWATCHED =
      new Bodies() {
        @Override
        public void inStep() {}

        @Override
        public void inBatch() {}
      };

  private final Supplier<Session<M, E>> reopening;
  private final Vocabulary<M, E> vocabulary;
  private final Bodies bodies;
  private final List<SessionChange.Kind> told = new ArrayList<>();
  private Session<M, E> session;

  /**
   * A driver.
   *
   * @param reopening gives another session on the same journal
   */
  SessionDriver(
      Session<M, E> session,
      Supplier<Session<M, E>> reopening,
      Vocabulary<M, E> vocabulary,
      Bodies bodies) {
    this.session = session;
    this.reopening = reopening;
    this.vocabulary = vocabulary;
    this.bodies = bodies;
    listen();
  }

  /** A driver that nobody watches. */
  static <M, E> SessionDriver<M, E> of(
      Session<M, E> session, Supplier<Session<M, E>> reopening, Vocabulary<M, E> vocabulary) {
    return new SessionDriver<>(session, reopening, vocabulary, UNWATCHED);
  }

  private void listen() {
    session.listen(change -> told.add(change.kind()));
  }

  static Intent intent(String label) {
    return Intent.of(label, ORIGIN);
  }

  Session<M, E> session() {
    return session;
  }

  Observation observe() {
    return Observation.of(session.state());
  }

  /** What listeners were told so far, by all sessions that were driven. */
  List<SessionChange.Kind> told() {
    return told;
  }

  Ending run(SessionOp op, String label) {
    try {
      return ending(outcome(op, label));
    } catch (SessionOp.Failure e) {
      return Ending.FAILED;
    }
  }

  private static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed committed -> Ending.COMMITTED;
      case Outcome.Moved moved -> Ending.MOVED;
      case Outcome.Recorded recorded -> Ending.RECORDED;
      case Outcome.Unchanged unchanged -> Ending.UNCHANGED;
      case Outcome.Refused refused -> Ending.REFUSED;
      case Outcome.Staged staged -> throw new AssertionError("nothing is open: " + staged);
    };
  }

  private Outcome outcome(SessionOp op, String label) {
    Intent intent = intent(label);
    return switch (op) {
      case SessionOp.Step(var acts, var caught) -> session.step(intent, body(acts));
      case SessionOp.Batch(var parts, var fails, var caught) ->
          session.batch(intent, batch -> runParts(batch, parts, fails, label));
      case SessionOp.Typed(var key, var acts) ->
          session.step(intent.merging(key, Duration.ofHours(1)), body(acts));
      case SessionOp.Bail(var name) -> session.bailTo(intent, name);
      case SessionOp.Squash(var name) -> session.squashTo(intent, name);
      case SessionOp.Undo(var count) -> session.undo(intent, count);
      case SessionOp.Redo(var count) -> session.redo(intent, count);
      case SessionOp.UndoTo(var name) -> session.undoTo(intent, name);
      case SessionOp.Checkpoint(var name) -> session.checkpoint(intent, name);
      case SessionOp.Save save -> {
        session.file().saving(intent, HASH, session.state().head());
        yield session.file().saved(intent, HASH, session.state().head());
      }
      case SessionOp.Restore restore -> {
        session.restore();
        yield new Outcome.Unchanged();
      }
      case SessionOp.Verify verify -> {
        if (!session.verify().holds()) {
          throw new AssertionError("the session does not verify");
        }
        yield new Outcome.Unchanged();
      }
      case SessionOp.Reopen reopen -> {
        session = reopening.get();
        listen();
        yield new Outcome.Unchanged();
      }
    };
  }

  private void runParts(
      Batch<M, E> batch, List<SessionOp.Part> parts, boolean fails, String label) {
    bodies.inBatch();
    for (int i = 0; i < parts.size(); i++) {
      runPart(batch, parts.get(i), label + "." + i);
    }
    if (fails) {
      throw new SessionOp.Failure();
    }
  }

  private void runPart(Batch<M, E> batch, SessionOp.Part part, String label) {
    try {
      switch (part) {
        case SessionOp.Step(var acts, var caught) -> batch.step(intent(label), body(acts));
        case SessionOp.Batch(var parts, var fails, var caught) ->
            batch.batch(intent(label), inner -> runParts(inner, parts, fails, label));
      }
    } catch (RefusedException | SessionOp.Failure e) {
      if (!part.caught()) {
        throw e;
      }
    }
  }

  private Consumer<Stage<M, E>> body(List<SessionOp.Act> acts) {
    return stage -> {
      bodies.inStep();
      acts.forEach(act -> run(act, stage));
    };
  }

  private void run(SessionOp.Act act, Stage<M, E> stage) {
    switch (act) {
      case SessionOp.Act.Emit emit -> stage.emit(vocabulary.event(emit, stage.model()));
      case SessionOp.Act.Type type -> stage.emit(vocabulary.event(type, stage.model()));
      case SessionOp.Act.Fail fail -> throw new SessionOp.Failure();
      case SessionOp.Act.Join(var acts, var caught) -> join(acts, caught);
    }
  }

  private void join(List<SessionOp.Act> acts, boolean caught) {
    try {
      session.step(intent("joined"), body(acts));
    } catch (RefusedException | SessionOp.Failure e) {
      if (!caught) {
        throw e;
      }
    }
  }
}
