package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.JournalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Counts the calls to code outside the session, and makes some of them fail. */
final class Faults {

  /** What a failing callback throws where it is no journal. */
  static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    Fault(String message) {
      super(message);
    }
  }

  /** What every third one throws in its place, because not all that is thrown is an exception. */
  static final class FaultError extends Error {
    private static final long serialVersionUID = 1;

    FaultError(String message) {
      super(message);
    }
  }

  private final Set<Integer> failing;
  private final List<Callback> calls = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();
  private final List<Callback> thrownAt = new ArrayList<>();

  /**
   * Faults at some calls.
   *
   * @param failing the indices of the calls that fail, from 0
   */
  Faults(Set<Integer> failing) {
    this.failing = failing;
  }

  void at(Callback callback) {
    int index = calls.size();
    calls.add(callback);
    if (failing.contains(index)) {
      Throwable fault = fault(callback, "call " + index + " fails, at " + callback);
      thrown.add(fault);
      thrownAt.add(callback);
      if (fault instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault;
    }
  }

  private Throwable fault(Callback callback, String message) {
    if (callback.name().startsWith("JOURNAL")) {
      return new JournalException(message);
    }
    return calls.size() % 3 == 0 ? new FaultError(message) : new Fault(message);
  }

  /** How many calls there were. */
  int callCount() {
    return calls.size();
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
