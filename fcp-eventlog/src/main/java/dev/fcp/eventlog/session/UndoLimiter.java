package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.session.CommitPipeline.PendingCommit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
   * The size of all steps from one history point to each of these points; a cache, which may
   * contain points that are no longer on the undo stack.
   */
  private final Map<HistoryPoint, Long> bytesUpTo = new HashMap<>();

  UndoLimiter(Domain<M, E> domain, UndoLimits limits) {
    this.domain = domain;
    this.limits = limits;
  }

  UndoLimits limits() {
    return limits;
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
        commit.record().withUndoLimit(undoLimit), StateFold.withUndoLimit(next, undoLimit));
  }

  /** How many of the oldest steps exceed the limits. */
  private int countBeyondLimits(SessionState<M, E> state, Instant now) {
    if (limits.equals(UndoLimits.none())) {
      return 0;
    }
    List<StepId> applied = state.undoStack().applied();
    Instant oldest = limits.oldestAllowed(now);
    long bytes = limits.hasByteLimit() ? totalBytes(state, applied) : 0;
    int maxExcess = Math.min(applied.size() - 1, state.stack().uncarriedCount());
    int excess = 0;
    while (excess < maxExcess
        && (applied.size() - excess > limits.maxSteps()
            || bytes - bytesUpTo.getOrDefault(state.stack().pointAt(excess), 0L) > limits.maxBytes()
            || isBefore(oldest, state, applied.get(excess)))) {
      excess++;
    }
    return excess;
  }

  private static boolean isBefore(Instant oldest, SessionState<?, ?> state, StepId id) {
    return oldest.isAfter(Instant.MIN) && state.history().step(id).time().isBefore(oldest);
  }

  /**
   * Returns the size of all steps up to the cursor, adding only those that are not in the cache.
   */
  private long totalBytes(SessionState<M, E> state, List<StepId> applied) {
    HistoryPoint start = state.stack().start().point();
    if (!bytesUpTo.containsKey(start) || bytesUpTo.size() > MIN_CACHED_STEPS + 2 * applied.size()) {
      bytesUpTo.clear();
      bytesUpTo.put(start, 0L);
    }
    int known = applied.size();
    while (known > 0 && !bytesUpTo.containsKey(HistoryPoint.after(applied.get(known - 1)))) {
      known--;
    }
    HistoryPoint from = known == 0 ? start : HistoryPoint.after(applied.get(known - 1));
    long bytes = Objects.requireNonNull(bytesUpTo.get(from));
    for (StepId id : applied.subList(known, applied.size())) {
      for (E event : state.history().step(id).events()) {
        bytes += json.clear().value(domain.eventCodec().encode(event)).toBytes().length;
      }
      bytesUpTo.put(HistoryPoint.after(id), bytes);
    }
    return bytes;
  }
}
