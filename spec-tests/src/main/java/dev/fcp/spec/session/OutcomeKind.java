package dev.fcp.spec.session;

/** The kinds of outcomes of an operation of a test program. */
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
