package dev.fcp.spec.domain;

/**
 * Counts of what programs of rollbacks checked, so that a law that checks nothing does not pass.
 *
 * @param appliedRollbacks how many rollbacks changed the document
 * @param completePlans how many plans reversed the whole selection
 * @param plansWithConflicts how many plans had conflicts, each of which was checked
 * @param comparedModels how many documents were compared with the model of the events in effect
 * @param uncomparableModels for how many documents that model could not be computed
 */
record RollbackCounts(
    int appliedRollbacks,
    int completePlans,
    int plansWithConflicts,
    int comparedModels,
    int uncomparableModels) {

  static final RollbackCounts NONE = new RollbackCounts(0, 0, 0, 0, 0);

  RollbackCounts plus(RollbackCounts other) {
    return new RollbackCounts(
        appliedRollbacks + other.appliedRollbacks,
        completePlans + other.completePlans,
        plansWithConflicts + other.plansWithConflicts,
        comparedModels + other.comparedModels,
        uncomparableModels + other.uncomparableModels);
  }

  /** Whether at least nine of ten documents could be compared. */
  boolean isMostlyCompared() {
    return comparedModels > 0 && comparedModels >= 9 * uncomparableModels;
  }
}
