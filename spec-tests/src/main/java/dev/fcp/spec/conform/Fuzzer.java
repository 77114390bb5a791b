package dev.fcp.spec.conform;

import dev.fcp.spec.generator.Choices;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Generates random programs that a driver can run. Few events, names and small counts make
 * collisions frequent.
 */
final class Fuzzer {

  private static final int MAX_CALLS = 24;

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
    return ReferenceModel.vectorOf("", "random", program, capabilities.expectedRedoTail());
  }

  /** Generates a random program without calls that the driver does not have. */
  List<Call> randomProgram(RandomGenerator random) {
    Choices choices = Choices.random(random, 6 * MAX_CALLS);
    int size = choices.between(1, MAX_CALLS);
    List<Call> program = new ArrayList<>();
    while (program.size() < size) {
      Call call = call(choices);
      if (capabilities.canDo(call.method())) {
        program.add(call);
      } else {
        size--;
      }
    }
    return program;
  }

  private static Call call(Choices choices) {
    int kind = choices.upTo(22);
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
    }
    return kind == 20
        ? Call.of(LogMethod.REPLACE_LAST, choices.between(1, 3), choices.pick(EVENTS))
        : Call.of(LogMethod.REPLACE_LAST, choices.between(1, 3));
  }

  private static Call undoOrRedo(LogMethod method, Choices choices) {
    if (!choices.percent(50)) {
      return Call.of(method);
    }
    // Rarely negative, because after a wrongly accepted negative count the comparison ends.
    return Call.of(method, choices.percent(4) ? -choices.between(1, 2) : choices.upTo(4));
  }
}
