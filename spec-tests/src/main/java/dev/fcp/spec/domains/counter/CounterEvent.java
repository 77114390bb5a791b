package dev.fcp.spec.domains.counter;

/** The events of a counter. Sums beyond the range of an {@code int} wrap around. */
public sealed interface CounterEvent {

  /**
   * A number was added; applies to every counter.
   *
   * @param n the number added; may be negative
   */
  record Added(int n) implements CounterEvent {}

  /**
   * The counter was set.
   *
   * @param before the old value; the event applies only to a counter with this value
   * @param after the new value
   */
  record Set(int before, int after) implements CounterEvent {}
}
