package dev.fcp.eventlog;

import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/**
 * The checkpoints of a log as an immutable value: the sentinels between its events, and the table
 * of names. {@link EventLog} and {@link LogState} store their events differently, but both use this
 * class for their checkpoints.
 *
 * <p>Sentinels are stored separately from the events, each with the number of events before it, so
 * that crossing a run of sentinels costs nothing. A location in the log is therefore a pair of the
 * number of events and the number of sentinels before it; its position is their sum.
 *
 * <pre>
 *   entries    a  |c  |d  b        sentinels  |c after 1 event, |d after 1 event
 *   position   0   1   2  3        b is event 1 and has 2 sentinels before it
 * </pre>
 */
final class Checkpoints {

  private static final Checkpoints NONE =
      new Checkpoints(PersistentList.empty(), CheckpointTable.none(), 0, 0);

  /** A sentinel; the number of events before it includes dropped ones. */
  private record Sentinel(long precedingEvents, String name) {}

  private final PersistentList<Sentinel> sentinels;
  private final CheckpointTable names;

  /**
   * The numbers of events and sentinels dropped at the beginning; counted, so that nothing needs to
   * be renumbered.
   */
  private final long droppedEvents;

  private final long droppedSentinels;

  /**
   * The number of events before the last sentinel; -1 if there is none. Avoids a search in the
   * common case.
   */
  private final long eventsBeforeLastSentinel;

  private final int sentinelCount;

  private Checkpoints(
      PersistentList<Sentinel> sentinels,
      CheckpointTable names,
      long droppedEvents,
      long droppedSentinels) {
    this.sentinels = sentinels;
    this.names = names;
    this.droppedEvents = droppedEvents;
    this.droppedSentinels = droppedSentinels;
    this.sentinelCount = sentinels.size();
    this.eventsBeforeLastSentinel =
        sentinelCount == 0
            ? -1
            : sentinels.get(sentinelCount - 1).precedingEvents() - droppedEvents;
  }

  static Checkpoints none() {
    return NONE;
  }

  int sentinelCount() {
    return sentinelCount;
  }

  /**
   * The number of sentinels before the event with this index, where undoing that event moves the
   * cursor.
   */
  int sentinelsBefore(int eventIndex) {
    return eventsBeforeLastSentinel <= eventIndex ? sentinelCount : sentinelsWithin(eventIndex);
  }

  /**
   * The number of sentinels before the location right after this many events, where redo moves the
   * cursor.
   */
  int sentinelsBeforeLast(int eventCount) {
    return eventsBeforeLastSentinel < eventCount ? sentinelCount : sentinelsWithin(eventCount - 1);
  }

  /** The number of sentinels before a position. */
  int sentinelsBeforePosition(int position) {
    return sentinelsWhile(index -> eventsBefore(index) + index < position);
  }

  /**
   * The position of a name.
   *
   * @throws UnknownCheckpointException if there is no such checkpoint
   */
  int position(String name) {
    OptionalLong position = names.position(name);
    if (position.isEmpty()) {
      throw new UnknownCheckpointException(name, table().keySet());
    }
    return (int) (position.getAsLong() - droppedEntries());
  }

  /** Names a location and inserts a sentinel there; the positions after it increase by one. */
  Checkpoints with(String name, int eventCount, int sentinelsBefore) {
    long absolutePosition = droppedEntries() + eventCount + sentinelsBefore;
    CheckpointTable shifted =
        names.moved(absolutePosition + 1, Long.MAX_VALUE, position -> position + 1);
    Sentinel sentinel = new Sentinel(droppedEvents + eventCount, name);
    return changed(
        sentinels.insert(sentinelsBefore, sentinel), shifted.with(name, absolutePosition));
  }

