package dev.fcp.eventlog.session;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StoredSteps;
import dev.fcp.eventlog.history.planner.StepIndex;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The indexes of the steps of a journal, each of as many records as the journal says. They are
 * written after snapshots; a missing or damaged one is replaced. Thread-safe.
 */
final class StepIndexes<E> {

  /** The version of the indexes; those of another version are replaced. */
  private static final long VERSION = 3;

  /** How many indexes are made after one snapshot, so that nobody waits for long. */
  private static final int MAX_MADE = 4;

  /** The steps of at least this part of an index stay in memory: they are soon needed again. */
  private static final int RECENT_PART = 4;

  private final Domain<?, E> domain;
  private final Journal journal;
  private final StepReader<E> reader;

  /** The known indexes, by the numbers of their last records. */
  private final Map<Long, StepIndex> known = new TreeMap<>();

  /** The numbers of those that are not stored. */
  private final Set<Long> unstored = new HashSet<>();

  /** The locations of the steps of the last records, as far as this session wrote them. */
  private final ConcurrentNavigableMap<Long, List<StepLocation>> written =
      new ConcurrentSkipListMap<>();

  /** The last index whose records are in an archive that is missing. */
  private long unavailable;

  /** The record up to which {@link #newlyStored} returned steps, or a snapshot contains them. */
  private long returned;

  StepIndexes(Domain<?, E> domain, Journal journal) {
    this.domain = domain;
    this.journal = journal;
    this.reader = new StepReader<>(domain, journal);
    this.returned = Iterables.getLast(journal.snapshotNumbers(), 0L);
  }

  /** Forgets all indexes, because the records were replaced. */
  synchronized void clear() {
    known.clear();
    unstored.clear();
    written.clear();
    returned = Iterables.getLast(journal.snapshotNumbers(), 0L);
  }

  /** The numbers of the last records of all complete indexes up to a record. */
  private static List<Long> numbers(Journal journal, long through) {
    long size = journal.recordsPerIndex();
    return size == 0
        ? List.of()
        : LongStream.rangeClosed((journal.firstNumber() - 1) / size + 1, through / size)
            .map(i -> i * size)
            .boxed()
            .toList();
  }

  /** The index that ends at a record, if it is stored, intact, and of this version and domain. */
  private static Optional<StepIndex> stored(Domain<?, ?> domain, Journal journal, long number) {
    try {
      return journal
          .index(number)
          .filter(found -> isOf(domain, journal, found))
          .map(found -> StepIndex.decode(found.model()));
    } catch (IllegalArgumentException e) {
      // Written by another release.
      return Optional.empty();
    }
  }

  private static boolean isOf(Domain<?, ?> domain, Journal journal, Snapshot found) {
    Value.Fields state = found.state();
    return state.at("version").asLong() == VERSION
        && state.at("records").asLong() == journal.recordsPerIndex()
        && state.text("domain").equals(domain.name());
  }

  /**
   * The steps in the records up to a number.
   *
   * @throws IllegalArgumentException if two of them have the same id
   */
  static <E> List<IndexedSteps<E>> steps(Domain<?, E> domain, Journal journal, long through) {
    StepReader<E> reader = new StepReader<>(domain, journal);
    List<IndexedSteps<E>> parts = new ArrayList<>();
    long next = journal.firstNumber();
    for (long number : numbers(journal, through)) {
      long from = next;
      parts.add(
          stored(domain, journal, number)
              .map(index -> indexed(index, number - journal.recordsPerIndex() + 1, from, reader))
              .orElseGet(() -> located(domain, journal, from, number, reader)));
      next = number + 1;
    }
    parts.add(located(domain, journal, next, through, reader));
    StepIndex.requireDistinct(parts.stream().map(IndexedSteps::index).toList());
    return parts;
  }

  private static <E> IndexedSteps<E> indexed(
      StepIndex index, long firstRecord, long from, StepReader<E> reader) {
    int first = index.countThrough((int) (from - firstRecord) - 1);
    return new IndexedSteps<>(index, firstRecord, first, reader);
  }

  private static <E> IndexedSteps<E> located(
      Domain<?, E> domain, Journal journal, long from, long through, StepReader<E> reader) {
    List<StepLocation> locations = journal.stepLocations(from, through);
    StepIndex index = index(domain, locations, from, location -> Optional.empty());
    return new IndexedSteps<>(index, from, 0, reader);
  }

  /** The index of the steps at some locations, of which a function reads those to search. */
  private static <E> StepIndex index(
      Domain<?, E> domain,
      List<StepLocation> locations,
      long firstRecord,
      Function<StepLocation, Optional<Step<E>>> steps) {
    List<StepIndex.IndexedStep<E>> indexed = new ArrayList<>();
    for (StepLocation location : locations) {
      int recordIndex = Math.toIntExact(location.recordNumber() - firstRecord);
      indexed.add(
          new StepIndex.IndexedStep<>(
              location.id(),
              location.parent(),
              recordIndex,
              location.index(),
              steps.apply(location)));
    }
    return StepIndex.of(domain, indexed);
  }

