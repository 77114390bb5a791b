package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Records were written, but the disk could not say that they will last. The journal takes no more;
 * opening it again shows which of them are there.
 */
public final class OutcomeUnknownException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient List<StepId> steps;

  /**
   * A force that failed.
   *
   * @param where the journal
   * @param steps the steps of which nobody knows
   * @param cause what the disk said
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

  /** The steps of which nobody knows whether they will last. */
  public List<StepId> steps() {
    return steps;
  }
}
