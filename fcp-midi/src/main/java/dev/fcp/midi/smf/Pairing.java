package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which track of a version each track of a content goes back to: an equal one, first of all the one
 * in the same place; else the one with the most messages in common that no equal track has.
 */
final class Pairing {

  /**
   * From so many pairs on, tracks are paired by their order and not by what they have in common.
   */
  private static final int MANY = 256;

  private final List<Track> want;
  private final List<SmfTrack> have;
  private final int[] partners;
  private final boolean[] isEqual;
  private final boolean[] taken;

  private Pairing(List<Track> want, List<SmfTrack> have) {
    this.want = want;
    this.have = have;
    this.partners = new int[want.size()];
    this.isEqual = new boolean[want.size()];
    this.taken = new boolean[have.size()];
    Arrays.fill(partners, -1);
  }

  static Pairing of(List<Track> want, SmfFile version) {
    Pairing pairing = new Pairing(want, version.tracks());
    pairing.pairInPlace();
    if (pairing.hasUnpaired()) {
      pairing.pairEqual();
      pairing.pairAlike();
    }
    return pairing;
  }

  /** The place of the partner of a track, or -1. */
  int partner(int track) {
    return partners[track];
  }

  /** Whether a track has a partner that says the same. */
  boolean isEqual(int track) {
    return isEqual[track];
  }

  private void pairInPlace() {
    for (int i = 0; i < Math.min(want.size(), have.size()); i++) {
      if (want.get(i).equals(have.get(i).content())) {
        pair(i, i, true);
      }
    }
  }

  private boolean hasUnpaired() {
    return Arrays.stream(partners).anyMatch(partner -> partner < 0);
  }

  private void pairEqual() {
    Map<Track, Deque<Integer>> places = new HashMap<>();
    for (int j = 0; j < have.size(); j++) {
      if (!taken[j]) {
        places.computeIfAbsent(have.get(j).content(), content -> new ArrayDeque<>()).add(j);
      }
    }
    for (int i = 0; i < want.size() && !places.isEmpty(); i++) {
      Deque<Integer> equal = partners[i] < 0 ? places.get(want.get(i)) : null;
      if (equal != null && !equal.isEmpty()) {
        pair(i, equal.remove(), true);
      }
    }
  }

  private void pairAlike() {
    int[] tracks = indices(want.size(), track -> partners[track] < 0);
    int[] others = indices(have.size(), other -> !taken[other]);
    if ((long) tracks.length * others.length > MANY) {
      for (int k = 0; k < Math.min(tracks.length, others.length); k++) {
        pair(tracks[k], others[k], false);
      }
      return;
    }
    for (Likeness alike : likenesses(tracks, others)) {
      if (partners[alike.track] < 0 && !taken[alike.other]) {
        pair(alike.track, alike.other, false);
      }
    }
  }

  /** How many messages two tracks have in common. */
  private record Likeness(int track, int other, int common) {}

  /** All pairs, the most alike first; of equally alike ones those that come first in the files. */
  private List<Likeness> likenesses(int[] tracks, int[] others) {
    List<Likeness> all = new ArrayList<>();
    for (int track : tracks) {
      MessageList messages = want.get(track).messages();
      for (int other : others) {
        int common = Alignment.count(messages, have.get(other).content().messages());
        all.add(new Likeness(track, other, common));
      }
    }
    all.sort(Comparator.comparingInt(Likeness::common).reversed());
    return all;
  }

  private void pair(int track, int other, boolean equal) {
    partners[track] = other;
    isEqual[track] = equal;
    taken[other] = true;
  }

  private static int[] indices(int size, IntPredicate chosen) {
    return IntStream.range(0, size).filter(chosen).toArray();
  }
}
