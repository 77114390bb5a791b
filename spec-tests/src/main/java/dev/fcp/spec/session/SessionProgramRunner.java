package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Branches;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Gesture;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.eventlog.session.UndoLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs test programs on a session. Labels state where in the program a step was made. */
final class SessionProgramRunner<M, E> {

  static final Origin ORIGIN = Origin.of("ann", "session-1", "message-1");
  private static final Origin GUEST_ORIGIN = Origin.of("bob", "session-2", "message-2");
  private static final String HASH = "5f".repeat(32);

  private static final HistoryPoint UNKNOWN_POINT = HistoryPoint.after(new StepId("0".repeat(26)));

  /** Is notified when the body of a step or a batch runs. */
  interface BodyListener {

    void onStep();

    void onBatch();
  }

  private static final BodyListener NO_LISTENER =
      new BodyListener() {
        @Override
        public void onStep() {}

        @Override
        public void onBatch() {}
      };

  private final Function<UndoLimits, Session<M, E>> reopen;
  private final ProgramEvents<M, E> events;
  private final BodyListener bodyListener;
  private final List<Observation.Notification> notifications = new ArrayList<>();

  /** The label of all gestures. */
  static final String GESTURE_LABEL = "gesture";

  private Session<M, E> session;
  private UndoLimits limits = UndoLimits.none();
  private Optional<Gesture<M, E>> gesture = Optional.empty();

  /**
   * Creates a runner.
   *
   * @param reopen opens another session on the same journal with the given limits
   */
  SessionProgramRunner(
      Session<M, E> session,
      Function<UndoLimits, Session<M, E>> reopen,
      ProgramEvents<M, E> events,
      BodyListener bodyListener) {
    this.session = session;
    this.reopen = reopen;
    this.events = events;
    this.bodyListener = bodyListener;
    listen();
  }

  /** Creates a runner without a listener. */
  static <M, E> SessionProgramRunner<M, E> of(
      Session<M, E> session,
      Function<UndoLimits, Session<M, E>> reopen,
      ProgramEvents<M, E> events) {
    return new SessionProgramRunner<>(session, reopen, events, NO_LISTENER);
  }

  private void listen() {
    session.listen(change ->
        notifications.add(new Observation.Notification(change.kind(), change.editorSelection())));
  }

  static EditOptions options(String label) {
    return options(label, ORIGIN);
  }

  private static EditOptions options(String label, Origin origin) {
    return EditOptions.of(label, origin).withEditorSelection(editorSelection(label));
  }

  /** Returns the editor selection that a step with this label gets. */
  static EditorSelection editorSelection(String label) {
    return new EditorSelection(selection(label), selection(label + " done"));
  }

  private static Value.Fields selection(String position) {
    return Value.Fields.of(Map.of("at", Value.of(position)));
  }

  static Origin origin(boolean isGuest) {
    return isGuest ? GUEST_ORIGIN : ORIGIN;
  }

  Session<M, E> session() {
    return session;
  }

  Observation observe() {
    return Observation.of(session.state());
  }

  /** Returns the notifications so far, of all sessions of this runner. */
  List<Observation.Notification> notifications() {
    return notifications;
  }

  OutcomeKind run(SessionOperation op, String label) {
    try {
      return kindOf(execute(op, label));
    } catch (SessionOperation.Failure e) {
      return OutcomeKind.FAILED;
    }
  }

