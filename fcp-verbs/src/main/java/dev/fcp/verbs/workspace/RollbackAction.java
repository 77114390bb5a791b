package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The action {@code rollback}, which reverses selected steps and keeps later ones. The response
 * begins with the plan.
 */
final class RollbackAction<M, E> {

  private static final List<String> OPTIONS =
      SessionForms.ROLLBACK.keywords().stream().map(Form.Keyword::word).toList();

  private final OpenDocuments<M, E> documents;
  private final StepText stepText;

  RollbackAction(OpenDocuments<M, E> documents) {
    this.documents = documents;
    this.stepText = new StepText(documents.settings());
  }

  SessionAction action() {
    return new SessionAction(
        SessionForms.ROLLBACK,
        (op, caller) ->
            documents.withActiveExclusively(document -> {
              try {
                return new RollbackRequest(op, caller, document).respond();
              } catch (OperationRefusedException refused) {
                return Response.refused(refused.refusal());
              }
            }));
  }

  /** One call of the action. */
  private final class RollbackRequest {

    private final ParsedOperation op;
    private final Caller caller;
    private final Document<M, E> document;
    private final SessionState<M, E> state;
    private final Set<String> options;

    RollbackRequest(ParsedOperation op, Caller caller, Document<M, E> document) {
      this.op = op;
      this.caller = caller;
      this.document = document;
      this.state = document.session().state();
      this.options = optionsOf(op);
    }

    Response respond() {
      RollbackPlan<E> plan = document.session().rollbacks().plan(selection());
      if (plan.examinedCount() == 0 && !op.params().containsKey(SessionForms.STEP.key())) {
        requireOnUndoStack();
      }
      if (options.contains(SessionForms.DRY_RUN)) {
        return dryRunResponse(plan);
      }
      Mode mode = options.contains(SessionForms.STRICT) ? Mode.ALL_OR_NOTHING : Mode.BEST_EFFORT;
      EditOptions editOptions = EditOptions.of(op.raw(), caller.origin());
      return rollbackResponse(
          plan, document.session().with(editOptions).rollbacks().rollback(plan, mode));
    }

    private RollbackSelection selection() {
      if (op.param(SessionForms.STEP.key()).isPresent() == OriginParam.isAnyGiven(op)) {
        throw OperationRefusedException.because(
            "rollback takes step:ID, or one or more of session:, message: and actor:",
            "history ids");
      }
      boolean isFromMessage = options.contains(SessionForms.FROM);
      if (isFromMessage && op.param(OriginParam.MESSAGE.param().key()).isEmpty()) {
        throw OperationRefusedException.because("from needs message:ID", "history ids");
      }
      if (op.param(SessionForms.STEP.key()).isPresent()) {
        return new RollbackSelection.Steps(stepIds(SessionForms.STEP.valueIn(op).orElseThrow()));
      }
      StepFilter filter = OriginParam.filter(op);
      return isFromMessage
          ? new RollbackSelection.From(filter)
          : new RollbackSelection.Matching(filter);
    }

    private Set<StepId> stepIds(String text) {
      Set<StepId> ids = new LinkedHashSet<>();
      for (String part : text.split(",", -1)) {
        ids.add(StepReferences.resolveApplied(part.strip(), state));
      }
      return ids;
    }

    /** Refuses a selection that matches no step, or only steps that are not applied. */
    private void requireOnUndoStack() {
      StepFilter filter = OriginParam.filter(op);
      OriginParam.requireKnown(op, state.history().steps());
      boolean isOnUndoStack =
          state.undoableSteps(state.undoDepth()).stream()
              .anyMatch(step -> filter.accepts(step.origin(), step.time()));
      if (!isOnUndoStack) {
        throw OperationRefusedException.because(
            "these steps are undone, on another branch or past the undo limit", "history");
      }
    }

    /** Shows the plan and changes nothing. */
    private Response dryRunResponse(RollbackPlan<E> plan) {
      boolean isRefused = options.contains(SessionForms.STRICT) && !plan.isComplete();
      if (options.contains(SessionForms.JSON)) {
        return Response.of(RollbackJson.of(reported(plan), isRefused));
      }
      List<String> lines = planLines(plan);
      if (isRefused) {
        lines.add("! strict: not everything can be rolled back, so nothing would be");
      } else if (!plan.events().isEmpty()) {
        String digest = documents.language().digestLine(plan.digest());
        lines.add("! dry run: nothing changed; the result would be " + digest);
        return Response.of(lines)
            .withLine(Line.suggestion(without(SessionForms.DRY_RUN).canonicalText()));
      }
      return Response.of(lines).withLine(documents.digestLine(document));
    }

    private Response rollbackResponse(RollbackPlan<E> plan, Outcome outcome) {
      boolean isBlocked = !plan.isSuccess() && plan.events().isEmpty();
      boolean isRefused =
          outcome instanceof Outcome.Refused
              && (options.contains(SessionForms.STRICT) || plan.isComplete() || isBlocked);
      if (options.contains(SessionForms.JSON)) {
        return new Response(
            List.of(Line.of(RollbackJson.of(reported(plan), isRefused))), isRefused);
      }
      List<String> lines = planLines(plan);
      if (isRefused) {
        lines.add("! not everything can be rolled back, so nothing was");
        return new Response(Line.of(lines), true)
            .withLine(Line.suggestion(op.withPositionals(withDryRun()).canonicalText()));
      }
      if (outcome instanceof Outcome.Committed) {
        lines.add(
            "! rolled back %s of %s, as one step; undo reverses it"
                .formatted(plan.reversedCount(), Plurals.count(plan.examinedCount(), "change")));
      }
      return Response.of(lines).withLine(documents.digestLine(document));
    }

    private RollbackPlan<E> reported(RollbackPlan<E> plan) {
      return documents.language().reported(plan, state.history(), state.model());
    }

    private List<String> planLines(RollbackPlan<E> plan) {
      RollbackText<E> rollbackText =
          new RollbackText<>(documents.language().domain(), stepText, state.history());
      List<String> lines = rollbackText.lines(plan);
      if (plan.examinedCount() == 0) {
        lines.add("! already rolled back");
      } else if (plan.events().isEmpty()) {
        lines.add(
            rollbackText.reversedSteps(plan).isEmpty()
                ? "! nothing left to roll back"
                : "! nothing changes: the values to restore are already there");
      }
      return lines;
    }

    private List<Positional> withDryRun() {
      List<Positional> words = new ArrayList<>(without(SessionForms.STRICT).positionals());
      words.add(new Positional(SessionForms.DRY_RUN, Positional.Kind.WORD));
      return words;
    }

    private ParsedOperation without(String word) {
      return op.withPositionals(
          op.positionals().stream().filter(it -> !it.text().equalsIgnoreCase(word)).toList());
    }
  }

  /** The options of an operation, in lower case; an unknown option is refused. */
  private static Set<String> optionsOf(ParsedOperation op) {
    List<String> words = op.words();
    for (String word : words) {
      if (!OPTIONS.contains(word.toLowerCase(Locale.ROOT))) {
        throw OperationRefusedException.because(
            "rollback does not know %s; it knows %s"
                .formatted(Quoting.quoteIfNeeded(word), String.join(", ", OPTIONS)));
      }
    }
    return words.stream().map(it -> it.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
