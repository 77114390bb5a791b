package dev.fcp.spec.session;

import java.util.List;
import java.util.Optional;

/** One operation of a test program, as plain data. */
sealed interface SessionOperation {

  /** An operation that a batch may hold. */
  sealed interface Part extends SessionOperation {

    /** Whether the surrounding body catches a failure of it and goes on. */
    boolean isCaught();
  }

  /** A step with this body. */
  record Step(List<Action> actions, boolean isCaught) implements Part {}

  /** A batch of these parts, whose body fails at its end if so chosen. */
  record Batch(List<Part> parts, boolean fails, boolean isCaught) implements Part {}

  /** A step that may join the last one of its key. */
  record MergeableStep(String mergeKey, List<Action> actions) implements SessionOperation {}

  record Undo(int count) implements SessionOperation {}

  record Redo(int count) implements SessionOperation {}

  record UndoTo(String name) implements SessionOperation {}

  /** Back to a name for good. */
  record BailTo(String name) implements SessionOperation {}

  /** One step in the place of all since a name. */
  record SquashTo(String name) implements SessionOperation {}

  record Checkpoint(String name) implements SessionOperation {}

  /** Gives the branch of the base, or of a step by the order in which they were made, a name. */
  record NameBranch(String name, int stepNumber) implements SessionOperation {}

  /** To a name, or else to the base or a step by the order in which they were made. */
  record Switch(Optional<String> name, int stepNumber, boolean isJump)
      implements SessionOperation {}

  record Save() implements SessionOperation {}

  /** Builds the state anew from the journal. */
  record Restore() implements SessionOperation {}

  record Verify() implements SessionOperation {}

  /** Goes on with another session, which the journal gives. */
  record Reopen() implements SessionOperation {}

  /** What fewer programs hold: others who edit too, taking back of some steps, limits of undo. */
  sealed interface RareOperation extends SessionOperation {}

  /** A step that somebody else makes. */
  record GuestStep(List<Action> actions) implements RareOperation {}

  /** Takes back some steps: that many, beginning so far behind the cursor; all of them or none. */
  record Rollback(int skipCount, int count, boolean isAllOrNothing) implements RareOperation {}

  /** Takes back the last step of oneself or of somebody else. */
  record UndoOwn(boolean isGuest) implements RareOperation {}

  record RedoOwn(boolean isGuest) implements RareOperation {}

  /** Goes on with another session, whose undo reaches only so far. */
  record ReopenWithLimits(NaiveUndoLimits limits) implements RareOperation {}

  /** An edit of the gesture that is under way, or of a new one. */
  record GestureStep(List<Action> actions) implements RareOperation {}

  /** Empties the undo stack. */
  record Clear() implements RareOperation {}

  /** Marks the state as saved elsewhere than in a file. */
  record MarkSaved() implements RareOperation {}

  /** What the body of a step does. */
  sealed interface Action {

    /** Emits the event that a vocabulary makes of these choices; it may not apply. */
    record Emit(List<Integer> choices) implements Action {}

    /** Emits an event that goes into one before it, if that is made so as well. */
    record EmitMergeable(List<Integer> choices) implements Action {}

    /** Throws an exception. */
    record Fail() implements Action {}

    /** Opens a step inside the step. */
    record JoinStep(List<Action> actions, boolean isCaught) implements Action {}
  }

  /** What the body of a failing step or batch throws. */
  final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure() {
      super("the body fails");
    }
  }

  static Step step(Action... actions) {
    return new Step(List.of(actions), false);
  }

  static Batch batch(Part... parts) {
    return new Batch(List.of(parts), false, false);
  }
}
