package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The locations of steps, in columns because there may be millions; the objects are created when
 * they are accessed. Filled by one thread, read by any.
 */
final class StepPlaces extends AbstractList<StepLocation> implements RandomAccess {

  private StepId[] ids;

  /** Null for the base. */
  private @Nullable StepId[] parents;

  private long[] records;
  private int[] indexes;
  private int size;

  StepPlaces(int capacity) {
    ids = new StepId[capacity];
    parents = new StepId[capacity];
    records = new long[capacity];
    indexes = new int[capacity];
  }

  /** Concatenates the locations of several parts. */
  static StepPlaces joined(List<StepPlaces> parts) {
    StepPlaces all = new StepPlaces(parts.stream().mapToInt(StepPlaces::size).sum());
    for (StepPlaces part : parts) {
      System.arraycopy(part.ids, 0, all.ids, all.size, part.size);
      System.arraycopy(part.parents, 0, all.parents, all.size, part.size);
      System.arraycopy(part.records, 0, all.records, all.size, part.size);
      System.arraycopy(part.indexes, 0, all.indexes, all.size, part.size);
      all.size += part.size;
    }
    return all;
  }

  void add(StepId id, @Nullable StepId parent, long record, int index) {
    if (size == ids.length) {
      grow(Math.max(16, 2 * size));
    }
    ids[size] = id;
    parents[size] = parent;
    records[size] = record;
    indexes[size] = index;
    size++;
  }

  private void grow(int capacity) {
    ids = Arrays.copyOf(ids, capacity);
    parents = Arrays.copyOf(parents, capacity);
    records = Arrays.copyOf(records, capacity);
    indexes = Arrays.copyOf(indexes, capacity);
  }

  @Override
  public StepLocation get(int position) {
    int i = Objects.checkIndex(position, size);
    return new StepLocation(
        ids[i], new HistoryPoint(Optional.ofNullable(parents[i])), records[i], indexes[i]);
  }

  @Override
  public int size() {
    return size;
  }
}
