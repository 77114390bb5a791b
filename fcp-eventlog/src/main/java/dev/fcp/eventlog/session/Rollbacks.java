package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.history.planner.RollbackPlanner.MessageStart;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Rolls back selected steps of a session, such as those of an agent or of one request, and keeps
 * later steps. A rollback is itself a step, which undo reverses like any other.
 *
 * <p>Each method that changes something returns {@link Outcome.Refused} if the expected head does
 * not match, and throws {@link JournalException} if its record could not be written.
 */
@CheckReturnValue
public final class Rollbacks<M, E> {

  private final CommitPipeline<M, E> pipeline;
  private final StepCommitter<M, E> stepCommitter;
  private final RollbackPlanner<M, E> planner;
  private final EditOptions options;

  /** How to handle a selection of which a part has conflicts. */
  public enum Mode {
    /** Roll back the events without conflicts; keep and report the rest. */
    BEST_EFFORT,
    /** Roll back everything or nothing. */
    ALL_OR_NOTHING
  }

  /**
   * The result of an own undo or redo.
   *
   * @param outcome what happened; see {@link #undoOwn} and {@link #redoOwn}
   * @param plan the plan; empty if there was none
   */
  public record RollbackResult<E>(Outcome outcome, Optional<RollbackPlan<E>> plan) {

    /** Rejects null. */
    public RollbackResult {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(plan, "plan");
    }
  }

  Rollbacks(
      CommitPipeline<M, E> pipeline,
      StepCommitter<M, E> stepCommitter,
      RollbackPlanner<M, E> planner,
      EditOptions options) {
    this.pipeline = pipeline;
    this.stepCommitter = stepCommitter;
    this.planner = planner;
    this.options = options;
  }

  /** Plans the rollback of a selection without applying it (RB-7). */
  public RollbackPlan<E> plan(RollbackSelection selection) {
    return plan(selection, Map.of());
  }

  /**
   * Plans the rollback of a selection like {@link #plan(RollbackSelection)}, but leaves some
   * entities as they are.
   *
   * @param unchangeable these entities, each with the reason; the events of the selection that
   *     wrote them are listed as failures
   */
  public RollbackPlan<E> plan(RollbackSelection selection, Map<EntityRef, Conflict> unchangeable) {
    Objects.requireNonNull(selection, "selection");
    SessionState<M, E> state = pipeline.state();
    PlanInput<M, E> input = planInput(state);
    return selection instanceof RollbackSelection.From(var filter)
        ? planner.plan(input, selection, start(state, filter), unchangeable)
        : planner.plan(
            input, withAppliedCopies(selection, state.stack()), Optional.empty(), unchangeable);
  }

  /** Where the first message that a filter accepts was marked (DO-22). */
  private static Optional<MessageStart> start(SessionState<?, ?> state, StepFilter filter) {
    return state.marks().accepted(filter).stream()
        .map(mark -> new MessageStart(mark.origin(), state.stack().before(mark.point())))
        .min(Comparator.comparingInt(start -> state.history().depth(start.point())));
  }

  /** The selection with the ids under which ignored steps are applied now (SE-31). */
  private static RollbackSelection withAppliedCopies(
      RollbackSelection selection, UndoStack<?> stack) {
    return switch (selection) {
      case RollbackSelection.Steps(var ids) ->
          new RollbackSelection.Steps(
              ids.stream().map(stack::appliedCopyOf).collect(Collectors.toSet()));
      case RollbackSelection.Matching matching -> matching;
      case RollbackSelection.From from -> from;
    };
  }

  /**
   * The step that {@link #undoOwn} would consider next, such as for the label of a button; empty if
   * there is nothing to undo. Does not plan.
   */
  public Optional<Step<E>> nextOwnUndo(StepFilter filter) {
    return new OwnSteps<>(pipeline.state(), filter).nextUndo();
  }

  /**
   * The step that {@link #redoOwn} would restore next, such as for the label of a button; empty if
   * there is nothing to redo. Does not plan.
   */
  public Optional<Step<E>> nextOwnRedo(StepFilter filter) {
    SessionState<M, E> state = pipeline.state();
    return new OwnSteps<>(state, filter)
        .redoable().stream().findFirst().map(next -> state.history().step(next.step()));
  }

  /**
   * Applies a plan as one step (RB-7, RB-8).
   *
   * @return {@link Outcome.Refused} also if the document changed since the plan was made, if the
   *     mode does not allow the conflicts of the plan, or if the save of a folder is just writing
   *     one of the steps
   * @throws DriftException if the resulting model does not match the digest of the plan
   */
  public Outcome rollback(RollbackPlan<E> plan, Mode mode) {
    EditOptions labelled = options.orLabel("roll back");
    return pipeline.commit(
        labelled,
        state -> {
          if (!state.head().equals(plan.head())) {
            throw new RefusedException(
                Conflict.because("the document changed since this was planned")
                    .withSuggestion("plan it again"));
          }
          requireNotPending(state, plan);
          return toCommit(labelled, state, plan, mode);
        });
  }

