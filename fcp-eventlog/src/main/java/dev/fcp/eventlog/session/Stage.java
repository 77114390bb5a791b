package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
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
public final class Stage<M, E> {

  private final Domain<M, E> domain;
  private Content<M, E> content;
  private @Nullable RefusedException refusal;
  private boolean open = true;

  /** What has been reached; replaced as a whole, so that it is never half of an event. */
  record Content<M, E>(M model, PersistentList<E> events, Value.Fields after) {}

  Stage(Domain<M, E> domain, M model, Value.Fields after) {
    this.domain = domain;
    this.content = new Content<>(model, PersistentList.empty(), after);
  }

  /** The model with all events so far. */
  public M model() {
    return content.model();
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
    Optional<Conflict> conflict = domain.check(event, content.model());
    if (conflict.isPresent()) {
      refusal = new RefusedException(conflict.get());
      throw refusal;
    }
    M next = domain.replay(event, content.model());
    content = new Content<>(next, content.events().append(event), content.after());
  }

  /**
   * Says where the user is after the step, in place of what its intent says (SE-28). That counts if
   * the step has an event.
   *
   * @param after what is selected then, where the caret stands; at most {@link Focus#MAX_BYTES}, or
   *     the step is refused
   * @throws IllegalStateException if the step is over
   */
  public void focusOn(Value.Fields after) {
    Objects.requireNonNull(after, "after");
    requireOpen(after);
    content = new Content<>(content.model(), content.events(), after);
  }

  private void requireOpen(Object what) {
    if (!open) {
      throw new IllegalStateException("the step is over; it does not take " + what);
    }
  }

  Content<M, E> content() {
    return content;
  }

  /** Goes back to what had been reached before; a refusal stays. */
  void backTo(Content<M, E> earlier) {
    content = earlier;
  }

  void requireNotRefused() {
    if (refusal != null) {
      throw refusal;
    }
  }

  void close() {
    open = false;
  }
}
