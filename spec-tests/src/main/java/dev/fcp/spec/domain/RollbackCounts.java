package dev.fcp.spec.domain;

/**
 * What programs of rollbacks came to, so that nobody takes an empty law for one that holds.
 *
 * @param appliedRollbacks how many rollbacks changed the document
 * @param completePlans how many plans took back all that was asked for
 * @param plansWithConflicts how many plans had conflicts, which were then checked one by one
 * @param comparedModels how many documents were held against what the events in effect leave
 * @param uncomparableModels of how many others that could not be computed
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

  /** Whether nine of ten documents at least could be held against something. */
  boolean isMostlyCompared() {
    return comparedModels > 0 && comparedModels >= 9 * uncomparableModels;
  }
}
