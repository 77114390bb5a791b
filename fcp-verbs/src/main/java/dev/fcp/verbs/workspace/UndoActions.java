package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The actions that move the cursor of the undo stack, and those that make and use checkpoints. */
final class UndoActions<M, E> {

  /** The maximum number of steps that a response lists one by one. */
  private static final int MAX_LISTED = 20;

  private static final String ANY_HINT = "; with any:yes it counts as yours";

  private final OpenDocuments<M, E> documents;
  private final StepText stepText;
  private final OwnUndo<M, E> ownUndo;

  UndoActions(OpenDocuments<M, E> documents) {
    this.documents = documents;
    this.stepText = new StepText(documents.settings());
    this.ownUndo = new OwnUndo<>(documents);
  }

  List<SessionAction> all() {
    return List.of(
        action(SessionForms.CHECKPOINT, this::checkpoint),
        action(SessionForms.UNDO, this::undo),
        action(SessionForms.REDO, this::redo),
        action(SessionForms.BAIL, this::bail),
        action(SessionForms.SQUASH, this::squash));
  }

  private SessionAction action(Form form, DocumentAction<M, E> work) {
    return new SessionAction(
        form,
        (op, caller) ->
            documents.withActiveExclusively(document -> work.apply(op, caller, document)));
  }

  /** Performs an action on the active document. */
  private interface DocumentAction<M, E> {
    Response apply(ParsedOperation op, Caller caller, Document<M, E> document);
  }

  private Response bail(ParsedOperation op, Caller caller, Document<M, E> document) {
    return withStepsSince(
        op,
        caller,
        document,
        (options, name, stepsSince) -> {
          Outcome outcome = document.session().with(options).bailTo(name);
          return undoneToResponse(
              outcome, document, describe("abandoned", stepsSince, caller), "bailed to", name);
        });
  }

  private Response squash(ParsedOperation op, Caller caller, Document<M, E> document) {
    return withStepsSince(
        op,
        caller,
        document,
        (options, name, stepsSince) -> {
          String stepsText =
              "%s after checkpoint %s"
                  .formatted(Plurals.count(stepsSince.size(), "step"), Quoting.quoteAlways(name));
          Outcome outcome = document.session().with(options).squashTo(name);
          return outcome instanceof Outcome.Unchanged
              ? Response.refused(Refusal.because("nothing to squash: " + stepsText))
              : toResponse(
                  outcome, document, List.of(Line.of("! " + stepsText + " are now one step")));
        });
  }

