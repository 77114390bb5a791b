package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Value;

/**
 * The encoded state of a session after a record, from which opening continues. It does not contain
 * the steps; the records do.
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

  /** A snapshot after a record: the state, and the model as its codec encoded it. */
  public static Snapshot of(long recordNumber, Value.Fields state, byte[] model) {
    return new Snapshot(recordNumber, state, model.clone());
  }

  /** The number of the record. */
  public long recordNumber() {
    return recordNumber;
  }

  /** The state without model and steps. */
  public Value.Fields state() {
    return state;
  }

  /** The model, as its codec wrote it. */
  public byte[] model() {
    return model.clone();
  }
}
