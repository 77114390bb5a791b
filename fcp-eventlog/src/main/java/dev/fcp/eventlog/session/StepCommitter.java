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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events that bodies emit into steps and commits them: as a single step, as part of a
 * batch, or merged into the last step. Also squashes several steps into one (SE-24, SE-25).
 */
final class StepCommitter<M, E> {

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final CommitPipeline<M, E> pipeline;
  private final UndoLimiter<M, E> undoLimiter;

  private final EventMerger<M, E> eventMerger;

  /** The last change, into which the next step may be merged. */
  private LastChange lastChange =
      new LastChange(HistoryPoint.BASE, Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The last change.
   *
   * @param headBefore the head before the change
   * @param lastStep the last step that it committed; empty if it removed one from the undo stack
   * @param openStep that step, if later steps may be merged into it
   * @param previousOpenStep the open step before the change, used if the change is not written
   */
  private record LastChange(
      HistoryPoint headBefore,
      Optional<StepId> lastStep,
      Optional<OpenStep> openStep,
      Optional<OpenStep> previousOpenStep) {

    /** Whether a later step may be merged, whether or not the change is written. */
    boolean isMergeable() {
      return openStep.isPresent() || previousOpenStep.isPresent();
    }

    boolean isWritten(SessionState<?, ?> state) {
      return lastStep.isPresent()
          ? state.stack().contains(HistoryPoint.after(lastStep.get()))
          : !state.head().equals(headBefore);
    }
  }

  /** A step into which later steps may be merged. */
  private record OpenStep(StepId step, MergeRule rule, UndoStack<?> stack) {}

  /**
   * Which steps are merged: those with the same key within a window, or those of a gesture.
   *
   * @param key the caller's key, or the gesture
   * @param window the maximum pause after the step; empty for a gesture, which has no time limit
   * @param call when the step was made
   */
  record MergeRule(Object key, Optional<Duration> window, CallTime call) {

    /** The rule of a call that begins now; empty if its options have no merge key. */
    static Optional<MergeRule> of(EditOptions options, InstantSource clock) {
      return options
          .mergeKey()
          .map(mergeKey ->
              new MergeRule(
                  mergeKey.key(), Optional.of(mergeKey.window()), new CallTime(clock.instant())));
    }

    boolean isGesture() {
      return window.isEmpty();
    }

    /** Whether a later step may be merged into a step with this rule. */
    boolean allows(Step<?> previous, MergeRule later, Step<?> step) {
      return key.equals(later.key)
          && previous.origin().equals(step.origin())
          && !previous.isIgnored()
          && !step.isIgnored()
          && window.filter(max -> call.pauseBefore(later.call).compareTo(max) > 0).isEmpty();
    }

    /**
     * The merged events of both steps; empty if they cannot be merged. Steps of a gesture always
     * can.
     */
    <E> Optional<List<E>> mergedEvents(
        EventMerger<?, E> eventMerger, Step<E> previous, Step<E> step) {
      if (!isGesture()) {
        return eventMerger.mergeSteps(previous.events(), step.events());
      }
      List<E> events = new ArrayList<>(previous.events());
      events.addAll(step.events());
      return Optional.of(eventMerger.squash(events));
    }
  }

  /** When a call began and ended, however long it took to make its step durable. */
  static final class CallTime {

    final Instant begin;

    /** While the call is running, the time of its record or, before that, its begin. */
    volatile Instant end;

    CallTime(Instant begin) {
      this.begin = begin;
      this.end = begin;
    }

    Duration pauseBefore(CallTime later) {
      return Duration.between(end, later.begin);
    }
  }

  /**
   * The batch whose body is running, possibly for a single step; accessed only by the writing
   * thread.
   */
  private @Nullable Batch<M, E> openBatch;

  StepCommitter(CommitPipeline<M, E> pipeline) {
    this.domain = pipeline.domain();
    this.settings = pipeline.settings();
    this.pipeline = pipeline;
    this.eventMerger = new EventMerger<>(domain);
    this.undoLimiter = new UndoLimiter<>(domain, settings.undoLimits());
  }

  /** Runs an operation in the open batch, or in a new batch that is then committed. */
  Outcome edit(EditOptions options, Function<Batch<M, E>, Outcome> operation) {
    if (isInsideBody()) {
      return edit(options, Optional.empty(), operation);
    }
    Optional<MergeRule> rule = MergeRule.of(options, settings.clock());
    Outcome outcome = edit(options, rule, operation);
    rule.ifPresent(found -> found.call().end = settings.clock().instant());
    return outcome;
  }

  /**
   * Commits an edit of a gesture, merged with the one before it.
   *
   * @param gesture identifies the gesture; equal only to itself
   */
  Outcome editGesture(
      EditOptions options, Object gesture, Consumer<? super StepBuilder<M, E>> body) {
    CallTime untimed = new CallTime(Instant.MIN);
    Optional<MergeRule> rule = Optional.of(new MergeRule(gesture, Optional.empty(), untimed));
    return edit(options, rule, batch -> batch.step(options, rule, body));
  }

  private Outcome edit(
      EditOptions options,
      Optional<MergeRule> mergeRule,
      Function<Batch<M, E>, Outcome> operation) {
    if (isInsideBody()) {
      return operation.apply(Objects.requireNonNull(openBatch));
    }
    return pipeline.commit(options, state -> toCommit(options, mergeRule, state, operation));
  }

  /** Whether the current thread runs the body of a step or batch. */
  private boolean isInsideBody() {
    return pipeline.isRunningHere() && openBatch != null;
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
        undoLimiter.applyLimits(
            joined
                .or(() -> keepingRedo(options, state, batch))
                .orElseGet(() -> committedAlone(options, batch)));
    noteCommit(mergeRule, state, commit);
    return Optional.of(commit);
  }

  UndoLimits undoLimits() {
    return undoLimiter.limits();
  }

  void setUndoLimits(UndoLimits limits) {
    undoLimiter.setLimits(limits);
  }

  /** Shortens the undo stack to the undo limits after a commit. */
  PendingCommit<M, E> applyLimits(PendingCommit<M, E> commit) {
    return undoLimiter.applyLimits(commit);
  }

  /** The commit of the steps of a batch without merging. */
  private PendingCommit<M, E> committedAlone(EditOptions options, Batch<M, E> batch) {
    // The record has the time of its last step, so that it takes fewer bytes.
    JournalRecord record = committed(batch.steps().getLast().time(), options, batch.steps());
    return new PendingCommit<>(record, batch.state().withNextRecordNumber());
  }

  /**
   * The commit of ignored steps that leaves the redo tail (SE-31); empty if it cannot be kept, or
   * if there is none.
   */
  private Optional<PendingCommit<M, E>> keepingRedo(
      EditOptions options, SessionState<M, E> state, Batch<M, E> batch) {
    if (state.redoDepth() == 0 || !batch.steps().stream().allMatch(Step::isIgnored)) {
      return Optional.empty();
    }
    return state
        .carrier()
        .aroundRedoTail(state, batch.steps(), settings.ids())
        .map(
            steps -> PendingCommit.of(state, committed(settings.clock().instant(), options, steps)))
        .filter(commit -> commit.next().carrier().isReachable(commit.next()));
  }

  private Batch<M, E> runBatch(SessionState<M, E> state, Function<Batch<M, E>, Outcome> operation) {
    Batch<M, E> batch = new Batch<>(domain, settings, state);
    openBatch = batch;
    try {
      // Unused, because the outcome is derived from the committed batch.
      Outcome unused = operation.apply(batch);
      return batch;
    } finally {
      openBatch = null;
      batch.close();
    }
  }

  private List<Step<Value.Fields>> encode(List<Step<E>> steps) {
    List<Step<Value.Fields>> encoded = new ArrayList<>(steps.size());
    for (Step<E> step : steps) {
      encoded.add(step.map(domain.eventCodec()::encode));
    }
    return encoded;
  }

  private JournalRecord committed(Instant time, EditOptions options, List<Step<E>> steps) {
    return new JournalRecord.Committed(time, options.origin(), options.label(), encode(steps));
  }

  /**
   * Merges an external version as a step with the events that a body emits; both form one record
   * (SE-22).
   */
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
                  encode(batch.steps()),
                  batch.state().head());
          return Optional.of(undoLimiter.applyLimits(PendingCommit.of(state, record)));
        });
  }

  /** Squashes all steps after a checkpoint into one (SE-25). */
  Outcome squashTo(EditOptions options, String name) {
    return squash(
        options,
        state -> {
          HistoryPoint point = state.stack().checkpointPoint(name);
          return state.history().depth(state.head()) - state.history().depth(point);
        });
  }

  /** Squashes the last steps into one (SE-25). */
  Outcome squash(EditOptions options, int count) {
    return squash(
        options,
        state -> {
          int appliedCount = state.undoStack().appliedCount();
          if (count > appliedCount) {
            throw new RefusedException(
                Conflict.because(
                    "%d steps cannot be squashed: %d are applied".formatted(count, appliedCount)));
          }
          return count;
        });
  }

  private Outcome squash(EditOptions options, ToIntFunction<SessionState<M, E>> count) {
    return pipeline.commit(
        options,
        state -> squash(options, state, count.applyAsInt(state)).map(undoLimiter::applyLimits));
  }

  /**
   * The commit that merges a step into the last one; empty if it cannot be merged.
   *
   * @param step the step as it would be without merging
   */
  private Optional<PendingCommit<M, E>> join(
      EditOptions options, MergeRule rule, SessionState<M, E> state, Step<E> step) {
    if (!canMerge(rule, state, step)) {
      return Optional.empty();
    }
    Step<E> previous = state.history().step(state.head().step().orElseThrow());
    return rule.mergedEvents(eventMerger, previous, step)
        .map(events -> {
          EditorSelection editorSelection = previous.editorSelection().then(step.editorSelection());
          EditOptions mergedOptions =
              EditOptions.of(previous.label(), options.origin())
                  .withEditorSelection(editorSelection);
          return replacement(
              mergedOptions, state, List.of(previous.id()), events, step.digestAfter());
        });
  }

  private boolean canMerge(MergeRule rule, SessionState<M, E> state, Step<E> step) {
    Optional<OpenStep> open = openAt(state);
    return open.isPresent()
        && state.stack().lastSteps(1).equals(Optional.of(List.of(open.get().step())))
        && open.get().rule().allows(state.history().step(open.get().step()), rule, step)
        && (!rule.isGesture() || open.get().stack().isSameAs(state.stack()))
        && !isBoundary(state);
  }

  private Optional<OpenStep> openAt(SessionState<M, E> state) {
    return (lastChange.isWritten(state) ? lastChange.openStep() : lastChange.previousOpenStep())
        .filter(open -> state.head().isAfter(open.step()));
  }

  /**
   * Whether there is a checkpoint or a version of the file at the cursor, which prevents merging.
   */
  private static boolean isBoundary(SessionState<?, ?> state) {
    return state.versions().hasVersionAt(state.head())
        || state.checkpoints().stream().anyMatch(name -> name.point().equals(state.head()));
  }

  /**
   * Remembers a commit, so that the next step may be merged into its step if the merge rule allows
   * it.
   *
   * @param stateBefore the state before the change, which stays current if the change is not
   *     written
   */
  private void noteCommit(
      Optional<MergeRule> mergeRule, SessionState<M, E> stateBefore, PendingCommit<M, E> commit) {
    if (mergeRule.isEmpty() && !lastChange.isMergeable()) {
      return;
    }
    List<Step<Value.Fields>> steps = commit.record().steps();
    Optional<OpenStep> openStep =
        steps.isEmpty() ? Optional.empty() : mergeRule.map(rule -> openStep(rule, commit));
    Optional<StepId> lastStep =
        steps.isEmpty() ? Optional.empty() : Optional.of(steps.getLast().id());
    lastChange = new LastChange(stateBefore.head(), lastStep, openStep, openAt(stateBefore));
  }

  private static OpenStep openStep(MergeRule rule, PendingCommit<?, ?> commit) {
    rule.call().end = commit.record().time();
    UndoStack<?> stack = commit.next().stack();
    return new OpenStep(stack.head().step().orElseThrow(), rule, stack);
  }

  /**
   * The commit that squashes the last steps into one; empty if there are fewer than two.
   *
   * @throws RefusedException if there are undone steps
   */
  private Optional<PendingCommit<M, E>> squash(
      EditOptions options, SessionState<M, E> state, int count) {
    if (state.undoStack().canRedo()) {
      throw new RefusedException(
          Conflict.because("there are undone steps; redo or discard them first")
              .withSuggestion(new Suggestion.Redo(state.redoDepth())));
    }
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

  /** Whether the model at a history point differs from that after some events. */
  private boolean isChange(SessionState<M, E> state, HistoryPoint point, List<E> events) {
    M before = state.modelAt(point).orElseThrow();
    M after = before;
    for (E event : events) {
      after = domain.replay(event, after);
    }
    return !before.equals(after);
  }

  private PendingCommit<M, E> replacement(
      EditOptions options,
      SessionState<M, E> state,
      List<StepId> replaced,
      List<E> events,
      Digest digestAfter) {
    List<Step<Value.Fields>> replacement = new ArrayList<>();
    HistoryPoint parent = state.history().parent(replaced.get(0));
    if (!digestAfter.equals(state.digestAt(parent)) || isChange(state, parent, events)) {
      Step<E> step =
          new Step<>(
              settings.ids().get(),
              parent,
              options.label(),
              options.origin(),
              settings.clock().instant(),
              events,
              digestAfter,
              Reversal.NONE,
              replaced,
              options.editorSelection(),
              false);
      replacement.add(step.map(domain.eventCodec()::encode));
    }
    JournalRecord record =
        new JournalRecord.Replaced(
            settings.clock().instant(), options.origin(), options.label(), replaced, replacement);
    return PendingCommit.of(state, record);
  }
}
