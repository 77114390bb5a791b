package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.planner.EventMerger;
import dev.fcp.eventlog.session.StepCommitter.MergeRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An open batch. Its body reads the model so far and adds steps. Valid only while the body runs.
 *
 * <p>A savepoint is a reference to an immutable state; returning to it discards everything after
 * it.
 */
public final class Batch<M, E> {

  /** The maximum nesting depth of batches. */
  public static final int MAX_DEPTH = 64;

  private final Domain<M, E> domain;
  private final SessionSettings settings;

  /** All steps so far, oldest first. */
  private final List<Step<E>> steps = new ArrayList<>();

  /** The state after them. */
  private SessionState<M, E> state;

  private @Nullable StepBuilder<M, E> openStep;
  private int depth;

  /** Whether the steps are ignored because an open batch is. */
  private boolean isIgnored;

  /** Which steps are merged if their own options do not say so. */
  private Optional<MergeRule> batchRule = Optional.empty();

  private boolean isOpen = true;

  /** The last step, into which the next one may be merged; null if it may not. */
  private @Nullable MergeableStep<M, E> lastStep;

  /**
   * A step into which the next one may be merged.
   *
   * @param before the state before it
   * @param step the step
   * @param rule which steps are merged into it
   */
  private record MergeableStep<M, E>(SessionState<M, E> before, Step<E> step, MergeRule rule) {}

  Batch(Domain<M, E> domain, SessionSettings settings, SessionState<M, E> state) {
    this.domain = domain;
    this.settings = settings;
    this.state = state;
  }

  /** The model after all steps so far and the events of an open step. */
  public M model() {
    return openStep == null ? state.model() : openStep.model();
  }

  /**
   * The applied steps that are known, oldest first, with all steps so far; each is read when it is
   * accessed.
   */
  public List<Step<E>> appliedSteps() {
    return state.appliedSteps();
  }

  /**
   * Adds a step to the batch, or adds the events to the open step. A step with a merge key may be
   * merged into the step before it in the same batch (SE-24).
   *
   * @return {@link Outcome.Pending}, or {@link Outcome.Unchanged} if the body changed nothing
   * @throws RefusedException if an event does not apply, if the expected head does not match, or if
   *     the editor selection is too large; the batch is then as it was before the call
   * @throws IllegalStateException if the batch has ended
   */
  public Outcome step(EditOptions options, Consumer<? super StepBuilder<M, E>> body) {
    return step(options, MergeRule.of(options, settings.clock()).or(() -> batchRule), body);
  }

  Outcome step(
      EditOptions options, Optional<MergeRule> rule, Consumer<? super StepBuilder<M, E>> body) {
    requireOpen();
    state.requireExpectedHead(options);
    return openStep == null ? runStep(options, rule, body) : joinStep(openStep, body);
  }

  private Outcome runStep(
      EditOptions options, Optional<MergeRule> rule, Consumer<? super StepBuilder<M, E>> body) {
    StepBuilder<M, E> builder =
        new StepBuilder<>(domain, settings.ids(), state.model(), options.editorSelection().after());
    openStep = builder;
    try {
      body.accept(builder);
    } finally {
      openStep = null;
      builder.close();
    }
    builder.requireNotRefused();
    StepBuilder.Progress<M, E> content = builder.progress();
    Digest digest = domain.digest(content.model());
    if (digest.matches(state.digest()) && content.model().equals(state.model())) {
      return new Outcome.Unchanged();
    }
    Step<E> step = toStep(options, content, digest);
    rule.ifPresent(found -> found.call().end = step.time());
    Optional<List<E>> mergedEvents = rule.flatMap(found -> mergedEvents(found, step));
    if (mergedEvents.isPresent()) {
      mergeIntoLastStep(step, mergedEvents.get(), content.model());
      return new Outcome.Pending(List.of());
    }
    lastStep = rule.map(found -> new MergeableStep<>(state, step, found)).orElse(null);
    steps.add(step);
    state = state.with(step, content.model());
    return new Outcome.Pending(List.of(step.id()));
  }

  private Optional<List<E>> mergedEvents(MergeRule rule, Step<E> step) {
    return lastStep != null && lastStep.rule().allows(lastStep.step(), rule, step)
        ? rule.mergedEvents(new EventMerger<>(domain), lastStep.step(), step)
        : Optional.empty();
  }

