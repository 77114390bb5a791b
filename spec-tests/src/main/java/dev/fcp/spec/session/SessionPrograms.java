package dev.fcp.spec.session;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOp.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitrary;

/** Random programs for sessions, in which every operation follows every other one often. */
final class SessionPrograms {

  private static final int LEAST = 19;
  private static final int MOST = 23;
  private static final int CHOICES_OF_AN_OPERATION = 32;
  private static final int CHOICES_OF_AN_EVENT = 96;

  private SessionPrograms() {}

  static Arbitrary<List<SessionOp>> programs() {
    return programs(LEAST, MOST);
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
    return choices ->
        switch (choices.upTo(12)) {
          case 0 -> step(choices);
          case 1 -> batch(choices, 2);
          case 2 -> new SessionOp.Typed(key(choices), typing().list(1, 2).generate(choices));
          case 3 -> new SessionOp.Undo(choices.upTo(4));
          case 4 -> new SessionOp.Redo(choices.upTo(4));
          case 5 -> new SessionOp.UndoTo(name(choices));
          case 6 -> new SessionOp.Bail(name(choices));
          case 7 -> new SessionOp.Squash(name(choices));
          case 8 -> new SessionOp.Checkpoint(name(choices));
          case 9 -> new SessionOp.Save();
          case 10 -> new SessionOp.Restore();
          case 11 -> new SessionOp.Verify();
          default -> new SessionOp.Reopen();
        };
  }

  private static String name(Choices choices) {
    return choices.among(List.of("a", "c d"));
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
