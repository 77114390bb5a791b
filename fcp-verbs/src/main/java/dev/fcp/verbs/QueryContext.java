package dev.fcp.verbs;

/**
 * What a query sees.
 *
 * @param <M> the model
 */
public interface QueryContext<M> {

  /** The model. */
  M model();

  /** A value of the view, or the key's value at first; see {@link ViewKey}. */
  <V> V view(ViewKey<V> key);
}
