package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.JsonLineWriter;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A journal that lasts as long as the program. It keeps what a file would hold, one line of JSON
 * for each record, so that what it gives back has gone through the codec. Safe for use by several
 * threads.
 */
public final class InMemoryJournal implements Journal {

  private final List<String> lines = new ArrayList<>();
  private final NavigableMap<Long, Snapshot> snapshots = new TreeMap<>();
  private final Map<String, Snapshot> named = new HashMap<>();

  /** Where each line is written before it is kept. */
  private final JsonLineWriter buffer = new JsonLineWriter();

  private InMemoryJournal() {}

  /** A journal without records. */
  public static InMemoryJournal empty() {
    return new InMemoryJournal();
  }

  /**
   * A journal of these lines, for instance those of another journal. They are read when asked for.
   */
  public static InMemoryJournal of(List<String> lines) {
    InMemoryJournal journal = new InMemoryJournal();
    journal.lines.addAll(lines);
    return journal;
  }

  @Override
  public synchronized long lastNumber() {
    return lines.size();
  }

  @Override
  public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
    String line = JournalRecordCodec.write(record, buffer.clear()).toString();
    if (lines.size() != expectedLastNumber) {
      return new AppendResult.Stale(lines.size());
    }
    lines.add(line);
    return new AppendResult.Written(lines.size());
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    List<String> lines = lines();
    if (fromNumber < 1 || fromNumber > lines.size() + 1L) {
      throw new IllegalArgumentException(
          "no record %d: there are %d".formatted(fromNumber, lines.size()));
    }
    int from = (int) fromNumber - 1;
    return new Records(lines.subList(from, lines.size()), fromNumber);
  }

  @Override
  public synchronized void writeSnapshot(Snapshot snapshot) {
    if (snapshot.recordNumber() < 1 || snapshot.recordNumber() > lines.size()) {
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
  public Optional<Source> source(String id) {
    return read(1).stream()
        .flatMap(record -> SourceFiles.of(record).stream())
        .filter(text -> text.id().equals(id))
        .findFirst();
  }

  /** The records as they are kept. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /** Records that are read from their lines when they are asked for. */
  private static final class Records extends AbstractList<JournalRecord> {

    private final List<String> lines;
    private final long firstNumber;

    Records(List<String> lines, long firstNumber) {
      this.lines = lines;
      this.firstNumber = firstNumber;
    }

    @Override
    public JournalRecord get(int index) {
      try {
        return JournalRecordCodec.fromLine(lines.get(index));
      } catch (MalformedValueException e) {
        throw new DamagedRecordException(firstNumber + index, String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public int size() {
      return lines.size();
    }
  }
}
