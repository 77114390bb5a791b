package dev.fcp.spec.session;

/** How an operation of a test program ends. */
enum Ending {
  COMMITTED,
  MOVED,
  RECORDED,
  UNCHANGED,
  REFUSED,
  FAILED;

  static Ending moved(boolean changes) {
    return changes ? MOVED : UNCHANGED;
  }
}
