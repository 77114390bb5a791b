package dev.fcp.eventlog.history.planner;

import java.util.BitSet;

/**
 * The steps that a plan brings out of effect and back into effect.
 *
 * @param excluded the indexes of the steps to exclude, among the applied steps
 * @param restored the indexes of the steps whose events are to be restored
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
