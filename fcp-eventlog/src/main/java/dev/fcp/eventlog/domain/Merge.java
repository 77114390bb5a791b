package dev.fcp.eventlog.domain;

/**
 * The answer to whether two adjacent events can be told as one.
 *
 * @param <E> the family of events
 */
public sealed interface Merge<E> {

  /** The two cannot be told as one. */
  record Apart<E>() implements Merge<E> {}

  /** The second takes the first back; together they are nothing. */
  record Nothing<E>() implements Merge<E> {}

  /** One event with the effect of both. */
  record Into<E>(E event) implements Merge<E> {}
}
