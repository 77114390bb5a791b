package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.JsonLineWriter;

/**
 * Where the user was before a step and after it: what was selected, where the caret stood. An
 * editor gives it with the step and gets it back by undo and redo; the engine does not look into it
 * (SE-28).
 *
 * @param before where the user was before the step; no fields if nobody said
 * @param after where the user was after it; no fields if nobody said
 */
public record EditorSelection(Value.Fields before, Value.Fields after) {

  /** How much of either a step keeps: so many bytes of JSON in UTF-8. */
  public static final int MAX_BYTES = 4096;

  /** Of nothing that anybody said. */
  public static final EditorSelection NONE =
      new EditorSelection(Value.Fields.EMPTY, Value.Fields.EMPTY);

  /** Whether nothing was said. */
  public boolean isNone() {
    return before.isEmpty() && after.isEmpty();
  }

  /** That of this step and a later one, if both are one: before the first, after the last. */
  public EditorSelection then(EditorSelection later) {
    return new EditorSelection(before, later.after);
  }

  /**
   * How much the larger of both takes, in bytes of JSON.
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
