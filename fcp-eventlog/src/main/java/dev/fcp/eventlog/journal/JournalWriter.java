package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Crew.DiskAct;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.JournalWork.DiskWork;
import dev.fcp.eventlog.journal.JournalWork.Task;
import dev.fcp.eventlog.journal.Underway.Request;
import java.util.List;
import java.util.Objects;

/**
 * Numbers records and writes them to the disk. One thread at a time uses the disk; records that
 * wait when a force begins share it (JN-5). While the lock of the process is held, submitting
 * threads number their records themselves.
 */
final class JournalWriter implements AutoCloseable {

  /** The maximum size of pending records, unless a single record is larger. */
  private static final long MOST_PENDING_BYTES = 1L << 24;

  private final Segments segments;
  private final JournalWork work;
  private final Underway underway;
  private final Lease lease;
  private final Crew crew;

  JournalWriter(JournalFolder folder, Segments segments, ProcessTurn turn, Durability durability) {
    this.segments = segments;
    this.work = new JournalWork(folder, segments, turn, durability);
    this.underway = work.underway();
    this.lease = work.lease();
    this.crew = work.crew();
  }

  /**
   * Waits until all accepted records are written, and returns the number of the last one.
   *
   * @param wanted the number of a record to be read
   * @throws JournalException if that record was accepted and could not be written
   */
  long writtenNumber(long wanted) {
    crew.lock();
    try {
      awaitWritten();
      long written = segments.lastNumber();
      if (wanted > written && wanted <= underway.lastNumber()) {
        throw work.reason();
      }
      return written;
    } finally {
      crew.unlock();
    }
  }

  /** The number of the last record, including those of other processes. */
  long lastNumber() {
    crew.lock();
    try {
      boolean ours = lease.isTaken() || underway.hasPending();
      if (ours || work.isOver()) {
        return underway.lastNumber();
      }
    } finally {
      crew.unlock();
    }
    return segments.isBehind() ? read(this::acceptedNumber) : acceptedNumber();
  }

  private long acceptedNumber() {
    crew.lock();
    try {
      return underway.lastNumber();
    } finally {
      crew.unlock();
    }
  }

  SubmitResult submit(long expected, byte[] json, List<? extends Step<?>> steps, Receipt on) {
    crew.lock();
    try {
      crew.await(() -> underway.pendingBytes() <= MOST_PENDING_BYTES || work.isHalted());
      requireWritable();
      Ticket ticket = new Ticket(crew);
      Request request = new Request(expected, json, ids(steps), on, ticket);
      if (work.isOpenForRecords()) {
        underway.accept(request);
      } else {
        underway.add(request);
      }
      return ticket.awaitAnswer();
    } finally {
      crew.unlock();
    }
  }

  /** The ids of steps, which are needed only after a failure; optimized for a single step. */
  private static List<StepId> ids(List<? extends Step<?>> steps) {
    return steps.size() == 1
        ? List.of(steps.get(0).id())
        : steps.stream().<StepId>map(Step::id).toList();
  }

  private void requireWritable() {
    if (work.isStalled() && !work.isOver()) {
      work.goOn();
      awaitWritten();
    }
    if (work.isOver() || work.isStalled()) {
      throw work.reason();
    }
  }

  private void awaitWritten() {
    crew.await(() -> segments.lastNumber() >= underway.lastNumber() || work.isHalted());
  }

  /**
   * Runs an operation after all accepted records are written and all records of others are read.
   *
   * @throws JournalException if it failed
   */
  private <T> T read(DiskWork<T> act) {
    Task<T> task = new Task<>(act, new Ticket(crew));
    crew.lock();
    try {
      requireWritable();
      work.add(task);
    } finally {
      crew.unlock();
    }
    return Objects.requireNonNull(task.await());
  }

  /** Like {@link #read}, for an operation without a result. */
  void run(DiskAct act) {
    boolean done =
        read(() -> {
          act.run();
          return true;
        });
    if (!done) {
      throw new IllegalStateException("something without effect");
    }
  }

  /**
   * Like {@link #run}, but forces all records first, so that the operation cannot become durable
   * before them.
   */
  void runForced(DiskAct act) {
    run(() -> {
      if (underway.isAllForced()) {
        // Others may have written without forcing; if this fails, none of our records are lost.
        segments.force();
      } else {
        work.force();
      }
      act.run();
    });
  }

  /** Runs an operation and keeps the lock of the process until {@link #unhold}. */
  void hold(DiskAct act) {
    run(() -> {
      act.run();
      crew.lock();
      try {
        lease.hold();
      } finally {
        crew.unlock();
      }
    });
  }

  void unhold() {
    crew.lock();
    try {
      lease.unhold();
      crew.drive();
    } finally {
      crew.unlock();
    }
  }

  void flush() {
    run(work::force);
  }

  /** Writes and forces everything; nothing can be written afterwards. */
  @Override
  public void close() {
    JournalException failure = null;
    try {
      if (isOpen()) {
        run(() -> {
          work.force();
          segments.close();
        });
      }
    } catch (JournalException e) {
      failure = e;
    }
    end();
    if (failure != null) {
      throw failure;
    }
  }

  private boolean isOpen() {
    crew.lock();
    try {
      return !work.isOver();
    } finally {
      crew.unlock();
    }
  }

  private void end() {
    crew.lock();
    try {
      work.end();
      crew.await(() -> !lease.isTaken());
      crew.dismiss();
    } finally {
      crew.unlock();
    }
  }
}
