package dev.fcp.spec.session;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOp.Act;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random programs for sessions, in which every operation follows every other one often. */
final class SessionPrograms {

  /** How many operations there are, and how many with the rarer ones. */
  private static final int KINDS = 15;

  private static final int ALL_KINDS = 20;

  /** How many pairs of operations one program of a round holds at most. */
  private static final int PAIRS = 25;

  private static final int CHOICES_OF_AN_OPERATION = 32;
  private static final int CHOICES_OF_AN_EVENT = 96;

  private SessionPrograms() {}

  /**
   * Rounds of programs: in each round every operation follows every one once, in an order that
   * differs from round to round.
   */
  static Arbitrary<List<List<SessionOp>>> rounds(boolean rarer) {
    int kinds = rarer ? ALL_KINDS : KINDS;
    int size = kinds * kinds + 1;
    return Combinators.combine(
            Generator.whole(0, Character.MAX_VALUE).arbitrary(1),
            unplaced().arbitraryList(size, size, CHOICES_OF_AN_OPERATION))
        .as((order, unplaced) -> round(circuit(kinds, order), unplaced));
  }

  /** An operation whose kind depends on its place, so that it stays as it is when others shrink. */
  private static Generator<IntFunction<Optional<SessionOp>>> unplaced() {
    return choices ->
        kind -> {
          Choices own = choices.again();
          return own.upTo(Character.MAX_VALUE) == 0 ? Optional.empty() : Optional.of(op(kind, own));
        };
  }

  /** All numbers below a bound, each behind each one once; the last is the first. */
  private static List<Integer> circuit(int kinds, int order) {
    List<Integer> shuffled = new ArrayList<>();
    for (int kind = 0; kind < kinds; kind++) {
      shuffled.add(kind);
    }
    Collections.shuffle(shuffled, new Random(order));
    List<Integer> circuit = new ArrayList<>();
    for (int i = 0; i < kinds; i++) {
      circuit.add(shuffled.get(i));
      for (int j = i + 1; j < kinds; j++) {
        circuit.add(shuffled.get(i));
        circuit.add(shuffled.get(j));
      }
    }
    circuit.add(circuit.get(0));
    return circuit;
  }

  /** Programs along a circuit; each begins with the kind that the one before it ends with. */
  private static List<List<SessionOp>> round(
      List<Integer> circuit, List<IntFunction<Optional<SessionOp>>> unplaced) {
    List<List<SessionOp>> programs = new ArrayList<>();
    for (int from = 0; from < unplaced.size() - 1; from += PAIRS) {
      List<SessionOp> ops = new ArrayList<>();
      for (int at = from; at <= Math.min(from + PAIRS, unplaced.size() - 1); at++) {
        unplaced.get(at).apply(circuit.get(at)).ifPresent(ops::add);
      }
      if (circuit.contains(ALL_KINDS - 1) && programs.size() % 4 == 0) {
        // Bringing back does something only where nothing was done between.
        ops.add(new SessionOp.UndoOwn(false));
        ops.add(new SessionOp.RedoOwn(false));
      }
      programs.add(named(ops));
    }
    return List.copyOf(programs);
  }

  static Arbitrary<List<SessionOp>> programs(int least, int most) {
    return ops().arbitraryList(least, most, CHOICES_OF_AN_OPERATION).map(SessionPrograms::named);
  }

  /** The first state has a name, so that there is one to go back to. */
  private static List<SessionOp> named(List<SessionOp> ops) {
    List<SessionOp> program = new ArrayList<>(ops);
    program.add(0, new SessionOp.Checkpoint("a"));
    return List.copyOf(program);
  }

  private static Generator<SessionOp> ops() {
    return choices -> op(choices.upTo(KINDS - 1), choices);
  }

