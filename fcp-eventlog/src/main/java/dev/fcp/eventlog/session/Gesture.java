package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.journal.JournalException;
import java.util.function.Consumer;

/**
 * A drag, a turn of a knob, a stretch of typing: edits that are published and written one by one,
 * and are one step for undo (SE-32). However long it pauses, all edits until {@link #end} join that
 * step, and their events are squashed, so that each record holds the whole step so far.
 *
 * <p>A step of somebody else, undo, a checkpoint or a save in between ends the step: the next edit
 * begins another one. What was acknowledged survives a crash, as one step.
 *
 * @param <M> the model
 * @param <E> the events
 */
@CheckReturnValue
public final class Gesture<M, E> implements AutoCloseable {

  private final StepCommitter<M, E> stepCommitter;
  private final EditOptions options;
  private volatile boolean isOpen = true;

  Gesture(StepCommitter<M, E> stepCommitter, EditOptions options) {
    this.stepCommitter = stepCommitter;
    this.options = options;
  }

  /**
   * Makes an edit of the gesture.
   *
   * @return as for {@link Session#step(EditOptions, Consumer)}; {@link Outcome.Recorded} if the
   *     edits so far together do nothing, and no step is left
   * @throws IllegalStateException if the gesture has ended
   * @throws JournalException if the step could not be written
   */
  public Outcome step(Consumer<? super StepBuilder<M, E>> body) {
    if (!isOpen) {
      throw new IllegalStateException("the gesture \"" + options.label() + "\" has ended");
    }
    return stepCommitter.edit(options, this, batch -> batch.step(options, body));
  }

  /** Ends the gesture; later steps do not join it. Ending it again does nothing. */
  public void end() {
    isOpen = false;
  }

  /** As {@link #end}. */
  @Override
  public void close() {
    end();
  }
}
