package dev.fcp.eventlog;

import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The checkpoints of a log as a value: the sentinels that stand among its events, and the table of
 * names. {@link EventLog} and {@link LogState} differ only in how they keep their events; both
 * place their checkpoints through this class.
 *
 * <p>Sentinels are not kept among the events but beside them, each with the number of events before
 * it, so that a run of sentinels costs nothing to cross. A place in the log is therefore a pair:
 * the events before it and the sentinels before it; its position is their sum.
 *
 * <pre>
 *   entries    a  |c  |d  b        sentinels  |c after 1 event, |d after 1 event
 *   position   0   1   2  3        b is event 1 and has 2 sentinels before it
 * </pre>
 */
final class Checkpoints {

  private static final Checkpoints NONE =
      new Checkpoints(PersistentList.empty(), Names.none(), 0, 0);

  /** A sentinel; the events before it are counted over the whole life of the log. */
  private record Sentinel(long events, String name) {}

  private final PersistentList<Sentinel> sentinels;
  private final Names names;

  /** How many events and sentinels were dropped at the beginning, so that nothing is renumbered. */
  private final long droppedEvents;

  private final long droppedSentinels;

  /** The events before the last sentinel, or -1 without one: the common answer without a search. */
  private final long lastSentinel;

  private final int sentinelCount;

  private Checkpoints(
      PersistentList<Sentinel> sentinels, Names names, long droppedEvents, long droppedSentinels) {
    this.sentinels = sentinels;
    this.names = names;
    this.droppedEvents = droppedEvents;
    this.droppedSentinels = droppedSentinels;
    this.sentinelCount = sentinels.size();
    this.lastSentinel =
        sentinelCount == 0 ? -1 : sentinels.get(sentinelCount - 1).events() - droppedEvents;
  }

  static Checkpoints none() {
    return NONE;
  }

  int sentinelCount() {
    return sentinelCount;
  }

  /** The sentinels before the event of this index: where undo of that event puts the cursor. */
  int sentinelsBefore(int event) {
    return lastSentinel <= event ? sentinelCount : sentinelsWithin(event);
  }

  /** The sentinels before a place right behind that many events: where redo puts the cursor. */
  int sentinelsBehind(int events) {
    return lastSentinel < events ? sentinelCount : sentinelsWithin(events - 1);
  }

  /** The sentinels among the first entries, as many as the position says. */
  int sentinelsAmong(int position) {
    int low = 0;
    int high = sentinelCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (eventsBefore(middle) + middle < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The position of a name, or nothing for an unknown one. */
  OptionalInt position(String name) {
    var position = names.position(name);
    return position.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((int) (position.getAsLong() - origin()));
  }

  /** Names the place and puts a sentinel there; what lies behind the place moves up by one. */
  Checkpoints with(String name, int events, int sentinelsBefore) {
    long place = origin() + events + sentinelsBefore;
    Names shifted = names.moved(place + 1, Long.MAX_VALUE, position -> position + 1);
    Sentinel sentinel = new Sentinel(droppedEvents + events, name);
    return changed(sentinels.insert(sentinelsBefore, sentinel), shifted.with(name, place));
  }

  /** Removes the sentinels behind the place and the names beyond it. */
  Checkpoints truncated(int events, int sentinelsBefore) {
    long end = origin() + events + sentinelsBefore;
    if (sentinelCount == sentinelsBefore && names.furthest() <= end) {
      return this;
    }
    return changed(
        sentinels.take(sentinelsBefore),
        names.moved(end + 1, Long.MAX_VALUE, position -> Names.GONE));
  }

  /** Removes what stands before the first kept event; the names exactly there stay, at 0. */
  Checkpoints withoutFirst(int events) {
    int sentinelsGone = sentinelsBefore(events);
    long firstKept = origin() + events + sentinelsBehind(events);
    long start = origin() + events + sentinelsGone;
    Names kept = names.moved(0, start + 1, position -> position < firstKept ? Names.GONE : start);
    return new Checkpoints(
        sentinels.drop(sentinelsGone),
        kept,
        droppedEvents + events,
        droppedSentinels + sentinelsGone);
  }

  /**
   * Replaces the last events, from index {@code start} up to {@code end}, and all sentinels among
   * and behind them by so many new events. Names behind the last event move to the new end, names
   * before it and behind the first replaced one go.
   */
  Checkpoints replacedLast(int start, int end, int replacements) {
    int kept = sentinelsBefore(start);
    long startPlace = origin() + start + kept;
    long lastPlace = origin() + end + sentinelsBehind(end);
    long newEnd = startPlace + replacements;
    Names moved =
        names.moved(
            startPlace,
            Long.MAX_VALUE,
            position -> {
              if (position == startPlace) {
                return position;
              }
              return position < lastPlace ? Names.GONE : newEnd;
            });
    return changed(sentinels.take(kept), moved);
  }

  /** The table of names with the positions of today, in their order. */
  Map<String, Integer> table() {
    Map<String, Integer> table = new LinkedHashMap<>();
    for (Names.Name name : names.ordered()) {
      table.put(name.text(), (int) (name.position() - origin()));
    }
    return Collections.unmodifiableMap(table);
  }

  /** These checkpoints with exactly this table, whatever names they held. */
  Checkpoints withTable(Map<String, Integer> table) {
    Names replaced = Names.none();
    for (var name : table.entrySet()) {
      replaced = replaced.with(name.getKey(), origin() + name.getValue());
    }
    return changed(sentinels, replaced);
  }

  /** All entries in their order: these events with the sentinels between them. */
  <E> List<Entry<E>> entries(Iterable<E> events) {
    List<Entry<E>> entries = new ArrayList<>();
    Iterator<E> remaining = events.iterator();
    int event = 0;
    for (Sentinel sentinel : sentinels) {
      for (; event < sentinel.events() - droppedEvents; event++) {
        entries.add(new Entry.Recorded<>(remaining.next()));
      }
      entries.add(new Entry.Checkpoint<>(sentinel.name()));
    }
    remaining.forEachRemaining(last -> entries.add(new Entry.Recorded<>(last)));
    return Collections.unmodifiableList(entries);
  }

  private Checkpoints changed(PersistentList<Sentinel> sentinels, Names names) {
    return new Checkpoints(sentinels, names, droppedEvents, droppedSentinels);
  }

  private long origin() {
    return droppedEvents + droppedSentinels;
  }

  private long eventsBefore(int sentinel) {
    return sentinels.get(sentinel).events() - droppedEvents;
  }

  /** How many sentinels have that many events before them, or fewer. */
  private int sentinelsWithin(int events) {
    int low = 0;
    int high = sentinelCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (eventsBefore(middle) <= events) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
