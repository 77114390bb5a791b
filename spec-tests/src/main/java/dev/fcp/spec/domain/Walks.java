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
 * Makes {@link Walk}s of 20 to 60 moves. Each move has choices of its own, so that a walk shrinks
 * move by move.
 */
final class Walks<M, E> {

  private static final int LEAST_MOVES = 20;
  private static final int MOST_MOVES = 60;
  private static final int CHOICES_OF_A_MOVE = 96;

  private final Domain<M, E> domain;
  private final Generator<M> models;
  private final Function<M, Generator<E>> events;

  Walks(Domain<M, E> domain, Generator<M> models, Function<M, Generator<E>> events) {
    this.domain = domain;
    this.models = models;
    this.events = events;
  }

  Arbitrary<Walk<M, E>> arbitrary() {
    Generator<Choices> tape = choices -> choices;
    return Combinators.combine(
            // The moves come first, because what comes first shrinks first.
            tape.arbitraryList(LEAST_MOVES, MOST_MOVES, CHOICES_OF_A_MOVE), models.arbitrary())
        .as((moves, start) -> walk(start, moves));
  }

  private Walk<M, E> walk(M start, List<Choices> moves) {
    Run run = new Run(start);
    for (Choices choices : moves) {
      if (!run.failed) {
        run.move(choices);
      }
    }
    return new Walk<>(start, run.moves);
  }

  private final class Run {
    private final List<M> visited = new ArrayList<>();
    private final List<Move<M, E>> moves = new ArrayList<>();
    private final Deque<E> done = new ArrayDeque<>();
    private final Deque<E> undone = new ArrayDeque<>();
    private M model;
    private boolean failed;

    Run(M start) {
      this.model = start;
      visited.add(start);
    }

    void move(Choices choices) {
      switch (choices.upTo(9)) {
        case 0 -> {} // the simplest move is none, so that moves can be shrunk away
        case 1 -> takeBack(choices.between(1, 4));
        case 2 -> bringBack(choices.between(1, 4));
        case 3 -> apply(events.apply(choices.among(visited)).generate(choices)); // often too late
        default -> apply(events.apply(model).generate(choices));
      }
    }

    private void apply(E event) {
      if (happened(event)) {
        done.push(event);
        undone.clear();
      }
    }

    private void takeBack(int count) {
      for (int i = 0; i < count && !done.isEmpty() && takenBack(done.peek()); i++) {
        undone.push(done.pop());
      }
    }

    private boolean takenBack(E event) {
      try {
        return happened(domain.invert(event));
      } catch (RuntimeException e) {
        return failed(event, e);
      }
    }

    private void bringBack(int count) {
      for (int i = 0; i < count && !undone.isEmpty() && happened(undone.peek()); i++) {
        done.push(undone.pop());
      }
    }

    private boolean happened(E event) {
      Optional<Conflict> conflict;
      M after;
      try {
        conflict = domain.check(event, model);
        if (conflict.isPresent()) {
          moves.add(new Move.Refused<>(model, event, conflict.get()));
          return false;
        }
        after = domain.replay(event, model);
      } catch (RuntimeException e) {
        return failed(event, e);
      }
      moves.add(new Move.Applied<>(model, event, after));
      model = after;
      visited.add(after);
      return true;
    }

    private boolean failed(E event, RuntimeException failure) {
      moves.add(new Move.Failed<>(model, event, failure));
      failed = true;
      return false;
    }
  }
}
