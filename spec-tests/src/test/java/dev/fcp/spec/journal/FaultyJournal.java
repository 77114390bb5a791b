package dev.fcp.spec.journal;

import static dev.fcp.spec.journal.JournalFault.*;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A correct journal in memory, except for the given faults. */
final class FaultyJournal implements Journal {

  private final Set<JournalFault> faults;
  private final Map<Thread, Long> lastNumberSeenByThread = new HashMap<>();
  private InMemoryJournal delegate = InMemoryJournal.empty();
  private boolean isReopened;
  private long lastAwaited;
  private int flushes;
  private int closings;
  private int holds;
  private Optional<Snapshot> latest = Optional.empty();
  private Optional<Snapshot> latestNamed = Optional.empty();
  private Optional<Snapshot> latestProjection = Optional.empty();

  FaultyJournal(Set<JournalFault> faults) {
    this.faults = faults;
  }

  private boolean has(JournalFault fault) {
    return faults.contains(fault);
  }

  /** The same journal, opened again. */
  FaultyJournal reopened() {
    isReopened = true;
    List<JournalRecord> records = new ArrayList<>(delegate.read(1));
    if (has(REOPENS_WITHOUT_LAST) && records.size() == 4 && namedSnapshot("a").isEmpty()) {
      records.removeLast();
      replace(records);
    }
    if (has(REOPENS_SHUFFLED) && records.size() == 4) {
      Collections.swap(records, 2, 3);
      replace(records);
    }
    return this;
  }

  private void replace(List<JournalRecord> records) {
    InMemoryJournal other = InMemoryJournal.empty();
    records.forEach(record -> other.append(other.lastNumber(), record));
    delegate = other;
  }

  @Override
  public long lastNumber() {
    return delegate.lastNumber();
  }

  @Override
  public synchronized AppendResult append(long expected, JournalRecord record) {
    if (has(HOLD_STOPS_OWNER) && holds > 1) {
      throw new JournalException("held");
    }
    long last = delegate.lastNumber();
    boolean isAccepted = has(APPENDS_ALWAYS) || (has(APPENDS_AHEAD) && expected > last);
    if (has(EACH_THREAD_COUNTS)) {
      isAccepted = expected == lastNumberSeenByThread.getOrDefault(Thread.currentThread(), 0L);
      lastNumberSeenByThread.put(Thread.currentThread(), expected + 1);
    }
    return switch (delegate.append(isAccepted ? last : expected, record)) {
      case AppendResult.Written(var number) ->
          new AppendResult.Written(has(NUMBERS_FROM_ZERO) ? number - 1 : number);
      case AppendResult.Stale(var number) -> {
        if (has(APPENDS_AND_REFUSES)) {
          delegate.append(last, record);
        }
        yield new AppendResult.Stale(has(BEHIND_SAYS_EXPECTED) ? expected : number);
      }
    };
  }

  @Override
  public synchronized SubmitResult submit(
      long expected, JournalRecord record, Receipt predecessor) {
    if (has(SUBMITS_LATE)) {
      return delegate.lastNumber() == expected
          ? new SubmitResult.Accepted(expected + 1, new UnsubmittedReceipt(record))
          : new SubmitResult.Stale(delegate.lastNumber());
    }
    long last = delegate.lastNumber();
    return switch (delegate.append(has(SUBMITS_ALWAYS) ? last : expected, record)) {
      case AppendResult.Written(var number) ->
          new SubmitResult.Accepted(number, new FaultyReceipt(number));
      case AppendResult.Stale(var number) -> new SubmitResult.Stale(number);
    };
  }

  /** Writes its record only when it is awaited. */
  private final class UnsubmittedReceipt implements Receipt {

    private final JournalRecord record;

    UnsubmittedReceipt(JournalRecord record) {
      this.record = record;
    }

    @Override
    public void await() {
      delegate.append(delegate.lastNumber(), record);
    }

    @Override
    public boolean hasFailed() {
      return false;
    }
  }

  private final class FaultyReceipt implements Receipt {

    private final long number;

    FaultyReceipt(long number) {
      this.number = number;
    }

    @Override
    public void await() {
      if (has(AWAITS_IN_ORDER) && lastAwaited > number) {
        throw new JournalException("record %d was awaited before".formatted(lastAwaited));
      }
      lastAwaited = number;
    }

    @Override
    public boolean hasFailed() {
      return has(SUBMITS_LOST);
    }
  }

  @Override
  public long firstNumber() {
    return has(FIRST_NUMBER_ZERO) ? 0 : delegate.firstNumber();
  }

  @Override
  public List<JournalRecord> read(long from) {
    long end = delegate.lastNumber() + 1;
    if (has(READS_BEYOND) && from > end) {
      return List.of();
    }
    if (has(READS_NO_END) && from == end) {
      throw new IllegalArgumentException("no record " + from);
    }
    if ((has(READS_FROM_ZERO) && from == 0) || (has(READS_ALL) && from >= 1 && from <= end)) {
      return delegate.read(1);
    }
    long start = has(READS_BEHIND) && from == 2 ? Math.min(3, end) : from;
    List<JournalRecord> records = delegate.read(start);
    return has(GARBLES_HALVES) ? records.stream().map(FaultyJournal::garbled).toList() : records;
  }

