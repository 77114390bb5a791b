package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.journal.Underway.Pending;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The work on a journal: acquiring the lock of the process, numbering, writing and forcing records,
 * and other exclusive disk operations. All state is guarded by the lock of the crew, which is
 * released during disk operations.
 */
final class JournalWork implements Crew.Work {

  private final JournalFolder folder;
  private final Segments segments;
  private final Lease lease;
  private final boolean forces;
  private final Crew crew;
  private final Underway underway;
  private final Deque<Task<?>> tasks = new ArrayDeque<>();

  /** Why the journal accepts no more records; null if it does. */
  private @Nullable JournalException over;

  /** Why acknowledged records could not be written yet; null if they were. */
  private @Nullable JournalException stalled;

  JournalWork(JournalFolder folder, Segments segments, ProcessTurn turn, Durability durability) {
    this.folder = folder;
    this.segments = segments;
    this.lease = new Lease(folder, segments, turn);
    this.forces = durability instanceof Durability.EveryRecord;
    this.crew = new Crew("fcp-journal " + JournalFolder.name(folder.path()), this);
    this.underway = new Underway(durability, segments.lastNumber(), segments.lastCrc());
  }

  /** An operation that needs the lock of the process and all records of others. */
  interface DiskWork<T> {
    T run() throws IOException;
  }

  /** Such an operation and its ticket. */
  static final class Task<T> {
    private final DiskWork<T> work;
    private final Ticket ticket;
    private @Nullable T result;

    Task(DiskWork<T> work, Ticket ticket) {
      this.work = work;
      this.ticket = ticket;
    }

    /** Waits until the operation is done. */
    @Nullable T await() {
      ticket.await();
      return result;
    }
  }

  Crew crew() {
    return crew;
  }

  Underway underway() {
    return underway;
  }

  Lease lease() {
    return lease;
  }

  void add(Task<?> task) {
    tasks.add(task);
  }

  /** Whether the journal accepts no more records. */
  boolean isOver() {
    return over != null;
  }

  /** Whether acknowledged records could not be written because the disk failed. */
  boolean isStalled() {
    return stalled != null;
  }

  /** Whether nothing can be written at the moment. */
  boolean isHalted() {
    return over != null || stalled != null;
  }

  /** Why nothing can be written. */
  JournalException reason() {
    return Objects.requireNonNull(over == null ? stalled : over);
  }

  /** Retries writing acknowledged records. */
  void goOn() {
    stalled = null;
  }

  /** Ends the work; records that are not written yet are dropped. */
  void end() {
    if (over == null) {
      over = new JournalException("journal " + folder.path() + ": it is closed");
      underway.dropPending(over);
      failWaiting(over);
    }
  }

  /** Whether a submitting thread can number its record itself. */
  boolean isOpenForRecords() {
    return lease.isTaken() && !underway.hasRequests() && !lease.isOver();
  }

  @Override
  public @Nullable Runnable next() {
    boolean wanted = underway.hasRequests() || !tasks.isEmpty() || !lease.isFree();
    if (over != null) {
      return lease.isTaken() ? this::release : null;
    } else if (!lease.isTaken() && wanted) {
      return this::take;
    } else if (underway.hasRequests() && !lease.isOver()) {
      return this::accept;
    } else if (underway.hasPending() && stalled == null) {
      return this::write;
    } else if (!tasks.isEmpty()) {
      return this::perform;
    } else if (lease.isTaken() && !underway.hasPending() && lease.isFree()) {
      return this::release;
    }
    return dueNanos() <= 0 ? this::forceOutside : null;
  }

  @Override
  public long dueNanos() {
    return underway.dueNanos();
  }

  @Override
  public boolean isAwaited() {
    return forces;
  }

  @Override
  public boolean isFinished() {
    return over != null && next() == null;
  }

  @Override
  public void breakDown(Throwable reason) {
    breakDown(new JournalException("journal " + folder.path() + ": " + reason, reason));
  }

  private void take() {
    IOException failure = crew.outside(lease::take);
    if (failure == null) {
      lease.noteTaken();
      underway.goOnBehind(segments.lastNumber(), segments.lastCrc());
      return;
    }
    JournalException reason = exception("cannot be written: ", failure);
    IOException kept = crew.outside(lease::give);
    if (kept != null) {
      reason.addSuppressed(kept);
    }
    if (segments.isBroken()) {
      breakDown(reason);
    } else {
      failWaiting(reason);
    }
  }

