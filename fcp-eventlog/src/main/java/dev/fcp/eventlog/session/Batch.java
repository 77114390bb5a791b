package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.Step;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The inside of an open batch: the model as the batch has it so far, and where its steps are made.
 * For the body of the batch only, and only while it runs.
 *
 * <p>A savepoint is a reference to a state; going back to one is forgetting what came after.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Batch<M, E> {

  /** How deep batches nest. */
  public static final int MAX_DEPTH = 64;

  private final Domain<M, E> domain;
  private final SessionSettings settings;
  private final SessionState<M, E> start;
  private SessionState<M, E> state;
  private @Nullable Stage<M, E> stage;
  private int depth;
  private boolean open = true;

  Batch(Domain<M, E> domain, SessionSettings settings, SessionState<M, E> start) {
    this.domain = domain;
    this.settings = settings;
    this.start = start;
    this.state = start;
  }

  /** The model with all steps so far, and with the events of an open step. */
  public M model() {
    return stage == null ? state.model() : stage.model();
  }

  /**
   * Makes a step, or joins the open one.
   *
   * @return {@link Outcome.Staged}, or {@link Outcome.Unchanged} if the body emitted nothing
   * @throws RefusedException if an event does not apply, the expected head is not there, or the
   *     focus is too large; the batch then stands where it stood before
   * @throws IllegalStateException if the batch is over
   */
  public Outcome step(Intent intent, Consumer<? super Stage<M, E>> body) {
    requireOpen();
    intent.requireMetBy(state);
    return stage == null ? made(intent, body) : joined(stage, body);
  }

  private Outcome made(Intent intent, Consumer<? super Stage<M, E>> body) {
    Stage<M, E> opened = new Stage<>(domain, state.model(), intent.focus().after());
    stage = opened;
    try {
      body.accept(opened);
    } finally {
      stage = null;
      opened.close();
    }
    opened.requireNotRefused();
    Stage.Content<M, E> content = opened.content();
    if (content.events().isEmpty()) {
      return new Outcome.Unchanged();
    }
    Step<E> step = stepOf(intent, content);
    state = state.with(step, content.model());
    return new Outcome.Staged(List.of(step.id()));
  }

  private Step<E> stepOf(Intent intent, Stage.Content<M, E> content) {
    Focus focus = requireSmall(new Focus(intent.focus().before(), content.after()));
    return new Step<>(
        settings.ids().get(),
        state.head(),
        intent.label(),
        intent.origin(),
        settings.clock().instant(),
        content.events(),
        domain.digest(content.model()),
        Reversal.NONE,
        List.of(),
        focus,
        intent.isIgnored());
  }

  /** What is selected, if it is not more than a step keeps (SE-28). */
  static Focus requireSmall(Focus focus) {
    if (focus.bytes() > Focus.MAX_BYTES) {
      throw new RefusedException(
          Conflict.because(
                  "what is selected takes %d bytes, a step keeps at most %d"
                      .formatted(focus.bytes(), Focus.MAX_BYTES))
              .suggesting("keep ids or offsets of it"));
    }
    return focus;
  }

  private Outcome joined(Stage<M, E> opened, Consumer<? super Stage<M, E>> body) {
    Stage.Content<M, E> savepoint = opened.content();
    boolean done = false;
    try {
      body.accept(opened);
      opened.requireNotRefused();
      done = true;
    } finally {
      if (!done) {
        opened.backTo(savepoint);
      }
    }
    boolean emitted = opened.content().events().size() > savepoint.events().size();
    return emitted ? new Outcome.Staged(List.of()) : new Outcome.Unchanged();
  }

  /**
   * Makes several steps that succeed or fail together, as a part of this batch (BT-4).
   *
   * @return {@link Outcome.Staged}, or {@link Outcome.Unchanged} if no step was made
   * @throws RefusedException if a step of it is refused and its body does not catch that, if the
   *     expected head is not there, or if it would nest deeper than {@link #MAX_DEPTH}; this batch
   *     then stands where it stood before
   * @throws IllegalStateException if the batch is over, or a step is open
   */
  public Outcome batch(Intent intent, Consumer<? super Batch<M, E>> body) {
    requireOpen();
    if (stage != null) {
      throw new IllegalStateException("a batch cannot be opened inside a step");
    }
    intent.requireMetBy(state);
    if (depth == MAX_DEPTH) {
      String reason = "batches nest at most " + MAX_DEPTH + " deep";
      throw new RefusedException(Conflict.because(reason));
    }
    SessionState<M, E> savepoint = state;
    boolean done = false;
    depth++;
    try {
      body.accept(this);
      done = true;
    } finally {
      depth--;
      if (!done) {
        state = savepoint;
      }
    }
    List<Step<E>> made = madeSince(savepoint);
    return made.isEmpty()
        ? new Outcome.Unchanged()
        : new Outcome.Staged(made.stream().map(Step::id).toList());
  }

  /** The state with all steps so far. */
  SessionState<M, E> state() {
    return state;
  }

  /** The steps so far, oldest first. */
  List<Step<E>> steps() {
    return madeSince(start);
  }

  private List<Step<E>> madeSince(SessionState<M, E> savepoint) {
    List<Step<E>> steps = state.history().steps();
    return List.copyOf(steps.subList(savepoint.history().steps().size(), steps.size()));
  }

  void close() {
    open = false;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the batch is over; it takes no step");
    }
  }
}
