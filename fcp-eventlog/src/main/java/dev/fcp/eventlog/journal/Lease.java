package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of the process as a writer has it: for one write, a little longer while more records
 * come, and as long as somebody holds it. Taking it means to have read what others wrote.
 *
 * <p>What is asked is guarded by the lock of the crew; taking and giving are done without it, by
 * who does the work.
 */
final class Lease {

  /** After so long other processes get their turn. */
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What they are left to take it. */
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

  /** Whether nobody holds it for more than one write. */
  boolean isFree() {
    return holders == 0;
  }

  /** Whether others wait for long enough. */
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

  /** Takes the lock and reads what others wrote. After a failure it is given. */
  void take() throws IOException {
    turn.take();
    if (!segments.isCurrent()) {
      requireOwnFolder();
      segments.catchUp();
    }
  }

  /** What is written into a folder that was moved or emptied would be lost. */
  private void requireOwnFolder() throws IOException {
    if (!turn.stands() || folder.isUnfinished()) {
      segments.breakOff();
      throw new IOException("its folder was moved or emptied; open the document again");
    }
  }

  void give() throws IOException {
    turn.give();
  }

  /** Gives the lock, and leaves others the time to take it. */
  void giveToOthers() throws IOException {
    turn.give();
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
