package dev.fcp.spec.session;

/** The places where a session calls out to code that is not its own. */
enum Callback {
  NAME,
  EMPTY,
  CHECK,
  REPLAY,
  INVERT,
  DIGEST,
  DIGEST_FROM_SCRATCH,
  EVENT_CODEC,
  ENCODE,
  DECODE,
  FORMAT,
  READ_FILE,
  WRITE_FILE,
  JOURNAL_LAST_NUMBER,
  JOURNAL_ENCODE,
  JOURNAL_APPEND,
  JOURNAL_APPENDED,
  JOURNAL_READ,
  JOURNAL_DECODE,
  CLOCK,
  IDS,
  STEP_BODY,
  BATCH_BODY
}