  /** Refuses to reverse steps that a save of a folder is just writing (DO-20). */
  private static void requireNotPending(SessionState<?, ?> state, RollbackPlan<?> plan) {
    if (state.pendingFolderSave().isPresent()
        && plan.reversal().reversed().stream()
            .anyMatch(part -> state.saveStatus(part.step()) == SessionState.SaveStatus.PENDING)) {
      throw new RefusedException(
          Conflict.because("these steps are being saved")
              .withSuggestion("wait until the save has ended, then plan it again"));
    }
  }

  /**
   * Undoes the newest step on the undo stack that the filter accepts, that is in effect, and that
   * own undo has not considered yet, even if others made later steps (RB-10). What others built on
   * or removed stays as it is. If nothing of the step can be undone, the model stays the same, and
   * the next call considers the step before it.
   *
   * @param filter usually {@link StepFilter#sameActorAndSession}
   * @return {@link Outcome.Committed} with the plan that was applied; {@link Outcome.Recorded} if
   *     the step was passed over, with a plan without events that contains the reasons; {@link
   *     Outcome.Refused} if the domain threw an exception; or {@link Outcome.Unchanged} if there is
   *     no such step
   */
  public RollbackResult<E> undoOwn(StepFilter filter) {
    return moveOwn(
        options.orLabel("undo own"),
        state ->
            new OwnSteps<>(state, filter)
                .nextUndo()
                .map(step ->
                    new OwnMove<>(
                        step,
                        JournalRecord.PassedOver.Kind.UNDO,
                        Optional.of(
                            planner.plan(planInput(state), RollbackSelection.of(step.id()))))));
  }

  /**
   * Restores what {@link #undoOwn} reversed last, if no step that the filter accepts was made since
   * (RB-10). What others overwrote since stays overwritten; if that is all, what was reversed
   * before it is restored too.
   *
   * @param filter usually {@link StepFilter#sameActorAndSession}
   * @return {@link Outcome.Committed} with the plan that was applied; {@link Outcome.Recorded}
   *     without a plan if the step was passed over and is considered again; {@link Outcome.Refused}
   *     if nothing can be restored; or {@link Outcome.Unchanged} if there is nothing to redo
   */
  public RollbackResult<E> redoOwn(StepFilter filter) {
    return moveOwn(options.orLabel("redo own"), state -> ownRedo(state, filter));
  }

  private Optional<OwnMove<E>> ownRedo(SessionState<M, E> state, StepFilter filter) {
    JournalRecord.PassedOver.Kind redo = JournalRecord.PassedOver.Kind.REDO;
    List<Reversal.Part> parts = new ArrayList<>();
    for (OwnSteps.Redoable next : new OwnSteps<>(state, filter).redoable()) {
      Step<E> step = state.history().step(next.step());
      if (next.reversed().isEmpty()) {
        return Optional.of(new OwnMove<>(step, redo, Optional.empty()));
      }
      parts.add(next.reversed().get());
      RollbackPlan<E> plan = planner.planRestore(planInput(state), parts);
      if (!plan.events().isEmpty() || !plan.isComplete()) {
        return Optional.of(new OwnMove<>(step, redo, Optional.of(plan)));
      }
    }
    return Optional.empty();
  }

  /**
   * An own undo or redo.
   *
   * @param step the step that is undone or redone, at least in part
   * @param kind whether it is undone or redone
   * @param plan how to do that; empty if the step was passed over and is considered again
   */
  private record OwnMove<E>(
      Step<E> step, JournalRecord.PassedOver.Kind kind, Optional<RollbackPlan<E>> plan) {

    /** The selection that the user gets back, as undo and redo of the step would restore it. */
    EditorSelection editorSelection() {
      EditorSelection selection = step.editorSelection();
      return switch (kind) {
        case UNDO -> selection.reversed();
        case REDO -> selection;
      };
    }
  }

  /**
   * An own move for a state, or the exception that planning threw.
   *
   * @param move returns the move, or throws the exception of planning
   */
  private record PreparedMove<M, E>(SessionState<M, E> state, Supplier<Optional<OwnMove<E>>> move) {

    /** Whether the move is also valid for another state. */
    boolean isFor(SessionState<M, E> other) {
      return state.head().equals(other.head())
          && state.undoStack().appliedCount() == other.undoStack().appliedCount()
          && state.passedOver().equals(other.passedOver());
    }
  }

