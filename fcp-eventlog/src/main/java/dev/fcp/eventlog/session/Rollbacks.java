package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Planner;
import dev.fcp.eventlog.history.Present;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Ledger.Change;
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
public final class Rollbacks<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final Ledger<M, E> ledger;
  private final Editing<M, E> editing;
  private final Planner<M, E> planner;

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
  public record Done<E>(Outcome outcome, Optional<RollbackPlan<E>> plan) {

    /** Refuses null. */
    public Done {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(plan, "plan");
    }
  }

  Rollbacks(
      Domain<M, E> domain,
      SessionSettings settings,
      Ledger<M, E> ledger,
      Editing<M, E> editing,
      Planner<M, E> planner) {
    this.domain = domain;
    this.settings = settings;
    this.ledger = ledger;
    this.editing = editing;
    this.planner = planner;
  }

  /** Shows what taking back a selection would do now; nothing happens (RB-7). */
  public RollbackPlan<E> plan(Selection selection) {
    Objects.requireNonNull(selection, "selection");
    return planner.plan(present(ledger.state()), selection);
  }

  /** Shows what {@link #undoOwn} would do now; empty if there is nothing to take back. */
  public Optional<RollbackPlan<E>> planUndoOwn(StepFilter whose) {
    return planner.planUndo(present(ledger.state()), whose);
  }

  /** Shows what {@link #redoOwn} would do now; empty if there is nothing to bring back. */
  public Optional<RollbackPlan<E>> planRedoOwn(StepFilter whose) {
    return planner.planRedo(present(ledger.state()), whose);
  }

  /**
   * Does what was planned, as one step (RB-7, RB-8).
   *
   * @return refused if the document changed since the plan was made, or if the mode does not allow
   *     the conflicts of the plan
   * @throws DriftException if the model would not be the planned one
   */
  public Outcome rollback(Intent intent, RollbackPlan<E> plan, Mode mode) {
    Objects.requireNonNull(mode, "mode");
    return ledger.write(
        intent,
        state -> {
          if (!state.head().equals(plan.head())) {
            throw new RefusedException(
                Conflict.because("the document changed since this was planned")
                    .suggesting("plan it again"));
          }
          return change(intent, state, plan, mode);
        });
  }

  /**
   * Takes back the newest step that a filter lets through, wherever it stands on the line (RB-9).
   *
   * @param whose mostly {@link StepFilter#own}
   */
  public Done<E> undoOwn(Intent intent, StepFilter whose) {
    return planned(intent, present -> planner.planUndo(present, whose));
  }

  /**
   * Brings back the step that {@link #undoOwn} took back last, if no own step was made since
   * (RB-9).
   *
   * @param whose mostly {@link StepFilter#own}
   */
  public Done<E> redoOwn(Intent intent, StepFilter whose) {
    return planned(intent, present -> planner.planRedo(present, whose));
  }

  /**
   * What was planned for a state, or why that failed.
   *
   * @param plan throws what planning threw
   */
  private record Draft<M, E>(SessionState<M, E> state, Supplier<Optional<RollbackPlan<E>>> plan) {

    /** Whether it is what would be planned for another state. */
    boolean isFor(SessionState<M, E> other) {
      return state.head().equals(other.head())
          && state.line().appliedCount() == other.line().appliedCount();
    }
  }

  /**
   * Plans while others go on, since a first plan reads the whole line. Only if they did the plan is
   * made again where nobody goes on; that reads no more than what they did.
   */
  private Done<E> planned(
      Intent intent, Function<Present<M, E>, Optional<RollbackPlan<E>>> planning) {
    Draft<M, E> draft = draft(ledger.state(), planning);
    AtomicReference<Optional<RollbackPlan<E>>> found = new AtomicReference<>(Optional.empty());
    Outcome outcome =
        ledger.write(
            intent,
            state -> {
              Draft<M, E> last = draft.isFor(state) ? draft : draft(state, planning);
              Optional<RollbackPlan<E>> plan = last.plan().get();
              found.set(plan);
              return plan.flatMap(made -> change(intent, state, made, Mode.BEST_EFFORT));
            });
    return new Done<>(outcome, found.get());
  }

  private Draft<M, E> draft(
      SessionState<M, E> state, Function<Present<M, E>, Optional<RollbackPlan<E>>> planning) {
    try {
      Optional<RollbackPlan<E>> plan = planning.apply(present(state));
      return new Draft<>(state, () -> plan);
    } catch (RuntimeException | Error failure) {
      // It is thrown where the plan is used, so that it is noted as each operation that failed.
      return new Draft<>(
          state,
          () -> {
            throw failure;
          });
    }
  }

  private static <M, E> Present<M, E> present(SessionState<M, E> state) {
    return new Present<>(state.history(), state.line().applied(), state.head(), state.model());
  }

  private Optional<Change<M, E>> change(
      Intent intent, SessionState<M, E> state, RollbackPlan<E> plan, Mode mode) {
    boolean isNothing = plan.events().isEmpty();
    if (!plan.isWhole() && (isNothing || mode == Mode.ALL_OR_NOTHING)) {
      throw new RefusedException(reasons(plan));
    }
    return isNothing ? Optional.empty() : Optional.of(change(intent, state, plan));
  }

  private static List<Conflict> reasons(RollbackPlan<?> plan) {
    List<Conflict> reasons = new ArrayList<>();
    plan.conflicts().forEach(skipped -> reasons.add(skipped.conflict()));
    plan.failures().forEach(failed -> reasons.add(Conflict.because(failed.reason())));
    return reasons;
  }

  private Change<M, E> change(Intent intent, SessionState<M, E> state, RollbackPlan<E> plan) {
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
            intent.label(),
            intent.origin(),
            settings.clock().instant(),
            plan.events(),
            digest,
            plan.reversal(),
            List.<StepId>of(),
            Batch.requireSmall(intent.focus()));
    JournalRecord record =
        new JournalRecord.Committed(
            step.time(),
            intent.origin(),
            intent.label(),
            List.of(step.map(domain.eventCodec()::encode)));
    SessionState<M, E> next = state.with(step, model).numbered();
    return editing.limited(
        new Change<>(record, next, new Outcome.Committed(List.of(step.id()), digest)));
  }
}
