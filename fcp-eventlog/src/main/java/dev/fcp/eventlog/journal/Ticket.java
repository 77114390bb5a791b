package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to a journal and its result: the number of a record and its durability, or the end of
 * an operation. Guarded by the lock of the crew.
 */
final class Ticket implements Receipt {

  private final Crew crew;
  private @Nullable SubmitResult answer;
  private @Nullable JournalException failure;
  private boolean done;
  private boolean lost;

  Ticket(Crew crew) {
    this.crew = crew;
  }

  /** Reports that the record was numbered or refused. */
  void answer(SubmitResult answer) {
    this.answer = answer;
  }

  /** Reports that the request is complete. */
  void done() {
    done = true;
  }

  /**
   * Reports that the request failed.
   *
   * @param lost whether it certainly had no effect
   */
  void fail(JournalException reason, boolean lost) {
    this.failure = reason;
    this.lost = lost;
    this.done = true;
  }

  /** Waits until the record is numbered or refused. The caller holds the lock. */
  SubmitResult awaitAnswer() {
    crew.await(() -> answer != null || failure != null);
    if (answer == null) {
      throw Objects.requireNonNull(failure);
    }
    return answer;
  }

  @Override
  public void await() {
    crew.lock();
    try {
      crew.await(() -> done);
      if (failure != null) {
        throw failure;
      }
    } finally {
      crew.unlock();
    }
  }

  @Override
  public boolean hasFailed() {
    crew.lock();
    try {
      return lost;
    } finally {
      crew.unlock();
    }
  }
}
