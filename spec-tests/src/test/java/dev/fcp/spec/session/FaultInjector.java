package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.JournalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Counts the calls to outside code, and makes some of them fail. */
final class FaultInjector {

  /**
   * The error that a third of the failing calls throw, because not every throwable is an exception.
   */
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
   * Creates an injector.
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
   * Creates a fault of any kind. The kind of a first fault depends only on its call, because the
   * calls after it can depend on its kind; that of a second fault depends on both calls.
   */
  private Throwable createFault(int index, String message) {
    int offset = thrown.isEmpty() ? 0 : failingCalls.stream().mapToInt(call -> call / 3).sum();
    return switch ((index + offset) % 3) {
      case 0 -> new JournalException(message);
      case 1 -> new IllegalArgumentException(message);
      default -> new FaultError(message);
    };
  }

  /** Runs an action whose calls are neither counted nor fail. */
  <T> T withoutFaults(Supplier<T> action) {
    isPaused = true;
    try {
      return action.get();
    } finally {
      isPaused = false;
    }
  }

  /** Returns a listener that makes the bodies of steps and batches fail. */
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

  /** Returns the callback of the call with an index. */
  Callback called(int index) {
    return calls.get(index);
  }

  /** Returns the number of calls so far. */
  int callCount() {
    return calls.size();
  }

  /** Whether a callback threw one of the faults after the first ones. */
  boolean thrownSince(int first, Callback callback) {
    return thrownAt.subList(first, thrownAt.size()).contains(callback);
  }

  /** Returns the thrown faults, in order. */
  List<Throwable> thrown() {
    return thrown;
  }

  /** Returns the callbacks that threw, in order. */
  List<Callback> thrownAt() {
    return thrownAt;
  }
}
