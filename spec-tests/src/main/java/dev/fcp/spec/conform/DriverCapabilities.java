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
 * @param extraMethods what it has beside the specification
 */
record DriverCapabilities(
    String name, Optional<RedoTail> redoTail, Set<Aspect> observes, Set<LogMethod> extraMethods) {

  /** Of a log that shows and does everything. */
  static DriverCapabilities all(String name, RedoTail redoTail) {
    return new DriverCapabilities(
        name, Optional.of(redoTail), EnumSet.allOf(Aspect.class), EnumSet.allOf(LogMethod.class));
  }

  /** Of a log that shows and does what the specification has, and no more. */
  static DriverCapabilities specificationOnly(String name, RedoTail redoTail) {
    return new DriverCapabilities(
        name,
        Optional.of(redoTail),
        EnumSet.complementOf(EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO)),
        EnumSet.noneOf(LogMethod.class));
  }

  /** Whether it can run a vector. */
  boolean canRun(Vector vector) {
    return vector.program().stream().allMatch(call -> canDo(call.method()))
        && (vector.redoTail().isEmpty() || vector.redoTail().equals(redoTail));
  }

  boolean canDo(LogMethod method) {
    return method.isSpecified() || extraMethods.contains(method);
  }
}