  private static JournalRecord garbled(JournalRecord record) {
    return record
            instanceof JournalRecord.Saving(var time, Origin origin, var hash, var path, var files)
        ? new JournalRecord.Saving(time, origin, throughUtf8(hash), path)
        : record;
  }

  private static String throughUtf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Override
  public List<StepLocation> stepLocations(long from, long until) {
    List<StepLocation> locations =
        delegate.stepLocations(from, has(PLACES_BEYOND) ? delegate.lastNumber() : until);
    if (has(PLACES_WITHOUT_PARENT)) {
      locations =
          locations.stream()
              .map(p -> new StepLocation(p.id(), HistoryPoint.BASE, p.recordNumber(), p.index()))
              .toList();
    }
    return has(PLACES_BACKWARDS) ? Lists.reverse(locations) : locations;
  }

  @Override
  public Optional<Source> source(String id) {
    if (has(REOPENS_WITHOUT_SOURCES) && isReopened) {
      return Optional.empty();
    }
    return has(SOURCE_OF_ANY)
        ? Optional.of(delegate.source(id).orElse(Source.of(new byte[0])))
        : delegate.source(id);
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    if (has(SNAPSHOT_BEYOND) && snapshot.recordNumber() > delegate.lastNumber()) {
      return;
    }
    delegate.writeSnapshot(has(SNAPSHOT_AS_TEXT) ? truncatedAtZero(snapshot) : snapshot);
    latest = Optional.of(snapshot);
  }

  private static Snapshot truncatedAtZero(Snapshot snapshot) {
    byte[] model = snapshot.model();
    int end = 0;
    while (end < model.length && model[end] != 0) {
      end++;
    }
    return Snapshot.of(snapshot.recordNumber(), snapshot.state(), Arrays.copyOf(model, end));
  }

  @Override
  public List<Long> snapshotNumbers() {
    if (has(SNAPSHOT_LATEST)) {
      return latest.map(Snapshot::recordNumber).stream().toList();
    }
    return has(SNAPSHOTS_DESCEND)
        ? Lists.reverse(delegate.snapshotNumbers())
        : delegate.snapshotNumbers();
  }

  @Override
  public Optional<Snapshot> snapshot(long recordNumber) {
    Optional<Snapshot> found = delegate.snapshot(recordNumber);
    return has(SNAPSHOT_NEAREST) && found.isEmpty() && recordNumber > 1
        ? delegate.snapshot(recordNumber - 1)
        : found;
  }

  @Override
  public void writeNamedSnapshot(String name, Snapshot snapshot) {
    if (!has(NAMED_KEEPS_FIRST) || delegate.namedSnapshot(name).isEmpty()) {
      delegate.writeNamedSnapshot(name, snapshot);
      latestNamed = Optional.of(snapshot);
    }
  }

  @Override
  public Optional<Snapshot> namedSnapshot(String name) {
    if (has(NAMED_LOST) && isReopened) {
      return Optional.empty();
    }
    Optional<Snapshot> found = delegate.namedSnapshot(name);
    return has(NAMED_ANY) && found.isEmpty() ? latestNamed : found;
  }

  @Override
  public void writeProjection(String name, Snapshot value) {
    if (!has(PROJECTION_KEEPS_FIRST) || delegate.projection(name).isEmpty()) {
      delegate.writeProjection(name, value);
      latestProjection = Optional.of(value);
    }
  }

  @Override
  public Optional<Snapshot> projection(String name) {
    if (has(PROJECTION_LOST) && isReopened) {
      return Optional.empty();
    }
    Optional<Snapshot> found = delegate.projection(name);
    return has(PROJECTION_ANY) && found.isEmpty() ? latestProjection : found;
  }

  @Override
  public void deleteProjections() {
    if (!has(PROJECTIONS_STAY)) {
      delegate.deleteProjections();
    }
  }

  @Override
  public WriteLock acquireWriteLock() {
    holds++;
    return new WriteLock() {
      private boolean isClosed;

      @Override
      public void close() {
        if (isClosed && has(HOLD_CLOSES_ONCE)) {
          throw new IllegalStateException("closed before");
        }
        if (!isClosed && has(HOLD_DROPS)) {
          replace(delegate.read(1).subList(0, (int) delegate.lastNumber() - 1));
        }
        holds -= isClosed ? 0 : 1;
        isClosed = true;
      }
    };
  }

  @Override
  public void flush() {
    if (has(FLUSHES_ONCE) && ++flushes > 1) {
      delegate.append(delegate.lastNumber(), delegate.read(delegate.lastNumber()).getFirst());
    }
  }

  @Override
  public void close() {
    if (has(CLOSES_ONCE) && ++closings > 1) {
      delegate = InMemoryJournal.empty();
    }
  }
}
