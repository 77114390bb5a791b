package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a driver declares about itself.
 *
 * @param name the name of the log
 * @param redoTail its answer to CP-4; empty if it declares none
 * @param observes the aspects that it shows
 * @param methods the methods that it has
 * @param features what else it supports
 */
record DriverCapabilities(
    String name,
    Optional<RedoTail> redoTail,
    Set<Aspect> observes,
    Set<LogMethod> methods,
    Set<Feature> features) {

  /** Creates the capabilities of a driver without special features. */
  DriverCapabilities(
      String name, Optional<RedoTail> redoTail, Set<Aspect> observes, Set<LogMethod> methods) {
    this(name, redoTail, observes, methods, EnumSet.noneOf(Feature.class));
  }

  /** Returns the capabilities of a log that shows every aspect and has every method. */
  static DriverCapabilities all(String name, RedoTail redoTail) {
    return new DriverCapabilities(
        name,
        Optional.of(redoTail),
        EnumSet.allOf(Aspect.class),
        EnumSet.allOf(LogMethod.class),
        EnumSet.of(Feature.LONE_SURROGATES));
  }

  /**
   * Returns the capabilities of a log that shows and has exactly what the specification requires.
   */
  static DriverCapabilities specificationOnly(String name, RedoTail redoTail) {
    return new DriverCapabilities(
        name,
        Optional.of(redoTail),
        EnumSet.complementOf(EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO)),
        LogMethod.specified());
  }

  /** Returns what a log is called that lacks methods of the specification; empty if it has all. */
  Optional<String> partialLog() {
    if (methods.containsAll(LogMethod.specified())) {
      return Optional.empty();
    }
    return Optional.of(canDo(LogMethod.CHECKPOINT) ? "partial log" : "undo stack");
  }

  /** Returns the expected answer to CP-4: the declared one or, if there is none, any. */
  RedoTail expectedRedoTail() {
    return redoTail.orElse(RedoTail.KEEPS);
  }

  /** Whether the driver can run a vector. */
  boolean canRun(Vector vector) {
    return vector.program().stream().allMatch(call -> canDo(call.method()))
        && features.containsAll(vector.features())
        && vector.redoTail().orElse(expectedRedoTail()) == expectedRedoTail();
  }

  boolean canDo(LogMethod method) {
    return methods.contains(method);
  }
}
