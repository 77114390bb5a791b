package dev.fcp.eventlog.domain;

/**
 * How the events of a domain are written down; {@code decode(encode(e))} equals {@code e} (DM-5).
 *
 * @param <E> the family of events
 */
public interface EventCodec<E> {

  /** The event as an object whose member {@code type} names its kind. */
  Value.Fields encode(E event);

  /**
   * The event that was written down.
   *
   * @throws MalformedValueException if the object is no event of this domain
   */
  E decode(Value.Fields fields);
}