  private void failWaiting(JournalException reason) {
    underway.failRequests(reason);
    failTasks(reason, true);
    crew.tell();
  }

  private void failTasks(JournalException reason, boolean lost) {
    tasks.forEach(task -> task.ticket.fail(reason, lost));
    tasks.clear();
  }

  private void accept() {
    underway.acceptRequests();
    releaseIfIdle();
    crew.tell();
  }

  private void releaseIfIdle() {
    boolean idle = !underway.hasRequests() && !underway.hasPending() && tasks.isEmpty();
    if (lease.isTaken() && idle && lease.isFree()) {
      release();
    }
  }

  private void release() {
    lease.noteGiven();
    boolean more = underway.hasRequests() || !tasks.isEmpty();
    IOException failure = crew.outside(more ? lease::giveToOthers : lease::give);
    if (failure != null) {
      breakDown(exception("its lock cannot be given back: ", failure));
    }
  }

  private void write() {
    List<Pending> batch = underway.takePending();
    boolean[] lasts = {false};
    IOException failure =
        crew.outside(() -> {
          List<Segments.NumberedLine> entries = batch.stream().map(Pending::entry).toList();
          lasts[0] = segments.write(entries, forces);
        });
    if (failure instanceof Disk.NotForcedException) {
      underway.noteWritten(batch);
      breakDown(unknown(failure));
    } else if (failure != null) {
      notWritten(batch, failure);
    } else {
      written(batch, lasts[0]);
    }
    crew.tell();
  }

  private void written(List<Pending> batch, boolean lasts) {
    if (!lasts) {
      underway.noteWritten(batch);
      underway.noteForcedBefore(segments.firstOfTail());
    }
    if (lasts || (forces && forceOutside())) {
      releaseIfIdle();
      batch.forEach(record -> record.ticket().done());
    }
  }

  /**
   * Drops records that were not acknowledged, as if they had never been submitted. Keeps
   * acknowledged ones, to retry.
   */
  private void notWritten(List<Pending> batch, IOException failure) {
    underway.putBack(batch);
    if (segments.isBroken()) {
      breakDown(exception("its file cannot be brought back to its last good line: ", failure));
    } else if (forces) {
      underway.dropPending(exception("nothing of it was written: ", failure));
      underway.goOnBehind(segments.lastNumber(), segments.lastCrc());
      releaseIfIdle();
    } else {
      JournalException reason =
          exception(
              "%d records that were acknowledged wait for the disk: "
                  .formatted(underway.pendingCount()),
              failure);
      stalled = reason;
      failTasks(reason, false);
    }
  }

  private boolean forceOutside() {
    return crew.outside(this::force) == null;
  }

  /** Forces everything that is written. Called without the lock. */
  void force() throws IOException {
    try {
      segments.force();
    } catch (IOException e) {
      crew.lock();
      try {
        breakDown(unknown(e));
      } finally {
        crew.unlock();
      }
      throw e;
    }
    crew.lock();
    try {
      underway.noteForced();
    } finally {
      crew.unlock();
    }
  }

  private JournalException unknown(IOException failure) {
    return new OutcomeUnknownException(folder.path().toString(), underway.steps(), failure);
  }

  private void perform() {
    perform(tasks.remove());
  }

  private <T> void perform(Task<T> task) {
    IOException failure = crew.outside(() -> task.result = task.work.run());
    if (over != null) {
      task.ticket.fail(over, false);
    } else if (failure != null) {
      task.ticket.fail(exception("", failure), false);
    }
    releaseIfIdle();
    task.ticket.done();
    crew.tell();
  }

  /** Stops accepting records; what is written stays. */
  private void breakDown(JournalException reason) {
    over = over == null ? reason : over;
    underway.fail(reason);
    failWaiting(reason);
    if (lease.isTaken()) {
      lease.noteGiven();
      IOException failure = crew.outside(lease::give);
      if (failure != null) {
        reason.addSuppressed(failure);
      }
    }
  }

  private JournalException exception(String what, IOException failure) {
    return new JournalException(
        "journal %s: %s%s".formatted(folder.path(), what, failure), failure);
  }
}
