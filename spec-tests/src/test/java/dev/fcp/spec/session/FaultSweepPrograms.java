package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterProgramEvents.INAPPLICABLE;
import static dev.fcp.spec.session.CounterProgramEvents.add;
import static dev.fcp.spec.session.CounterProgramEvents.setTo;
import static dev.fcp.spec.session.SessionOperation.batch;
import static dev.fcp.spec.session.SessionOperation.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of the fault sweep: every way to reach a state, followed by every operation there.
 */
final class FaultSweepPrograms {

  private static final SessionOperation.Action FAIL = new SessionOperation.Action.Fail();

  private FaultSweepPrograms() {}

  static List<List<SessionOperation>> all() {
    List<List<SessionOperation>> programs = new ArrayList<>();
    for (List<SessionOperation> prefix : prefixes()) {
      for (SessionOperation op : operations()) {
        List<SessionOperation> program = new ArrayList<>(prefix);
        program.add(op);
        programs.add(program);
      }
    }
    programs.addAll(mergeOperations());
    programs.addAll(rareOperations());
    return programs;
  }

  private static List<List<SessionOperation>> prefixes() {
    return List.of(
        List.of(),
        List.of(
            step(add(1)),
            new SessionOperation.Checkpoint("a"),
            step(add(2)),
            step(setTo(9)),
            new SessionOperation.Undo(1)),
        List.of(
            step(add(1)),
            new SessionOperation.Undo(1),
            batch(step(setTo(3)), step(add(1), add(2)))));
  }

  /** Programs with operations that replace steps by one, where there is a step to merge with. */
  private static List<List<SessionOperation>> mergeOperations() {
    SessionOperation typed = new SessionOperation.MergeableStep("k", List.of(add(2)));
    List<SessionOperation> prefix =
        List.of(new SessionOperation.Checkpoint("a"), step(add(1)), typed);
    return Stream.of(
            typed,
            new SessionOperation.MergeableStep("k", List.of(add(-2))),
            new SessionOperation.MergeableStep("l", List.of(setTo(1))),
            step(add(1)),
            new SessionOperation.SquashTo("a"),
            new SessionOperation.BailTo("a"),
            new SessionOperation.Reopen())
        .map(op -> Stream.concat(prefix.stream(), Stream.of(op)).toList())
        .toList();
  }

  /** Programs with rollbacks, own undo, and undo limits. */
  private static List<List<SessionOperation>> rareOperations() {
    List<SessionOperation> prefix =
        List.of(
            step(add(1)),
            new SessionOperation.GuestStep(List.of(add(2))),
            new SessionOperation.UndoOwn(false));
    NaiveUndoLimits oneStepLimit = new NaiveUndoLimits(1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    List<SessionOperation> limited =
        List.of(step(add(1)), new SessionOperation.ReopenWithLimits(oneStepLimit));
    return Stream.concat(
            Stream.of(
                    new SessionOperation.UndoOwn(true),
                    new SessionOperation.RedoOwn(false),
                    new SessionOperation.Rollback(0, 2, true),
                    new SessionOperation.Rollback(1, 1, false),
                    new SessionOperation.Undo(1),
                    new SessionOperation.Restore())
                .map(op -> Stream.concat(prefix.stream(), Stream.of(op)).toList()),
            Stream.of(
                    step(add(2)),
                    batch(step(add(2)), step(setTo(4))),
                    new SessionOperation.GuestStep(List.of(setTo(3))),
                    new SessionOperation.Rollback(0, 1, true))
                .map(op -> Stream.concat(limited.stream(), Stream.of(op)).toList()))
        .toList();
  }

  private static List<SessionOperation> operations() {
    return List.of(
        step(add(4), setTo(1)),
        step(),
        step(add(1), new SessionOperation.Action.JoinStep(List.of(add(2)), false)),
        step(add(1), new SessionOperation.Action.JoinStep(List.of(add(2), FAIL), true), add(3)),
        step(add(1), INAPPLICABLE),
        step(add(1), FAIL),
        batch(step(add(1)), step(setTo(8))),
        batch(step(add(1)), step(INAPPLICABLE)),
        batch(step(add(1)), caught(step(INAPPLICABLE)), step(add(2))),
        new SessionOperation.Batch(List.of(step(add(1)), batch(step(add(2)))), true, false),
        batch(
            step(add(1)),
            new SessionOperation.Batch(List.of(step(add(5))), true, true),
            step(add(2))),
        new SessionOperation.Undo(1),
        new SessionOperation.Undo(3),
        new SessionOperation.Redo(2),
        new SessionOperation.UndoTo("a"),
        new SessionOperation.UndoTo("unknown"),
        new SessionOperation.Checkpoint("a"),
        new SessionOperation.NameBranch("b", 1),
        new SessionOperation.Switch(Optional.empty(), 2, false),
        new SessionOperation.Switch(Optional.of("a"), 0, true),
        new SessionOperation.Save(),
        new SessionOperation.SquashTo("a"),
        new SessionOperation.BailTo("a"),
        new SessionOperation.Reopen(),
        new SessionOperation.Restore(),
        new SessionOperation.Verify());
  }

  private static SessionOperation.Part caught(SessionOperation.Step step) {
    return new SessionOperation.Step(step.actions(), true);
  }
}
