package dev.fcp.spec.session;

import dev.fcp.eventlog.session.Limits;
import java.time.Duration;

/**
 * How much can be undone.
 *
 * @param steps how many steps
 * @param bytes how many bytes of their events
 * @param age how many operations ago the oldest was made
 */
record NaiveLimit(int steps, int bytes, int age) {

  static final NaiveLimit NONE =
      new NaiveLimit(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** The same for a session; operations are a second apart. */
  Limits limits() {
    return new Limits(steps, bytes, Duration.ofSeconds(age));
  }

  /**
   * Takes the oldest steps off a line, one by one, as long as it is too long.
   *
   * @param operation how many operations there were
   */
  <M, E> void shorten(NaiveLine<M, E> line, int operation, Vocabulary<M, E> vocabulary) {
    while (line.cursor() > 1
        && (line.cursor() > steps
            || bytes(line, vocabulary) > bytes
            || operation - line.at(1).operation() > age)) {
      line.dropFirst();
    }
  }

  private static <M, E> int bytes(NaiveLine<M, E> line, Vocabulary<M, E> vocabulary) {
    return line.applied().stream()
        .flatMap(place -> place.events().stream())
        .mapToInt(vocabulary::bytes)
        .sum();
  }
}
