package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Twice the value of a counter, updated by the events alone, so that a wrong start or path is seen.
 *
 * @param calls of what values were made: {@code project} of a model, or the events
 */
record DoubledCounter(int version, List<Object> calls)
    implements Projection<Counter, CounterEvent, Integer> {

  static final String PROJECT = "project";

  /** A codec that rejects other texts than numbers. */
  private static final ModelCodec<Integer> CODEC =
      new ModelCodec<>() {
        @Override
        public byte[] encode(Integer value) {
          return ("twice: " + value).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public Integer decode(byte[] bytes) {
          String text = new String(bytes, StandardCharsets.US_ASCII);
          if (!text.matches("twice: -?\\d+")) {
            throw new MalformedValueException(text);
          }
          return Integer.parseInt(text.substring("twice: ".length()));
        }
      };

  @Override
  public String name() {
    return "doubled";
  }

  @Override
  public Integer project(Counter model) {
    calls.add(PROJECT);
    return 2 * model.value();
  }

  @Override
  public Integer apply(Integer value, List<CounterEvent> events, Counter model) {
    calls.add(events);
    int sum = value;
    for (CounterEvent event : events) {
      sum +=
          switch (event) {
            case CounterEvent.Added(var n) -> 2 * n;
            case CounterEvent.Set(var before, var after) -> 2 * (after - before);
          };
    }
    return sum;
  }

  @Override
  public Optional<ModelCodec<Integer>> codec() {
    return Optional.of(CODEC);
  }
}
