package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.JournalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Counts the calls to code outside the session, and makes some of them fail. */
final class FaultInjector {

  /** What a third of the calls throw, because not all that is thrown is an exception. */
  static final class FaultError extends Error {
    private static final long serialVersionUID = 1;

    FaultError(String message) {
      super(message);
    }
  }

  private final Set<Integer> failingCalls;
  private final List<Callback> calls = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();
  private final List<Callback> thrownAt = new ArrayList<>();
  private boolean isPaused;

  /**
   * Faults at some calls.
   *
   * @param failingCalls the indices of the calls that fail, from 0
   */
  FaultInjector(Set<Integer> failingCalls) {
    this.failingCalls = failingCalls;
  }

  void enter(Callback callback) {
    if (isPaused) {
      return;
    }
    int index = calls.size();
    calls.add(callback);
    if (failingCalls.contains(index)) {
      Throwable fault = createFault(index, "call " + index + " fails, at " + callback);
      thrown.add(fault);
      thrownAt.add(callback);
      if (fault instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault;
    }
  }

  /**
   * Every callback may throw whatever there is. The kind of a first fault depends on its call
   * alone, for what follows it may depend on its kind; that of a second one depends on both calls.
   */
  private Throwable createFault(int index, String message) {
    int offset = thrown.isEmpty() ? 0 : failingCalls.stream().mapToInt(call -> call / 3).sum();
    return switch ((index + offset) % 3) {
      case 0 -> new JournalException(message);
      case 1 -> new IllegalArgumentException(message);
      default -> new FaultError(message);
    };
  }

  /** What somebody finds whose calls do not count. */
  <T> T withoutFaults(Supplier<T> action) {
    isPaused = true;
    try {
      return action.get();
    } finally {
      isPaused = false;
    }
  }

  /** Makes the bodies of steps and batches fail. */
  SessionProgramRunner.BodyListener bodyListener() {
    return new SessionProgramRunner.BodyListener() {
      @Override
      public void onStep() {
        enter(Callback.STEP_BODY);
      }

      @Override
      public void onBatch() {
        enter(Callback.BATCH_BODY);
      }
    };
  }

  /** What was called by the call of an index. */
  Callback called(int index) {
    return calls.get(index);
  }

  /** How many calls there were. */
  int callCount() {
    return calls.size();
  }

  /** Whether one of the faults behind the first ones was at a callback. */
  boolean thrownSince(int first, Callback callback) {
    return thrownAt.subList(first, thrownAt.size()).contains(callback);
  }

  /** What was thrown, in order. */
  List<Throwable> thrown() {
    return thrown;
  }

  /** Where it was thrown. */
  List<Callback> thrownAt() {
    return thrownAt;
  }
}
