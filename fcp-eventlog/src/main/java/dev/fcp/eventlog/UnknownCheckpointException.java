package dev.fcp.eventlog;

import java.util.Collection;
import java.util.List;

/**
 * A log has no checkpoint of the requested name; the message lists the names that it has (CP-6). A
 * checkpoint that exists but lies ahead of the cursor never ends in this exception.
 */
public final class UnknownCheckpointException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String name;
  private final String[] knownNames;

  /**
   * Makes the refusal of a name.
   *
   * @param name the name that was asked for
   * @param knownNames the names the log holds, in the order of their positions
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

  /** The name that was asked for. */
  public String name() {
    return name;
  }

  /** The names the log holds, in the order of their positions. */
  public List<String> knownNames() {
    return List.of(knownNames);
  }

  private static String quoted(Collection<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