  private static OutcomeKind kindOf(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed committed -> OutcomeKind.COMMITTED;
      case Outcome.Moved moved -> OutcomeKind.MOVED;
      case Outcome.Recorded recorded -> OutcomeKind.RECORDED;
      case Outcome.Unchanged unchanged -> OutcomeKind.UNCHANGED;
      case Outcome.Refused refused -> OutcomeKind.REFUSED;
      case Outcome.Pending pending -> throw new AssertionError("nothing is open: " + pending);
    };
  }

  private Outcome execute(SessionOperation op, String label) {
    EditOptions options = options(label);
    return switch (op) {
      case SessionOperation.Step(var actions, var isCaught) -> session.step(options, body(actions));
      case SessionOperation.Batch(var parts, var fails, var isCaught) ->
          session.batch(options, batch -> runParts(batch, parts, fails, label));
      case SessionOperation.MergeableStep(var key, var actions) ->
          session.step(options.merging(key, Duration.ofHours(1)), body(actions));
      case SessionOperation.BailTo(var name) -> session.with(options).bailTo(name);
      case SessionOperation.SquashTo(var name) -> session.with(options).squashTo(name);
      case SessionOperation.Undo(var count) -> session.with(options).undo(count);
      case SessionOperation.Redo(var count) -> session.with(options).redo(count);
      case SessionOperation.UndoTo(var name) -> session.with(options).undoTo(name);
      case SessionOperation.NameBranch(var name, var number) ->
          session.with(options).branches().name(name, pointAt(number));
      case SessionOperation.Switch(var name, var number, var isJump) -> {
        Branches<M, E> branches = session.with(options).branches();
        if (name.isPresent() && !isJump) {
          yield branches.switchTo(name.get());
        }
        HistoryPoint point =
            name.isEmpty()
                ? pointAt(number)
                : session
                    .state()
                    .history()
                    .named(name.get())
                    .map(NamedState::point)
                    .orElse(UNKNOWN_POINT);
        yield isJump ? branches.jumpTo(point) : branches.switchTo(point);
      }
      case SessionOperation.Checkpoint(var name) -> session.with(options).checkpoint(name);
      case SessionOperation.Save save -> {
        session
            .with(options)
            .fileRecorder()
            .recordSaving(HASH, session.state().head())
            .orElseThrow();
        yield session.with(options).fileRecorder().recordSaved(HASH, session.state().head());
      }
      case SessionOperation.Restore restore -> {
        session.rebuild();
        yield new Outcome.Unchanged();
      }
      case SessionOperation.Verify verify -> {
        if (!session.verify().isValid()) {
          throw new AssertionError("the session does not verify");
        }
        yield new Outcome.Unchanged();
      }
      case SessionOperation.Reopen reopen -> reopenWith(limits);
      case SessionOperation.ReopenWithLimits(var limit) -> reopenWith(limit.toUndoLimits());
      case SessionOperation.GestureStep(var actions) -> {
        Gesture<M, E> current =
            gesture.orElseGet(
                () -> session.with(options(GESTURE_LABEL)).beginGesture(GESTURE_LABEL));
        gesture = Optional.of(current);
        yield current.step(body(actions));
      }
      case SessionOperation.Clear clear -> session.with(options).clear();
      case SessionOperation.MarkSaved markSaved -> session.with(options).markSaved();
      case SessionOperation.GuestStep(var actions) ->
          session.step(options(label, GUEST_ORIGIN), body(actions));
      case SessionOperation.Rollback rollback -> rollBack(rollback, options);
      case SessionOperation.UndoOwn(var isGuest) -> {
        Origin origin = origin(isGuest);
        yield session
            .with(options(label, origin))
            .rollbacks()
            .undoOwn(StepFilter.sameActorAndSession(origin))
            .outcome();
      }
      case SessionOperation.RedoOwn(var isGuest) -> {
        Origin origin = origin(isGuest);
        yield session
            .with(options(label, origin))
            .rollbacks()
            .redoOwn(StepFilter.sameActorAndSession(origin))
            .outcome();
      }
    };
  }

  private Outcome reopenWith(UndoLimits newLimits) {
    session = reopen.apply(newLimits);
    gesture = Optional.empty();
    limits = newLimits;
    listen();
    return new Outcome.Unchanged();
  }

  private Outcome rollBack(SessionOperation.Rollback rollback, EditOptions options) {
    // Otherwise the plan would ignore records that a failed operation left in the journal.
    SessionState<M, E> state = session.refresh();
    StepId[] selected =
        state.undoableSteps(state.undoDepth()).reversed().stream()
            .skip(rollback.skipCount())
            .limit(rollback.count())
            .map(Step::id)
            .toArray(StepId[]::new);
    RollbackPlan<E> plan = session.rollbacks().plan(RollbackSelection.of(selected));
    Mode mode = rollback.isAllOrNothing() ? Mode.ALL_OR_NOTHING : Mode.BEST_EFFORT;
    return session.with(options).rollbacks().rollback(plan, mode);
  }

  private HistoryPoint pointAt(int number) {
    List<Step<E>> steps = session.refresh().history().steps();
    int index = number % (steps.size() + 1);
    return index == 0 ? HistoryPoint.BASE : HistoryPoint.after(steps.get(index - 1).id());
  }

  private void runParts(
      Batch<M, E> batch, List<SessionOperation.Part> parts, boolean fails, String label) {
    bodyListener.onBatch();
    for (int i = 0; i < parts.size(); i++) {
      runPart(batch, parts.get(i), label + "." + i);
    }
    if (fails) {
      throw new SessionOperation.Failure();
    }
  }

  private void runPart(Batch<M, E> batch, SessionOperation.Part part, String label) {
    try {
      switch (part) {
        case SessionOperation.Step(var actions, var isCaught) ->
            batch.step(options(label), body(actions));
        case SessionOperation.Batch(var parts, var fails, var isCaught) ->
            batch.batch(options(label), inner -> runParts(inner, parts, fails, label));
      }
    } catch (RefusedException | SessionOperation.Failure e) {
      if (!part.isCaught()) {
        throw e;
      }
    }
  }

  private Consumer<StepBuilder<M, E>> body(List<SessionOperation.Action> actions) {
    return builder -> {
      bodyListener.onStep();
      actions.forEach(action -> run(action, builder));
    };
  }

  private void run(SessionOperation.Action action, StepBuilder<M, E> builder) {
    switch (action) {
      case SessionOperation.Action.Emit emit -> builder.emit(events.event(emit, builder.model()));
      case SessionOperation.Action.EmitMergeable type ->
          builder.emit(events.event(type, builder.model()));
      case SessionOperation.Action.Fail fail -> throw new SessionOperation.Failure();
      case SessionOperation.Action.JoinStep(var actions, var caught) -> join(actions, caught);
    }
  }

  private void join(List<SessionOperation.Action> actions, boolean isCaught) {
    try {
      session.step(EditOptions.of("joined", ORIGIN), body(actions)).orElseThrow();
    } catch (RefusedException | SessionOperation.Failure e) {
      if (!isCaught) {
        throw e;
      }
    }
  }
}
