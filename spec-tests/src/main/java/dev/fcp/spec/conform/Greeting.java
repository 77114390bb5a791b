package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a driver says of itself.
 *
 * @param name the log it drives
 * @param redoTail its answer to CP-4; empty if it declares none
 * @param observes what it shows
 * @param operations what it has beside the specification
 */
record Greeting(
    String name, Optional<RedoTail> redoTail, Set<Aspect> observes, Set<Verb> operations) {

  /** Of a log that shows and does everything. */
  static Greeting all(String name, RedoTail redoTail) {
    return new Greeting(
        name, Optional.of(redoTail), EnumSet.allOf(Aspect.class), EnumSet.allOf(Verb.class));
  }

  /** Of a log that shows and does what the specification has, and no more. */
  static Greeting specified(String name, RedoTail redoTail) {
    return new Greeting(
        name,
        Optional.of(redoTail),
        EnumSet.complementOf(EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO)),
        EnumSet.noneOf(Verb.class));
  }

  /** Whether it can run a vector. */
  boolean canRun(Vector vector) {
    return vector.program().stream().allMatch(call -> canDo(call.verb()))
        && (vector.redoTail().isEmpty() || vector.redoTail().equals(redoTail));
  }

  boolean canDo(Verb verb) {
    return verb.isSpecified() || operations.contains(verb);
  }
}