  /** Removes the sentinels and names after a location. */
  Checkpoints truncated(int eventCount, int sentinelsBefore) {
    long end = droppedEntries() + eventCount + sentinelsBefore;
    if (sentinelCount == sentinelsBefore && names.greatestPosition() <= end) {
      return this;
    }
    return changed(
        sentinels.take(sentinelsBefore),
        names.moved(end + 1, Long.MAX_VALUE, position -> CheckpointTable.REMOVED));
  }

  /** Removes everything before the first kept event; names exactly there get position 0. */
  Checkpoints withoutFirst(int eventCount) {
    int removedSentinels = sentinelsBefore(eventCount);
    long firstKept = droppedEntries() + eventCount + sentinelsBeforeLast(eventCount);
    long start = droppedEntries() + eventCount + removedSentinels;
    CheckpointTable kept =
        names.moved(
            0, start + 1, position -> position < firstKept ? CheckpointTable.REMOVED : start);
    return new Checkpoints(
        sentinels.drop(removedSentinels),
        kept,
        droppedEvents + eventCount,
        droppedSentinels + removedSentinels);
  }

  /**
   * Replaces the last events, from index {@code start} to {@code end}, and all sentinels among and
   * after them by the given number of new events. Names after the last event move to the new end;
   * names between the first and the last replaced event are removed.
   */
  Checkpoints replacedLast(int start, int end, int replacements) {
    int kept = sentinelsBefore(start);
    long startPosition = droppedEntries() + start + kept;
    long lastPosition = droppedEntries() + end + sentinelsBeforeLast(end);
    long newEnd = startPosition + replacements;
    CheckpointTable moved =
        names.moved(
            startPosition,
            Long.MAX_VALUE,
            position -> {
              if (position == startPosition) {
                return position;
              }
              return position < lastPosition ? CheckpointTable.REMOVED : newEnd;
            });
    return changed(sentinels.take(kept), moved);
  }

  /** The names with their current positions, in that order. */
  Map<String, Integer> table() {
    Map<String, Integer> table = new LinkedHashMap<>();
    for (CheckpointTable.Name name : names.byPosition()) {
      table.put(name.text(), (int) (name.position() - droppedEntries()));
    }
    return Collections.unmodifiableMap(table);
  }

  /** These checkpoints with another table of names. */
  Checkpoints withTable(Map<String, Integer> table) {
    CheckpointTable replaced = CheckpointTable.none();
    for (var name : table.entrySet()) {
      replaced = replaced.with(name.getKey(), droppedEntries() + name.getValue());
    }
    return changed(sentinels, replaced);
  }

  /** All entries in order: the given events and the sentinels between them. */
  <E> List<Entry<E>> entries(Iterable<E> events) {
    List<Entry<E>> entries = new ArrayList<>();
    Iterator<E> remaining = events.iterator();
    int eventIndex = 0;
    for (Sentinel sentinel : sentinels) {
      for (; eventIndex < sentinel.precedingEvents() - droppedEvents; eventIndex++) {
        entries.add(new Entry.Recorded<>(remaining.next()));
      }
      entries.add(new Entry.Checkpoint<>(sentinel.name()));
    }
    remaining.forEachRemaining(last -> entries.add(new Entry.Recorded<>(last)));
    return Collections.unmodifiableList(entries);
  }

  private Checkpoints changed(PersistentList<Sentinel> sentinels, CheckpointTable names) {
    return new Checkpoints(sentinels, names, droppedEvents, droppedSentinels);
  }

  private long droppedEntries() {
    return droppedEvents + droppedSentinels;
  }

  private long eventsBefore(int sentinelIndex) {
    return sentinels.get(sentinelIndex).precedingEvents() - droppedEvents;
  }

  /** The number of sentinels with at most this many events before them. */
  private int sentinelsWithin(int eventCount) {
    return sentinelsWhile(index -> eventsBefore(index) <= eventCount);
  }

  /** The index of the first sentinel from which on a condition is false. */
  private int sentinelsWhile(IntPredicate isBefore) {
    int low = 0;
    int high = sentinelCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore.test(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
