package dev.fcp.blocks;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Journals in memory, as a database would provide them. */
final class MemoryJournals implements BlockJournals {

  private final Map<String, InMemoryJournal> journals = new TreeMap<>();
  private int flushCount;

  /** How often a journal was flushed. */
  int flushCount() {
    return flushCount;
  }

  @Override
  public Journal open(String agent, String label) {
    return new Counting(
        journals.computeIfAbsent(agent + "/" + label, name -> InMemoryJournal.empty()));
  }

  @Override
  public List<String> labels(String agent) {
    return journals.keySet().stream()
        .filter(name -> name.startsWith(agent + "/"))
        .map(name -> name.substring(agent.length() + 1))
        .toList();
  }

  @Override
  public void delete(String agent, String label) {
    journals.remove(agent + "/" + label);
  }

  /** Counts the flushes of a journal. */
  private final class Counting implements Journal {

    private final InMemoryJournal journal;

    Counting(InMemoryJournal journal) {
      this.journal = journal;
    }

    @Override
    public long lastNumber() {
      return journal.lastNumber();
    }

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      return journal.append(expectedLastNumber, record);
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      return journal.read(fromNumber);
    }

    @Override
    public void flush() {
      flushCount++;
    }
  }
}
