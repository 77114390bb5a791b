package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
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
  record Content<M, E>(M model, PersistentList<E> events) {}

  Stage(Domain<M, E> domain, M model) {
    this.domain = domain;
    this.content = new Content<>(model, PersistentList.empty());
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
    if (!open) {
      throw new IllegalStateException("the step is over; it takes no event: " + event);
    }
    requireNotRefused();
    Optional<Conflict> conflict = domain.check(event, content.model());
    if (conflict.isPresent()) {
      refusal = new RefusedException(conflict.get());
      throw refusal;
    }
    M next = domain.replay(event, content.model());
    content = new Content<>(next, content.events().append(event));
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
