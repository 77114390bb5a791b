package dev.fcp.spec.conform;

import java.util.Optional;

/**
 * What is asked of a run.
 *
 * @param only the area or clause that is wanted; empty for all
 * @param seed the seed of the random programs
 * @param programs how many random programs are run
 * @param hangs after how many replies that never came a run is given up; 0 for never
 */
record Settings(Optional<String> only, long seed, int programs, int hangs) {

  /** Each costs all the patience there is: these cost a minute. */
  static final int HANGS = 12;

  /** All clauses, with so many random programs. */
  static Settings all(long seed, int programs) {
    return new Settings(Optional.empty(), seed, programs, HANGS);
  }

  boolean wants(String clause) {
    return only.isEmpty() || Vector.isOf(clause, only.get());
  }

  boolean wants(Vector vector) {
    return only.isEmpty() || vector.speaksOf(only.get());
  }
}
