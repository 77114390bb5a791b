package dev.fcp.midi.smf;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Matches equal messages of two lists: the same bytes at the same tick. Each message is matched at
 * most once.
 */
final class MessageAlignment {

  /** Above this number of comparisons at one tick, messages are looked up by hash. */
  private static final int MAX_PAIRWISE_COMPARISONS = 256;

  private final MessageList wanted;
  private final MessageList available;
  private final int[] matches;

  private MessageAlignment(MessageList wanted, MessageList available) {
    this.wanted = wanted;
    this.available = available;
    this.matches = new int[wanted.size()];
    Arrays.fill(matches, -1);
  }

  /** Returns for each wanted message the index of the equal message, or -1. */
  static int[] of(MessageList wanted, MessageList available) {
    MessageAlignment alignment = new MessageAlignment(wanted, available);
    alignment.align();
    return alignment.matches;
  }

  /** Returns the number of matched messages. */
  static int count(MessageList wanted, MessageList available) {
    return (int) Arrays.stream(of(wanted, available)).filter(index -> index >= 0).count();
  }

  private void align() {
    int i = 0;
    int j = 0;
    while (i < wanted.size() && j < available.size()) {
      long tick = wanted.absoluteTick(i);
      long otherTick = available.absoluteTick(j);
      if (tick == otherTick) {
        int endOfWantedTick = endOfTick(wanted, i);
        int endOfAvailableTick = endOfTick(available, j);
        alignTick(i, endOfWantedTick, j, endOfAvailableTick);
        i = endOfWantedTick;
        j = endOfAvailableTick;
      } else if (tick < otherTick) {
        i++;
      } else {
        j++;
      }
    }
  }

  private static int endOfTick(MessageList list, int from) {
    int end = from + 1;
    while (end < list.size() && list.absoluteTick(end) == list.absoluteTick(from)) {
      end++;
    }
    return end;
  }

  private void alignTick(int from, int to, int otherFrom, int otherTo) {
    int i = from;
    int j = otherFrom;
    while (i < to && j < otherTo && wanted.messageEquals(i, available, j)) {
      matches[i++] = j++;
    }
    if ((long) (to - i) * (otherTo - j) <= MAX_PAIRWISE_COMPARISONS) {
      alignPairwise(i, to, j, otherTo);
    } else {
      alignByHash(i, to, j, otherTo);
    }
  }

  private void alignPairwise(int from, int to, int otherFrom, int otherTo) {
    boolean[] claimed = new boolean[otherTo - otherFrom];
    for (int i = from; i < to; i++) {
      for (int j = otherFrom; j < otherTo && matches[i] < 0; j++) {
        if (!claimed[j - otherFrom] && wanted.messageEquals(i, available, j)) {
          matches[i] = j;
          claimed[j - otherFrom] = true;
        }
      }
    }
  }

  private void alignByHash(int from, int to, int otherFrom, int otherTo) {
    Map<SmfMessage, Deque<Integer>> indicesByMessage = new HashMap<>();
    for (int j = otherFrom; j < otherTo; j++) {
      indicesByMessage.computeIfAbsent(message(available, j), message -> new ArrayDeque<>()).add(j);
    }
    for (int i = from; i < to; i++) {
      Deque<Integer> equalIndices = indicesByMessage.get(message(wanted, i));
      if (equalIndices != null && !equalIndices.isEmpty()) {
        matches[i] = equalIndices.remove();
      }
    }
  }

  private static SmfMessage message(MessageList list, int index) {
    return new SmfMessage(list.absoluteTick(index), list.bytes(index), 0, 0);
  }
}
