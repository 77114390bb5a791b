package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Enforces the undo limits: a record that commits a step also contains the new start of the undo
 * stack (SE-29). Used while the session is locked.
 */
final class UndoLimiter<M, E> {

  private static final int MIN_CACHED_STEPS = 64;

  private final Domain<M, E> domain;
  private volatile UndoLimits limits;
  private final JsonLineWriter json = new JsonLineWriter();

  /**
   * A cache of the sizes of steps, which may contain steps that are no longer on the undo stack.
   */
  private final Map<StepId, Integer> stepBytes = new HashMap<>();

  /** The last sum: the size of the steps between two points of the undo stack. */
  private Sum lastSum = new Sum(HistoryPoint.BASE, HistoryPoint.BASE, 0);

  private record Sum(HistoryPoint from, HistoryPoint to, long bytes) {}

  UndoLimiter(Domain<M, E> domain, UndoLimits limits) {
    this.domain = domain;
    this.limits = limits;
  }

  void setLimits(UndoLimits limits) {
    this.limits = limits;
  }

  /** Shortens the undo stack to the limits after a commit. */
  PendingCommit<M, E> applyLimits(PendingCommit<M, E> commit) {
    SessionState<M, E> next = commit.next();
    int excess =
        commit.record().steps().isEmpty() ? 0 : countBeyondLimits(next, commit.record().time());
    if (excess == 0) {
      return commit;
    }
    StepId undoLimit = next.undoStack().applied().get(excess - 1);
    return new PendingCommit<>(
        commit.record().withUndoLimit(undoLimit),
        StateFold.withUndoLimit(next, undoLimit));
  }

  /** How many of the oldest steps exceed the limits. */
  private int countBeyondLimits(SessionState<M, E> state, Instant now) {
    List<StepId> applied = state.undoStack().applied();
    Instant oldest = limits.oldestAllowed(now);
    long bytes = limits.hasByteLimit() ? totalBytes(state, applied) : 0;
    int maxExcess = Math.min(applied.size() - 1, state.stack().uncarriedCount());
    int excess = 0;
    while (excess < maxExcess
        && (applied.size() - excess > limits.maxSteps()
            || bytes > limits.maxBytes()
            || isBefore(oldest, state, applied.get(excess)))) {
      bytes -= limits.hasByteLimit() ? bytesOf(state, applied.get(excess)) : 0;
      excess++;
    }
    if (excess > 0) {
      lastSum = new Sum(HistoryPoint.after(applied.get(excess - 1)), state.head(), bytes);
    }
    return excess;
  }

  private static boolean isBefore(Instant oldest, SessionState<?, ?> state, StepId id) {
    return oldest.isAfter(Instant.MIN) && state.history().step(id).time().isBefore(oldest);
  }

  /** The size of all applied steps; adds only the steps since the last sum. */
  private long totalBytes(SessionState<M, E> state, List<StepId> applied) {
    if (stepBytes.size() > MIN_CACHED_STEPS + 2 * applied.size()) {
      stepBytes.keySet().retainAll(new HashSet<>(applied));
    }
    HistoryPoint start = state.stack().start().point();
    OptionalInt position =
        lastSum.from().equals(start) ? state.stack().positionOf(lastSum.to()) : OptionalInt.empty();
    // The last sum may end in the redo tail, which an ignored step leaves.
    int summed = position.orElse(0) <= state.stack().uncarriedCount() ? position.orElse(0) : 0;
    long bytes = summed > 0 ? lastSum.bytes() : 0;
    for (StepId id : applied.subList(summed, applied.size())) {
      bytes += bytesOf(state, id);
    }
    lastSum = new Sum(start, state.head(), bytes);
    return bytes;
  }

  private int bytesOf(SessionState<M, E> state, StepId id) {
    return stepBytes.computeIfAbsent(
        id,
        step -> {
          int bytes = 0;
          for (E event : state.history().step(step).events()) {
            bytes += json.clear().value(domain.eventCodec().encode(event)).toBytes().length;
          }
          return bytes;
        });
  }
}
