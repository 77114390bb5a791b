package dev.fcp.spec.conform;

import java.util.Optional;

/**
 * The settings of a run.
 *
 * @param areaOrClause the requested area or clause; empty for all
 * @param seed the seed of the random programs
 * @param programCount the number of random programs
 * @param maxHangs the number of hangs after which the run is aborted; 0 for no limit
 */
record RunSettings(Optional<String> areaOrClause, long seed, int programCount, int maxHangs) {

  /** The default maximum number of hangs; together they take a minute. */
  static final int DEFAULT_MAX_HANGS = 12;

  /** Returns settings for all clauses with the given number of random programs. */
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
