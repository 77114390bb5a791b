package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Value;

/**
 * The state of a session after a record, written down, so that nobody has to begin before it. The
 * steps are not part of it; they stand in the records.
 *
 * <p>The bytes are copied on the way in and out. Immutable.
 */
public final class Snapshot {

  private final long recordNumber;
  private final Value.Fields state;
  private final byte[] model;

  private Snapshot(long recordNumber, Value.Fields state, byte[] model) {
    this.recordNumber = recordNumber;
    this.state = state;
    this.model = model;
  }

  /** A snapshot after a record: what is known, and the model in the form of its domain. */
  public static Snapshot of(long recordNumber, Value.Fields state, byte[] model) {
    return new Snapshot(recordNumber, state, model.clone());
  }

  /** The number of the record. */
  public long recordNumber() {
    return recordNumber;
  }

  /** All that is known but the model and the steps. */
  public Value.Fields state() {
    return state;
  }

  /** The model, as its codec wrote it. */
  public byte[] model() {
    return model.clone();
  }
}