  /**
   * Replaces the last step by the merged one, which keeps its id; by none if that changes nothing.
   */
  private void mergeIntoLastStep(Step<E> step, List<E> events, M model) {
    MergeableStep<M, E> last = Objects.requireNonNull(lastStep);
    lastStep = null;
    steps.removeLast();
    state = last.before();
    if (!isSame(state.model(), model)) {
      Step<E> merged =
          new Step<>(
              last.step().id(),
              last.step().parent(),
              last.step().label(),
              step.origin(),
              step.time(),
              events,
              step.digestAfter(),
              Reversal.NONE,
              List.of(),
              last.step().editorSelection().then(step.editorSelection()),
              false);
      lastStep = new MergeableStep<>(state, merged, last.rule());
      steps.add(merged);
      state = state.with(merged, model);
    }
  }

  /** Whether both models are equal; models are compared only if their digests are equal. */
  private boolean isSame(M before, M after) {
    return domain.digest(before).equals(domain.digest(after)) && before.equals(after);
  }

  private Step<E> toStep(
      EditOptions options, StepBuilder.Progress<M, E> content, Digest digestAfter) {
    EditorSelection editorSelection =
        requireWithinLimit(
            new EditorSelection(options.editorSelection().before(), content.selectionAfter()));
    return new Step<>(
        settings.ids().get(),
        state.head(),
        options.label(),
        options.origin(),
        settings.clock().instant(),
        content.events(),
        digestAfter,
        Reversal.NONE,
        List.of(),
        editorSelection,
        isIgnored || options.isIgnored());
  }

  /** Returns the selection if it is not larger than a step may record (SE-28); otherwise throws. */
  static EditorSelection requireWithinLimit(EditorSelection editorSelection) {
    if (editorSelection.sizeBytes() > EditorSelection.MAX_BYTES) {
      throw new RefusedException(
          Conflict.because(
                  "what is selected takes %d bytes, a step keeps at most %d"
                      .formatted(editorSelection.sizeBytes(), EditorSelection.MAX_BYTES))
              .withSuggestion("keep ids or offsets of it"));
    }
    return editorSelection;
  }

  private Outcome joinStep(StepBuilder<M, E> builder, Consumer<? super StepBuilder<M, E>> body) {
    StepBuilder.Progress<M, E> savepoint = builder.progress();
    boolean done = false;
    try {
      body.accept(builder);
      builder.requireNotRefused();
      done = true;
    } finally {
      if (!done) {
        builder.resetTo(savepoint);
      }
    }
    StepBuilder.Progress<M, E> content = builder.progress();
    if (isSame(savepoint.model(), content.model())) {
      builder.resetTo(
          new StepBuilder.Progress<>(
              savepoint.model(), savepoint.events(), content.selectionAfter()));
      return new Outcome.Unchanged();
    }
    return new Outcome.Pending(List.of());
  }

  /**
   * Adds several steps that succeed or fail together, as a nested batch (BT-4). Its steps are
   * ignored if its options are, and have its merge key unless they have their own.
   *
   * @return {@link Outcome.Pending}, or {@link Outcome.Unchanged} if no step was made
   * @throws RefusedException if one of its steps is refused and its body does not catch the
   *     exception, if the expected head does not match, or if it is nested deeper than {@link
   *     #MAX_DEPTH}; this batch is then as it was before the call
   * @throws IllegalStateException if the batch has ended, or if a step is open
   */
  public Outcome batch(EditOptions options, Consumer<? super Batch<M, E>> body) {
    requireOpen();
    if (openStep != null) {
      throw new IllegalStateException("a batch cannot be opened inside a step");
    }
    state.requireExpectedHead(options);
    if (depth == MAX_DEPTH) {
      String reason = "batches nest at most " + MAX_DEPTH + " deep";
      throw new RefusedException(Conflict.because(reason));
    }
    SessionState<M, E> savepoint = state;
    int outerCount = steps.size();
    boolean isOuterIgnored = isIgnored;
    Optional<MergeRule> outerRule = batchRule;
    boolean done = false;
    depth++;
    isIgnored |= options.isIgnored();
    batchRule = MergeRule.of(options, settings.clock()).or(() -> outerRule);
    lastStep = null;
    try {
      body.accept(this);
      done = true;
    } finally {
      depth--;
      isIgnored = isOuterIgnored;
      batchRule = outerRule;
      lastStep = null;
      if (!done) {
        state = savepoint;
        steps.subList(outerCount, steps.size()).clear();
      }
    }
    return steps.size() == outerCount
        ? new Outcome.Unchanged()
        : new Outcome.Pending(
            steps.subList(outerCount, steps.size()).stream().map(Step::id).toList());
  }

  /** The state after all steps so far. */
  SessionState<M, E> state() {
    return state;
  }

  /** All steps so far, oldest first. */
  List<Step<E>> steps() {
    return steps;
  }

  void close() {
    isOpen = false;
  }

  private void requireOpen() {
    if (!isOpen) {
      throw new IllegalStateException("the batch has ended; it takes no step");
    }
  }
}