  /**
   * The steps of an index from one on.
   *
   * @param firstRecord the number of the first record of the index
   * @param first the first of these steps
   */
  record IndexedSteps<E>(StepIndex index, long firstRecord, int first, StepReader<E> reader)
      implements StoredSteps<E> {

    @Override
    public int size() {
      return index.size() - first;
    }

    @Override
    public StepId id(int step) {
      return index.id(first + step);
    }

    @Override
    public HistoryPoint parent(int step) {
      return index.parent(first + step);
    }

    @Override
    public boolean followsPrevious(int step) {
      return index.followsPrevious(first + step);
    }

    @Override
    public int indexOf(StepId id) {
      return index.indexOf(id) - first;
    }

    @Override
    public IndexedSteps<E> startingAt(int step) {
      return new IndexedSteps<>(index, firstRecord, first + step, reader);
    }

    @Override
    public Step<E> step(int step) {
      long record = firstRecord + index.recordIndex(first + step);
      return reader.step(record, index.indexInRecord(first + step));
    }

    /** The last step in the records up to one; empty if there is none. */
    Optional<StepId> lastThrough(long record) {
      int count = record < firstRecord ? 0 : index.countThrough((int) (record - firstRecord));
      return count <= first ? Optional.empty() : Optional.of(index.id(count - 1));
    }
  }

  /** All complete indexes; reads those that are missing from the records. */
  synchronized List<StepIndex> all(History<E> history) {
    if (journal.recordsPerIndex() == 0) {
      return List.of();
    }
    List<Long> numbers = numbers(journal, journal.lastNumber());
    known.keySet().retainAll(numbers);
    List<Long> missing = new ArrayList<>();
    for (long number : numbers) {
      if (!known.containsKey(number)) {
        stored(domain, journal, number)
            .ifPresentOrElse(index -> known.put(number, index), () -> missing.add(number));
      }
    }
    known.putAll(
        missing.parallelStream()
            .collect(Collectors.toMap(number -> number, number -> made(number, history))));
    unstored.addAll(missing);
    return List.copyOf(known.values());
  }

  /** Remembers the locations of the steps of a record, so that no index needs to read it. */
  void add(long number, JournalRecord record) {
    int size = journal.recordsPerIndex();
    if (size > 0) {
      written.put(number, StepLocation.allOf(number, record));
      written.headMap(number - 2L * size).clear();
    }
  }

  /** Forgets the records after a number, which were not written after all. */
  void removeAfter(long number) {
    written.tailMap(number, false).clear();
  }

  private List<StepLocation> locations(long from, long through) {
    Collection<List<StepLocation>> known = written.subMap(from, true, through, true).values();
    return known.size() == through - from + 1
        ? known.stream().flatMap(List::stream).toList()
        : journal.stepLocations(from, through);
  }

  private StepIndex made(long number, History<E> history) {
    long first = number - journal.recordsPerIndex() + 1;
    return index(
        domain,
        locations(Math.max(first, journal.firstNumber()), number),
        first,
        location ->
            history
                .find(location.id())
                .or(() -> Optional.of(reader.step(location.recordNumber(), location.index()))));
  }

  /**
   * Stores indexes that are missing.
   *
   * @throws JournalException if one could not be stored
   */
  synchronized void store(SessionState<?, E> state) {
    try {
      storeMissing(state);
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new JournalException("the steps cannot be indexed: " + e, e);
    }
  }

  private void storeMissing(SessionState<?, E> state) {
    Set<Long> stored = new HashSet<>(journal.indexNumbers());
    int made = 0;
    for (long number : numbers(journal, state.recordNumber())) {
      boolean isMissing = unstored.contains(number) || !stored.contains(number);
      boolean isMade = known.containsKey(number);
      if (isMissing && (isMade || (number > unavailable && made < MAX_MADE))) {
        try {
          write(number, state.history());
          made += isMade ? 0 : 1;
        } catch (ArchiveUnavailableException e) {
          // Without the index, the steps are found in what the journal kept of the records.
          unavailable = number;
        }
      }
    }
  }

  private void write(long number, History<E> history) {
    StepIndex index = known.containsKey(number) ? known.get(number) : made(number, history);
    Value.Fields state =
        Value.Fields.of(
            Map.of(
                "domain", Value.of(domain.name()),
                "records", Value.of(journal.recordsPerIndex()),
                "version", Value.of(VERSION)));
    journal.writeIndex(Snapshot.of(number, state, index.encode()));
    unstored.remove(number);
  }

  /**
   * The steps of the indexes that were stored since the last call, except the newest steps; each is
   * read when it is accessed.
   */
  synchronized List<IndexedSteps<E>> newlyStored() {
    List<IndexedSteps<E>> parts = new ArrayList<>();
    int size = journal.recordsPerIndex();
    for (long number : numbers(journal, journal.lastNumber() - size / RECENT_PART)) {
      Optional<StepIndex> index =
          number > returned ? stored(domain, journal, number) : Optional.empty();
      if (index.isPresent()) {
        parts.add(new IndexedSteps<>(index.get(), number - size + 1, 0, reader));
        returned = number;
      }
    }
    return parts;
  }

  /** The first record of the index that may contain a step, or of one before it. */
  synchronized long firstRecordBefore(StepId step) {
    for (long number : numbers(journal, journal.lastNumber()).reversed()) {
      Optional<StepIndex> index =
          Optional.ofNullable(known.get(number)).or(() -> stored(domain, journal, number));
      if (index.filter(it -> it.size() > 0 && it.id(0).compareTo(step) <= 0).isPresent()) {
        return number - journal.recordsPerIndex() + 1;
      }
    }
    return journal.firstNumber();
  }
}
