package dev.fcp.spec.domains.counter;

/** What can happen to a counter. Sums beyond the range of an {@code int} wrap around. */
public sealed interface CounterEvent {

  /**
   * A number was added; applies to every counter.
   *
   * @param n what was added; negative to take away
   */
  record Added(int n) implements CounterEvent {}

  /**
   * The counter was set.
   *
   * @param before what it was; the event applies to no other counter
   * @param after what it is then
   */
  record Set(int before, int after) implements CounterEvent {}
}