  /** The response to an undo or bail to a checkpoint. */
  private Response undoneToResponse(
      Outcome outcome, Document<M, E> document, List<String> lines, String phrase, String name) {
    if (outcome instanceof Outcome.Unchanged) {
      return Response.of(
          "! already at checkpoint " + Quoting.quoteAlways(name), documents.digestLine(document));
    }
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Response.refused(
          new Refusal(
              ConflictText.reasons(conflicts),
              ConflictText.suggestion(conflicts).or(() -> revertSuggestion(document, name))));
    }
    List<String> allLines = new ArrayList<>(lines);
    allLines.add("! %s checkpoint %s".formatted(phrase, Quoting.quoteAlways(name)));
    return toResponse(outcome, document, Line.of(allLines));
  }

  /** Suggests {@code revert} to a checkpoint that undo cannot reach but whose model is kept. */
  private Optional<String> revertSuggestion(Document<M, E> document, String name) {
    return document.session().modelNamed(name).map(model -> "revert " + Quoting.param("to", name));
  }

  /** Performs an action on the steps since a checkpoint, newest first. */
  private interface SinceCheckpointHandler<E> {
    Response handle(EditOptions options, String name, List<Step<E>> stepsSince);
  }

  /**
   * Runs {@code work} on the steps since a checkpoint; refuses if an agent may not undo one of
   * them.
   */
  private Response withStepsSince(
      ParsedOperation op, Caller caller, Document<M, E> document, SinceCheckpointHandler<E> work) {
    return CheckpointParam.withCheckpoint(
        op,
        document,
        name -> {
          SessionState<M, E> state = document.session().state();
          List<Step<E>> stepsSince = stepsSince(state, name);
          return firstForeign(stepsSince, op, caller)
              .map(step ->
                  Response.refused(
                      Refusal.because(
                          "a step after the checkpoint is not yours: "
                              + stepText.describe(step)
                              + ANY_HINT)))
              .orElseGet(() ->
                  work.handle(options(op, caller).expectingHead(state.head()), name, stepsSince));
        });
  }

  private Response checkpoint(ParsedOperation op, Caller caller, Document<M, E> document) {
    String name = op.words().get(0);
    try {
      HistoryPointResolver.requireFreeName(op, document.session().state());
    } catch (OperationRefusedException refused) {
      return Response.refused(refused.refusal());
    }
    boolean isKnown = document.session().state().history().named(name).isPresent();
    Outcome outcome = document.session().with(options(op, caller)).checkpoint(name);
    String line = "! checkpoint " + Quoting.quoteAlways(name) + (isKnown ? " moved here" : "");
    return toResponse(outcome, document, List.of(Line.of(line)));
  }

  private Response undo(ParsedOperation op, Caller caller, Document<M, E> document) {
    if (isMine(op)) {
      return withCount(op, document, count -> ownUndo.undo(op, count, caller, document));
    }
    Optional<String> name = SessionForms.TO.valueIn(op);
    if (name.isPresent() && op.word(0).isPresent()) {
      String message = "undo takes a number or to:NAME, not both";
      return Response.refused(Refusal.because(message));
    }
    return name.map(to -> undoTo(op, caller, document))
        .orElseGet(() -> withCount(op, document, count -> undo(op, count, caller, document)));
  }

  private Response undo(ParsedOperation op, int count, Caller caller, Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<Step<E>> requested = newestFirst(state.undoableSteps(Math.min(count, state.undoDepth())));
    if (requested.isEmpty()) {
      return Response.refused(Refusal.because("nothing to undo"));
    }
    Optional<Step<E>> foreign = firstForeign(requested, op, caller);
    int allowedCount = foreign.map(requested::indexOf).orElse(requested.size());
    if (allowedCount == 0) {
      String message = "the last step is not yours: " + stepText.describe(requested.get(0));
      return new Response(stoppedLines(message, caller, document), true);
    }
    EditOptions options = options(op, caller).expectingHead(state.head());
    Outcome outcome = document.session().with(options).undo(allowedCount);
    List<Line> lines =
        new ArrayList<>(Line.of(describe("undone", requested.subList(0, allowedCount), caller)));
    if (foreign.isPresent()) {
      String message = "the next step is not yours: " + stepText.describe(foreign.get());
      lines.addAll(stoppedLines(message, caller, document));
    } else if (allowedCount < count) {
      lines.add(Line.of("! no more steps to undo"));
    }
    return toResponse(outcome, document, lines);
  }

  /**
   * The lines for an undo that stopped at the step of another actor. They suggest {@code undo mine}
   * if it would change anything, and never {@code any:yes}, which nobody asked for.
   */
  private List<Line> stoppedLines(String message, Caller caller, Document<M, E> document) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of("! " + message + ANY_HINT));
    if (ownUndo.canUndo(caller, document)) {
      lines.add(Line.suggestion("undo mine"));
    }
    return lines;
  }

  /**
   * The first step of another actor, at which the undo of an agent stops; empty for a person and
   * with {@code any:yes}.
   */
  private Optional<Step<E>> firstForeign(
      List<Step<E>> requested, ParsedOperation op, Caller caller) {
    if (!caller.isAgent() || SessionForms.ANY.valueIn(op).orElse(false)) {
      return Optional.empty();
    }
    return requested.stream().filter(step -> !caller.isAuthorOf(step.origin())).findFirst();
  }

  private Response undoTo(ParsedOperation op, Caller caller, Document<M, E> document) {
    return withStepsSince(
        op,
        caller,
        document,
        (options, name, stepsSince) -> {
          Outcome outcome = document.session().with(options).undoTo(name);
          return undoneToResponse(
              outcome, document, describe("undone", stepsSince, caller), "back at", name);
        });
  }

  /**
   * The steps that undo to a checkpoint would undo, newest first; empty if the checkpoint is not
   * before the cursor.
   */
  private List<Step<E>> stepsSince(SessionState<M, E> state, String name) {
    History<E> history = state.history();
    HistoryPoint point = history.named(name).map(NamedState::point).orElse(state.head());
    boolean isAncestor = history.isAncestor(point, state.head());
    int count = isAncestor ? history.depth(state.head()) - history.depth(point) : 0;
    return newestFirst(state.undoableSteps(Math.min(count, state.undoDepth())));
  }

  private Response redo(ParsedOperation op, Caller caller, Document<M, E> document) {
    if (isMine(op)) {
      return withCount(op, document, count -> ownUndo.redo(op, count, caller, document));
    }
    return withCount(
        op,
        document,
        count -> {
          SessionState<M, E> state = document.session().state();
          List<Step<E>> requested = state.redoableSteps(Math.min(count, state.redoDepth()));
          if (requested.isEmpty()) {
            return Response.refused(Refusal.because("nothing to redo"));
          }
          EditOptions options = options(op, caller).expectingHead(state.head());
          Outcome outcome = document.session().with(options).redo(requested.size());
          List<String> lines = describe("redone", requested, caller);
          if (requested.size() < count) {
            lines.add("! no more steps to redo");
          }
          return toResponse(outcome, document, Line.of(lines));
        });
  }

  private static boolean isMine(ParsedOperation op) {
    return op.word(0).filter(SessionForms.MINE::equalsIgnoreCase).isPresent();
  }

  /** Parses the number of steps, 1 by default. */
  private Response withCount(
      ParsedOperation op, Document<M, E> document, Function<Integer, Response> work) {
    List<Positional> mineWord = isMine(op) ? op.positionals().subList(0, 1) : List.of();
    if (mineWord.isEmpty() ? op.word(1).isPresent() : !op.params().isEmpty()) {
      return Response.refused(
          Refusal.because("%s takes a number, or mine and a number".formatted(op.verb())));
    }
    String text = op.word(mineWord.size()).orElse("1");
    return switch (NumberParser.parseInteger(text, 1, Integer.MAX_VALUE)) {
      case ParsedArgument.Valid<Integer>(var count) -> work.apply(count);
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) -> {
        Optional<String> replacement =
            document
                .session()
                .state()
                .history()
                .named(text)
                .flatMap(name -> checkpointSuggestion(op, name));
        String message = "the number of steps " + Quoting.quoteIfNeeded(text) + " " + reason;
        yield Response.refused(new Refusal(message, replacement));
      }
    };
  }

  /** Suggests an action for a name typed in place of a number. */
  private static Optional<String> checkpointSuggestion(ParsedOperation op, NamedState name) {
    return switch (name.kind()) {
      case BRANCH -> Optional.of(CheckpointParam.switchAction(name.name()));
      case CHECKPOINT ->
          Optional.of(op.withPositionals(List.of()).withParam("to", name.name()).canonicalText())
              .filter(undo -> op.verb().equals("undo"));
    };
  }

  private List<String> describe(String participle, List<Step<E>> allSteps, Caller caller) {
    List<String> lines = new ArrayList<>();
    for (Step<E> step : allSteps.subList(0, Math.min(MAX_LISTED, allSteps.size()))) {
      lines.add("! " + participle + ": " + stepText.describeFor(caller, step));
    }
    if (allSteps.size() > MAX_LISTED) {
      lines.add("! " + participle + ": " + (allSteps.size() - MAX_LISTED) + " more");
    }
    return lines;
  }

  private Response withDigest(List<Line> lines, Digest digest) {
    return Response.of(documents.language().digestLine(digest)).withLinesBefore(lines);
  }

  private Response toResponse(Outcome outcome, Document<M, E> document, List<Line> lines) {
    Session<?, ?> session = document.session();
    return switch (outcome) {
      case Outcome.Moved moved -> withDigest(lines, moved.digest());
      case Outcome.Recorded recorded -> withDigest(lines, recorded.digest());
      case Outcome.Refused(var conflicts) -> Response.refused(ConflictText.refusal(conflicts));
      case Outcome.Unchanged unchanged ->
          throw new IllegalStateException(
              "steps were requested, but the cursor did not move: " + session.state().undoStack());
      case Outcome.Committed committed -> withDigest(lines, committed.digest());
      case Outcome.Pending pending ->
          throw new IllegalStateException("the outcome is pending outside a step: " + pending);
    };
  }

  private static EditOptions options(ParsedOperation op, Caller caller) {
    return EditOptions.of(op.raw(), caller.origin());
  }

  private static <T> List<T> newestFirst(List<T> oldestFirst) {
    List<T> reversed = new ArrayList<>(oldestFirst);
    Collections.reverse(reversed);
    return reversed;
  }
}
