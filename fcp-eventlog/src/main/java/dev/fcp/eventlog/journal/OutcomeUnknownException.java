package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if records were written, but forcing them to disk failed. The journal accepts no more
 * records; opening it again shows which of them exist.
 */
public final class OutcomeUnknownException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient List<StepId> steps;

  /**
   * Creates an exception.
   *
   * @param where the folder of the journal
   * @param steps the steps whose outcome is unknown
   * @param cause the failure of the disk
   */
  public OutcomeUnknownException(String where, List<StepId> steps, Throwable cause) {
    super(
        "journal %s: outcome unknown of %s: the disk could not be forced: %s; it is read-only now,"
                .formatted(where, words(steps), cause)
            + " open it again",
        cause);
    this.steps = List.copyOf(steps);
  }

  private static String words(List<StepId> steps) {
    return steps.isEmpty()
        ? "what was recorded last"
        : steps.stream().map(StepId::ulid).collect(Collectors.joining(", ", "steps ", ""));
  }

  /** The steps whose outcome is unknown. */
  public List<StepId> steps() {
    return steps;
  }
}
