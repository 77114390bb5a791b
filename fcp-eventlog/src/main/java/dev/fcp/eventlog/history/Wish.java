package dev.fcp.eventlog.history;

import java.util.BitSet;

/**
 * What a plan is to leave out of effect and to bring back into it.
 *
 * @param without the places of steps on the line that are left out
 * @param back the places of steps whose events are brought back
 */
record Wish(BitSet without, BitSet back) {

  static Wish without(BitSet without) {
    return new Wish(without, new BitSet());
  }

  Wish alsoWithout(Iterable<Integer> places) {
    BitSet more = (BitSet) without.clone();
    places.forEach(more::set);
    return new Wish(more, back);
  }
}
