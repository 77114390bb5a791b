package dev.fcp.spec.session;

import java.util.List;
import java.util.Optional;

/** One operation of a test program, as plain data. */
sealed interface SessionOp {

  /** An operation that a batch may hold. */
  sealed interface Part extends SessionOp {

    /** Whether the surrounding body catches a failure of it and goes on. */
    boolean caught();
  }

  /** A step with this body. */
  record Step(List<Act> acts, boolean caught) implements Part {}

  /** A batch of these parts, whose body fails at its end if told to. */
  record Batch(List<Part> parts, boolean fails, boolean caught) implements Part {}

  /** A step that may join the last one of its key. */
  record Typed(String key, List<Act> acts) implements SessionOp {}

  record Undo(int count) implements SessionOp {}

  record Redo(int count) implements SessionOp {}

  record UndoTo(String name) implements SessionOp {}

  /** Back to a name for good. */
  record Bail(String name) implements SessionOp {}

  /** One step in the place of all since a name. */
  record Squash(String name) implements SessionOp {}

  record Checkpoint(String name) implements SessionOp {}

  /** Gives the branch of the base, or of a step by the order in which they were made, a name. */
  record NameBranch(String name, int number) implements SessionOp {}

  /** To a name, or else to the base or a step by the order in which they were made. */
  record Switch(Optional<String> name, int number, boolean jumping) implements SessionOp {}

  record Save() implements SessionOp {}

  /** Builds the state anew from the journal. */
  record Restore() implements SessionOp {}

  record Verify() implements SessionOp {}

  /** Goes on with another session, which the journal gives. */
  record Reopen() implements SessionOp {}

  /** What fewer programs hold: others who edit too, taking back of some steps, limits of undo. */
  sealed interface Rarer extends SessionOp {}

  /** A step that somebody else makes. */
  record Guest(List<Act> acts) implements Rarer {}

  /** Takes back some steps: that many, beginning so far behind the cursor; all of them or none. */
  record Rollback(int from, int count, boolean whole) implements Rarer {}

  /** Takes back the last step of oneself or of somebody else. */
  record UndoOwn(boolean guest) implements Rarer {}

  record RedoOwn(boolean guest) implements Rarer {}

  /** Goes on with another session, whose undo reaches only so far. */
  record Within(NaiveLimit limit) implements Rarer {}

  /** What the body of a step does. */
  sealed interface Act {

    /** Emits the event that a vocabulary makes of these choices; it may not apply. */
    record Emit(List<Integer> choices) implements Act {}

    /** Emits an event that goes into one before it, if that is made so as well. */
    record Type(List<Integer> choices) implements Act {}

    /** Throws an exception. */
    record Fail() implements Act {}

    /** Opens a step inside the step. */
    record Join(List<Act> acts, boolean caught) implements Act {}
  }

  /** What the body of a failing step or batch throws. */
  final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure() {
      super("the body fails");
    }
  }

  static Step step(Act... acts) {
    return new Step(List.of(acts), false);
  }

  static Batch batch(Part... parts) {
    return new Batch(List.of(parts), false, false);
  }
}
