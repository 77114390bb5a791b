package dev.fcp.eventlog;

import java.util.Collection;
import java.util.List;

/**
 * Thrown if a log has no checkpoint with the requested name; the message lists the known names
 * (CP-6). It is not thrown for a checkpoint after the cursor.
 */
public final class UnknownCheckpointException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String name;
  private final String[] knownNames;

  /**
   * Creates the exception.
   *
   * @param name the requested name
   * @param knownNames the names of the checkpoints of the log, in the order of their positions
   */
  public UnknownCheckpointException(String name, Collection<String> knownNames) {
    super(
        "unknown checkpoint '%s': %s; nothing was changed"
            .formatted(
                name,
                knownNames.isEmpty() ? "this log has none" : "known are " + quoted(knownNames)));
    this.name = name;
    this.knownNames = knownNames.toArray(String[]::new);
  }

  /** The requested name. */
  public String name() {
    return name;
  }

  /** The names of the checkpoints of the log, in the order of their positions. */
  public List<String> knownNames() {
    return List.of(knownNames);
  }

  private static String quoted(Collection<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