  /**
   * Plans without the lock, because the first plan reads the whole undo stack. If the state changed
   * meanwhile, plans again under the lock, which reads only the new steps.
   */
  private RollbackResult<E> moveOwn(
      EditOptions options, Function<SessionState<M, E>, Optional<OwnMove<E>>> planMove) {
    PreparedMove<M, E> prepared = prepare(pipeline.state(), planMove);
    AtomicReference<Optional<RollbackPlan<E>>> usedPlan = new AtomicReference<>(Optional.empty());
    Outcome outcome =
        pipeline.commit(
            options,
            state -> {
              PreparedMove<M, E> current =
                  prepared.isFor(state) ? prepared : prepare(state, planMove);
              Optional<OwnMove<E>> move = current.move().get();
              usedPlan.set(move.flatMap(OwnMove::plan));
              return move.map(chosen -> toCommit(options, state, chosen));
            });
    return new RollbackResult<>(outcome, usedPlan.get());
  }

  private PreparedMove<M, E> prepare(
      SessionState<M, E> state, Function<SessionState<M, E>, Optional<OwnMove<E>>> planMove) {
    try {
      Optional<OwnMove<E>> move = planMove.apply(state);
      return new PreparedMove<>(state, () -> move);
    } catch (RuntimeException | Error failure) {
      // Thrown where the move is used, so that the failure is recorded like any other.
      return new PreparedMove<>(
          state,
          () -> {
            throw failure;
          });
    }
  }

  private PendingCommit<M, E> toCommit(
      EditOptions options, SessionState<M, E> state, OwnMove<E> move) {
    Optional<RollbackPlan<E>> plan = move.plan();
    if (plan.isPresent() && !plan.get().events().isEmpty()) {
      return toCommit(options, state, plan.get(), move.editorSelection());
    }
    boolean isRedo = move.kind() == JournalRecord.PassedOver.Kind.REDO;
    if (plan.isPresent() && (isRedo || !plan.get().failures().isEmpty())) {
      throw new RefusedException(reasons(plan.get()));
    }
    JournalRecord record =
        new JournalRecord.PassedOver(
            pipeline.settings().clock().instant(), options.origin(), move.kind(), move.step().id());
    return PendingCommit.of(state, record);
  }

  private static <M, E> PlanInput<M, E> planInput(SessionState<M, E> state) {
    return new PlanInput<>(
        state.history(), state.undoStack().applied(), state.head(), state.model());
  }

  private Optional<PendingCommit<M, E>> toCommit(
      EditOptions options, SessionState<M, E> state, RollbackPlan<E> plan, Mode mode) {
    boolean isEmpty = plan.events().isEmpty();
    if (!plan.isComplete() && (isEmpty || mode == Mode.ALL_OR_NOTHING)) {
      throw new RefusedException(reasons(plan));
    }
    return isEmpty
        ? Optional.empty()
        : Optional.of(toCommit(options, state, plan, options.editorSelection()));
  }

  /** Why a part of a selection cannot be rolled back. */
  static List<Conflict> reasons(RollbackPlan<?> plan) {
    List<Conflict> reasons = new ArrayList<>();
    plan.conflicts().forEach(skipped -> reasons.add(skipped.conflict()));
    plan.failures().forEach(failed -> reasons.add(Conflict.because(failed.reason())));
    return reasons;
  }

  private PendingCommit<M, E> toCommit(
      EditOptions options,
      SessionState<M, E> state,
      RollbackPlan<E> plan,
      EditorSelection editorSelection) {
    M model = state.model();
    for (E event : plan.events()) {
      Optional<Conflict> conflict = pipeline.domain().check(event, model);
      if (conflict.isPresent()) {
        throw new RefusedException(conflict.get());
      }
      model = pipeline.domain().replay(event, model);
    }
    Digest digest = pipeline.domain().digest(model);
    Replay.requireMatch(state.head(), plan.digest(), digest);
    Step<E> step =
        new Step<>(
            pipeline.settings().ids().get(),
            state.head(),
            options.label(),
            options.origin(),
            pipeline.settings().clock().instant(),
            plan.events(),
            digest,
            plan.reversal(),
            List.<StepId>of(),
            Batch.requireWithinLimit(editorSelection),
            false);
    JournalRecord record =
        new JournalRecord.Committed(
            step.time(),
            options.origin(),
            options.label(),
            List.of(step.map(pipeline.domain().eventCodec()::encode)));
    return stepCommitter.applyLimits(
        new PendingCommit<>(record, state.with(step, model).withNextRecordNumber()));
  }
}
