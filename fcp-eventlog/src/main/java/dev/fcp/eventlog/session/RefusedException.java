package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown inside the body of a step or batch if an operation is refused. The outermost operation
 * turns it into an {@link Outcome.Refused}. The body of a batch may catch it and continue without
 * the refused operation, and may also throw it itself.
 */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<Conflict> conflicts;

  /** Creates an exception with one reason. */
  public RefusedException(Conflict conflict) {
    this(List.of(conflict));
  }

  /**
   * Creates an exception with several reasons.
   *
   * @throws IllegalArgumentException if the list is empty
   */
  public RefusedException(List<Conflict> conflicts) {
    super(conflicts.stream().map(Conflict::reason).collect(Collectors.joining("; ")));
    if (conflicts.isEmpty()) {
      throw new IllegalArgumentException("a refusal without a reason");
    }
    this.conflicts = List.copyOf(conflicts);
  }

  /** The reasons; never empty. */
  public List<Conflict> conflicts() {
    return conflicts;
  }
}
