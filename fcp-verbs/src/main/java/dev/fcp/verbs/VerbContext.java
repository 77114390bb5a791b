package dev.fcp.verbs;

/**
 * The context in which a verb reads the model and emits events. It is valid only during one call of
 * {@link Verb#apply}, on the calling thread.
 *
 * @param <M> the model
 * @param <E> the events
 */
public interface VerbContext<M, E> extends QueryContext<M> {

  /**
   * The model with all events emitted so far, including those of earlier operations of the call.
   */
  @Override
  M model();

  /**
   * Applies an event. If it conflicts with the model, this event and all later events of the
   * operation have no effect, and the operation is refused with the reason of the conflict whatever
   * the verb returns.
   *
   * @return whether it was applied
   */
  boolean emit(E event);

  /** A new ULID for what the operation makes, such as a marker in a text. */
  String newUlid();

  /**
   * Sets a value of the view state. Only operations of this call see it until the whole call has
   * succeeded.
   */
  <V> void setView(ViewKey<V> key, V value);
}
