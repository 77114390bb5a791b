package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Generates {@link RandomHistory}s of 20 to 60 attempts. Each attempt has its own choices, so that
 * a history shrinks attempt by attempt.
 */
final class RandomHistories<M, E> {

  private static final int MIN_ATTEMPTS = 20;
  private static final int MAX_ATTEMPTS = 60;
  private static final int CHOICES_PER_ATTEMPT = 96;

  private final Domain<M, E> domain;
  private final Generator<M> models;
  private final Function<M, Generator<E>> events;

  RandomHistories(Domain<M, E> domain, Generator<M> models, Function<M, Generator<E>> events) {
    this.domain = domain;
    this.models = models;
    this.events = events;
  }

  Arbitrary<RandomHistory<M, E>> arbitrary() {
    Generator<Choices> tape = choices -> choices;
    return Combinators.combine(
            // The attempts come first, because jqwik shrinks the first component first.
            tape.arbitraryList(MIN_ATTEMPTS, MAX_ATTEMPTS, CHOICES_PER_ATTEMPT), models.arbitrary())
        .as((attempts, initialModel) -> history(initialModel, attempts));
  }

  private RandomHistory<M, E> history(M initialModel, List<Choices> attempts) {
    HistoryBuilder builder = new HistoryBuilder(initialModel);
    for (Choices choices : attempts) {
      if (!builder.failed) {
        builder.attempt(choices);
      }
    }
    return new RandomHistory<>(initialModel, builder.attempts);
  }

  private final class HistoryBuilder {
    private final List<M> visitedModels = new ArrayList<>();
    private final List<EventAttempt<M, E>> attempts = new ArrayList<>();
    private final Deque<E> appliedEvents = new ArrayDeque<>();
    private final Deque<E> undoneEvents = new ArrayDeque<>();
    private M model;
    private boolean failed;

    HistoryBuilder(M initialModel) {
      this.model = initialModel;
      visitedModels.add(initialModel);
    }

    void attempt(Choices choices) {
      switch (choices.upTo(9)) {
        case 0 -> {} // the simplest attempt does nothing, so that attempts can be shrunk away
        case 1 -> undo(choices.between(1, 4));
        case 2 -> redo(choices.between(1, 4));
        case 3 ->
            apply(events.apply(choices.pick(visitedModels)).generate(choices)); // often too late
        default -> apply(events.apply(model).generate(choices));
      }
    }

    private void apply(E event) {
      if (applyIfPossible(event)) {
        appliedEvents.push(event);
        undoneEvents.clear();
      }
    }

    private void undo(int count) {
      for (int i = 0;
          i < count && !appliedEvents.isEmpty() && undoLast(appliedEvents.peek());
          i++) {
        undoneEvents.push(appliedEvents.pop());
      }
    }

    private boolean undoLast(E event) {
      try {
        return applyIfPossible(domain.invert(event));
      } catch (RuntimeException e) {
        return recordFailure(event, e);
      }
    }

    private void redo(int count) {
      for (int i = 0;
          i < count && !undoneEvents.isEmpty() && applyIfPossible(undoneEvents.peek());
          i++) {
        appliedEvents.push(undoneEvents.pop());
      }
    }

    private boolean applyIfPossible(E event) {
      Optional<Conflict> conflict;
      M after;
      try {
        conflict = domain.check(event, model);
        if (conflict.isPresent()) {
          attempts.add(new EventAttempt.Refused<>(model, event, conflict.get()));
          return false;
        }
        after = domain.replay(event, model);
      } catch (RuntimeException e) {
        return recordFailure(event, e);
      }
      attempts.add(new EventAttempt.Applied<>(model, event, after));
      model = after;
      visitedModels.add(after);
      return true;
    }

    private boolean recordFailure(E event, RuntimeException failure) {
      attempts.add(new EventAttempt.Failed<>(model, event, failure));
      failed = true;
      return false;
    }
  }
}
