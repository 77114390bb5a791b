package dev.fcp.spec.conform;

import java.util.Optional;

/**
 * What is asked of a run.
 *
 * @param only the area or clause that is wanted; empty for all
 * @param seed the seed of the random programs
 * @param programs how many random programs are run
 */
record Settings(Optional<String> only, long seed, int programs) {

  boolean wants(String clause) {
    return only.isEmpty() || Vector.isOf(clause, only.get());
  }

  boolean wants(Vector vector) {
    return only.isEmpty() || vector.speaksOf(only.get());
  }
}
