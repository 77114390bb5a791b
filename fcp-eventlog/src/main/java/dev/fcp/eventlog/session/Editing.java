package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Ledger.Change;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes steps of what bodies emit: alone, as parts of a batch, or joined with the last one. */
final class Editing<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final Ledger<M, E> ledger;
  private final Rewriting<M, E> rewriting;
  private final Reach<M, E> reach;

  /** The batch whose body is running, or that of a single step; only for the thread that writes. */
  private @Nullable Batch<M, E> open;

  Editing(Domain<M, E> domain, SessionSettings settings, Ledger<M, E> ledger) {
    this.domain = domain;
    this.settings = settings;
    this.ledger = ledger;
    this.rewriting = new Rewriting<>(domain, settings);
    this.reach = new Reach<>(domain, settings.limits());
  }

  /** Does some work in the open batch, or else in a new one, which is recorded. */
  Outcome edit(Intent intent, Function<Batch<M, E>, Outcome> work) {
    if (ledger.isBusyHere() && open != null) {
      return work.apply(open);
    }
    return ledger.write(intent, state -> edited(intent, state, work));
  }

  private Optional<Change<M, E>> edited(
      Intent intent, SessionState<M, E> state, Function<Batch<M, E>, Outcome> work) {
    Batch<M, E> batch = ran(state, work);
    if (batch.steps().isEmpty()) {
      return Optional.empty();
    }
    Optional<Change<M, E>> joined =
        batch.steps().size() == 1
            ? rewriting.joined(intent, state, batch.steps().get(0))
            : Optional.empty();
    Change<M, E> change = reach.limited(joined.orElseGet(() -> alone(intent, batch)));
    rewriting.made(intent, state, change);
    return Optional.of(change);
  }

  /** A change that makes a step, after which undo reaches no further than the limits say. */
  Change<M, E> limited(Change<M, E> change) {
    return reach.limited(change);
  }

  /** The change that the steps of a batch make by themselves. */
  private Change<M, E> alone(Intent intent, Batch<M, E> batch) {
    JournalRecord record =
        new JournalRecord.Committed(
            settings.clock().instant(), intent.origin(), intent.label(), encoded(batch));
    SessionState<M, E> next = batch.state().numbered();
    return new Change<>(record, next, committed(batch, next));
  }

  private Batch<M, E> ran(SessionState<M, E> state, Function<Batch<M, E>, Outcome> work) {
    Batch<M, E> batch = new Batch<>(domain, settings, state);
    open = batch;
    try {
      // What the body returned is told again by the change that the batch makes.
      Outcome unused = work.apply(batch);
      return batch;
    } finally {
      open = null;
      batch.close();
    }
  }

  private List<Step<Value.Fields>> encoded(Batch<M, E> batch) {
    return batch.steps().stream().map(step -> step.map(domain.eventCodec()::encode)).toList();
  }

  private Outcome committed(Batch<M, E> batch, SessionState<M, E> next) {
    List<StepId> ids = batch.steps().stream().map(Step::id).toList();
    return ids.isEmpty()
        ? new Outcome.Recorded(next.digest())
        : new Outcome.Committed(ids, next.digest());
  }

  /** Takes in a version of the file by what a body emits; one record tells of both (SE-22). */
  Outcome takeIn(
      Intent intent,
      Source version,
      JournalRecord.External.Fit fit,
      Consumer<? super Stage<M, E>> body) {
    return ledger.write(
        intent,
        state -> {
          Batch<M, E> batch = ran(state, open -> open.step(intent, body));
          JournalRecord record =
              new JournalRecord.External(
                  settings.clock().instant(),
                  intent.origin(),
                  version,
                  fit,
                  encoded(batch),
                  batch.state().head());
          SessionState<M, E> next = state.after(record);
          return Optional.of(reach.limited(new Change<>(record, next, committed(batch, next))));
        });
  }

  /** Puts one step in the place of all after a checkpoint (SE-25). */
  Outcome squashTo(Intent intent, String name) {
    return ledger.write(
        intent, state -> rewriting.squashed(intent, state, name).map(reach::limited));
  }
}
