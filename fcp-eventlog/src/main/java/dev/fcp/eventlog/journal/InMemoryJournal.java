package dev.fcp.eventlog.journal;

import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.json.JsonLineWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A journal in memory. It stores each record as the line of JSON that a file would contain. The
 * first record, which contains the whole file, and records that cannot be encoded, because their
 * domain has no event codec, are stored as objects. Thread-safe.
 */
public final class InMemoryJournal implements Journal {

  private final List<StoredRecord> records = new ArrayList<>();
  private final NavigableMap<Long, Snapshot> snapshots = new TreeMap<>();
  private final Map<String, Snapshot> named = new HashMap<>();
  private final Map<String, Snapshot> projections = new HashMap<>();

  /** Reused for every line. */
  private final JsonLineWriter buffer = new JsonLineWriter();

  private InMemoryJournal() {}

  /**
   * A stored record.
   *
   * @param json its line, which is decoded when it is read
   * @param object the record, if it is not stored as a line
   */
  private record StoredRecord(long number, String json, Optional<JournalRecord> object) {

    JournalRecord record() {
      try {
        return object.orElseGet(() -> JournalRecordCodec.fromLine(json));
      } catch (MalformedValueException e) {
        throw new DamagedRecordException(number, String.valueOf(e.getMessage()), e);
      }
    }

    String line() {
      return object.map(JournalRecordCodec::toLine).orElse(json);
    }
  }

  /** An empty journal. */
  public static InMemoryJournal empty() {
    return new InMemoryJournal();
  }

  /**
   * A journal with these lines, such as those of another journal; each is decoded when it is read.
   */
  public static InMemoryJournal of(List<String> lines) {
    InMemoryJournal journal = new InMemoryJournal();
    for (String line : lines) {
      journal.records.add(new StoredRecord(journal.records.size() + 1L, line, Optional.empty()));
    }
    return journal;
  }

  @Override
  public synchronized long lastNumber() {
    return records.size();
  }

  @Override
  public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
    StoredRecord stored = stored(expectedLastNumber + 1, record);
    if (records.size() != expectedLastNumber) {
      return new AppendResult.Stale(records.size());
    }
    records.add(stored);
    return new AppendResult.Written(records.size());
  }

  private StoredRecord stored(long number, JournalRecord record) {
    boolean isObject =
        record instanceof JournalRecord.Opened || JournalRecordCodec.isMemoryOnly(record);
    String json =
        isObject ? "" : JournalRecordCodec.write(record, buffer.clear(), false).toString();
    return new StoredRecord(number, json, isObject ? Optional.of(record) : Optional.empty());
  }

  @Override
  public synchronized boolean rewrite(Rewriting rewriting) {
    List<StoredRecord> replaced = new ArrayList<>();
    Map<Long, Snapshot> newSnapshots = new HashMap<>();
    boolean isChanged = false;
    for (StoredRecord old : records) {
      Optional<JournalRecord> changed = rewriting.record(old.number(), old.record());
      isChanged |= changed.isPresent();
      replaced.add(changed.map(record -> stored(old.number(), record)).orElse(old));
      if (snapshots.containsKey(old.number())) {
        rewriting.snapshot(old.number()).ifPresent(it -> newSnapshots.put(old.number(), it));
      }
    }
    if (isChanged) {
      replaced.add(stored(replaced.size() + 1L, rewriting.lastRecord()));
      replaced.forEach(
          it -> rewriting.requirePurged(JournalRecordCodec.toLineNamingSource(it.record())));
      records.clear();
      records.addAll(replaced);
      snapshots.clear();
      snapshots.putAll(newSnapshots);
      projections.clear();
      List<Snapshot> states = List.copyOf(named.values());
      named.clear();
      for (Snapshot state : states) {
        Map.Entry<String, Snapshot> entry = rewriting.named(state);
        named.put(entry.getKey(), entry.getValue());
      }
    }
    return isChanged;
  }

  @Override
  public synchronized List<JournalRecord> read(long fromNumber) {
    if (fromNumber < 1 || fromNumber > records.size() + 1L) {
      throw new IllegalArgumentException(
          "no record %d: there are %d".formatted(fromNumber, records.size()));
    }
    List<StoredRecord> copy = List.copyOf(records.subList((int) fromNumber - 1, records.size()));
    return Lists.transform(copy, StoredRecord::record);
  }

  @Override
  public synchronized void writeSnapshot(Snapshot snapshot) {
    if (snapshot.recordNumber() < 1 || snapshot.recordNumber() > records.size()) {
      throw new JournalException("no record %d for a snapshot".formatted(snapshot.recordNumber()));
    }
    snapshots.put(snapshot.recordNumber(), snapshot);
  }

  @Override
  public synchronized List<Long> snapshotNumbers() {
    return List.copyOf(snapshots.keySet());
  }

  @Override
  public synchronized Optional<Snapshot> snapshot(long recordNumber) {
    return Optional.ofNullable(snapshots.get(recordNumber));
  }

  @Override
  public synchronized void writeNamedSnapshot(String name, Snapshot snapshot) {
    named.put(name, snapshot);
  }

  @Override
  public synchronized Optional<Snapshot> namedSnapshot(String name) {
    return Optional.ofNullable(named.get(name));
  }

  @Override
  public synchronized void writeProjection(String name, Snapshot value) {
    projections.put(name, value);
  }

  @Override
  public synchronized Optional<Snapshot> projection(String name) {
    return Optional.ofNullable(projections.get(name));
  }

  @Override
  public synchronized void deleteProjections() {
    projections.clear();
  }

  @Override
  public Optional<Source> source(String id) {
    return read(1).stream()
        .flatMap(record -> JournalRecordCodec.sourceOf(record).stream())
        .filter(text -> text.id().equals(id))
        .findFirst();
  }

  /**
   * The records as lines of JSON.
   *
   * @throws UnsupportedOperationException if the domain has no name or no event codec
   */
  public synchronized List<String> lines() {
    return records.stream().map(StoredRecord::line).toList();
  }
}
