package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The records on their way to the disk, in three groups: those that wait for a place, those that
 * have one and are not written, and those that are written and not forced. Guarded by the lock of
 * the crew.
 *
 * <pre>
 * request -> [lock taken, others' records read] -> pending -> written -> forced
 * </pre>
 */
final class Underway {

  private final Durability durability;
  private final Deque<Request> requests = new ArrayDeque<>();
  private List<Pending> pending = new ArrayList<>();
  private long pendingBytes;
  private final Deque<Unforced> unforced = new ArrayDeque<>();
  private long firstUnforcedNanos;
  private long lastUnforcedNanos;
  private long lastNumber;
  private int lastCrc;

  /** A record that wants a place. Requests are never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  record Request(long expected, byte[] json, List<StepId> steps, Receipt on, Ticket ticket) {}

  /** A record that has its place. */
  record Pending(Segments.NumberedLine entry, List<StepId> steps, Ticket ticket) {}

  /** What is left to be known of a record that was written. */
  private record Unforced(long number, List<StepId> steps, Ticket ticket) {}

  Underway(Durability durability, long lastNumber, int lastCrc) {
    this.durability = durability;
    this.lastNumber = lastNumber;
    this.lastCrc = lastCrc;
  }

  /** The number of the last record that has a place. */
  long lastNumber() {
    return lastNumber;
  }

  /** The next place is behind this record. */
  void goOnBehind(long number, int crc) {
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

  /** Gives a record its place, or turns it away. */
  void accept(Request request) {
    Ticket ticket = request.ticket();
    if (request.expected() != lastNumber || request.on().hasFailed()) {
      ticket.answer(new SubmitResult.Stale(lastNumber));
      return;
    }
    JournalLine.Written line = JournalLine.of(lastNumber + 1, lastCrc, request.json());
    goOnBehind(lastNumber + 1, line.crc());
    pending.add(new Pending(new Segments.NumberedLine(lastNumber, line), request.steps(), ticket));
    pendingBytes += line.bytes().length;
    ticket.answer(new SubmitResult.Accepted(lastNumber, ticket));
    if (!(durability instanceof Durability.EveryRecord)) {
      ticket.done();
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

  /** Takes all that is to be written, to write it. */
  List<Pending> takePending() {
    List<Pending> batch = pending;
    pending = new ArrayList<>();
    pendingBytes = 0;
    return batch;
  }

  /** Puts back what could not be written, before all that came since. */
  void putBack(List<Pending> batch) {
    batch.addAll(pending);
    pending = batch;
    pendingBytes = batch.stream().mapToLong(record -> record.entry().line().bytes().length).sum();
  }

  void noteWritten(List<Pending> batch) {
    lastUnforcedNanos = System.nanoTime();
    firstUnforcedNanos = unforced.isEmpty() ? lastUnforcedNanos : firstUnforcedNanos;
    for (Pending record : batch) {
      unforced.add(new Unforced(record.entry().number(), record.steps(), record.ticket()));
    }
  }

  void noteForced() {
    unforced.clear();
  }

  /** A segment was forced when the one that begins with this record was begun. */
  void noteForcedBefore(long number) {
    while (!unforced.isEmpty() && unforced.getFirst().number() < number) {
      unforced.removeFirst();
    }
  }

  boolean isAllForced() {
    return unforced.isEmpty();
  }

  /** Nanoseconds until what is written is to be forced. */
  long dueNanos() {
    return !unforced.isEmpty() && durability instanceof Durability.Interval interval
        ? interval.dueNanos(firstUnforcedNanos, lastUnforcedNanos) - System.nanoTime()
        : Long.MAX_VALUE;
  }

  /** The steps of which it is unknown whether they are durable. */
  List<StepId> steps() {
    List<StepId> steps = new ArrayList<>();
    unforced.forEach(record -> steps.addAll(record.steps()));
    pending.forEach(record -> steps.addAll(record.steps()));
    return steps;
  }

  /** Those without a place will get none. */
  void failRequests(JournalException reason) {
    requests.forEach(request -> request.ticket().fail(reason, true));
    requests.clear();
  }

  /** Those that have a place and were not written are lost. */
  void dropPending(JournalException reason) {
    takePending().forEach(record -> record.ticket().fail(reason, true));
  }

  /** What becomes of those that have a place is unknown. */
  void fail(JournalException reason) {
    unforced.forEach(record -> record.ticket().fail(reason, false));
    pending.forEach(record -> record.ticket().fail(reason, false));
  }
}
