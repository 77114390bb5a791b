package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The action {@code rollback}, which reverses selected steps and keeps later ones, and {@code
 * session delete}, which reverses those of a session and ends it. The response begins with the
 * plan.
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

  List<SessionAction> all() {
    return List.of(
        action(
            SessionForms.ROLLBACK,
            (op, caller, document) ->
                new RollbackRequest(op, caller, document, optionsOf(op)).respond()),
        action(
            SessionForms.SESSION_DELETE,
            (op, caller, document) ->
                new RollbackRequest(op, caller, document, flagsOf(op)).deleteSession()));
  }

  /** Responds to a call, or refuses it. */
  private interface Handler<M, E> {
    Response respond(ParsedOperation op, Caller caller, Document<M, E> document);
  }

  private SessionAction action(Form form, Handler<M, E> handler) {
    return new SessionAction(
        form,
        (op, caller) ->
            documents.withActiveExclusively(document -> {
              try {
                return handler.respond(op, caller, document);
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

    RollbackRequest(
        ParsedOperation op, Caller caller, Document<M, E> document, Set<String> options) {
      this.op = op;
      this.caller = caller;
      this.document = document;
      this.state = document.session().state();
      this.options = options;
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

    /**
     * Rolls back the steps of a session as far as possible, and ends it. Files that cannot be saved
     * stay as they are, as failures.
     */
    Response deleteSession() {
      String session = op.words().get(0);
      StepFilter filter = StepFilter.ANY.withSession(session);
      OriginParam.requireKnown(
          ParsedOperation.of(SessionForms.ROLLBACK.name())
              .withParam(OriginParam.SESSION.param().key(), session),
          state);
      RollbackPlan<E> plan = savablePlan(new RollbackSelection.Matching(filter));
      if (options.contains(SessionForms.DRY_RUN)) {
        return dryRunResponse(plan);
      }
      EditOptions editOptions = EditOptions.of(op.raw(), caller.origin());
      Outcome outcome =
          plan.events().isEmpty()
              ? new Outcome.Unchanged()
              : document.session().with(editOptions).rollbacks().rollback(plan, Mode.BEST_EFFORT);
      if (outcome instanceof Outcome.Refused) {
        return rollbackResponse(plan, outcome);
      }
      Origin ended = Origin.of(caller.origin().actor(), session, "");
      Outcome unused = document.session().with(editOptions.by(ended)).endMarks();
      Response response = rollbackResponse(plan, outcome);
      return options.contains(SessionForms.JSON)
          ? response
          : response.withLinesBefore(
              List.of(Line.of("! ended session " + Quoting.quoteAlways(session))));
    }

    /** A plan that changes no file that cannot be saved. */
    private RollbackPlan<E> savablePlan(RollbackSelection selection) {
      Map<EntityRef, Conflict> unsavable = new HashMap<>();
      while (true) {
        RollbackPlan<E> plan = document.session().rollbacks().plan(selection, unsavable);
        int knownCount = unsavable.size();
        unsavable.putAll(document.unsavable(plan.events()));
        if (unsavable.size() == knownCount) {
          return plan;
        }
      }
    }

    private RollbackSelection selection() {
      boolean isStepGiven = op.param(SessionForms.STEP.key()).isPresent();
      Optional<String> fromMessage = SessionForms.FROM_MESSAGE.valueIn(op);
      boolean isMatching = fromMessage.isEmpty() && OriginParam.isAnyGiven(op);
      if (Stream.of(isStepGiven, fromMessage.isPresent(), isMatching).filter(it -> it).count() != 1
          || (isStepGiven && OriginParam.isAnyGiven(op))) {
        throw OperationRefusedException.because(
            "rollback takes step:ID, from-message:ID, or one or more of session:, message: and"
                + " actor:",
            "history ids");
      }
      Optional<String> after = SessionForms.AFTER.valueIn(op);
      if (after.isPresent() && !isMatching) {
        throw OperationRefusedException.because(
            "after:%s takes session:, message: or actor: with it"
                .formatted(Quoting.quoteIfNeeded(after.get())),
            "history ids");
      }
      if (isStepGiven) {
        return new RollbackSelection.Steps(stepIds(SessionForms.STEP.valueIn(op).orElseThrow()));
      }
      StepFilter filter = OriginParam.filter(op);
      if (fromMessage.isEmpty()) {
        OriginParam.requireOneSession(op, OriginParam.MESSAGE.param(), state);
        return after.isEmpty()
            ? new RollbackSelection.Matching(filter)
            : new RollbackSelection.Steps(matchingAfter(after.get(), filter));
      }
      if (filter.message().isPresent() || filter.actor().isPresent()) {
        throw OperationRefusedException.because(
            "from-message:ID takes session:ID at most", "history ids");
      }
      OriginParam.requireOneSession(op, SessionForms.FROM_MESSAGE, state);
      return new RollbackSelection.From(filter.withMessage(fromMessage.get()));
    }

    /** The applied steps that a filter accepts and that were made after a point. */
    private Set<StepId> matchingAfter(String text, StepFilter filter) {
      HistoryPoint point =
          new HistoryPointResolver<>(document, documents.settings())
              .resolve(text, name -> op.withParam(SessionForms.AFTER.key(), name))
              .point();
      Set<StepId> ids = new LinkedHashSet<>();
      int depth = state.history().depth(state.history().fork(point, state.head()));
      List<StepId> applied = state.undoStack().applied();
      int first = Math.max(0, depth - state.history().depth(state.head()) + applied.size());
      for (StepId id : applied.subList(Math.min(first, applied.size()), applied.size())) {
        Step<E> step = state.history().step(id);
        if (filter.accepts(step.origin(), step.time())) {
          ids.add(id);
        }
      }
      if (ids.isEmpty()) {
        throw OperationRefusedException.because(
            "none of these steps was made after " + Quoting.quoteIfNeeded(text), "history ids");
      }
      return ids;
    }

    private Set<StepId> stepIds(String text) {
      Set<StepId> ids = new LinkedHashSet<>();
      for (String part : text.split(",", -1)) {
        ids.add(StepReferences.resolveApplied(part.strip(), state));
      }
      return ids;
    }

    /** Refuses a selection that matches nothing, or only steps that are not applied. */
    private void requireOnUndoStack() {
      OriginParam.requireKnown(op, state);
      if (isAnySelected(state.history().steps())
          && !isAnySelected(state.undoableSteps(state.undoDepth()))) {
        throw OperationRefusedException.because(
            "these steps are undone, on another branch or past the undo limit", "history");
      }
    }

    /** Whether the parameters of the call match one of some steps. */
    private boolean isAnySelected(List<Step<E>> steps) {
      StepFilter given = OriginParam.filter(op);
      StepFilter filter =
          SessionForms.FROM_MESSAGE.valueIn(op).map(given::withMessage).orElse(given);
      return steps.stream().anyMatch(step -> filter.accepts(step.origin(), step.time()));
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
        lines.addAll(rollbackText().changeLines(plan));
        document.unsavable(plan.events()).values().stream()
            .map(obstacle -> "! this could not be saved: " + obstacle.reason())
            .distinct()
            .sorted()
            .forEach(lines::add);
        String digest = documents.language().digestLine(plan.digest());
        lines.add("! dry run: nothing changed; the result would be " + digest);
        return Response.of(lines)
            .withLine(Line.suggestion(without(SessionForms.DRY_RUN).canonicalText()));
      }
      return Response.of(lines).withLine(documents.digestLine(document));
    }

    private Response rollbackResponse(RollbackPlan<E> plan, Outcome outcome) {
      boolean isBlocked = !plan.isSuccess() && plan.events().isEmpty();
      boolean isStrict = options.contains(SessionForms.STRICT) && !plan.isComplete();
      boolean isJson = options.contains(SessionForms.JSON);
      if (outcome instanceof Outcome.Refused(var conflicts)
          && !isStrict
          && !plan.events().isEmpty()) {
        // Not because of the plan, but because of its result, or of something else that happened.
        Response refused = Response.refused(ConflictText.refusal(conflicts));
        return isJson ? refused.withLine(RollbackJson.of(reported(plan), true)) : refused;
      }
      boolean isRefused = outcome instanceof Outcome.Refused && (isStrict || isBlocked);
      if (isJson) {
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
                .formatted(
                    reported(plan).reversedCount(), Plurals.count(plan.examinedCount(), "change")));
      }
      return Response.of(lines).withLine(documents.digestLine(document));
    }

    private RollbackPlan<E> reported(RollbackPlan<E> plan) {
      return documents.language().reported(plan, state.history(), state.model());
    }

    private RollbackText<M, E> rollbackText() {
      return new RollbackText<>(documents.language(), stepText, state);
    }

    private List<String> planLines(RollbackPlan<E> plan) {
      RollbackText<M, E> rollbackText = rollbackText();
      List<String> lines = rollbackText.lines(plan);
      if (plan.examinedCount() == 0) {
        lines.add(
            isAnySelected(state.history().steps())
                ? "! already rolled back"
                : "! nothing to roll back: it changed nothing");
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
      return op.withoutParam(word)
          .withPositionals(
              op.positionals().stream().filter(it -> !it.text().equalsIgnoreCase(word)).toList());
    }
  }

  private static Set<String> flagsOf(ParsedOperation op) {
    return Stream.of(SessionForms.DRY_RUN_FLAG, SessionForms.JSON_FLAG)
        .filter(flag -> flag.valueIn(op).orElse(false))
        .map(Param::key)
        .collect(Collectors.toSet());
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
