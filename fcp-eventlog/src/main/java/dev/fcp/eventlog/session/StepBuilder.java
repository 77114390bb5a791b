package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.persistent.PersistentList;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An open step. Its body reads the model so far and emits events. Valid only while the body runs.
 */
public final class StepBuilder<M, E> {

  private final Domain<M, E> domain;
  private final Supplier<StepId> ids;
  private Progress<M, E> progress;
  private @Nullable RefusedException refusal;
  private boolean isOpen = true;

  /** The model and events so far; replaced as a whole, so that an event is never half applied. */
  record Progress<M, E>(M model, PersistentList<E> events, Value.Fields selectionAfter) {}

  StepBuilder(Domain<M, E> domain, Supplier<StepId> ids, M model, Value.Fields selectionAfter) {
    this.domain = domain;
    this.ids = ids;
    this.progress = new Progress<>(model, PersistentList.empty(), selectionAfter);
  }

  /** The model after all events so far. */
  public M model() {
    return progress.model();
  }

  /**
   * A new ULID for what the step makes, such as a marker in a text. It comes from the ids of the
   * session, so that equal sessions give equal ones.
   */
  public String newUlid() {
    return ids.get().ulid();
  }

  /**
   * Adds an event to the step and applies it to the model (SE-2). If it cancels out the event
   * before it, neither remains (SE-3).
   *
   * @throws RefusedException if the event does not apply; the step is then refused even if the body
   *     catches the exception
   * @throws IllegalStateException if the step has ended
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
    progress = new Progress<>(next, with(event, progress.events()), progress.selectionAfter());
  }

  /** The events with another one, unless it and the last one cancel each other out (DM-11). */
  private PersistentList<E> with(E event, PersistentList<E> events) {
    int last = events.size() - 1;
    return last >= 0 && domain.merge(events.get(last), event) instanceof EventMerge.CancelledOut<E>
        ? events.take(last)
        : events.append(event);
  }

  /**
   * Sets the editor selection after the step, replacing the one of its options (SE-28). It has no
   * effect if the step changes nothing.
   *
   * @param selection the selection and caret after the step; if larger than {@link
   *     EditorSelection#MAX_BYTES}, the step is refused
   * @throws IllegalStateException if the step has ended
   */
  public void setEditorSelection(Value.Fields selection) {
    Objects.requireNonNull(selection, "selection");
    requireOpen(selection);
    progress = new Progress<>(progress.model(), progress.events(), selection);
  }

  private void requireOpen(Object what) {
    if (!isOpen) {
      throw new IllegalStateException("the step has ended; it does not take " + what);
    }
  }

  Progress<M, E> progress() {
    return progress;
  }

  /** Returns to earlier progress; a refusal stays in force. */
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
