package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Value;

/**
 * The encoded state of a session after a record, from which loading can start. It does not contain
 * the steps; these are in the records.
 *
 * <p>Immutable; the bytes are copied when they are passed in or returned.
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

  /** Creates a snapshot from the state after a record and the encoded model. */
  public static Snapshot of(long recordNumber, Value.Fields state, byte[] model) {
    return new Snapshot(recordNumber, state, model.clone());
  }

  /** The number of the record. */
  public long recordNumber() {
    return recordNumber;
  }

  /** The state, without the model and the steps. */
  public Value.Fields state() {
    return state;
  }

  /** The encoded model. */
  public byte[] model() {
    return model.clone();
  }
}
