package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Undoes and redoes steps of a caller wherever they are on the undo stack: {@code undo mine} and
 * {@code redo mine}.
 */
final class OwnUndo<M, E> {

  private final OpenDocuments<M, E> documents;
  private final StepText stepText;

  OwnUndo(OpenDocuments<M, E> documents) {
    this.documents = documents;
    this.stepText = new StepText(documents.settings());
  }

  /** Undo or redo of one own step. */
  private interface OwnMove<M, E> {
    Rollbacks.RollbackResult<E> apply(Rollbacks<M, E> rollbacks, StepFilter ownSteps);
  }

  /** Whether there is a step that {@code undo mine} would consider. */
  boolean canUndo(Caller caller, Document<M, E> document) {
    return document
        .session()
        .rollbacks()
        .nextOwnUndo(StepFilter.sameActorAndSession(caller.origin()))
        .isPresent();
  }

  Response undo(ParsedOperation op, int count, Caller caller, Document<M, E> document) {
    return repeat(op, count, caller, document, Rollbacks::undoOwn);
  }

  Response redo(ParsedOperation op, int count, Caller caller, Document<M, E> document) {
    return repeat(op, count, caller, document, Rollbacks::redoOwn);
  }

  private Response repeat(
      ParsedOperation op, int count, Caller caller, Document<M, E> document, OwnMove<M, E> move) {
    StepFilter ownSteps = StepFilter.sameActorAndSession(caller.origin());
    List<Line> lines = new ArrayList<>();
    for (int doneCount = 0; doneCount < count; doneCount++) {
      EditOptions options = EditOptions.of(op.raw(), caller.origin());
      SessionState<M, E> before = document.session().state();
      Rollbacks.RollbackResult<E> result =
          move.apply(document.session().with(options).rollbacks(), ownSteps);
      Optional<Refusal> refusal = refusalOf(op, result, caller, document);
      if (refusal.isPresent() && doneCount == 0) {
        return Response.refused(refusal.get());
      }
      if (refusal.isPresent()) {
        lines.addAll(
            result.outcome() instanceof Outcome.Unchanged
                ? List.of(Line.of("! no more steps of yours to " + op.verb()))
                : Line.of(refusal.get()));
        break;
      }
      lines.addAll(
          Line.of(
              result.plan().isEmpty()
                  ? List.of("! redone: a step of which nothing had been undone")
                  : describe(op, result.plan().get(), caller, before)));
    }
    return Response.of(documents.digestLine(document)).withLinesBefore(lines);
  }

  private List<String> describe(
      ParsedOperation op, RollbackPlan<E> plan, Caller caller, SessionState<M, E> before) {
    RollbackText<M, E> rollbackText = new RollbackText<>(documents.language(), stepText, before);
    List<String> lines = new ArrayList<>();
    String participle = op.verb().equals("undo") ? "undone" : "redone";
    boolean isPassedOver = plan.events().isEmpty();
    String prefix = isPassedOver ? "! nothing of it can be undone: " : "! " + participle + ": ";
    for (StepId id : isPassedOver ? plan.steps() : rollbackText.reversedSteps(plan)) {
      lines.add(prefix + stepText.describeFor(caller, before.history().step(id)));
    }
    lines.addAll(rollbackText.unreversedLines(plan));
    return lines;
  }

  /** The refusal of a result; empty if a step was undone, redone or passed over. */
  private Optional<Refusal> refusalOf(
      ParsedOperation op,
      Rollbacks.RollbackResult<E> result,
      Caller caller,
      Document<M, E> document) {
    return switch (result.outcome()) {
      case Outcome.Committed committed -> Optional.empty();
      case Outcome.Recorded recorded -> Optional.empty();
      case Outcome.Unchanged unchanged -> Optional.of(nothingLeft(op, caller, document));
      case Outcome.Refused(var conflicts) ->
          Optional.of(
              result
                  .plan()
                  .map(plan -> blocked(op, plan, document))
                  .orElseGet(() -> ConflictText.refusal(conflicts)));
      case Outcome.Moved moved -> throw unexpected(moved);
      case Outcome.Pending pending -> throw unexpected(pending);
    };
  }

  private static IllegalStateException unexpected(Outcome outcome) {
    return new IllegalStateException("an own undo or redo makes a step, not " + outcome);
  }

  private static <M, E> Refusal nothingLeft(
      ParsedOperation op, Caller caller, Document<M, E> document) {
    String actor = caller.origin().actor();
    boolean isOtherSession =
        !caller.origin().session().isEmpty()
            && document
                .session()
                .state()
                .undoableSteps(document.session().state().undoDepth())
                .stream()
                .anyMatch(step -> step.origin().actor().equals(actor));
    String message = "no steps of yours to " + op.verb();
    return isOtherSession && op.verb().equals("undo")
        ? Refusal.because(
            message + " in this session",
            "rollback %s dry-run".formatted(Quoting.param("actor", actor)))
        : Refusal.because(message);
  }

  private Refusal blocked(ParsedOperation op, RollbackPlan<E> plan, Document<M, E> document) {
    RollbackText<M, E> rollbackText =
        new RollbackText<>(documents.language(), stepText, document.session().state());
    String reason = String.join("; ", rollbackText.unreversedLines(plan)).replace("! ", "");
    return Refusal.because(
        "your last step cannot be %s: %s"
            .formatted(op.verb().equals("undo") ? "undone" : "redone", reason),
        "history");
  }
}
