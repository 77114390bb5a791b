package dev.fcp.eventlog.history.planner;

import java.util.BitSet;

/**
 * What a plan is to leave out of effect and to bring back into it.
 *
 * @param excluded the places of steps on the line that are left out
 * @param restored the places of steps whose events are brought back
 */
record PlanGoal(BitSet excluded, BitSet restored) {

  static PlanGoal excluding(BitSet excluded) {
    return new PlanGoal(excluded, new BitSet());
  }

  PlanGoal alsoExcluding(Iterable<Integer> stepIndexes) {
    BitSet newExcluded = (BitSet) excluded.clone();
    stepIndexes.forEach(newExcluded::set);
    return new PlanGoal(newExcluded, restored);
  }
}
