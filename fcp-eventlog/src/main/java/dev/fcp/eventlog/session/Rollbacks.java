package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.ArrayList;
import java.util.List;
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
 *
 * @param <M> the model
 * @param <E> the events
 */
@CheckReturnValue
public final class Rollbacks<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
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
   * @param outcome {@link Outcome.Committed}; {@link Outcome.Unchanged} if there was nothing to do;
   *     or {@link Outcome.Refused}
   * @param plan the plan that was applied or refused; empty if there was none
   */
  public record RollbackResult<E>(Outcome outcome, Optional<RollbackPlan<E>> plan) {

    /** Rejects null. */
    public RollbackResult {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(plan, "plan");
    }
  }

  Rollbacks(
      Domain<M, E> domain,
      SessionSettings settings,
      CommitPipeline<M, E> pipeline,
      StepCommitter<M, E> stepCommitter,
      RollbackPlanner<M, E> planner,
      EditOptions options) {
    this.domain = domain;
    this.settings = settings;
    this.pipeline = pipeline;
    this.stepCommitter = stepCommitter;
    this.planner = planner;
    this.options = options;
  }

  /** Plans the rollback of a selection without applying it (RB-7). */
  public RollbackPlan<E> plan(RollbackSelection selection) {
    Objects.requireNonNull(selection, "selection");
    SessionState<M, E> state = pipeline.state();
    return planner.plan(planInput(state), withAppliedCopies(selection, state.stack()));
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

  /** The plan that {@link #undoOwn} would apply now; empty if there is nothing to undo. */
  public Optional<RollbackPlan<E>> planUndoOwn(StepFilter filter) {
    return planner.planUndo(planInput(pipeline.state()), filter);
  }

  /** The plan that {@link #redoOwn} would apply now; empty if there is nothing to redo. */
  public Optional<RollbackPlan<E>> planRedoOwn(StepFilter filter) {
    return planner.planRedo(planInput(pipeline.state()), filter);
  }

  /**
   * Applies a plan as one step (RB-7, RB-8).
   *
   * @return {@link Outcome.Refused} also if the document changed since the plan was made, or if the
   *     mode does not allow the conflicts of the plan
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
          return toCommit(labelled, state, plan, mode);
        });
  }

  /**
   * Undoes the newest step on the undo stack that the filter accepts, even if others made later
   * steps (RB-9).
   *
   * @param filter usually {@link StepFilter#sameActorAndSession}
   */
  public RollbackResult<E> undoOwn(StepFilter filter) {
    return planAndApply(options.orLabel("undo own"), input -> planner.planUndo(input, filter));
  }

  /**
   * Redoes the step that {@link #undoOwn} undid last, if no step that the filter accepts was made
   * since (RB-9).
   *
   * @param filter usually {@link StepFilter#sameActorAndSession}
   */
  public RollbackResult<E> redoOwn(StepFilter filter) {
    return planAndApply(options.orLabel("redo own"), input -> planner.planRedo(input, filter));
  }

  /**
   * The plan for a state, or the exception that planning threw.
   *
   * @param plan returns the plan, or throws the exception of planning
   */
  private record PreparedPlan<M, E>(
      SessionState<M, E> state, Supplier<Optional<RollbackPlan<E>>> plan) {

    /** Whether the plan is also valid for another state. */
    boolean isFor(SessionState<M, E> other) {
      return state.head().equals(other.head())
          && state.undoStack().appliedCount() == other.undoStack().appliedCount();
    }
  }

  /**
   * Plans without the lock, because the first plan reads the whole undo stack. If the state changed
   * meanwhile, plans again under the lock, which reads only the new steps.
   */
  private RollbackResult<E> planAndApply(
      EditOptions options, Function<PlanInput<M, E>, Optional<RollbackPlan<E>>> planFunction) {
    PreparedPlan<M, E> prepared = prepare(pipeline.state(), planFunction);
    AtomicReference<Optional<RollbackPlan<E>>> usedPlan = new AtomicReference<>(Optional.empty());
    Outcome outcome =
        pipeline.commit(
            options,
            state -> {
              PreparedPlan<M, E> current =
                  prepared.isFor(state) ? prepared : prepare(state, planFunction);
              Optional<RollbackPlan<E>> plan = current.plan().get();
              usedPlan.set(plan);
              return plan.flatMap(chosen -> toCommit(options, state, chosen, Mode.BEST_EFFORT));
            });
    return new RollbackResult<>(outcome, usedPlan.get());
  }

  private PreparedPlan<M, E> prepare(
      SessionState<M, E> state, Function<PlanInput<M, E>, Optional<RollbackPlan<E>>> planFunction) {
    try {
      Optional<RollbackPlan<E>> plan = planFunction.apply(planInput(state));
      return new PreparedPlan<>(state, () -> plan);
    } catch (RuntimeException | Error failure) {
      // Thrown where the plan is used, so that the failure is recorded like any other.
      return new PreparedPlan<>(
          state,
          () -> {
            throw failure;
          });
    }
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
    return isEmpty ? Optional.empty() : Optional.of(toCommit(options, state, plan));
  }

  private static List<Conflict> reasons(RollbackPlan<?> plan) {
    List<Conflict> reasons = new ArrayList<>();
    plan.conflicts().forEach(skipped -> reasons.add(skipped.conflict()));
    plan.failures().forEach(failed -> reasons.add(Conflict.because(failed.reason())));
    return reasons;
  }

  private PendingCommit<M, E> toCommit(
      EditOptions options, SessionState<M, E> state, RollbackPlan<E> plan) {
    M model = state.model();
    for (E event : plan.events()) {
      Optional<Conflict> conflict = domain.check(event, model);
      if (conflict.isPresent()) {
        throw new RefusedException(conflict.get());
      }
      model = domain.replay(event, model);
    }
    Digest digest = domain.digest(model);
    Replay.requireMatch(state.head(), plan.digest(), digest);
    Step<E> step =
        new Step<>(
            settings.ids().get(),
            state.head(),
            options.label(),
            options.origin(),
            settings.clock().instant(),
            plan.events(),
            digest,
            plan.reversal(),
            List.<StepId>of(),
            Batch.requireWithinLimit(options.editorSelection()));
    JournalRecord record =
        new JournalRecord.Committed(
            step.time(),
            options.origin(),
            options.label(),
            List.of(step.map(domain.eventCodec()::encode)));
    SessionState<M, E> next = state.with(step, model).withNextRecordNumber();
    return stepCommitter.applyLimits(
        new PendingCommit<>(record, next, new Outcome.Committed(List.of(step.id()), digest)));
  }
}
