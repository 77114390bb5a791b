package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Branches;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Limits;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs test programs on a session. Labels say where in the program a step was made. */
final class SessionDriver<M, E> {

  static final Origin ORIGIN = Origin.of("ann", "session-1", "message-1");
  private static final Origin GUEST = Origin.of("bob", "session-2", "message-2");
  private static final String HASH = "5f".repeat(32);

  private static final Optional<StepId> NOWHERE = Optional.of(new StepId("0".repeat(26)));

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

  private final Function<Limits, Session<M, E>> reopening;
  private final Vocabulary<M, E> vocabulary;
  private final Bodies bodies;
  private final List<Observation.Told> told = new ArrayList<>();
  private Session<M, E> session;
  private Limits limits = Limits.none();

  /**
   * A driver.
   *
   * @param reopening gives another session on the same journal, with these limits
   */
  SessionDriver(
      Session<M, E> session,
      Function<Limits, Session<M, E>> reopening,
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
      Session<M, E> session,
      Function<Limits, Session<M, E>> reopening,
      Vocabulary<M, E> vocabulary) {
    return new SessionDriver<>(session, reopening, vocabulary, UNWATCHED);
  }

  private void listen() {
    session.listen(change -> told.add(new Observation.Told(change.kind(), change.focus())));
  }

  static Intent intent(String label) {
    return intent(label, ORIGIN);
  }

  private static Intent intent(String label, Origin origin) {
    return Intent.of(label, origin).with(focus(label));
  }

  /** Where the user is when a step of this label is made. */
  static Focus focus(String label) {
    return new Focus(at(label), at(label + " done"));
  }

  private static Value.Fields at(String where) {
    return Value.Fields.of(Map.of("at", Value.of(where)));
  }

  static Origin origin(boolean guest) {
    return guest ? GUEST : ORIGIN;
  }

  Session<M, E> session() {
    return session;
  }

  Observation observe() {
    return Observation.of(session.state());
  }

  /** What listeners were told so far, by all sessions that were driven. */
  List<Observation.Told> told() {
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
      case SessionOp.NameBranch(var name, var number) ->
          session.branches().name(intent, name, place(number));
      case SessionOp.Switch(var name, var number, var jumping) -> {
        Branches<M, E> branches = session.branches();
        if (name.isPresent() && !jumping) {
          yield branches.switchTo(intent, name.get());
        }
        Optional<StepId> place =
            name.isEmpty()
                ? place(number)
                : session
                    .state()
                    .history()
                    .named(name.get())
                    .map(NamedState::place)
                    .orElse(NOWHERE);
        yield jumping ? branches.jumpTo(intent, place) : branches.switchTo(intent, place);
      }
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
      case SessionOp.Reopen reopen -> reopened(limits);
      case SessionOp.Within(var limit) -> reopened(limit.limits());
      case SessionOp.Guest(var acts) -> session.step(intent(label, GUEST), body(acts));
      case SessionOp.Rollback rollback -> rolledBack(rollback, intent);
      case SessionOp.UndoOwn(var guest) -> {
        Origin who = origin(guest);
        yield session.rollbacks().undoOwn(intent(label, who), StepFilter.own(who)).outcome();
      }
      case SessionOp.RedoOwn(var guest) -> {
        Origin who = origin(guest);
        yield session.rollbacks().redoOwn(intent(label, who), StepFilter.own(who)).outcome();
      }
    };
  }

  private Outcome reopened(Limits within) {
    session = reopening.apply(within);
    limits = within;
    listen();
    return new Outcome.Unchanged();
  }

  private Outcome rolledBack(SessionOp.Rollback rollback, Intent intent) {
    // What an operation that failed left in the journal is not planned with otherwise.
    SessionState<M, E> state = session.refresh();
    StepId[] selected =
        state.recent(state.undoDepth()).reversed().stream()
            .skip(rollback.from())
            .limit(rollback.count())
            .map(Step::id)
            .toArray(StepId[]::new);
    RollbackPlan<E> plan = session.rollbacks().plan(Selection.of(selected));
    Mode mode = rollback.whole() ? Mode.ALL_OR_NOTHING : Mode.BEST_EFFORT;
    return session.rollbacks().rollback(intent, plan, mode);
  }

  private Optional<StepId> place(int number) {
    List<Step<E>> made = session.refresh().history().steps();
    int index = number % (made.size() + 1);
    return index == 0 ? Optional.empty() : Optional.of(made.get(index - 1).id());
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
      session.step(Intent.of("joined", ORIGIN), body(acts));
    } catch (RefusedException | SessionOp.Failure e) {
      if (!caught) {
        throw e;
      }
    }
  }
}
