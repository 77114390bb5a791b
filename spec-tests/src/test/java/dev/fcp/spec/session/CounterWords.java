package dev.fcp.spec.session;

import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOp.Act;
import java.util.List;

/** What programs say about counters. */
final class CounterWords {

  private static final int MOST = 9;

  static final Vocabulary<Counter, CounterEvent> VOCABULARY =
      new Vocabulary<>(new CounterDomain(), CounterWords::events, CounterWords::events);

  /** An event that does not apply. */
  static final Act UNFIT = new Act.Emit(List.of(9));

  private CounterWords() {}

  static Generator<CounterEvent> events(Counter model) {
    return choices ->
        switch (choices.upTo(9)) {
          case 0, 1, 2, 3, 4 -> new CounterEvent.Added(choices.between(-MOST, MOST));
          case 5, 6, 7, 8 -> new CounterEvent.Set(model.value(), choices.between(-MOST, MOST));
          default -> new CounterEvent.Set(model.value() + 1, 0);
        };
  }

  /** Adds a number from -9 to 9. */
  static Act add(int n) {
    return new Act.Emit(List.of(0, n + MOST));
  }

  /** Sets the counter to a number from -9 to 9. */
  static Act setTo(int value) {
    return new Act.Emit(List.of(5, value + MOST));
  }
}
