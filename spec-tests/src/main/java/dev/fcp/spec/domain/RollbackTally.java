package dev.fcp.spec.domain;

/**
 * What programs of rollbacks came to, so that nobody takes an empty law for one that holds.
 *
 * @param rollbacks how many rollbacks changed the document
 * @param whole how many plans took back all that was asked for
 * @param conflicts how many plans told of conflicts, which were then looked at one by one
 * @param compared how many documents were held against what the events in effect leave
 * @param untold of how many others that could not be told
 */
record RollbackTally(int rollbacks, int whole, int conflicts, int compared, int untold) {

  static final RollbackTally NONE = new RollbackTally(0, 0, 0, 0, 0);

  RollbackTally plus(RollbackTally other) {
    return new RollbackTally(
        rollbacks + other.rollbacks,
        whole + other.whole,
        conflicts + other.conflicts,
        compared + other.compared,
        untold + other.untold);
  }

  /** Whether nine of ten documents at least could be held against something. */
  boolean isMostlyCompared() {
    return compared > 0 && compared >= 9 * untold;
  }
}
