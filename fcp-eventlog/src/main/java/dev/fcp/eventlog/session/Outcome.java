package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The result of an operation of a {@link Session}. */
public sealed interface Outcome {

  /**
   * Returns this outcome if the operation was not refused.
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
   * Steps were committed and recorded in the journal.
   *
   * @param steps the new steps, oldest first; never empty
   * @param digest the digest of the model after the operation
   * @param discardedRedoEnd the end of the redo tail that the steps discarded, now the end of a
   *     branch; empty if there was none or if it can still be redone
   */
  record Committed(List<StepId> steps, Digest digest, Optional<HistoryPoint> discardedRedoEnd)
      implements Outcome {

    /** Copies the list. */
    public Committed {
      steps = List.copyOf(steps);
      Objects.requireNonNull(digest, "digest");
      Objects.requireNonNull(discardedRedoEnd, "discardedRedoEnd");
    }

    /** Steps that discarded no redo tail. */
    public Committed(List<StepId> steps, Digest digest) {
      this(steps, digest, Optional.empty());
    }
  }

  /**
   * The operation is part of an open step or batch and is committed with it.
   *
   * @param steps the steps that will be committed, oldest first; empty if the events were added to
   *     an open step or merged into the step before
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
   * @param steps the undone steps, newest first, followed by the redone steps, oldest first; empty
   *     only if the redo tail was discarded and the cursor did not move. Not copied, because a move
   *     can be long
   * @param undoneCount how many of them were undone; these come first
   * @param digest the digest of the model after the operation
   * @param editorSelection the selection and caret to restore: those before the last undone step,
   *     or after the last redone step; no fields if none were recorded
   */
  record Moved(List<StepId> steps, int undoneCount, Digest digest, Value.Fields editorSelection)
      implements Outcome {

    /** Rejects null. */
    public Moved {
      Objects.requireNonNull(steps, "steps");
      Objects.requireNonNull(digest, "digest");
      Objects.requireNonNull(editorSelection, "editorSelection");
    }
  }

  /**
   * A record was appended that does not change the model or the cursor, such as a checkpoint or a
   * save.
   *
   * @param digest the digest of the model
   */
  record Recorded(Digest digest) implements Outcome {

    /** Rejects null. */
    public Recorded {
      Objects.requireNonNull(digest, "digest");
    }
  }

  /** There was nothing to do; nothing changed and nothing was recorded. */
  record Unchanged() implements Outcome {}

  /**
   * The operation was refused; nothing changed except for a {@code refused} record in the journal.
   *
   * @param conflicts the reasons; never empty
   */
  record Refused(List<Conflict> conflicts) implements Outcome {

    /** Copies the list; rejects an empty one. */
    public Refused {
      conflicts = List.copyOf(conflicts);
      if (conflicts.isEmpty()) {
        throw new IllegalArgumentException("a refusal without a reason");
      }
    }
  }
}
