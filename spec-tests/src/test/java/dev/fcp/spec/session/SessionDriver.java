package dev.fcp.spec.session;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.session.NaiveSession.Ending;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Runs test programs on a session. Labels say where in the program a step was made. */
final class SessionDriver {

  static final Origin ORIGIN = Origin.of("ann", "session-1", "message-1");
  private static final String HASH = "5f".repeat(32);

  private final Session<Counter, CounterEvent> session;
  private final Consumer<Callback> inBody;

  /**
   * A driver.
   *
   * @param inBody called inside the body of every step and batch
   */
  SessionDriver(Session<Counter, CounterEvent> session, Consumer<Callback> inBody) {
    this.session = session;
    this.inBody = inBody;
  }

  static SessionDriver of(Session<Counter, CounterEvent> session) {
    return new SessionDriver(session, callback -> {});
  }

  static Intent intent(String label) {
    return Intent.of(label, ORIGIN);
  }

  Session<Counter, CounterEvent> session() {
    return session;
  }

  Observation observe() {
    return Observation.of(session.state());
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
    };
  }

  private void runParts(
      Batch<Counter, CounterEvent> batch, List<SessionOp.Part> parts, boolean fails, String label) {
    inBody.accept(Callback.BATCH_BODY);
    for (int i = 0; i < parts.size(); i++) {
      runPart(batch, parts.get(i), label + "." + i);
    }
    if (fails) {
      throw new SessionOp.Failure();
    }
  }

  private void runPart(Batch<Counter, CounterEvent> batch, SessionOp.Part part, String label) {
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

  private Consumer<Stage<Counter, CounterEvent>> body(List<SessionOp.Act> acts) {
    return stage -> {
      inBody.accept(Callback.STEP_BODY);
      acts.forEach(act -> run(act, stage));
    };
  }

  private void run(SessionOp.Act act, Stage<Counter, CounterEvent> stage) {
    int value = stage.model().value();
    switch (act) {
      case SessionOp.Act.Add(var n) -> stage.emit(new CounterEvent.Added(n));
      case SessionOp.Act.SetTo(var next) -> stage.emit(new CounterEvent.Set(value, next));
      case SessionOp.Act.EmitUnfit unfit -> stage.emit(new CounterEvent.Set(value + 1, 0));
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
