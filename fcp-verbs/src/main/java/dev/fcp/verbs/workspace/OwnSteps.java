package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes back what a caller did, wherever it stands on the line, and brings it back. */
final class OwnSteps<M, E> {

  /** The word that asks for it. */
  static final String MINE = "mine";

  private final Desk<M, E> desk;
  private final StepText steps;

  OwnSteps(Desk<M, E> desk) {
    this.desk = desk;
    this.steps = new StepText(desk.settings());
  }

  /** One of the two ways. */
  private interface Way<M, E> {
    Rollbacks.Done<E> go(Rollbacks<M, E> rollbacks, Intent intent, StepFilter whose);
  }

  /** Whether {@code undo mine} would take back anything. */
  boolean canUndo(Caller caller, Document<M, E> document) {
    return document
        .session()
        .rollbacks()
        .planUndoOwn(StepFilter.own(caller.origin()))
        .filter(plan -> !plan.events().isEmpty())
        .isPresent();
  }

  Answer undo(ParsedOp op, int count, Caller caller, Document<M, E> document) {
    return go(op, count, caller, document, Rollbacks::undoOwn);
  }

  Answer redo(ParsedOp op, int count, Caller caller, Document<M, E> document) {
    return go(op, count, caller, document, Rollbacks::redoOwn);
  }

  private Answer go(ParsedOp op, int count, Caller caller, Document<M, E> document, Way<M, E> way) {
    StepFilter own = StepFilter.own(caller.origin());
    List<String> lines = new ArrayList<>();
    for (int done = 0; done < count; done++) {
      Intent intent = Intent.of(op.raw(), caller.origin());
      Rollbacks.Done<E> went = way.go(document.session().rollbacks(), intent, own);
      Optional<Refusal> stop = stop(op, went, caller, document);
      if (stop.isPresent() && done == 0) {
        return Answer.refused(stop.get());
      }
      if (stop.isPresent()) {
        lines.addAll(
            went.outcome() instanceof Outcome.Unchanged
                ? List.of("! that was all: nothing more of yours to " + op.verb())
                : stop.get().lines());
        break;
      }
      lines.addAll(told(op, went.plan().orElseThrow(), caller, document));
    }
    return Answer.of(lines).with(desk.digestLine(document));
  }

  private List<String> told(
      ParsedOp op, RollbackPlan<E> plan, Caller caller, Document<M, E> document) {
    History<E> history = document.session().state().history();
    RollbackText<E> text = new RollbackText<>(desk.language().domain(), steps, history);
    List<String> lines = new ArrayList<>();
    String did = op.verb().equals("undo") ? "undone" : "redone";
    for (StepId id : text.turned(plan)) {
      lines.add("! %s: %s".formatted(did, steps.seenBy(caller, history.step(id))));
    }
    lines.addAll(text.kept(plan));
    return lines;
  }

  /** Why it does not go on; empty if it does. */
  private Optional<Refusal> stop(
      ParsedOp op, Rollbacks.Done<E> went, Caller caller, Document<M, E> document) {
    return switch (went.outcome()) {
      case Outcome.Committed committed -> Optional.empty();
      case Outcome.Unchanged unchanged -> Optional.of(nothing(op, caller, document));
      case Outcome.Refused(var conflicts) ->
          Optional.of(
              went.plan()
                  .map(plan -> inTheWay(op, plan, document))
                  .orElseGet(() -> Conflicts.refusal(conflicts)));
      case Outcome.Moved moved -> throw unexpected(moved);
      case Outcome.Recorded recorded -> throw unexpected(recorded);
      case Outcome.Staged staged -> throw unexpected(staged);
    };
  }

  private static IllegalStateException unexpected(Outcome outcome) {
    return new IllegalStateException("taking back is a step, not " + outcome);
  }

  private static <M, E> Refusal nothing(ParsedOp op, Caller caller, Document<M, E> document) {
    String actor = caller.origin().actor();
    boolean isOtherSession =
        !caller.origin().session().isEmpty()
            && document.session().state().recent(document.session().state().undoDepth()).stream()
                .anyMatch(step -> step.origin().actor().equals(actor));
    String what = "nothing of yours to " + op.verb();
    return isOtherSession && op.verb().equals("undo")
        ? Refusal.because(
            what + " in this session",
            "rollback %s dry-run".formatted(Quoting.param("actor", actor)))
        : Refusal.because(what);
  }

  private Refusal inTheWay(ParsedOp op, RollbackPlan<E> plan, Document<M, E> document) {
    History<E> history = document.session().state().history();
    RollbackText<E> text = new RollbackText<>(desk.language().domain(), steps, history);
    String reason = String.join("; ", text.kept(plan)).replace("! ", "");
    return Refusal.because(
        "your last step cannot be %s back: %s"
            .formatted(op.verb().equals("undo") ? "taken" : "brought", reason),
        "history");
  }
}
