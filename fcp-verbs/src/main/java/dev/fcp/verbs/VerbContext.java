package dev.fcp.verbs;

/**
 * What a verb works on: the model so far, and the way to change it. Valid during one call of {@link
 * Verb#apply}, for one thread.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public interface VerbContext<M, E> extends QueryContext<M> {

  /**
   * The model with every event emitted so far, those of earlier operations of the call included.
   */
  @Override
  M model();

  /**
   * Applies an event. One that does not apply exactly changes nothing, makes all later ones of this
   * operation change nothing, and has the operation refused with the conflict's reason, whatever
   * the verb answers.
   *
   * @return whether it was applied
   */
  boolean emit(E event);

  /**
   * Remembers a value of the view, from the moment on when the whole call has succeeded; until then
   * only this call's operations see it.
   */
  <V> void setView(ViewKey<V> key, V value);
}
