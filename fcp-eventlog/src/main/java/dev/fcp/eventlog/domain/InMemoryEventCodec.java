package dev.fcp.eventlog.domain;

import java.util.Map;

/**
 * The codec for a domain without a codec: the encoded form contains the event object itself.
 *
 * @param domain the name of the domain's class
 */
record InMemoryEventCodec<E>(String domain) implements EventCodec<E> {

  @Override
  public Value.Fields encode(E event) {
    return Value.Fields.of(
        Map.of(
            "type",
            Value.of(event.getClass().getSimpleName()),
            "event",
            new Value.InMemory(event)));
  }

  @Override
  @SuppressWarnings("unchecked")
  public E decode(Value.Fields fields) {
    if (fields.find("event").orElse(null) instanceof Value.InMemory(var event)) {
      return (E) event;
    }
    throw new UnsupportedOperationException(
        domain + " does not implement eventCodec, which journals outside memory need");
  }
}
