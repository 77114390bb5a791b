package dev.fcp.eventlog.domain;

/**
 * Encodes and decodes the events of a domain; {@code decode(encode(e))} equals {@code e} (DM-5).
 *
 * @param <E> the family of events
 */
public interface EventCodec<E> {

  /** The event as an object whose member {@code type} names its kind. */
  Value.Fields encode(E event);

  /**
   * The event of an encoded object.
   *
   * @throws MalformedValueException if the object is not an event of this domain
   */
  E decode(Value.Fields fields);
}
