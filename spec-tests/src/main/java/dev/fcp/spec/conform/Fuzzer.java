package dev.fcp.spec.conform;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random programs that a driver can run. Few events, names and counts make them meet. */
final class Fuzzer {

  private static final int MOST_CALLS = 24;

  /** The words of random programs, the simplest first. */
  static final List<String> EVENTS = List.of("a", "b", "x", "y");

  /** The names of checkpoints in them, the simplest first. */
  static final List<String> NAMES = List.of("c", "d", "e");

  private final Greeting greeting;

  Fuzzer(Greeting greeting) {
    this.greeting = greeting;
  }

  /** The model of a program; the capability decides if a checkpoint meets a redo tail. */
  Vector vector(List<Call> program) {
    return Model.vector("", "random", program, greeting.redoTail().orElse(RedoTail.KEEPS));
  }

  /** A program by chance, without the calls that its driver cannot do. */
  List<Call> program(RandomGenerator chance) {
    Choices choices = Choices.by(chance, 6 * MOST_CALLS);
    int size = choices.between(1, MOST_CALLS);
    List<Call> program = new ArrayList<>();
    while (program.size() < size) {
      Call call = call(choices);
      if (greeting.canDo(call.verb())) {
        program.add(call);
        if (greeting.redoTail().isEmpty() && vector(program).redoTail().isPresent()) {
          program.removeLast();
          size--;
        }
      } else {
        size--;
      }
    }
    return program;
  }

  private static Call call(Choices choices) {
    int kind = choices.upTo(21);
    if (kind < 7) {
      return Call.of(Verb.APPEND, choices.among(EVENTS));
    } else if (kind < 10) {
      return Call.of(Verb.CHECKPOINT, choices.among(NAMES));
    } else if (kind < 13) {
      return moved(Verb.UNDO, choices);
    } else if (kind < 15) {
      return moved(Verb.REDO, choices);
    } else if (kind < 17) {
      return Call.of(Verb.UNDO_TO, choices.among(NAMES));
    } else if (kind < 18) {
      return Call.of(Verb.RECENT, choices.upTo(4));
    } else if (kind < 19) {
      return Call.of(Verb.TRUNCATE);
    } else if (kind < 20) {
      return Call.of(Verb.DROP_FIRST, choices.upTo(3));
    }
    return kind == 20
        ? Call.of(Verb.REPLACE_LAST, choices.between(1, 3), choices.among(EVENTS))
        : Call.of(Verb.REPLACE_LAST, choices.between(1, 3));
  }

  private static Call moved(Verb verb, Choices choices) {
    if (!choices.percent(50)) {
      return Call.of(verb);
    }
    // Rarely: a log that does not refuse negative counts is not looked at behind one.
    return Call.of(verb, choices.percent(4) ? -choices.between(1, 2) : choices.upTo(4));
  }
}
