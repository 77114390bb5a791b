package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.EventMerger;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes steps of what bodies emit: alone, as parts of a batch, or merged into the last step; and
 * squashes several steps into one (SE-24, SE-25).
 */
final class StepCommitter<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final CommitPipeline<M, E> pipeline;
  private final UndoLimiter<M, E> undoLimiter;

  private final EventMerger<M, E> eventMerger;

  /** What the next step of its key may join. */
  private LastChange lastChange =
      new LastChange(HistoryPoint.BASE, Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The last change.
   *
   * @param headBefore the point at which it was made
   * @param lastStep the last step that it made; empty if it took one off the line
   * @param openStep that step, if it may be joined
   * @param previousOpenStep what might be joined before it, should it not be written
   */
  private record LastChange(
      HistoryPoint headBefore,
      Optional<StepId> lastStep,
      Optional<OpenStep> openStep,
      Optional<OpenStep> previousOpenStep) {

    boolean isWritten(SessionState<?, ?> state) {
      return lastStep.isPresent()
          ? state.stack().contains(HistoryPoint.after(lastStep.get()))
          : !state.head().equals(headBefore);
    }
  }

  /** A step that was opened to be joined. */
  private record OpenStep(StepId step, MergeRule rule, Instant mergeUntil, UndoStack<?> stack) {}

  /**
   * Which steps join: those of one key within a window, or those of a gesture.
   *
   * @param key a key of the caller, or the gesture
   * @param window for how long after a step; empty until the gesture ends
   */
  private record MergeRule(Object key, Optional<Duration> window) {

    boolean isGesture() {
      return window.isEmpty();
    }

    static Optional<MergeRule> of(EditOptions options) {
      return options
          .mergeKey()
          .map(mergeKey -> new MergeRule(mergeKey.key(), Optional.of(mergeKey.window())));
    }
  }

  /** The batch whose body is running, or that of a single step; only for the thread that writes. */
  private @Nullable Batch<M, E> openBatch;

  StepCommitter(Domain<M, E> domain, SessionSettings settings, CommitPipeline<M, E> pipeline) {
    this.domain = domain;
    this.settings = settings;
    this.pipeline = pipeline;
    this.eventMerger = new EventMerger<>(domain);
    this.undoLimiter = new UndoLimiter<>(domain, settings.undoLimits());
  }

  /** Does some work in the open batch, or else in a new one, which is recorded. */
  Outcome edit(EditOptions options, Function<Batch<M, E>, Outcome> operation) {
    return edit(options, MergeRule.of(options), operation);
  }

  /** Makes an edit of a gesture, which joins the one before it. */
  Outcome edit(
      EditOptions options, Gesture<M, E> gesture, Function<Batch<M, E>, Outcome> operation) {
    return edit(options, Optional.of(new MergeRule(gesture, Optional.empty())), operation);
  }

  private Outcome edit(
      EditOptions options,
      Optional<MergeRule> mergeRule,
      Function<Batch<M, E>, Outcome> operation) {
    if (pipeline.isRunningHere() && openBatch != null) {
      return operation.apply(openBatch);
    }
    return pipeline.commit(options, state -> toCommit(options, mergeRule, state, operation));
  }

  private Optional<PendingCommit<M, E>> toCommit(
      EditOptions options,
      Optional<MergeRule> mergeRule,
      SessionState<M, E> state,
      Function<Batch<M, E>, Outcome> operation) {
    Batch<M, E> batch = runBatch(state, operation);
    if (batch.steps().isEmpty()) {
      return Optional.empty();
    }
    Optional<PendingCommit<M, E>> joined =
        mergeRule.isPresent() && batch.steps().size() == 1
            ? join(options, mergeRule.get(), state, batch.steps().get(0))
            : Optional.empty();
    PendingCommit<M, E> commit =
        undoLimiter.applyLimits(joined.orElseGet(() -> committedAlone(options, batch)));
    noteCommit(mergeRule, state, commit);
    return Optional.of(commit);
  }

  void setUndoLimits(UndoLimits limits) {
    undoLimiter.setLimits(limits);
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
          SessionState<M, E> next = StateFold.apply(state, record);
          return Optional.of(
              undoLimiter.applyLimits(new PendingCommit<>(record, next, outcomeOf(batch, next))));
        });
  }

  /** Puts one step in the place of all after a checkpoint (SE-25). */
  Outcome squashTo(EditOptions options, String name) {
    return pipeline.commit(
        options, state -> squash(options, state, name).map(undoLimiter::applyLimits));
  }

  /**
   * The change that a step makes if it joins the last one; empty if it does not.
   *
   * @param step the step as it would stand alone
   */
  private Optional<PendingCommit<M, E>> join(
      EditOptions options, MergeRule rule, SessionState<M, E> state, Step<E> step) {
    if (!mayJoin(rule, state, step)) {
      return Optional.empty();
    }
    Step<E> previous = state.history().step(state.head().step().orElseThrow());
    return mergedEvents(rule, previous, step)
        .map(events -> {
          EditorSelection editorSelection = previous.editorSelection().then(step.editorSelection());
          EditOptions mergedOptions =
              EditOptions.of(previous.label(), options.origin())
                  .withEditorSelection(editorSelection);
          return replacement(
              mergedOptions, state, List.of(previous.id()), events, step.digestAfter());
        });
  }

  /** The events of both steps as one; empty if they do not merge and need not. */
  private Optional<List<E>> mergedEvents(MergeRule rule, Step<E> previous, Step<E> step) {
    if (!rule.isGesture()) {
      return eventMerger.mergeSteps(previous.events(), step.events());
    }
    List<E> events = new ArrayList<>(previous.events());
    events.addAll(step.events());
    return Optional.of(eventMerger.squash(events));
  }

  private boolean mayJoin(MergeRule rule, SessionState<M, E> state, Step<E> step) {
    Optional<OpenStep> open = openAt(state);
    return open.isPresent()
        && open.get().rule().key().equals(rule.key())
        && state.stack().lastSteps(1).equals(Optional.of(List.of(open.get().step())))
        && isInTime(open.get(), state, step)
        && mayJoin(state.history().step(open.get().step()), step)
        && !isBoundary(state);
  }

  /** Within the window; in a gesture, with no undo in between. */
  @SuppressWarnings("ReferenceEquality") // Undo and redo give an equal stack, but another one.
  private static boolean isInTime(OpenStep open, SessionState<?, ?> state, Step<?> step) {
    return open.rule().isGesture()
        ? open.stack() == state.stack()
        : !step.time().isAfter(open.mergeUntil());
  }

  private static boolean mayJoin(Step<?> previous, Step<?> step) {
    return previous.origin().equals(step.origin()) && !previous.isIgnored() && !step.isIgnored();
  }

  private Optional<OpenStep> openAt(SessionState<M, E> state) {
    return (lastChange.isWritten(state) ? lastChange.openStep() : lastChange.previousOpenStep())
        .filter(open -> state.head().isAfter(open.step()));
  }

  /** Whether the state at the cursor is a checkpoint, or a version of the file belongs to it. */
  private static boolean isBoundary(SessionState<?, ?> state) {
    return state.versions().hasVersionAt(state.head())
        || state.checkpoints().stream().anyMatch(name -> name.point().equals(state.head()));
  }

  /**
   * Notes that a step is made, which the next one may join if its intent says so.
   *
   * @param stateBefore the state that the change is of, and stays if it cannot be written
   */
  private void noteCommit(
      Optional<MergeRule> mergeRule, SessionState<M, E> stateBefore, PendingCommit<M, E> commit) {
    Optional<OpenStep> openStep =
        commit.outcome() instanceof Outcome.Committed
            ? mergeRule.map(rule -> openStep(rule, commit))
            : Optional.empty();
    Optional<StepId> lastStep = commit.record().steps().stream().map(Step::id).reduce((a, b) -> b);
    lastChange = new LastChange(stateBefore.head(), lastStep, openStep, openAt(stateBefore));
  }

  private static OpenStep openStep(MergeRule rule, PendingCommit<?, ?> commit) {
    Instant until = rule.window().map(commit.record().time()::plus).orElse(Instant.MAX);
    UndoStack<?> stack = commit.next().stack();
    return new OpenStep(stack.head().step().orElseThrow(), rule, until, stack);
  }

  /**
   * The change that puts one step in the place of all after a checkpoint; empty if that are fewer
   * than two.
   *
   * @throws RefusedException if the checkpoint is not behind the cursor, or there are undone steps
   */
  private Optional<PendingCommit<M, E>> squash(
      EditOptions options, SessionState<M, E> state, String name) {
    HistoryPoint point = state.stack().checkpointPoint(name);
    if (state.undoStack().canRedo()) {
      throw new RefusedException(
          Conflict.because(
                  "%d undone steps lie ahead; make them again, or let them go"
                      .formatted(state.undoStack().undoneCount()))
              .withSuggestion(new Suggestion.Redo(state.redoDepth())));
    }
    int count = state.history().depth(state.head()) - state.history().depth(point);
    if (count < 2) {
      return Optional.empty();
    }
    List<StepId> replaced = state.undoStack().recent(count);
    List<E> events = new ArrayList<>();
    replaced.forEach(id -> events.addAll(state.history().step(id).events()));
    EditorSelection editorSelection =
        editorSelection(state, replaced.get(0))
            .then(editorSelection(state, replaced.get(replaced.size() - 1)));
    List<E> squashedEvents = eventMerger.squash(events);
    return Optional.of(
        replacement(
            options.withEditorSelection(editorSelection),
            state,
            replaced,
            squashedEvents,
            state.digest()));
  }

  private static EditorSelection editorSelection(SessionState<?, ?> state, StepId id) {
    return state.history().step(id).editorSelection();
  }

  private PendingCommit<M, E> replacement(
      EditOptions options,
      SessionState<M, E> state,
      List<StepId> replaced,
      List<E> events,
      Digest digestAfter) {
    List<Step<Value.Fields>> replacement = new ArrayList<>();
    if (!events.isEmpty()) {
      Step<E> step =
          new Step<>(
              settings.ids().get(),
              state.history().parent(replaced.get(0)),
              options.label(),
              options.origin(),
              settings.clock().instant(),
              events,
              digestAfter,
              Reversal.NONE,
              replaced,
              options.editorSelection());
      replacement.add(step.map(domain.eventCodec()::encode));
    }
    JournalRecord record =
        new JournalRecord.Replaced(
            settings.clock().instant(), options.origin(), options.label(), replaced, replacement);
    SessionState<M, E> next = StateFold.apply(state, record);
    Outcome outcome =
        replacement.isEmpty()
            ? new Outcome.Recorded(next.digest())
            : new Outcome.Committed(List.of(replacement.get(0).id()), next.digest());
    return new PendingCommit<>(record, next, outcome);
  }
}
