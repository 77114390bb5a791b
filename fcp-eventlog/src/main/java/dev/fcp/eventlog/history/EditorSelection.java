package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.JsonLineWriter;

/**
 * The selection and the caret of an editor before and after a step. An editor records it with the
 * step, and undo and redo return it; the engine does not interpret it (SE-28).
 *
 * @param before the selection before the step; no fields if unknown
 * @param after the selection after it; no fields if unknown
 */
public record EditorSelection(Value.Fields before, Value.Fields after) {

  /** The maximum size of each, in bytes of JSON in UTF-8. */
  public static final int MAX_BYTES = 4096;

  /** No selection. */
  public static final EditorSelection NONE =
      new EditorSelection(Value.Fields.EMPTY, Value.Fields.EMPTY);

  /** Whether neither is known. */
  public boolean isNone() {
    return before.isEmpty() && after.isEmpty();
  }

  /**
   * The selection of two steps that are merged: that before this one and that after the later one.
   */
  public EditorSelection then(EditorSelection later) {
    return new EditorSelection(before, later.after);
  }

  /**
   * The size of the larger one, in bytes of JSON.
   *
   * @throws IllegalArgumentException if it cannot be written, for instance nests too deep
   */
  public int sizeBytes() {
    return Math.max(sizeBytes(before), sizeBytes(after));
  }

  private static int sizeBytes(Value.Fields fields) {
    return fields.isEmpty() ? 0 : new JsonLineWriter().value(fields).toBytes().length;
  }
}
