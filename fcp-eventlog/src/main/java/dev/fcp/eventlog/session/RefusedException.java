package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ends the body of a step or batch because something does not apply. The outermost operation turns
 * it into an {@link Outcome.Refused}; within a batch, whoever catches it lets the batch go on
 * without what was refused. A body may throw one of its own.
 */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<Conflict> conflicts;

  /** A refusal for one reason. */
  public RefusedException(Conflict conflict) {
    this(List.of(conflict));
  }

  /**
   * A refusal for several reasons.
   *
   * @throws IllegalArgumentException if there is none
   */
  public RefusedException(List<Conflict> conflicts) {
    super(conflicts.stream().map(Conflict::reason).collect(Collectors.joining("; ")));
    if (conflicts.isEmpty()) {
      throw new IllegalArgumentException("a refusal without a reason");
    }
    this.conflicts = List.copyOf(conflicts);
  }

  /** Why it was refused; never none. */
  public List<Conflict> conflicts() {
    return conflicts;
  }
}
