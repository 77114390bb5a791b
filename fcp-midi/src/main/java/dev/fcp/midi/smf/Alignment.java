package dev.fcp.midi.smf;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Finds equal messages of two lists: the same bytes at the same tick. Each is found once. */
final class Alignment {

  /** From so many comparisons at one tick on, messages are looked up by their hash. */
  private static final int MANY = 256;

  private final MessageList want;
  private final MessageList have;
  private final int[] found;

  private Alignment(MessageList want, MessageList have) {
    this.want = want;
    this.have = have;
    this.found = new int[want.size()];
    Arrays.fill(found, -1);
  }

  /** For each wanted message the place of its equal, or -1. */
  static int[] of(MessageList want, MessageList have) {
    Alignment alignment = new Alignment(want, have);
    alignment.walk();
    return alignment.found;
  }

  /** How many messages have an equal. */
  static int count(MessageList want, MessageList have) {
    return (int) Arrays.stream(of(want, have)).filter(place -> place >= 0).count();
  }

  private void walk() {
    int i = 0;
    int j = 0;
    while (i < want.size() && j < have.size()) {
      long tick = want.absoluteTick(i);
      long other = have.absoluteTick(j);
      if (tick == other) {
        int endOfWanted = endOfTick(want, i);
        int endOfHad = endOfTick(have, j);
        match(i, endOfWanted, j, endOfHad);
        i = endOfWanted;
        j = endOfHad;
      } else if (tick < other) {
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

  private void match(int from, int to, int otherFrom, int otherTo) {
    int i = from;
    int j = otherFrom;
    while (i < to && j < otherTo && want.isSame(i, have, j)) {
      found[i++] = j++;
    }
    if ((long) (to - i) * (otherTo - j) <= MANY) {
      matchFew(i, to, j, otherTo);
    } else {
      matchMany(i, to, j, otherTo);
    }
  }

  private void matchFew(int from, int to, int otherFrom, int otherTo) {
    boolean[] taken = new boolean[otherTo - otherFrom];
    for (int i = from; i < to; i++) {
      for (int j = otherFrom; j < otherTo && found[i] < 0; j++) {
        if (!taken[j - otherFrom] && want.isSame(i, have, j)) {
          found[i] = j;
          taken[j - otherFrom] = true;
        }
      }
    }
  }

  private void matchMany(int from, int to, int otherFrom, int otherTo) {
    Map<SmfMessage, Deque<Integer>> places = new HashMap<>();
    for (int j = otherFrom; j < otherTo; j++) {
      places.computeIfAbsent(message(have, j), message -> new ArrayDeque<>()).add(j);
    }
    for (int i = from; i < to; i++) {
      Deque<Integer> equal = places.get(message(want, i));
      if (equal != null && !equal.isEmpty()) {
        found[i] = equal.remove();
      }
    }
  }

  private static SmfMessage message(MessageList list, int index) {
    return new SmfMessage(list.absoluteTick(index), list.bytes(index), 0, 0);
  }
}
