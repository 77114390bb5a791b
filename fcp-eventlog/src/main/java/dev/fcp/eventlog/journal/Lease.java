package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of the process, as used by a writer: for one write, a little longer while more records
 * follow, and as long as a write lock is open. Acquiring it includes reading the records of others.
 *
 * <p>The state is guarded by the lock of the crew; the working thread acquires and releases the
 * lock of the process without it.
 */
final class Lease {

  /** The maximum time before other processes get a chance to write. */
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The pause in which other processes can acquire the lock. */
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final JournalFolder folder;
  private final Segments segments;
  private final ProcessTurn turn;
  private boolean taken;
  private long takenNanos;
  private int holders;

  Lease(JournalFolder folder, Segments segments, ProcessTurn turn) {
    this.folder = folder;
    this.segments = segments;
    this.turn = turn;
  }

  boolean isTaken() {
    return taken;
  }

  /** Whether no write lock is open. */
  boolean isFree() {
    return holders == 0;
  }

  /** Whether the lock should be released for other processes. */
  boolean isOver() {
    return holders == 0 && System.nanoTime() - takenNanos > LONGEST_NANOS;
  }

  void hold() {
    holders++;
  }

  void unhold() {
    holders--;
  }

  void noteTaken() {
    taken = true;
    takenNanos = System.nanoTime();
  }

  void noteGiven() {
    taken = false;
  }

  /** Acquires the lock and reads the records of others. After a failure, the caller releases it. */
  void take() throws IOException {
    turn.take();
    if (!segments.isCurrent()) {
      requireOwnFolder();
      segments.catchUp();
    }
  }

  /** Rejects a folder that was moved or emptied, where records would be lost. */
  private void requireOwnFolder() throws IOException {
    if (!turn.stands() || folder.isUnfinished()) {
      segments.breakOff();
      throw new IOException("its folder was moved or emptied; open the document again");
    }
  }

  void give() throws IOException {
    turn.give();
  }

  /** Releases the lock and pauses, so that others can acquire it. */
  void giveToOthers() throws IOException {
    turn.give();
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
