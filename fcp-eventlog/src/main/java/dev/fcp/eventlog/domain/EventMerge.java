package dev.fcp.eventlog.domain;

/**
 * The answer to whether two adjacent events can be told as one.
 *
 * @param <E> the family of events
 */
public sealed interface EventMerge<E> {

  /** The two cannot be told as one. */
  record NotMergeable<E>() implements EventMerge<E> {}

  /** The second takes the first back; together they are nothing. */
  record CancelledOut<E>() implements EventMerge<E> {}

  /** One event with the effect of both. */
  record MergedInto<E>(E event) implements EventMerge<E> {}
}
