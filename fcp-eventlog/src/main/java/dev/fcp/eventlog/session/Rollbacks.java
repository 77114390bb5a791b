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

/**
 * Takes back some steps of a session and keeps what was done since: those of an agent, of a
 * request, one's own. What comes of it is a step like any other, which undo takes back.
 *
 * <p>Each method that changes something answers {@link Outcome.Refused} if the expected head is not
 * there, and throws {@link JournalException} if its record could not be written.
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

  /** How much of a selection has to be free of conflicts. */
  public enum Mode {
    /** What can be taken back is; the rest stays and is told. */
    BEST_EFFORT,
    /** All of it, or nothing changes. */
    ALL_OR_NOTHING
  }

  /**
   * What came of taking back or bringing back.
   *
   * @param outcome {@link Outcome.Committed}; {@link Outcome.Unchanged} if there was nothing to do;
   *     or {@link Outcome.Refused}
   * @param plan what was planned; empty if it did not come to that
   */
  public record RollbackResult<E>(Outcome outcome, Optional<RollbackPlan<E>> plan) {

    /** Refuses null. */
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

  /** Shows what taking back a selection would do now; nothing happens (RB-7). */
  public RollbackPlan<E> plan(RollbackSelection selection) {
    Objects.requireNonNull(selection, "selection");
    return planner.plan(planInput(pipeline.state()), selection);
  }

  /** Shows what {@link #undoOwn} would do now; empty if there is nothing to take back. */
  public Optional<RollbackPlan<E>> planUndoOwn(StepFilter filter) {
    return planner.planUndo(planInput(pipeline.state()), filter);
  }

  /** Shows what {@link #redoOwn} would do now; empty if there is nothing to bring back. */
  public Optional<RollbackPlan<E>> planRedoOwn(StepFilter filter) {
    return planner.planRedo(planInput(pipeline.state()), filter);
  }

  /**
   * Does what was planned, as one step (RB-7, RB-8).
   *
   * @return refused if the document changed since the plan was made, or if the mode does not allow
   *     the conflicts of the plan
   * @throws DriftException if the model would not be the planned one
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
   * Takes back the newest step that a filter lets through, wherever it stands on the line (RB-9).
   *
   * @param filter mostly {@link StepFilter#sameActorAndSession}
   */
  public RollbackResult<E> undoOwn(StepFilter filter) {
    return planAndApply(options.orLabel("undo own"), input -> planner.planUndo(input, filter));
  }

  /**
   * Brings back the step that {@link #undoOwn} took back last, if no own step was made since
   * (RB-9).
   *
   * @param filter mostly {@link StepFilter#sameActorAndSession}
   */
  public RollbackResult<E> redoOwn(StepFilter filter) {
    return planAndApply(options.orLabel("redo own"), input -> planner.planRedo(input, filter));
  }

  /**
   * What was planned for a state, or why that failed.
   *
   * @param plan throws what planning threw
   */
  private record PreparedPlan<M, E>(
      SessionState<M, E> state, Supplier<Optional<RollbackPlan<E>>> plan) {

    /** Whether it is what would be planned for another state. */
    boolean isFor(SessionState<M, E> other) {
      return state.head().equals(other.head())
          && state.undoStack().appliedCount() == other.undoStack().appliedCount();
    }
  }

  /**
   * Plans while others go on, since a first plan reads the whole line. Only if they did the plan is
   * made again where nobody goes on; that reads no more than what they did.
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
      // It is thrown where the plan is used, so that it is noted as each operation that failed.
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
