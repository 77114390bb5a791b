package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes steps of what bodies emit: alone, as parts of a batch, or joined with the last one. */
final class StepCommitter<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final CommitPipeline<M, E> pipeline;
  private final StepSquasher<M, E> squasher;
  private final UndoLimiter<M, E> undoLimiter;

  /** The batch whose body is running, or that of a single step; only for the thread that writes. */
  private @Nullable Batch<M, E> openBatch;

  StepCommitter(Domain<M, E> domain, SessionSettings settings, CommitPipeline<M, E> pipeline) {
    this.domain = domain;
    this.settings = settings;
    this.pipeline = pipeline;
    this.squasher = new StepSquasher<>(domain, settings);
    this.undoLimiter = new UndoLimiter<>(domain, settings.undoLimits());
  }

  /** Does some work in the open batch, or else in a new one, which is recorded. */
  Outcome edit(EditOptions options, Function<Batch<M, E>, Outcome> operation) {
    if (pipeline.isRunningHere() && openBatch != null) {
      return operation.apply(openBatch);
    }
    return pipeline.commit(options, state -> toCommit(options, state, operation));
  }

  private Optional<PendingCommit<M, E>> toCommit(
      EditOptions options, SessionState<M, E> state, Function<Batch<M, E>, Outcome> operation) {
    Batch<M, E> batch = runBatch(state, operation);
    if (batch.steps().isEmpty()) {
      return Optional.empty();
    }
    Optional<PendingCommit<M, E>> joined =
        batch.steps().size() == 1
            ? squasher.join(options, state, batch.steps().get(0))
            : Optional.empty();
    PendingCommit<M, E> commit =
        undoLimiter.applyLimits(joined.orElseGet(() -> committedAlone(options, batch)));
    squasher.noteCommit(options, state, commit);
    return Optional.of(commit);
  }

  /** A change that makes a step, after which undo reaches no further than the limits say. */
  PendingCommit<M, E> applyLimits(PendingCommit<M, E> commit) {
    return undoLimiter.applyLimits(commit);
  }

  /** The change that the steps of a batch make by themselves. */
  private PendingCommit<M, E> committedAlone(EditOptions options, Batch<M, E> batch) {
    JournalRecord record =
        new JournalRecord.Committed(
            settings.clock().instant(), options.origin(), options.label(), encode(batch));
    SessionState<M, E> next = batch.state().withNextRecordNumber();
    return new PendingCommit<>(record, next, outcomeOf(batch, next));
  }

  private Batch<M, E> runBatch(SessionState<M, E> state, Function<Batch<M, E>, Outcome> operation) {
    Batch<M, E> batch = new Batch<>(domain, settings, state);
    openBatch = batch;
    try {
      // What the body returned is told again by the change that the batch makes.
      Outcome unused = operation.apply(batch);
      return batch;
    } finally {
      openBatch = null;
      batch.close();
    }
  }

  private List<Step<Value.Fields>> encode(Batch<M, E> batch) {
    return batch.steps().stream().map(step -> step.map(domain.eventCodec()::encode)).toList();
  }

  private Outcome outcomeOf(Batch<M, E> batch, SessionState<M, E> next) {
    List<StepId> ids = batch.steps().stream().map(Step::id).toList();
    return ids.isEmpty()
        ? new Outcome.Recorded(next.digest())
        : new Outcome.Committed(ids, next.digest());
  }

  /** Takes in a version of the file by what a body emits; one record tells of both (SE-22). */
  Outcome mergeExternal(
      EditOptions options,
      Source version,
      JournalRecord.External.MergeExtent mergeExtent,
      Consumer<? super StepBuilder<M, E>> body) {
    return pipeline.commit(
        options,
        state -> {
          Batch<M, E> batch = runBatch(state, running -> running.step(options, body));
          JournalRecord record =
              new JournalRecord.External(
                  settings.clock().instant(),
                  options.origin(),
                  version,
                  mergeExtent,
                  encode(batch),
                  batch.state().head());
          SessionState<M, E> next = state.apply(record);
          return Optional.of(
              undoLimiter.applyLimits(new PendingCommit<>(record, next, outcomeOf(batch, next))));
        });
  }

  /** Puts one step in the place of all after a checkpoint (SE-25). */
  Outcome squashTo(EditOptions options, String name) {
    return pipeline.commit(
        options, state -> squasher.squash(options, state, name).map(undoLimiter::applyLimits));
  }
}
