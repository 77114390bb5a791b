package dev.fcp.eventlog;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a mutable log: a chunked array, so that appending never copies existing events. It
 * grows and shrinks at the end, shrinks at the beginning, and keeps no references to removed
 * events.
 *
 * <pre>
 *   chunks   [ -  1024 ][ 1024 ][ 1024 ][ 17  - ]
 *               ^ first: the slot of event 0
 * </pre>
 */
final class EventChunks<E> {

  private static final int SHIFT = 10;
  private static final int CHUNK_SIZE = 1 << SHIFT;
  private static final int MASK = CHUNK_SIZE - 1;

  /** The first chunk starts small and doubles, so that a short log needs little memory. */
  private static final int INITIAL_CHUNK_SIZE = 16;

  private static final @Nullable Object[] NO_CHUNK = {};

  private @Nullable Object[][] chunks = {NO_CHUNK, NO_CHUNK};
  private int first;
  private int size;

  int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // Only add stores events.
  E get(int index) {
    int slot = first + index;
    return (E) chunks[slot >>> SHIFT][slot & MASK];
  }

  void add(E event) {
    int slot = first + size;
    int chunk = slot >>> SHIFT;
    if (chunk == chunks.length || chunks[chunk].length <= (slot & MASK)) {
      ensureCapacity();
      slot = first + size;
      chunk = slot >>> SHIFT;
    }
    chunks[chunk][slot & MASK] = event;
    size++;
  }

  /**
   * Keeps the first events and removes the others; takes time proportional to the number of removed
   * events.
   */
  void truncate(int kept) {
    int start = first + kept;
    int end = first + size;
    size = kept;
    if (end - start == 1 && (end & MASK) != 0) {
      chunks[start >>> SHIFT][start & MASK] = null;
    } else {
      clear(start, end);
      releaseChunks((start >>> SHIFT) + 2, (end >>> SHIFT) + 1);
    }
  }

  /**
   * Releases unused chunks except one, so that appending and truncating around a chunk boundary
   * does not allocate chunks repeatedly.
   */
  private void releaseChunks(int from, int last) {
    for (int chunk = from; chunk <= last && chunk < chunks.length; chunk++) {
      chunks[chunk] = NO_CHUNK;
    }
  }

  /** Removes the first events; takes time proportional to their number. */
  void dropFirst(int count) {
    int start = first + count;
    clear(first, start);
    for (int chunk = first >>> SHIFT; chunk < start >>> SHIFT; chunk++) {
      chunks[chunk] = NO_CHUNK;
    }
    first = start;
    size -= count;
  }

  /** The events of a range, in reverse order. */
  List<E> newestFirst(int from, int to) {
    return range(to - 1, -1, to - from);
  }

  /** The events of a range. */
  List<E> oldestFirst(int from, int to) {
    return range(from, 1, to - from);
  }

  private List<E> range(int start, int step, int count) {
    if (count <= 1) {
      return count == 0 ? List.of() : List.of(get(start));
    }
    Object[] events = new Object[count];
    for (int i = 0, index = start; i < count; i++, index += step) {
      events[i] = get(index);
    }
    @SuppressWarnings("unchecked") // All elements were returned by get.
    List<E> list = (List<E>) Collections.unmodifiableList(Arrays.asList(events));
    return list;
  }

  private void clear(int start, int end) {
    for (int slot = start; slot < end; slot = (slot | MASK) + 1) {
      int chunk = slot >>> SHIFT;
      Arrays.fill(chunks[chunk], slot & MASK, Math.min(CHUNK_SIZE, end - (chunk << SHIFT)), null);
    }
  }

  private void ensureCapacity() {
    if ((first + size) >>> SHIFT == chunks.length) {
      ensureChunkCapacity();
    }
    int chunk = (first + size) >>> SHIFT;
    int length = chunks[chunk].length;
    if (length == 0) {
      chunks[chunk] = new Object[chunk == 0 ? INITIAL_CHUNK_SIZE : CHUNK_SIZE];
    } else {
      chunks[chunk] = Arrays.copyOf(chunks[chunk], 2 * length);
    }
  }

  /**
   * Reuses the space of chunks dropped at the beginning if there are many; otherwise doubles the
   * capacity.
   */
  private void ensureChunkCapacity() {
    int dropped = first >>> SHIFT;
    int length = 2 * dropped >= chunks.length ? chunks.length : 2 * chunks.length;
    @Nullable Object[][] moved = new Object[length][];
    Arrays.fill(moved, NO_CHUNK);
    System.arraycopy(chunks, dropped, moved, 0, chunks.length - dropped);
    chunks = moved;
    first -= dropped << SHIFT;
  }
}
