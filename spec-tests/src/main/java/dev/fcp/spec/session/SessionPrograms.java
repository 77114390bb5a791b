package dev.fcp.spec.session;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOperation.Action;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Generates random programs for sessions in which every operation follows every other one often.
 */
final class SessionPrograms {

  /** The number of kinds of operations without the rare ones, and with them. */
  private static final int COMMON_KINDS = 15;

  private static final int ALL_KINDS = 23;

  /** The maximum number of pairs of operations in one program of a round. */
  private static final int MAX_PAIRS_PER_PROGRAM = 25;

  private static final int CHOICES_PER_OPERATION = 32;
  private static final int CHOICES_PER_EVENT = 96;

  private SessionPrograms() {}

  /**
   * Generates rounds of programs: in each round every operation follows every operation once,
   * itself included, in an order that differs from round to round.
   */
  static Arbitrary<List<List<SessionOperation>>> rounds(boolean includesRareOperations) {
    int kinds = includesRareOperations ? ALL_KINDS : COMMON_KINDS;
    int size = kinds * kinds + 1;
    return Combinators.combine(
            Generator.integers(0, Character.MAX_VALUE).arbitrary(1),
            operationFactories().arbitraryList(size, size, CHOICES_PER_OPERATION))
        .as((order, factories) -> round(eulerCircuit(kinds, order), factories));
  }

  /**
   * Generates operations whose kind depends on their position, so that they do not change when
   * others shrink.
   */
  private static Generator<IntFunction<Optional<SessionOperation>>> operationFactories() {
    return choices ->
        kind -> {
          Choices ownChoices = choices.restarted();
          return ownChoices.upTo(Character.MAX_VALUE) == 0
              ? Optional.empty()
              : Optional.of(operation(kind, ownChoices));
        };
  }

  /**
   * Returns a circuit of all numbers below a bound in which each number follows each number once,
   * itself included.
   */
  private static List<Integer> eulerCircuit(int kinds, int order) {
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

  /** Splits a circuit into programs; each begins with the kind that the one before it ends with. */
  private static List<List<SessionOperation>> round(
      List<Integer> circuit, List<IntFunction<Optional<SessionOperation>>> factories) {
    List<List<SessionOperation>> programs = new ArrayList<>();
    for (int from = 0; from < factories.size() - 1; from += MAX_PAIRS_PER_PROGRAM) {
      List<SessionOperation> operations = new ArrayList<>();
      for (int index = from;
          index <= Math.min(from + MAX_PAIRS_PER_PROGRAM, factories.size() - 1);
          index++) {
        factories.get(index).apply(circuit.get(index)).ifPresent(operations::add);
      }
      if (circuit.contains(ALL_KINDS - 1) && programs.size() % 4 == 0) {
        // Own redo has an effect only right after own undo.
        operations.add(new SessionOperation.UndoOwn(false));
        operations.add(new SessionOperation.RedoOwn(false));
      }
      if (circuit.contains(ALL_KINDS - 1) && programs.size() % 4 == 1) {
        // The edits of a gesture join only if they follow each other, and redo needs a step that
        // was just undone.
        operations.addAll(gesture(from));
        operations.add(new SessionOperation.Undo(1));
        operations.add(new SessionOperation.Redo(1));
      }
      programs.add(withInitialCheckpoint(operations));
    }
    return List.copyOf(programs);
  }

  private static List<SessionOperation> gesture(int seed) {
    List<SessionOperation> edits = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      List<Integer> choices =
          new SplittableRandom(seed * 3L + i)
              .ints(CHOICES_PER_EVENT, 0, 1 << Character.SIZE)
              .boxed()
              .toList();
      edits.add(new SessionOperation.GestureStep(List.of(new Action.EmitMergeable(choices))));
    }
    return edits;
  }

  static Arbitrary<List<SessionOperation>> programs(int minSize, int maxSize) {
    return operations()
        .arbitraryList(minSize, maxSize, CHOICES_PER_OPERATION)
        .map(SessionPrograms::withInitialCheckpoint);
  }

  /** Prepends a checkpoint, so that there is a name to go back to. */
  private static List<SessionOperation> withInitialCheckpoint(List<SessionOperation> operations) {
    List<SessionOperation> program = new ArrayList<>(operations);
    program.add(0, new SessionOperation.Checkpoint("a"));
    return List.copyOf(program);
  }

  private static Generator<SessionOperation> operations() {
    return choices -> operation(choices.upTo(COMMON_KINDS - 1), choices);
  }

