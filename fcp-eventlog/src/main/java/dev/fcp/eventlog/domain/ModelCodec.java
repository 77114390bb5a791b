package dev.fcp.eventlog.domain;

/**
 * How the models of a domain are written down, with all that a file does not hold: ids and order
 * keys ({@code DM-8}).
 *
 * @param <M> the model
 */
public interface ModelCodec<M> {

  /** The model as bytes. */
  byte[] encode(M model);

  /**
   * The model that was written down.
   *
   * @throws MalformedValueException if the bytes are no model of this domain
   */
  M decode(byte[] bytes);
}
