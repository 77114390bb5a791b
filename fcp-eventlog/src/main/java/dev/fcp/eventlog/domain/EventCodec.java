package dev.fcp.eventlog.domain;

/**
 * Encodes and decodes the events of a domain; {@code decode(encode(e))} equals {@code e} (DM-5).
 *
 * @param <E> the family of events
 */
public interface EventCodec<E> {

  /** Encodes an event as an object; its member {@code type} contains the event type. */
  Value.Fields encode(E event);

  /**
   * Decodes an event.
   *
   * @throws MalformedValueException if the object is not an event of this domain
   */
  E decode(Value.Fields fields);
}
