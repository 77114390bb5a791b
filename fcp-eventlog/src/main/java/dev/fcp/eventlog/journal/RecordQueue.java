package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.GroupCommit.Ticket;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.Segments.NumberedLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The records in progress, in three groups: not numbered, numbered but not written, and written but
 * not forced. Guarded by the lock of the {@link GroupCommit}.
 *
 * <pre>
 * request -> [lock acquired, others' records read] -> pending -> written -> forced
 * </pre>
 */
final class RecordQueue {

  private final Durability durability;
  private final Deque<Request> requests = new ArrayDeque<>();
  private List<Pending> pending = new ArrayList<>();
  private long pendingBytes;
  private final Deque<Unforced> unforced = new ArrayDeque<>();
  private long firstUnforcedNanos;
  private long lastUnforcedNanos;
  private long lastNumber;
  private int lastCrc;

  /** A record without a number. Requests are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  record Request(
      long expected, byte[] json, List<StepId> steps, Receipt predecessor, Ticket ticket) {}

  /** A numbered record that is not written. */
  record Pending(NumberedLine line, List<StepId> steps, Ticket ticket) {}

  /** A record that is written but not forced. */
  private record Unforced(long number, List<StepId> steps, Ticket ticket) {}

  RecordQueue(Durability durability, long lastNumber, int lastCrc) {
    this.durability = durability;
    this.lastNumber = lastNumber;
    this.lastCrc = lastCrc;
  }

  /** The number of the last numbered record. */
  long lastNumber() {
    return lastNumber;
  }

  /** Continues numbering after a record. */
  void continueAfter(long number, int crc) {
    lastNumber = number;
    lastCrc = crc;
  }

  void add(Request request) {
    requests.add(request);
  }

  boolean hasRequests() {
    return !requests.isEmpty();
  }

  void acceptRequests() {
    requests.forEach(this::accept);
    requests.clear();
  }

  /** Numbers a record, or refuses it. */
  void accept(Request request) {
    Ticket ticket = request.ticket();
    if (request.expected() != lastNumber || request.predecessor().hasFailed()) {
      ticket.answer(new SubmitResult.Stale(lastNumber));
      return;
    }
    JournalLine.Written line = JournalLine.of(lastNumber + 1, lastCrc, request.json());
    continueAfter(lastNumber + 1, line.crc());
    pending.add(new Pending(new NumberedLine(lastNumber, line), request.steps(), ticket));
    pendingBytes += line.bytes().length;
    ticket.answer(new SubmitResult.Accepted(lastNumber, ticket));
    if (!(durability instanceof Durability.EveryRecord)) {
      ticket.complete();
    }
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  int pendingCount() {
    return pending.size();
  }

  long pendingBytes() {
    return pendingBytes;
  }

  /** Removes and returns all pending records, to write them. */
  List<Pending> takePending() {
    List<Pending> batch = pending;
    pending = new ArrayList<>();
    pendingBytes = 0;
    return batch;
  }

  /** Puts records back that could not be written, before those added since. */
  void putBack(List<Pending> batch) {
    batch.addAll(pending);
    pending = batch;
    pendingBytes = batch.stream().mapToLong(record -> record.line().sizeBytes()).sum();
  }

  void noteWritten(List<Pending> batch) {
    lastUnforcedNanos = System.nanoTime();
    firstUnforcedNanos = unforced.isEmpty() ? lastUnforcedNanos : firstUnforcedNanos;
    for (Pending record : batch) {
      unforced.add(new Unforced(record.line().number(), record.steps(), record.ticket()));
    }
  }

  void noteForced() {
    unforced.clear();
  }

  /** Notes that all records before a number were forced, because a new segment was begun. */
  void noteForcedBefore(long number) {
    while (!unforced.isEmpty() && unforced.getFirst().number() < number) {
      unforced.removeFirst();
    }
  }

  boolean isAllForced() {
    return unforced.isEmpty();
  }

  /** Nanoseconds until the written records have to be forced. */
  long dueNanos() {
    return !unforced.isEmpty() && durability instanceof Durability.Interval interval
        ? interval.dueNanos(firstUnforcedNanos, lastUnforcedNanos) - System.nanoTime()
        : Long.MAX_VALUE;
  }

  /** The steps whose durability is unknown. */
  List<StepId> steps() {
    List<StepId> steps = new ArrayList<>();
    unforced.forEach(record -> steps.addAll(record.steps()));
    pending.forEach(record -> steps.addAll(record.steps()));
    return steps;
  }

  /** Fails the requests that are not numbered. */
  void failRequests(JournalException reason) {
    requests.forEach(request -> request.ticket().fail(reason, true));
    requests.clear();
  }

  /** Drops the pending records; they are lost. */
  void dropPending(JournalException reason) {
    takePending().forEach(record -> record.ticket().fail(reason, true));
  }

  /** Fails all numbered records; their outcome is unknown. */
  void fail(JournalException reason) {
    unforced.forEach(record -> record.ticket().fail(reason, false));
    pending.forEach(record -> record.ticket().fail(reason, false));
  }
}
