package dev.fcp.spec.session;

/** How an operation of a test program ends. */
enum OutcomeKind {
  COMMITTED,
  MOVED,
  RECORDED,
  UNCHANGED,
  REFUSED,
  FAILED;

  static OutcomeKind movedIf(boolean changes) {
    return changes ? MOVED : UNCHANGED;
  }
}
