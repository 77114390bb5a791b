package dev.fcp.spec.journal;

import static dev.fcp.spec.journal.JournalFault.*;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A journal in memory that is right, but for the faults it was given. */
final class FaultyJournal implements Journal {

  private final Set<JournalFault> faults;
  private final Map<Thread, Long> seen = new HashMap<>();
  private InMemoryJournal whole = InMemoryJournal.empty();
  private boolean isReopened;
  private long lastAwaited;
  private int flushes;
  private int closings;
  private int holds;
  private Optional<Snapshot> latest = Optional.empty();
  private Optional<Snapshot> latestNamed = Optional.empty();

  FaultyJournal(Set<JournalFault> faults) {
    this.faults = faults;
  }

  private boolean has(JournalFault fault) {
    return faults.contains(fault);
  }

  /** The same journal, opened again. */
  FaultyJournal reopened() {
    isReopened = true;
    List<JournalRecord> records = new ArrayList<>(whole.read(1));
    if (has(REOPENS_WITHOUT_LAST) && records.size() == 4 && named("a").isEmpty()) {
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
    whole = other;
  }

  @Override
  public long lastNumber() {
    return whole.lastNumber();
  }

  @Override
  public synchronized Appended append(long expected, JournalRecord record) {
    if (has(HOLD_STOPS_OWNER) && holds > 1) {
      throw new JournalException("held");
    }
    long last = whole.lastNumber();
    boolean taken = has(APPENDS_ALWAYS) || (has(APPENDS_AHEAD) && expected > last);
    if (has(EACH_THREAD_COUNTS)) {
      taken = expected == seen.getOrDefault(Thread.currentThread(), 0L);
      seen.put(Thread.currentThread(), expected + 1);
    }
    return switch (whole.append(taken ? last : expected, record)) {
      case Appended.Written(var number) ->
          new Appended.Written(has(NUMBERS_FROM_ZERO) ? number - 1 : number);
      case Appended.Behind(var number) -> {
        if (has(APPENDS_AND_REFUSES)) {
          whole.append(last, record);
        }
        yield new Appended.Behind(has(BEHIND_SAYS_EXPECTED) ? expected : number);
      }
    };
  }

  @Override
  public synchronized Submitted submit(long expected, JournalRecord record, Receipt builtOn) {
    if (has(SUBMITS_LATE)) {
      return whole.lastNumber() == expected
          ? new Submitted.Accepted(expected + 1, new Late(record))
          : new Submitted.Behind(whole.lastNumber());
    }
    long last = whole.lastNumber();
    return switch (whole.append(has(SUBMITS_ALWAYS) ? last : expected, record)) {
      case Appended.Written(var number) -> new Submitted.Accepted(number, new Promise(number));
      case Appended.Behind(var number) -> new Submitted.Behind(number);
    };
  }

  /** Writes its record when it is awaited. */
  private final class Late implements Receipt {

    private final JournalRecord record;

    Late(JournalRecord record) {
      this.record = record;
    }

    @Override
    public void await() {
      whole.append(whole.lastNumber(), record);
    }

    @Override
    public boolean isLost() {
      return false;
    }
  }

  private final class Promise implements Receipt {

    private final long number;

    Promise(long number) {
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
    public boolean isLost() {
      return has(SUBMITS_LOST);
    }
  }

  @Override
  public long firstNumber() {
    return has(FIRST_NUMBER_ZERO) ? 0 : whole.firstNumber();
  }

  @Override
  public List<JournalRecord> read(long from) {
    long end = whole.lastNumber() + 1;
    if (has(READS_BEYOND) && from > end) {
      return List.of();
    }
    if (has(READS_NO_END) && from == end) {
      throw new IllegalArgumentException("no record " + from);
    }
    if ((has(READS_FROM_ZERO) && from == 0) || (has(READS_ALL) && from >= 1 && from <= end)) {
      return whole.read(1);
    }
    long start = has(READS_BEHIND) && from == 2 ? Math.min(3, end) : from;
    List<JournalRecord> records = whole.read(start);
    return has(GARBLES_HALVES) ? records.stream().map(FaultyJournal::garbled).toList() : records;
  }

  private static JournalRecord garbled(JournalRecord record) {
    return record instanceof JournalRecord.Saving(var time, Origin origin, var hash, var path)
        ? new JournalRecord.Saving(time, origin, throughUtf8(hash), path)
        : record;
  }

  private static String throughUtf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Override
  public List<StepPlace> stepPlaces(long until) {
    List<StepPlace> places = whole.stepPlaces(has(PLACES_BEYOND) ? whole.lastNumber() : until);
    if (has(PLACES_WITHOUT_PARENT)) {
      places =
          places.stream()
              .map(p -> new StepPlace(p.id(), Optional.empty(), p.record(), p.index()))
              .toList();
    }
    return has(PLACES_BACKWARDS) ? Lists.reverse(places) : places;
  }

  @Override
  public Optional<Source> source(String id) {
    if (has(REOPENS_WITHOUT_SOURCES) && isReopened) {
      return Optional.empty();
    }
    return has(SOURCE_OF_ANY)
        ? Optional.of(whole.source(id).orElse(Source.of(new byte[0])))
        : whole.source(id);
  }

  @Override
  public void keep(Snapshot snapshot) {
    if (has(SNAPSHOT_BEYOND) && snapshot.number() > whole.lastNumber()) {
      return;
    }
    whole.keep(has(SNAPSHOT_AS_TEXT) ? untilZero(snapshot) : snapshot);
    latest = Optional.of(snapshot);
  }

  private static Snapshot untilZero(Snapshot snapshot) {
    byte[] model = snapshot.model();
    int end = 0;
    while (end < model.length && model[end] != 0) {
      end++;
    }
    return Snapshot.of(snapshot.number(), snapshot.state(), Arrays.copyOf(model, end));
  }

  @Override
  public List<Long> snapshots() {
    if (has(SNAPSHOT_LATEST)) {
      return latest.map(Snapshot::number).stream().toList();
    }
    return has(SNAPSHOTS_DESCEND) ? Lists.reverse(whole.snapshots()) : whole.snapshots();
  }

  @Override
  public Optional<Snapshot> snapshot(long number) {
    Optional<Snapshot> found = whole.snapshot(number);
    return has(SNAPSHOT_NEAREST) && found.isEmpty() && number > 1
        ? whole.snapshot(number - 1)
        : found;
  }

  @Override
  public void keepNamed(String name, Snapshot snapshot) {
    if (!has(NAMED_KEEPS_FIRST) || whole.named(name).isEmpty()) {
      whole.keepNamed(name, snapshot);
      latestNamed = Optional.of(snapshot);
    }
  }

  @Override
  public Optional<Snapshot> named(String name) {
    if (has(NAMED_LOST) && isReopened) {
      return Optional.empty();
    }
    Optional<Snapshot> found = whole.named(name);
    return has(NAMED_ANY) && found.isEmpty() ? latestNamed : found;
  }

  @Override
  public Hold hold() {
    holds++;
    return new Hold() {
      private boolean isClosed;

      @Override
      public void close() {
        if (isClosed && has(HOLD_CLOSES_ONCE)) {
          throw new IllegalStateException("closed before");
        }
        if (!isClosed && has(HOLD_DROPS)) {
          replace(whole.read(1).subList(0, (int) whole.lastNumber() - 1));
        }
        holds -= isClosed ? 0 : 1;
        isClosed = true;
      }
    };
  }

  @Override
  public void flush() {
    if (has(FLUSHES_ONCE) && ++flushes > 1) {
      whole.append(whole.lastNumber(), whole.read(whole.lastNumber()).getFirst());
    }
  }

  @Override
  public void close() {
    if (has(CLOSES_ONCE) && ++closings > 1) {
      whole = InMemoryJournal.empty();
    }
  }
}
