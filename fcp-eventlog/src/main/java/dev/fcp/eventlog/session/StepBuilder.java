package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.persistent.PersistentList;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The inside of an open step: the model as the step has it so far, and where events go. For the
 * body of the step only, and only while it runs.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class StepBuilder<M, E> {

  private final Domain<M, E> domain;
  private Progress<M, E> progress;
  private @Nullable RefusedException refusal;
  private boolean isOpen = true;

  /** What has been reached; replaced as a whole, so that it is never half of an event. */
  record Progress<M, E>(M model, PersistentList<E> events, Value.Fields selectionAfter) {}

  StepBuilder(Domain<M, E> domain, M model, Value.Fields selectionAfter) {
    this.domain = domain;
    this.progress = new Progress<>(model, PersistentList.empty(), selectionAfter);
  }

  /** The model with all events so far. */
  public M model() {
    return progress.model();
  }

  /**
   * Applies an event (SE-2).
   *
   * @throws RefusedException if it does not apply; the step is then refused, also if the body goes
   *     on
   * @throws IllegalStateException if the step is over
   */
  public void emit(E event) {
    Objects.requireNonNull(event, "event");
    requireOpen(event);
    requireNotRefused();
    Optional<Conflict> conflict = domain.check(event, progress.model());
    if (conflict.isPresent()) {
      refusal = new RefusedException(conflict.get());
      throw refusal;
    }
    M next = domain.replay(event, progress.model());
    progress = new Progress<>(next, progress.events().append(event), progress.selectionAfter());
  }

  /**
   * Says where the user is after the step, in place of what its intent says (SE-28). That counts if
   * the step has an event.
   *
   * @param selection what is selected then, where the caret stands; at most {@link
   *     EditorSelection#MAX_BYTES}, or the step is refused
   * @throws IllegalStateException if the step is over
   */
  public void setEditorSelection(Value.Fields selection) {
    Objects.requireNonNull(selection, "selection");
    requireOpen(selection);
    progress = new Progress<>(progress.model(), progress.events(), selection);
  }

  private void requireOpen(Object what) {
    if (!isOpen) {
      throw new IllegalStateException("the step is over; it does not take " + what);
    }
  }

  Progress<M, E> progress() {
    return progress;
  }

  /** Goes back to what had been reached before; a refusal stays. */
  void resetTo(Progress<M, E> earlier) {
    progress = earlier;
  }

  void requireNotRefused() {
    if (refusal != null) {
      throw refusal;
    }
  }

  void close() {
    isOpen = false;
  }
}