  private static SessionOp op(int kind, Choices choices) {
    return switch (kind) {
      case 0 -> step(choices);
      case 1 -> batch(choices, 2);
      case 2 -> new SessionOp.Typed(key(choices), typing().list(1, 2).generate(choices));
      case 3 -> new SessionOp.Undo(choices.upTo(4));
      case 4 -> new SessionOp.Redo(choices.upTo(4));
      case 5 -> new SessionOp.UndoTo(name(choices));
      case 6 -> new SessionOp.Bail(name(choices));
      case 7 -> new SessionOp.Squash(choices.percent(30) ? "c d" : "a");
      case 8 -> new SessionOp.Checkpoint(choices.percent(30) ? "a" : "c d");
      case 9 -> new SessionOp.Save();
      case 10 -> new SessionOp.Restore();
      case 11 -> new SessionOp.Verify();
      case 12 -> new SessionOp.Reopen();
      case 13 -> new SessionOp.NameBranch(branch(choices), choices.upTo(20));
      case 14 ->
          new SessionOp.Switch(
              choices.percent(40) ? Optional.of(branch(choices)) : Optional.empty(),
              choices.upTo(20),
              choices.percent(40));
      case 15 -> new SessionOp.Guest(acts(0).list(1, 2).generate(choices));
      case 16 -> new SessionOp.UndoOwn(choices.percent(5));
      case 17 -> new SessionOp.RedoOwn(choices.percent(5));
      case 18 ->
          new SessionOp.Rollback(choices.upTo(3), choices.between(1, 3), choices.percent(30));
      default -> new SessionOp.Within(limit(choices));
    };
  }

  /** None, or one of the three, or all at once. */
  private static NaiveLimit limit(Choices choices) {
    int none = Integer.MAX_VALUE;
    int which = choices.upTo(5);
    return new NaiveLimit(
        which == 2 || which == 5 ? choices.between(1, 6) : none,
        which == 3 || which == 5 ? choices.between(1, 250) : none,
        which == 4 || which == 5 ? choices.between(0, 8) : none);
  }

  private static String name(Choices choices) {
    return choices.among(List.of("a", "c d"));
  }

  /** Some are those of checkpoints. */
  private static String branch(Choices choices) {
    return choices.among(List.of("a", "b", "b", "c d", "e"));
  }

  private static String key(Choices choices) {
    return choices.among(List.of("k", "k", "k", "l"));
  }

  private static SessionOp.Part part(Choices choices, int depth) {
    return depth > 0 && choices.percent(40) ? batch(choices, depth) : step(choices);
  }

  private static SessionOp.Step step(Choices choices) {
    return new SessionOp.Step(
        acts(1).list(choices.percent(90) ? 1 : 0, 3).generate(choices), choices.percent(50));
  }

  private static SessionOp.Batch batch(Choices choices, int depth) {
    Generator<SessionOp.Part> parts = inner -> part(inner, depth - 1);
    return new SessionOp.Batch(
        parts.list(0, 4).generate(choices), choices.percent(20), choices.percent(50));
  }

  private static Generator<Act> acts(int depth) {
    return choices -> {
      int kind = choices.upTo(13);
      if (kind == 13) {
        return new Act.Fail();
      }
      return kind > 9 && depth > 0 ? join(choices, depth) : new Act.Emit(event(choices));
    };
  }

  private static Act join(Choices choices, int depth) {
    return new Act.Join(acts(depth - 1).list(0, 3).generate(choices), choices.percent(50));
  }

  private static Generator<Act> typing() {
    return choices ->
        switch (choices.upTo(9)) {
          case 0 -> new Act.Fail();
          case 1 -> new Act.Emit(event(choices));
          default -> new Act.Type(event(choices));
        };
  }

  private static List<Integer> event(Choices choices) {
    return grown(choices, CHOICES_OF_AN_EVENT);
  }

  /** Many choices that follow from one, so that a program is short to write and quick to make. */
  static List<Integer> grown(Choices choices, int size) {
    int seed = choices.upTo(Character.MAX_VALUE);
    return seed == 0
        ? List.of()
        : new SplittableRandom(seed).ints(size, 0, 1 << Character.SIZE).boxed().toList();
  }
}
