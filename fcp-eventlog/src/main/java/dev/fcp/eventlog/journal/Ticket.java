package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants of a journal, and what became of it: a place for a record and that it lasts,
 * or that something was done. Guarded by the lock of the crew.
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

  /** A place was given or refused. */
  void answer(SubmitResult answer) {
    this.answer = answer;
  }

  /** What was wanted is done. */
  void done() {
    done = true;
  }

  /**
   * It will not be done.
   *
   * @param lost whether it is certain that nothing of it was done
   */
  void fail(JournalException reason, boolean lost) {
    this.failure = reason;
    this.lost = lost;
    this.done = true;
  }

  /** The place, as soon as it is given or refused. The lock is held. */
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
