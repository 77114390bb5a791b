package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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

  DriverCapabilities {
    observes = copy(Aspect.class, observes);
    methods = copy(LogMethod.class, methods);
    features = copy(Feature.class, features);
  }

  private static <E extends Enum<E>> Set<E> copy(Class<E> type, Collection<E> values) {
    Set<E> copy = EnumSet.noneOf(type);
    copy.addAll(values);
    return Collections.unmodifiableSet(copy);
  }

  /** Creates the capabilities of a driver without special features but that of default counts. */
  DriverCapabilities(
      String name, Optional<RedoTail> redoTail, Set<Aspect> observes, Set<LogMethod> methods) {
    this(name, redoTail, observes, methods, EnumSet.of(Feature.DEFAULT_COUNT));
  }

  /** Returns the capabilities of a log that shows every aspect and has every method. */
  static DriverCapabilities all(String name, RedoTail redoTail) {
    return new DriverCapabilities(
        name,
        Optional.of(redoTail),
        EnumSet.allOf(Aspect.class),
        EnumSet.allOf(LogMethod.class),
        EnumSet.allOf(Feature.class));
  }

  /**
   * Returns the capabilities of a log in this process that shows and has exactly what the
   * specification requires.
   */
  static DriverCapabilities specificationOnly(String name, RedoTail redoTail) {
    return new DriverCapabilities(
            name,
            Optional.of(redoTail),
            EnumSet.complementOf(EnumSet.of(Aspect.CAN_UNDO, Aspect.CAN_REDO)),
            LogMethod.specified(),
            EnumSet.of(Feature.BRIEF_REPLIES, Feature.DEFAULT_COUNT))
        .with(LogMethod.KEPT, LogMethod.OTHER);
  }

  /** Returns these capabilities with more methods. */
  DriverCapabilities with(LogMethod... added) {
    Set<LogMethod> changed = EnumSet.noneOf(LogMethod.class);
    changed.addAll(methods);
    changed.addAll(Arrays.asList(added));
    return new DriverCapabilities(name, redoTail, observes, changed, features);
  }

  /** Returns these capabilities with fewer methods. */
  DriverCapabilities without(LogMethod... removed) {
    Set<LogMethod> changed = EnumSet.noneOf(LogMethod.class);
    changed.addAll(methods);
    Arrays.asList(removed).forEach(changed::remove);
    return new DriverCapabilities(name, redoTail, observes, changed, features);
  }

  /** Returns these capabilities with another feature. */
  DriverCapabilities with(Feature added) {
    Set<Feature> changed = EnumSet.of(added);
    changed.addAll(features);
    return new DriverCapabilities(name, redoTail, observes, methods, changed);
  }

  /** Returns these capabilities without a feature. */
  DriverCapabilities without(Feature removed) {
    Set<Feature> changed = EnumSet.complementOf(EnumSet.of(removed));
    changed.retainAll(features);
    return new DriverCapabilities(name, redoTail, observes, methods, changed);
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

  /** Returns a call with a count if the log has no default counts. */
  Call withNeededCount(Call call) {
    return features.contains(Feature.DEFAULT_COUNT) ? call : call.withCount();
  }

  /** Returns a vector with counts if the log has no default counts. */
  Vector withNeededCounts(Vector vector) {
    return features.contains(Feature.DEFAULT_COUNT) ? vector : vector.withCounts();
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
