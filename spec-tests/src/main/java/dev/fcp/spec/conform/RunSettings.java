package dev.fcp.spec.conform;

import java.util.Optional;

/**
 * The settings of a run.
 *
 * @param areaOrClause the requested area or clause; empty for all
 * @param seed the seed of the random programs
 * @param programCount the number of random programs
 */
record RunSettings(Optional<String> areaOrClause, long seed, int programCount) {

  /** Returns settings for all clauses with the given number of random programs. */
  static RunSettings all(long seed, int programCount) {
    return new RunSettings(Optional.empty(), seed, programCount);
  }

  boolean includes(String clause) {
    return areaOrClause.isEmpty() || Vector.isInArea(clause, areaOrClause.get());
  }

  boolean includes(Vector vector) {
    return areaOrClause.isEmpty() || vector.concerns(areaOrClause.get());
  }
}
