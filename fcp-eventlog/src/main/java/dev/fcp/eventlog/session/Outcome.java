package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Objects;

/** What came of an operation of a {@link Session}. */
public sealed interface Outcome {

  /**
   * This outcome, if the operation was not refused.
   *
   * @throws RefusedException with the conflicts of {@link Refused}
   */
  @CanIgnoreReturnValue
  default Outcome orElseThrow() {
    if (this instanceof Refused(var conflicts)) {
      throw new RefusedException(conflicts);
    }
    return this;
  }

  /**
   * Steps were made and stand in the journal.
   *
   * @param steps the new steps, oldest first; never none
   * @param digest the digest of the model now
   */
  record Committed(List<StepId> steps, Digest digest) implements Outcome {

    /** Copies the list. */
    public Committed {
      steps = List.copyOf(steps);
      Objects.requireNonNull(digest, "digest");
    }
  }

  /**
   * Part of an open step or batch; it is done when that is.
   *
   * @param steps the steps it will have made, oldest first; none if it joined an open step
   */
  record Pending(List<StepId> steps) implements Outcome {

    /** Copies the list. */
    public Pending {
      steps = List.copyOf(steps);
    }
  }

  /**
   * The cursor moved.
   *
   * @param steps the steps taken back, newest first, and those made again then, oldest first; none
   *     only if nothing but what lay ahead left the line
   * @param undoneCount how many of them were taken back; these come first
   * @param digest the digest of the model now
   * @param editorSelection where the user was in the state that is reached: before the last of the
   *     steps that were taken back, or after the last one that was made again; no fields if nobody
   *     said
   */
  record Moved(List<StepId> steps, int undoneCount, Digest digest, Value.Fields editorSelection)
      implements Outcome {

    /** Copies the list. */
    public Moved {
      steps = List.copyOf(steps);
      Objects.requireNonNull(digest, "digest");
      Objects.requireNonNull(editorSelection, "editorSelection");
    }
  }

  /**
   * Something was noted in the journal that leaves the model and the cursor as they are: a name, a
   * save.
   *
   * @param digest the digest of the model
   */
  record Recorded(Digest digest) implements Outcome {

    /** Refuses null. */
    public Recorded {
      Objects.requireNonNull(digest, "digest");
    }
  }

  /** There was nothing to do; nothing changed and nothing was recorded. */
  record Unchanged() implements Outcome {}

  /**
   * It was not done; nothing changed but for a {@code refused} record in the journal.
   *
   * @param conflicts why not; never none
   */
  record Refused(List<Conflict> conflicts) implements Outcome {

    /** Copies the list; refuses an empty one. */
    public Refused {
      conflicts = List.copyOf(conflicts);
      if (conflicts.isEmpty()) {
        throw new IllegalArgumentException("a refusal without a reason");
      }
    }
  }
}
