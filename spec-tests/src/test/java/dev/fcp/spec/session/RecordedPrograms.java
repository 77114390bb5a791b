package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterWords.UNFIT;
import static dev.fcp.spec.session.CounterWords.add;
import static dev.fcp.spec.session.CounterWords.setTo;
import static dev.fcp.spec.session.SessionOp.batch;
import static dev.fcp.spec.session.SessionOp.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that are swept with faults: every way to come somewhere, with every operation there. */
final class RecordedPrograms {

  private static final SessionOp.Act FAIL = new SessionOp.Act.Fail();

  private RecordedPrograms() {}

  static List<List<SessionOp>> all() {
    List<List<SessionOp>> programs = new ArrayList<>();
    for (List<SessionOp> way : ways()) {
      for (SessionOp op : operations()) {
        List<SessionOp> program = new ArrayList<>(way);
        program.add(op);
        programs.add(program);
      }
    }
    programs.addAll(rewriting());
    programs.addAll(rarer());
    return programs;
  }

  private static List<List<SessionOp>> ways() {
    return List.of(
        List.of(),
        List.of(
            step(add(1)),
            new SessionOp.Checkpoint("a"),
            step(add(2)),
            step(setTo(9)),
            new SessionOp.Undo(1)),
        List.of(step(add(1)), new SessionOp.Undo(1), batch(step(setTo(3)), step(add(1), add(2)))));
  }

  /** Operations that put one step in the place of others, where there is one to be joined. */
  private static List<List<SessionOp>> rewriting() {
    SessionOp typed = new SessionOp.Typed("k", List.of(add(2)));
    List<SessionOp> way = List.of(new SessionOp.Checkpoint("a"), step(add(1)), typed);
    return Stream.of(
            typed,
            new SessionOp.Typed("k", List.of(add(-2))),
            new SessionOp.Typed("l", List.of(setTo(1))),
            step(add(1)),
            new SessionOp.Squash("a"),
            new SessionOp.Bail("a"),
            new SessionOp.Reopen())
        .map(op -> Stream.concat(way.stream(), Stream.of(op)).toList())
        .toList();
  }

  /** Taking back some steps, whoever made them, and limits of undo. */
  private static List<List<SessionOp>> rarer() {
    List<SessionOp> way =
        List.of(step(add(1)), new SessionOp.Guest(List.of(add(2))), new SessionOp.UndoOwn(false));
    NaiveLimit one = new NaiveLimit(1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    List<SessionOp> limited = List.of(step(add(1)), new SessionOp.Within(one));
    return Stream.concat(
            Stream.of(
                    new SessionOp.UndoOwn(true),
                    new SessionOp.RedoOwn(false),
                    new SessionOp.Rollback(0, 2, true),
                    new SessionOp.Rollback(1, 1, false),
                    new SessionOp.Undo(1),
                    new SessionOp.Restore())
                .map(op -> Stream.concat(way.stream(), Stream.of(op)).toList()),
            Stream.of(
                    step(add(2)),
                    batch(step(add(2)), step(setTo(4))),
                    new SessionOp.Guest(List.of(setTo(3))),
                    new SessionOp.Rollback(0, 1, true))
                .map(op -> Stream.concat(limited.stream(), Stream.of(op)).toList()))
        .toList();
  }

  private static List<SessionOp> operations() {
    return List.of(
        step(add(4), setTo(1)),
        step(),
        step(add(1), new SessionOp.Act.Join(List.of(add(2)), false)),
        step(add(1), new SessionOp.Act.Join(List.of(add(2), FAIL), true), add(3)),
        step(add(1), UNFIT),
        step(add(1), FAIL),
        batch(step(add(1)), step(setTo(8))),
        batch(step(add(1)), step(UNFIT)),
        batch(step(add(1)), caught(step(UNFIT)), step(add(2))),
        new SessionOp.Batch(List.of(step(add(1)), batch(step(add(2)))), true, false),
        batch(step(add(1)), new SessionOp.Batch(List.of(step(add(5))), true, true), step(add(2))),
        new SessionOp.Undo(1),
        new SessionOp.Undo(3),
        new SessionOp.Redo(2),
        new SessionOp.UndoTo("a"),
        new SessionOp.UndoTo("unknown"),
        new SessionOp.Checkpoint("a"),
        new SessionOp.NameBranch("b", 1),
        new SessionOp.Switch(Optional.empty(), 2, false),
        new SessionOp.Switch(Optional.of("a"), 0, true),
        new SessionOp.Save(),
        new SessionOp.Squash("a"),
        new SessionOp.Bail("a"),
        new SessionOp.Reopen(),
        new SessionOp.Restore(),
        new SessionOp.Verify());
  }

  private static SessionOp.Part caught(SessionOp.Step step) {
    return new SessionOp.Step(step.acts(), true);
  }
}
