package dev.fcp.spec.conform;

import java.util.Optional;

/**
 * What is asked of a run.
 *
 * @param areaOrClause the area or clause that is wanted; empty for all
 * @param seed the seed of the random programs
 * @param programCount how many random programs are run
 * @param maxHangs after how many replies that never came a run is given up; 0 for never
 */
record RunSettings(Optional<String> areaOrClause, long seed, int programCount, int maxHangs) {

  /** Each costs all the patience there is: these cost a minute. */
  static final int DEFAULT_MAX_HANGS = 12;

  /** All clauses, with so many random programs. */
  static RunSettings all(long seed, int programCount) {
    return new RunSettings(Optional.empty(), seed, programCount, DEFAULT_MAX_HANGS);
  }

  boolean includes(String clause) {
    return areaOrClause.isEmpty() || Vector.isInArea(clause, areaOrClause.get());
  }

  boolean includes(Vector vector) {
    return areaOrClause.isEmpty() || vector.concerns(areaOrClause.get());
  }
}
