package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Branches;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The actions that list and name branches, and those that go to any point of the history. */
final class BranchActions<M, E> {

  private final OpenDocuments<M, E> documents;
  private final StepText stepText;

  BranchActions(OpenDocuments<M, E> documents) {
    this.documents = documents;
    this.stepText = new StepText(documents.settings());
  }

  List<SessionAction> all() {
    return List.of(
        new SessionAction(
            SessionForms.BRANCHES, (op, caller) -> documents.withActive(this::branches)),
        new SessionAction(
            SessionForms.BRANCH, (op, caller) -> withDocument(op, caller, this::branch)),
        new SessionAction(
            SessionForms.SWITCH, (op, caller) -> withDocument(op, caller, this::switchTo)),
        new SessionAction(SessionForms.JUMP, (op, caller) -> withDocument(op, caller, this::jump)));
  }

  /** Runs an action on the active document. */
  private Response withDocument(
      ParsedOperation op, Caller caller, BiFunction<BranchRequest<M, E>, String, Response> work) {
    return documents.withActiveExclusively(document -> {
      try {
        return work.apply(new BranchRequest<>(op, caller, document), op.words().get(0));
      } catch (OperationRefusedException refused) {
        return Response.refused(refused.refusal());
      }
    });
  }

  /** One call of an action. */
  private record BranchRequest<M, E>(ParsedOperation op, Caller caller, Document<M, E> document) {

    EditOptions options() {
      return EditOptions.of(op.raw(), caller.origin());
    }

    SessionState<M, E> state() {
      return document.session().state();
    }
  }

