package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.journal.JournalException;
import java.util.function.Consumer;

/**
 * A continuous user action, such as a drag, a turn of a knob or a run of typing: its edits are
 * published and recorded one by one, but form one step for undo (SE-32). All edits until {@link
 * #end} are merged into that step, however long the pauses; their events are squashed, so that each
 * record contains the whole step so far.
 *
 * <p>Another caller's step, an undo, a checkpoint or a save in between ends the step; the next edit
 * begins a new one. After a crash, the edits that were acknowledged are restored as one step.
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
   * Commits an edit of the gesture.
   *
   * @return as for {@link Session#step(EditOptions, Consumer)}; {@link Outcome.Recorded} if the
   *     edits so far cancel each other out, so that no step is left
   * @throws IllegalStateException if the gesture has ended
   * @throws JournalException if the step could not be written
   */
  public Outcome step(Consumer<? super StepBuilder<M, E>> body) {
    if (!isOpen) {
      throw new IllegalStateException("the gesture \"" + options.label() + "\" has ended");
    }
    return stepCommitter.editGesture(options, this, body);
  }

  /** Ends the gesture; later edits are not merged into it. Ending it again does nothing. */
  public void end() {
    isOpen = false;
  }

  /** Same as {@link #end}. */
  @Override
  public void close() {
    end();
  }
}
