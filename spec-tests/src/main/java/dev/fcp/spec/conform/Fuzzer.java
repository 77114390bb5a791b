package dev.fcp.spec.conform;

import dev.fcp.spec.generator.Choices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Generates random programs that a driver can run. Few events, names and small counts make
 * collisions frequent.
 */
final class Fuzzer {

  private static final int MAX_CALLS = 24;
  private static final int MAX_LONG_CALLS = 300;

  /** One of so many random programs is long, and another one contains other texts. */
  private static final int KINDS = 20;

  private static final Map<Object, Object> OTHER_TEXTS =
      Map.of("a", "", "b", " x", "x", "x ", "y", "X", "c", "e\u0301", "d", "\u00e9", "e", "\u00c9");

  /** The number of calls up to which the state is read after every call. */
  static final int MAX_CALLS_READ = 400;

  /** The events in random programs, the simplest first. */
  static final List<String> EVENTS = List.of("a", "b", "x", "y");

  /** The names of checkpoints in random programs, the simplest first. */
  static final List<String> NAMES = List.of("c", "d", "e");

  private final DriverCapabilities capabilities;

  Fuzzer(DriverCapabilities capabilities) {
    this.capabilities = capabilities;
  }

  /**
   * Returns the vector of a program; the capability of the driver decides what a checkpoint does
   * with a redo tail.
   */
  Vector vectorOf(List<Call> program) {
    int last = program.size() - 1;
    return ReferenceModel.vectorOf(
        "",
        "random",
        program,
        capabilities.expectedRedoTail(),
        index ->
            last < MAX_CALLS_READ
                || index == last
                || program.get(index).method() == LogMethod.CHECKPOINT);
  }

  /** Generates a random program without calls that the driver does not have. */
  List<Call> randomProgram(RandomGenerator random) {
    int kind = random.nextInt(KINDS);
    List<Call> program = randomProgram(random, kind == 0 ? MAX_LONG_CALLS : MAX_CALLS, kind == 0);
    List<Call> withTexts = kind == 1 ? withOtherTexts(program) : program;
    return withTexts.stream().map(capabilities::withNeededCount).toList();
  }

  /** Replaces the first words by texts that logs are tempted to change. */
  private List<Call> withOtherTexts(List<Call> program) {
    return program.stream()
        .map(call ->
            new Call(
                call.method(),
                call.arguments().stream()
                    .map(argument -> OTHER_TEXTS.getOrDefault(argument, argument))
                    .toList()))
        .toList();
  }

  private List<Call> randomProgram(RandomGenerator random, int maxCalls, boolean hasLargeCounts) {
    Choices choices = Choices.random(random, 6 * maxCalls);
    int size = choices.between(1, maxCalls);
    List<Call> program = new ArrayList<>();
    while (program.size() < size) {
      Call call = hasLargeCounts ? largeCall(choices) : call(choices);
      if (capabilities.canDo(call.method())) {
        program.add(call);
      } else {
        size--;
      }
    }
    return program;
  }

  private static Call call(Choices choices) {
    int kind = choices.upTo(24);
    if (kind < 7) {
      return Call.of(LogMethod.APPEND, choices.pick(EVENTS));
    } else if (kind < 10) {
      return Call.of(LogMethod.CHECKPOINT, choices.pick(NAMES));
    } else if (kind < 13) {
      return undoOrRedo(LogMethod.UNDO, choices);
    } else if (kind < 15) {
      return undoOrRedo(LogMethod.REDO, choices);
    } else if (kind < 17) {
      return Call.of(LogMethod.UNDO_TO, choices.pick(NAMES));
    } else if (kind < 18) {
      return Call.of(LogMethod.RECENT, choices.upTo(4));
    } else if (kind < 19) {
      return Call.of(LogMethod.TRUNCATE);
    } else if (kind < 20) {
      return Call.of(LogMethod.DROP_FIRST, choices.upTo(3));
    }
    if (kind == 22) {
      return Call.of(LogMethod.RELOAD);
    } else if (kind == 23) {
      return Call.of(LogMethod.KEPT);
    } else if (kind == 24) {
      return choices.percent(70)
          ? Call.of(LogMethod.OTHER, "append", choices.pick(EVENTS))
          : Call.of(LogMethod.OTHER, choices.pick(List.of("undo", "redo")));
    }
    return kind == 20
        ? Call.of(LogMethod.REPLACE_LAST, choices.between(1, 3), choices.pick(EVENTS))
        : Call.of(LogMethod.REPLACE_LAST, choices.between(1, 3));
  }

  /** Returns a call for long programs: mostly an append, and sometimes with a large count. */
  private static Call largeCall(Choices choices) {
    int kind = choices.upTo(19);
    if (kind < 13) {
      return Call.of(LogMethod.APPEND, Integer.toString(choices.upTo(40)));
    } else if (kind == 13) {
      return Call.of(LogMethod.UNDO, choices.upTo(MAX_LONG_CALLS));
    } else if (kind < 16) {
      return Call.of(LogMethod.REDO, choices.upTo(MAX_LONG_CALLS));
    } else if (kind == 16) {
      return Call.of(LogMethod.CHECKPOINT, "n" + choices.upTo(40));
    }
    return call(choices);
  }

  private static Call undoOrRedo(LogMethod method, Choices choices) {
    if (!choices.percent(50)) {
      return Call.of(method);
    }
    // Rarely negative, because after a wrongly accepted negative count the comparison ends.
    return Call.of(method, choices.percent(4) ? -choices.between(1, 2) : choices.upTo(4));
  }
}
