package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.JsonLine;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Ledger.Change;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps undo within its limits: a record that makes a step says with it where the line begins from
 * then on (SE-29). Used under the lock of the session.
 */
final class Reach<M, E> {

  private static final int LEAST_KNOWN = 64;

  private final Domain<M, E> domain;
  private final Limits limits;
  private final JsonLine line = new JsonLine();

  /** The bytes of steps of the line, and of some that were on it. */
  private final Map<StepId, Integer> known = new HashMap<>();

  /** What was summed up last: the steps between two places of the line. */
  private Sum sum = new Sum(Optional.empty(), Optional.empty(), 0);

  private record Sum(Optional<StepId> from, Optional<StepId> to, long bytes) {}

  Reach(Domain<M, E> domain, Limits limits) {
    this.domain = domain;
    this.limits = limits;
  }

  /** The change, after which undo reaches no further than the limits say. */
  Change<M, E> limited(Change<M, E> change) {
    SessionState<M, E> next = change.next();
    int beyond = change.record().steps().isEmpty() ? 0 : beyond(next, change.record().time());
    if (beyond == 0) {
      return change;
    }
    StepId start = next.line().applied().get(beyond - 1);
    return new Change<>(
        change.record().startingAt(start), next.startingAt(start), change.outcome());
  }

  /** How many of the oldest steps are beyond the limits. */
  private int beyond(SessionState<M, E> state, Instant now) {
    List<StepId> applied = state.line().applied();
    Instant oldest = limits.oldest(now);
    long bytes = limits.countsBytes() ? bytes(state, applied) : 0;
    int beyond = 0;
    while (beyond < applied.size() - 1
        && (applied.size() - beyond > limits.steps()
            || bytes > limits.bytes()
            || isBefore(oldest, state, applied.get(beyond)))) {
      bytes -= limits.countsBytes() ? bytes(state, applied.get(beyond)) : 0;
      beyond++;
    }
    if (beyond > 0) {
      sum = new Sum(Optional.of(applied.get(beyond - 1)), state.head(), bytes);
    }
    return beyond;
  }

  private static boolean isBefore(Instant oldest, SessionState<?, ?> state, StepId id) {
    return oldest.isAfter(Instant.MIN) && state.history().step(id).time().isBefore(oldest);
  }

  /** The bytes of all steps of the line; those that were summed up before are not looked at. */
  private long bytes(SessionState<M, E> state, List<StepId> applied) {
    if (known.size() > LEAST_KNOWN + 2 * applied.size()) {
      known.keySet().retainAll(new HashSet<>(applied));
    }
    Optional<StepId> start = state.timeline().start().place();
    OptionalInt summed =
        sum.from().equals(start) ? state.timeline().positionOf(sum.to()) : OptionalInt.empty();
    long bytes = summed.isPresent() ? sum.bytes() : 0;
    for (StepId id : applied.subList(summed.orElse(0), applied.size())) {
      bytes += bytes(state, id);
    }
    sum = new Sum(start, state.head(), bytes);
    return bytes;
  }

  private int bytes(SessionState<M, E> state, StepId id) {
    return known.computeIfAbsent(
        id,
        step -> {
          int bytes = 0;
          for (E event : state.history().step(step).events()) {
            bytes += line.clear().value(domain.eventCodec().encode(event)).toBytes().length;
          }
          return bytes;
        });
  }
}
