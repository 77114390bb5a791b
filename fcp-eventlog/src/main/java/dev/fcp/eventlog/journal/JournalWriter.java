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
 * Gives records their places and brings them to the disk. One thread at a time touches the disk;
 * what waits for a force when it begins is forced together (JN-5). While the lock of the process is
 * held, records are given their places by whoever hands them over.
 */
final class JournalWriter implements AutoCloseable {

  /** More than this waits for the disk only if a single record is larger. */
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
   * The number of the last record once all that was accepted is written.
   *
   * @param wanted a record that is to be read
   * @throws JournalException if that one was accepted and could not be written
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

  /** The number of the last record, those of others included. */
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

  /** They are needed only if something fails, so the most frequent case is made short. */
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
   * Does something when all that was recorded is written and others' records are read.
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

  /** As {@link #read}, for what gives nothing. */
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

  /** As {@link #run}, and all that was recorded lasts, so that nothing can be ahead of it. */
  void runForced(DiskAct act) {
    run(() -> {
      if (underway.isAllForced()) {
        // Others may have written without forcing; if this fails nothing of ours is lost.
        segments.force();
      } else {
        work.force();
      }
      act.run();
    });
  }

  /** Does something and keeps the lock of the process from then on, until {@link #unhold}. */
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

  /** Brings everything to the disk; nothing is done any more afterwards. */
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
