package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
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
 * Pairs the tracks to write with the tracks of a version: with an equal track, preferably at the
 * same index, otherwise with the unpaired track that has the most messages in common.
 */
final class TrackPairing {

  /** Above this number of pairs, tracks are paired by order instead of similarity. */
  private static final int MAX_COMPARED_PAIRS = 256;

  private final List<TrackChunk> wanted;
  private final List<SmfTrack> available;
  private final int[] partners;
  private final boolean[] isEqual;
  private final boolean[] claimed;

  private TrackPairing(List<TrackChunk> wanted, List<SmfTrack> available) {
    this.wanted = wanted;
    this.available = available;
    this.partners = new int[wanted.size()];
    this.isEqual = new boolean[wanted.size()];
    this.claimed = new boolean[available.size()];
    Arrays.fill(partners, -1);
  }

  static TrackPairing of(List<TrackChunk> wanted, SmfFile version) {
    TrackPairing pairing = new TrackPairing(wanted, version.tracks());
    pairing.pairEqualAtSameIndex();
    if (pairing.hasUnpaired()) {
      pairing.pairEqual();
      pairing.pairSimilar();
    }
    return pairing;
  }

  /** The index of the partner of a track, or -1. */
  int partner(int track) {
    return partners[track];
  }

  /** Whether a track has an equal partner. */
  boolean isEqual(int track) {
    return isEqual[track];
  }

  private void pairEqualAtSameIndex() {
    for (int i = 0; i < Math.min(wanted.size(), available.size()); i++) {
      if (wanted.get(i).equals(available.get(i).content())) {
        pair(i, i, true);
      }
    }
  }

  private boolean hasUnpaired() {
    return Arrays.stream(partners).anyMatch(partner -> partner < 0);
  }

  private void pairEqual() {
    Map<TrackChunk, Deque<Integer>> indicesByContent = new HashMap<>();
    for (int j = 0; j < available.size(); j++) {
      if (!claimed[j]) {
        indicesByContent
            .computeIfAbsent(available.get(j).content(), content -> new ArrayDeque<>())
            .add(j);
      }
    }
    for (int i = 0; i < wanted.size() && !indicesByContent.isEmpty(); i++) {
      Deque<Integer> equalIndices = partners[i] < 0 ? indicesByContent.get(wanted.get(i)) : null;
      if (equalIndices != null && !equalIndices.isEmpty()) {
        pair(i, equalIndices.remove(), true);
      }
    }
  }

  private void pairSimilar() {
    int[] tracks = indices(wanted.size(), track -> partners[track] < 0);
    int[] others = indices(available.size(), otherTrack -> !claimed[otherTrack]);
    if ((long) tracks.length * others.length > MAX_COMPARED_PAIRS) {
      for (int k = 0; k < Math.min(tracks.length, others.length); k++) {
        pair(tracks[k], others[k], false);
      }
      return;
    }
    for (Similarity similarity : similarities(tracks, others)) {
      if (partners[similarity.track] < 0 && !claimed[similarity.otherTrack]) {
        pair(similarity.track, similarity.otherTrack, false);
      }
    }
  }

  /** The number of messages that two tracks have in common. */
  private record Similarity(int track, int otherTrack, int commonMessageCount) {}

  /** All pairs, the most similar first; equally similar pairs in the order of the files. */
  private List<Similarity> similarities(int[] tracks, int[] others) {
    List<Similarity> all = new ArrayList<>();
    for (int track : tracks) {
      MessageList messages = wanted.get(track).messages();
      for (int otherTrack : others) {
        int common =
            MessageAlignment.count(messages, available.get(otherTrack).content().messages());
        all.add(new Similarity(track, otherTrack, common));
      }
    }
    all.sort(Comparator.comparingInt(Similarity::commonMessageCount).reversed());
    return all;
  }

  private void pair(int track, int otherTrack, boolean equal) {
    partners[track] = otherTrack;
    isEqual[track] = equal;
    claimed[otherTrack] = true;
  }

  private static int[] indices(int size, IntPredicate filter) {
    return IntStream.range(0, size).filter(filter).toArray();
  }
}
