package dev.fcp.spec.session;

import java.util.List;
import java.util.Optional;

/** One operation of a test program, as plain data. */
sealed interface SessionOperation {

  /** An operation that a batch may hold. */
  sealed interface Part extends SessionOperation {

    /** Whether the surrounding body catches its failure and continues. */
    boolean isCaught();
  }

  /** A step with this body. */
  record Step(List<Action> actions, boolean isCaught) implements Part {}

  /** A batch of these parts; its body may fail at the end. */
  record Batch(List<Part> parts, boolean fails, boolean isCaught) implements Part {}

  /** A step that may be merged into the last one with the same merge key. */
  record MergeableStep(String mergeKey, List<Action> actions) implements SessionOperation {}

  record Undo(int count) implements SessionOperation {}

  record Redo(int count) implements SessionOperation {}

  record UndoTo(String name) implements SessionOperation {}

  /** Bails to a name. */
  record BailTo(String name) implements SessionOperation {}

  /** Squashes all steps after a name. */
  record SquashTo(String name) implements SessionOperation {}

  record Checkpoint(String name) implements SessionOperation {}

  /** Names the branch that contains the base or the n-th step that was made. */
  record NameBranch(String name, int stepNumber) implements SessionOperation {}

  /** Switches or jumps to a name or, without one, to the base or the n-th step that was made. */
  record Switch(Optional<String> name, int stepNumber, boolean isJump)
      implements SessionOperation {}

  record Save() implements SessionOperation {}

  /** Rebuilds the state from the journal. */
  record Restore() implements SessionOperation {}

  record Verify() implements SessionOperation {}

  /** Continues with another session that is resumed from the journal. */
  record Reopen() implements SessionOperation {}

  /**
   * An operation that only some tests include: other users, rollbacks, undo limits, gestures and
   * others.
   */
  sealed interface RareOperation extends SessionOperation {}

  /** A step of another user. */
  record GuestStep(List<Action> actions) implements RareOperation {}

  /**
   * Rolls back a number of steps, after skipping some before the cursor; in best-effort or
   * all-or-nothing mode.
   */
  record Rollback(int skipCount, int count, boolean isAllOrNothing) implements RareOperation {}

  /** Own undo by the main user or the other one. */
  record UndoOwn(boolean isGuest) implements RareOperation {}

  record RedoOwn(boolean isGuest) implements RareOperation {}

  /** Continues with another session that has undo limits. */
  record ReopenWithLimits(NaiveUndoLimits limits) implements RareOperation {}

  /** An edit of the current gesture, or of a new one. */
  record GestureStep(List<Action> actions) implements RareOperation {}

  /** Clears the undo stack. */
  record Clear() implements RareOperation {}

  /** Marks the state as saved outside a file. */
  record MarkSaved() implements RareOperation {}

  /** An action in the body of a step. */
  sealed interface Action {

    /**
     * Emits the event that {@link ProgramEvents} generates from these choices; it may not apply.
     */
    record Emit(List<Integer> choices) implements Action {}

    /** Emits an event that can be merged with another one of this kind. */
    record EmitMergeable(List<Integer> choices) implements Action {}

    /** Throws an exception. */
    record Fail() implements Action {}

    /** Opens a step inside the step. */
    record JoinStep(List<Action> actions, boolean isCaught) implements Action {}
  }

  /** The exception that the body of a failing step or batch throws. */
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
