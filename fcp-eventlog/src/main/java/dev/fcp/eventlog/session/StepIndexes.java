package dev.fcp.eventlog.session;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.planner.StepIndex;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.eventlog.journal.JournalException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The indexes of the steps of a journal, each of as many records as the journal says. They are
 * written after snapshots; a missing or damaged one is replaced. Thread-safe.
 */
final class StepIndexes<E> {

  /** The version of the indexes; those of another version are replaced. */
  private static final long VERSION = 1;

  /** How many indexes are made after one snapshot, so that nobody waits for long. */
  private static final int MAX_MADE = 4;

  private final Domain<?, E> domain;
  private final Journal journal;
  private final StepReader<E> reader;

  /** The known indexes, by the numbers of their last records. */
  private final Map<Long, StepIndex> known = new TreeMap<>();

  /** The numbers of those that are not stored. */
  private final Set<Long> unstored = new HashSet<>();

  StepIndexes(Domain<?, E> domain, Journal journal) {
    this.domain = domain;
    this.journal = journal;
    this.reader = new StepReader<>(domain, journal);
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

  /** The locations of the steps in the records up to a number. */
  static List<StepLocation> locations(Domain<?, ?> domain, Journal journal, long through) {
    long next = journal.firstNumber();
    List<List<StepLocation>> parts = new ArrayList<>();
    for (long number : numbers(journal, through)) {
      long from = next;
      parts.add(
          stored(domain, journal, number)
              .map(index -> located(index, number - journal.recordsPerIndex() + 1, from))
              .orElseGet(() -> journal.stepLocations(from, number)));
      next = number + 1;
    }
    parts.add(journal.stepLocations(next, through));
    return new Concatenation(parts);
  }

  /** The steps of an index from a record on; each is created when it is accessed. */
  private static List<StepLocation> located(StepIndex index, long firstRecord, long from) {
    int first = 0;
    while (first < index.size() && firstRecord + index.recordIndex(first) < from) {
      first++;
    }
    List<Integer> steps = ContiguousSet.closedOpen(first, index.size()).asList();
    return Lists.transform(
        steps,
        step ->
            new StepLocation(
                index.id(step),
                index.parent(step),
                firstRecord + index.recordIndex(step),
                index.indexInRecord(step)));
  }

  /** Several lists as one; there may be millions of steps. */
  private static final class Concatenation extends AbstractList<StepLocation> {

    private final NavigableMap<Integer, List<StepLocation>> parts = new TreeMap<>();
    private final int size;

    Concatenation(List<List<StepLocation>> all) {
      int end = 0;
      for (List<StepLocation> part : all) {
        if (!part.isEmpty()) {
          parts.put(end, part);
        }
        end += part.size();
      }
      this.size = end;
    }

    @Override
    public StepLocation get(int index) {
      var part = parts.floorEntry(Objects.checkIndex(index, size));
      return part.getValue().get(index - part.getKey());
    }

    @Override
    public Iterator<StepLocation> iterator() {
      return Iterables.concat(parts.values()).iterator();
    }

    @Override
    public int size() {
      return size;
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

  private StepIndex made(long number, History<E> history) {
    long first = number - journal.recordsPerIndex() + 1;
    List<StepIndex.IndexedStep<E>> steps = new ArrayList<>();
    for (StepLocation location :
        journal.stepLocations(Math.max(first, journal.firstNumber()), number)) {
      Step<E> step = history.find(location.id()).orElseGet(() -> reader.step(location));
      steps.add(
          new StepIndex.IndexedStep<>(
              step, (int) (location.recordNumber() - first), location.index()));
    }
    return StepIndex.of(domain, steps);
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
      if (isMissing && (known.containsKey(number) || made < MAX_MADE)) {
        made += known.containsKey(number) ? 0 : 1;
        write(number, state.history());
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
}