  private static SessionOperation operation(int kind, Choices choices) {
    return switch (kind) {
      case 0 -> step(choices);
      case 1 -> batch(choices, 2);
      case 2 ->
          new SessionOperation.MergeableStep(
              mergeKey(choices), mergeableAction().list(1, 2).generate(choices));
      case 3 -> new SessionOperation.Undo(choices.upTo(4));
      case 4 -> new SessionOperation.Redo(choices.upTo(4));
      case 5 -> new SessionOperation.UndoTo(checkpointName(choices));
      case 6 -> new SessionOperation.BailTo(checkpointName(choices));
      case 7 -> new SessionOperation.SquashTo(choices.percent(30) ? "c d" : "a");
      case 8 -> new SessionOperation.Checkpoint(choices.percent(30) ? "a" : "c d");
      case 9 -> new SessionOperation.Save();
      case 10 -> new SessionOperation.Restore();
      case 11 -> new SessionOperation.Verify();
      case 12 -> new SessionOperation.Reopen();
      case 13 -> new SessionOperation.NameBranch(branchName(choices), choices.upTo(20));
      case 14 ->
          new SessionOperation.Switch(
              choices.percent(40) ? Optional.of(branchName(choices)) : Optional.empty(),
              choices.upTo(20),
              choices.percent(40));
      case 15 -> new SessionOperation.GuestStep(action(0).list(1, 2).generate(choices));
      case 16 -> new SessionOperation.UndoOwn(choices.percent(5));
      case 17 -> new SessionOperation.RedoOwn(choices.percent(5));
      case 18 ->
          new SessionOperation.Rollback(
              choices.upTo(3), choices.between(1, 3), choices.percent(30));
      case 19 -> new SessionOperation.ReopenWithLimits(limits(choices));
      case 20 -> new SessionOperation.GestureStep(action(0).list(1, 2).generate(choices));
      case 21 -> new SessionOperation.Clear();
      default -> new SessionOperation.MarkSaved();
    };
  }

  /** Generates no limit, one of the three, or all. */
  private static NaiveUndoLimits limits(Choices choices) {
    int unlimited = Integer.MAX_VALUE;
    int kind = choices.upTo(5);
    return new NaiveUndoLimits(
        kind == 2 || kind == 5 ? choices.between(1, 6) : unlimited,
        kind == 3 || kind == 5 ? choices.between(1, 250) : unlimited,
        kind == 4 || kind == 5 ? choices.between(0, 8) : unlimited);
  }

  private static String checkpointName(Choices choices) {
    return choices.pick(List.of("a", "c d"));
  }

  /** Generates a branch name; some are also names of checkpoints. */
  private static String branchName(Choices choices) {
    return choices.pick(List.of("a", "b", "b", "c d", "e"));
  }

  private static String mergeKey(Choices choices) {
    return choices.pick(List.of("k", "k", "k", "l"));
  }

  private static SessionOperation.Part part(Choices choices, int depth) {
    return depth > 0 && choices.percent(40) ? batch(choices, depth) : step(choices);
  }

  private static SessionOperation.Step step(Choices choices) {
    return new SessionOperation.Step(
        action(1).list(choices.percent(90) ? 1 : 0, 3).generate(choices), choices.percent(50));
  }

  private static SessionOperation.Batch batch(Choices choices, int depth) {
    Generator<SessionOperation.Part> parts = inner -> part(inner, depth - 1);
    return new SessionOperation.Batch(
        parts.list(0, 4).generate(choices), choices.percent(20), choices.percent(50));
  }

  private static Generator<Action> action(int depth) {
    return choices -> {
      int kind = choices.upTo(13);
      if (kind == 13) {
        return new Action.Fail();
      }
      return kind > 9 && depth > 0 ? join(choices, depth) : new Action.Emit(eventChoices(choices));
    };
  }

  private static Action join(Choices choices, int depth) {
    return new Action.JoinStep(action(depth - 1).list(0, 3).generate(choices), choices.percent(50));
  }

  private static Generator<Action> mergeableAction() {
    return choices ->
        switch (choices.upTo(9)) {
          case 0 -> new Action.Fail();
          case 1 -> new Action.Emit(eventChoices(choices));
          default -> new Action.EmitMergeable(eventChoices(choices));
        };
  }

  private static List<Integer> eventChoices(Choices choices) {
    return expandedChoices(choices, CHOICES_PER_EVENT);
  }

  /** Expands one choice to many, so that programs are short and quick to generate. */
  static List<Integer> expandedChoices(Choices choices, int size) {
    int seed = choices.upTo(Character.MAX_VALUE);
    return seed == 0
        ? List.of()
        : new SplittableRandom(seed).ints(size, 0, 1 << Character.SIZE).boxed().toList();
  }
}
