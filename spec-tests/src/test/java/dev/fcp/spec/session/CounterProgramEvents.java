package dev.fcp.spec.session;

import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOperation.Action;
import java.util.List;

/** The events of programs on counters. */
final class CounterProgramEvents {

  private static final int MAX_NUMBER = 9;

  static final ProgramEvents<Counter, CounterEvent> EVENTS =
      new ProgramEvents<>(
          new CounterDomain(), CounterProgramEvents::events, CounterProgramEvents::events);

  /** An event that does not apply. */
  static final Action INAPPLICABLE = new Action.Emit(List.of(9));

  private CounterProgramEvents() {}

  static Generator<CounterEvent> events(Counter model) {
    return choices ->
        switch (choices.upTo(9)) {
          case 0, 1, 2, 3, 4 -> new CounterEvent.Added(choices.between(-MAX_NUMBER, MAX_NUMBER));
          case 5, 6, 7, 8 ->
              new CounterEvent.Set(model.value(), choices.between(-MAX_NUMBER, MAX_NUMBER));
          default -> new CounterEvent.Set(model.value() + 1, 0);
        };
  }

  /** Adds a number from -9 to 9. */
  static Action add(int n) {
    return new Action.Emit(List.of(0, n + MAX_NUMBER));
  }

  /** Sets the counter to a number from -9 to 9. */
  static Action setTo(int value) {
    return new Action.Emit(List.of(5, value + MAX_NUMBER));
  }
}