  private Response branches(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Branch<E> branch : document.session().branches().list()) {
      if (branch.isCurrent()) {
        lines.add("! here: " + describe(branch));
      } else {
        String target = switchTarget(branch, state);
        others.add(target);
        String range =
            Plurals.count(branch.stepCount(), "step")
                + (branch.fork().isBase()
                    ? " from the beginning"
                    : " after step " + state.history().depth(branch.fork()))
                + (isFailed(branch, state) ? ", save failed" : "");
        lines.add(
            branch.names().isEmpty()
                ? "! %s (%s): %s".formatted(describe(branch), target, range)
                : "! %s: %s, %s".formatted(target, range, describe(branch)));
      }
    }
    if (others.isEmpty()) {
      lines.add("! there is no other branch; editing after an undo creates one");
      return Response.of(lines);
    }
    return Response.of(lines).withLine(Line.suggestion("switch " + others.get(0)));
  }

  /** The argument of {@code switch} that goes to a branch. */
  private static String switchTarget(Branch<?> branch, SessionState<?, ?> state) {
    return branch.names().isEmpty()
        ? branch.end().step().map(id -> StepReferences.shortId(id, state)).orElse("0")
        : Quoting.quoteIfNeeded(branch.names().get(0));
  }

  /** Whether the last step of a branch belongs to a save that failed. */
  private static boolean isFailed(Branch<?> branch, SessionState<?, ?> state) {
    return branch
        .lastStep()
        .filter(step -> state.saveStatus(step.id()) == SessionState.SaveStatus.FAILED)
        .isPresent();
  }

  private String describe(Branch<E> branch) {
    String names =
        branch.names().stream()
            .skip(branch.isCurrent() ? 0 : 1)
            .map(name -> Quoting.quoteAlways(name) + ", ")
            .collect(Collectors.joining());
    return names + "up to " + branch.lastStep().map(stepText::describe).orElse("the beginning");
  }

  private Response branch(BranchRequest<M, E> request, String name) {
    HistoryPointResolver.requireFreeName(request.op(), request.state());
    HistoryPointResolver<M, E> resolver = pointResolver(request);
    HistoryPoint point =
        SessionForms.AT
            .valueIn(request.op())
            .map(text ->
                resolver
                    .resolve(text, it -> request.op().withParam(SessionForms.AT.key(), it))
                    .point())
            .orElseGet(() -> request.state().head());
    if (request.state().undoStack().appliedCount() + request.state().redoDepth() == 0
        && request.state().history().steps().isEmpty()) {
      throw OperationRefusedException.because("a branch needs at least one step");
    }
    boolean isKnown = request.state().history().named(name).isPresent();
    Outcome outcome =
        request.document().session().with(request.options()).branches().name(name, point);
    return outcome instanceof Outcome.Refused(var conflicts)
        ? Response.refused(ConflictText.refusal(conflicts))
        : Response.of(
            "! branch %s%s"
                .formatted(
                    Quoting.quoteAlways(OperationText.abbreviate(name)),
                    isKnown ? " moved here" : ""),
            documents.digestLine(request.document()));
  }

  private HistoryPointResolver<M, E> pointResolver(BranchRequest<M, E> request) {
    return new HistoryPointResolver<>(request.document(), documents.settings());
  }

  private Response switchTo(BranchRequest<M, E> request, String text) {
    return moveTo(request, text, Branches::switchTo);
  }

  private Response jump(BranchRequest<M, E> request, String text) {
    return moveTo(request, text, Branches::jumpTo);
  }

  /** Moves the cursor to a history point. */
  private interface HistoryMove<M, E> {
    Outcome apply(Branches<M, E> branches, HistoryPoint point);
  }

  private Response moveTo(BranchRequest<M, E> request, String text, HistoryMove<M, E> move) {
    HistoryPointResolver<M, E> resolver = pointResolver(request);
    HistoryPointResolver.ResolvedPoint resolved =
        resolver.resolve(text, replacement -> request.op().withWord(0, replacement));
    requireOwnSteps(request, resolved.point());
    EditOptions options = request.options().expectingHead(request.state().head());
    Branches<M, E> branches = request.document().session().with(options).branches();
    HistoryPoint oldEnd = undoStackEnd(request.state());
    return switch (move.apply(branches, resolved.point())) {
      case Outcome.Refused(var conflicts) ->
          Response.refused(ConflictText.refusal(conflicts).orSuggesting("branches"));
      case Outcome.Unchanged unchanged ->
          Response.of(
              "! already at " + resolver.describe(resolved),
              documents.digestLine(request.document()));
      case Outcome.Moved moved ->
          movedResponse(request, moved, resolver.describe(resolved), oldEnd);
      case Outcome.Committed committed -> throw unexpected(committed);
      case Outcome.Recorded recorded -> throw unexpected(recorded);
      case Outcome.Pending pending -> throw unexpected(pending);
    };
  }

  /** The last point of the undo stack. */
  private static HistoryPoint undoStackEnd(SessionState<?, ?> state) {
    List<StepId> redoSteps = state.undoStack().undone();
    return redoSteps.isEmpty()
        ? state.head()
        : HistoryPoint.after(redoSteps.get(redoSteps.size() - 1));
  }

  private static IllegalStateException unexpected(Outcome outcome) {
    return new IllegalStateException(
        "a switch or jump moves the cursor, but the outcome is " + outcome);
  }

  private Response movedResponse(
      BranchRequest<M, E> request, Outcome.Moved moved, String pointText, HistoryPoint oldEnd) {
    SessionState<M, E> state = request.state();
    List<String> lines = new ArrayList<>();
    int undoneCount = moved.undoneCount();
    int redoneCount = moved.steps().size() - undoneCount;
    if (undoneCount > 0) {
      lines.add("! undid " + Plurals.count(undoneCount, "step"));
    }
    if (redoneCount > 0) {
      lines.add("! redid " + Plurals.count(redoneCount, "step"));
    }
    lines.add("! at " + pointText);
    if (state.canRedo()) {
      lines.add("! %s can be redone".formatted(Plurals.count(state.redoDepth(), "step")));
    } else if (!state.history().isAncestor(oldEnd, state.head())) {
      lines.add("! the steps left behind are a branch; see branches");
    }
    return Response.of(lines).withLine(documents.digestLine(request.document()));
  }

  /** Refuses to abandon steps of other actors for an agent without {@code any:yes}. */
  private void requireOwnSteps(BranchRequest<M, E> request, HistoryPoint point) {
    if (!request.caller().isAgent() || SessionForms.ANY.valueIn(request.op()).orElse(false)) {
      return;
    }
    History<E> history = request.state().history();
    HistoryPoint head = request.state().head();
    for (StepId id : history.between(history.fork(point, head), head)) {
      Step<E> step = history.step(id);
      if (!request.caller().isAuthorOf(step.origin())) {
        throw OperationRefusedException.because(
            "this would abandon a step that is not yours: %s; with any:yes it counts as yours"
                .formatted(stepText.describe(step)));
      }
    }
  }
}
