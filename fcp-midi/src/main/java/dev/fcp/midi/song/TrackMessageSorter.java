package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Sorts the messages of one track. Each message is represented by a number, so that most
 * comparisons are between numbers:
 *
 * <pre>
 * bits   32     31                        1
 *        tick   index of the entity       1 = end of a note
 *               in the order of keys
 * </pre>
 */
final class TrackMessageSorter {

  /** The maximum number of messages of a tick that are sorted by insertion. */
  private static final int MAX_INSERTION_SORT = 32;

  private final List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
  private long[] messages = new long[64];
  private int size;

  TrackMessageSorter(EntityModel<SongKey, SongEntity> song, String track) {
    SongKey scope = SongKey.track(track);
    for (Map.Entry<SongKey, SongEntity> entry : song.entities().from(scope)) {
      if (entry.getKey().compareTracks(scope) != 0) {
        break;
      }
      if (entry.getValue() instanceof Note note) {
        add(note.on().tick(), 0);
        add(note.off().tick(), 1);
      } else if (entry.getValue() instanceof SingleMessage single) {
        add(single.position().tick(), 0);
      } else {
        continue;
      }
      entities.add(entry);
    }
    sort();
  }

  private void add(int tick, int endBit) {
    if (size == messages.length) {
      messages = Arrays.copyOf(messages, 2 * size);
    }
    messages[size++] = (long) tick << Integer.SIZE | (long) entities.size() << 1 | endBit;
  }

  private void sort() {
    Arrays.sort(messages, 0, size);
    int start = 0;
    for (int end = 1; end <= size; end++) {
      if (end == size || tick(end) != tick(start)) {
        sortTick(start, end);
        start = end;
      }
    }
  }

  /**
   * Sorts the messages of one tick by order key; messages with equal order keys remain sorted by
   * key.
   */
  private void sortTick(int from, int to) {
    if (to - from > MAX_INSERTION_SORT) {
      Long[] boxed = Arrays.stream(messages, from, to).boxed().toArray(Long[]::new);
      Arrays.sort(boxed, Comparator.comparing(this::orderKey));
      for (int i = from; i < to; i++) {
        messages[i] = boxed[i - from];
      }
      return;
    }
    for (int i = from + 1; i < to; i++) {
      long message = messages[i];
      OrderKey orderKey = orderKey(message);
      int index = i;
      while (index > from && orderKey(messages[index - 1]).compareTo(orderKey) > 0) {
        messages[index] = messages[index - 1];
        index--;
      }
      messages[index] = message;
    }
  }

  private int tick(int index) {
    return (int) (messages[index] >>> Integer.SIZE);
  }

  private OrderKey orderKey(long message) {
    SongEntity entity = entities.get((int) message >>> 1).getValue();
    if (entity instanceof Note note) {
      return isEnd(message) ? note.off().order() : note.on().order();
    }
    return ((SingleMessage) entity).position().order();
  }

  private static boolean isEnd(long message) {
    return (message & 1) != 0;
  }

  void visit(TrackMessages.MessageVisitor visitor) {
    visitor.begin(size);
    for (int i = 0; i < size; i++) {
      Map.Entry<SongKey, SongEntity> entry = entities.get((int) messages[i] >>> 1);
      if (!(entry.getValue() instanceof Note note)) {
        visitor.single(entry.getKey(), (SingleMessage) entry.getValue());
      } else if (isEnd(messages[i])) {
        visitor.off(entry.getKey(), note);
      } else {
        visitor.on(entry.getKey(), note);
      }
    }
  }
}
