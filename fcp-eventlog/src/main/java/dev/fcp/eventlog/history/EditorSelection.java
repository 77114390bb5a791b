package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.JsonLineWriter;

/**
 * The selection and the caret of an editor before and after a step. An editor records it with the
 * step, and undo and redo return it; the engine does not interpret it (SE-28).
 *
 * @param before the selection before the step; no fields if unknown
 * @param after the selection after the step; no fields if unknown
 */
public record EditorSelection(Value.Fields before, Value.Fields after) {

  /** The maximum size of each selection, in bytes of JSON in UTF-8. */
  public static final int MAX_BYTES = 4096;

  /** No selection. */
  public static final EditorSelection NONE =
      new EditorSelection(Value.Fields.EMPTY, Value.Fields.EMPTY);

  /** Whether neither selection is known. */
  public boolean isNone() {
    return before.isEmpty() && after.isEmpty();
  }

  /** The selection of a step that reverses this one. */
  public EditorSelection reversed() {
    return new EditorSelection(after, before);
  }

  /** The selection of a merged step: that before this step and that after the later one. */
  public EditorSelection then(EditorSelection later) {
    return new EditorSelection(before, later.after);
  }

  /**
   * The size of the larger selection, in bytes of JSON in UTF-8.
   *
   * @throws IllegalArgumentException if a selection cannot be encoded, for instance because it is
   *     nested too deeply
   */
  public int sizeBytes() {
    return Math.max(sizeBytes(before), sizeBytes(after));
  }

  private static int sizeBytes(Value.Fields fields) {
    return fields.isEmpty() ? 0 : new JsonLineWriter().value(fields).toBytes().length;
  }
}
