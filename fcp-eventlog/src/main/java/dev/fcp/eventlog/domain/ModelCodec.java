package dev.fcp.eventlog.domain;

/**
 * Encodes and decodes the models of a domain, including what a file does not store: ids and order
 * keys ({@code DM-8}); or the values of a projection.
 */
public interface ModelCodec<M> {

  /** Encodes a model. */
  byte[] encode(M model);

  /**
   * Decodes a model.
   *
   * @throws MalformedValueException if the bytes are not a model of this domain
   */
  M decode(byte[] bytes);
}
