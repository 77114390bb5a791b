package dev.fcp.eventlog.history.planner;

import java.util.BitSet;
import java.util.Set;

/**
 * The steps that a plan brings out of effect and back into effect.
 *
 * @param excluded the indexes of the steps to exclude, among the applied steps
 * @param restored the keys of the events to restore
 */
record PlanGoal(BitSet excluded, Set<Long> restored) {

  PlanGoal alsoExcluding(Iterable<Integer> stepIndexes) {
    BitSet newExcluded = (BitSet) excluded.clone();
    stepIndexes.forEach(newExcluded::set);
    return new PlanGoal(newExcluded, restored);
  }
}
