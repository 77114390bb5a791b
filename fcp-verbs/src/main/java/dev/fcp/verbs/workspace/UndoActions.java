package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The actions that move along the line of steps and give states names. */
final class UndoActions<M, E> {

  private static final Param<String> TO = CheckpointNames.TO;
  private static final Param<Boolean> ANY = Param.flag("any");

  /** How many steps an answer tells one by one. */
  private static final int TOLD = 20;

  private final Desk<M, E> desk;
  private final StepText steps;
  private final OwnSteps<M, E> own;

  UndoActions(Desk<M, E> desk) {
    this.desk = desk;
    this.steps = new StepText(desk.settings());
    this.own = new OwnSteps<>(desk);
  }

  List<Action> all() {
    return List.of(
        new Action(
            Form.of("checkpoint", Action.CATEGORY, "gives the present state a name")
                .required("NAME")
                .spaced(),
            (op, caller) -> desk.changing(document -> checkpoint(op, caller, document))),
        new Action(
            Form.of(
                    "undo",
                    Action.CATEGORY,
                    "takes back the last steps, or all after a checkpoint, or one's own")
                .optional("mine")
                .optional("N")
                .params(TO, ANY)
                .shownAs("undo [N|to:NAME] [any:yes]", "undo mine [N]"),
            (op, caller) -> desk.changing(document -> undo(op, caller, document))),
        new Action(
            Form.of(
                    "redo",
                    Action.CATEGORY,
                    "makes undone steps again, or one's own that were taken back")
                .optional("mine")
                .optional("N")
                .shownAs("redo [mine] [N]"),
            (op, caller) -> desk.changing(document -> redo(op, caller, document))),
        new Action(
            Form.of("bail", Action.CATEGORY, "goes back to a checkpoint for good: nothing to redo")
                .params(TO.mandatory(), ANY)
                .shownAs("bail to:NAME [any:yes]"),
            (op, caller) -> desk.changing(document -> bail(op, caller, document))),
        new Action(
            Form.of("squash", Action.CATEGORY, "makes one step of all after a checkpoint")
                .params(TO.mandatory(), ANY)
                .shownAs("squash to:NAME [any:yes]"),
            (op, caller) -> desk.changing(document -> squash(op, caller, document))));
  }

  private Answer bail(ParsedOp op, Caller caller, Document<M, E> document) {
    return since(
        op,
        caller,
        document,
        (intent, name, between) -> {
          Outcome outcome = document.session().bailTo(intent, name);
          return back(outcome, document, told("left", between, caller), "back for good at", name);
        });
  }

  private Answer squash(ParsedOp op, Caller caller, Document<M, E> document) {
    return since(
        op,
        caller,
        document,
        (intent, name, between) -> {
          String steps =
              "%s after checkpoint %s"
                  .formatted(Words.count(between.size(), "step"), Quoting.quoted(name));
          Outcome outcome = document.session().squashTo(intent, name);
          return outcome instanceof Outcome.Unchanged
              ? Answer.refused(Refusal.because("nothing to squash: " + steps))
              : answer(outcome, document, List.of("! " + steps + " are one step now"));
        });
  }

  /** What comes of going back to a checkpoint. */
  private Answer back(
      Outcome outcome, Document<M, E> document, List<String> told, String how, String name) {
    if (outcome instanceof Outcome.Unchanged) {
      return Answer.of(
          "! already at checkpoint " + Quoting.quoted(name), desk.digestLine(document));
    }
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Answer.refused(
          new Refusal(
              Conflicts.reasons(conflicts),
              Conflicts.suggestion(conflicts).or(() -> otherWay(document, name))));
    }
    List<String> lines = new ArrayList<>(told);
    lines.add("! %s checkpoint %s".formatted(how, Quoting.quoted(name)));
    return answer(outcome, document, lines);
  }

  /** A state to which no undo leads, but whose model is kept, comes back by a step. */
  private Optional<String> otherWay(Document<M, E> document, String name) {
    return document.session().modelOf(name).map(model -> "revert " + Quoting.param("to", name));
  }

  /** Something that is done with the steps since a checkpoint, the newest first. */
  private interface SinceCheckpoint<E> {
    Answer done(Intent intent, String name, List<Step<E>> between);
  }

  /** Does something with the steps since a checkpoint, unless one of them is somebody else's. */
  private Answer since(
      ParsedOp op, Caller caller, Document<M, E> document, SinceCheckpoint<E> work) {
    return CheckpointNames.with(
        op,
        document,
        name -> {
          SessionState<M, E> state = document.session().state();
          List<Step<E>> between = between(state, name);
          return foreign(between, op, caller)
              .map(step ->
                  Answer.refused(
                      Refusal.because(
                          "a step after the checkpoint is not yours: " + steps.signed(step),
                          op.withParam("any", "yes").text())))
              .orElseGet(
                  () -> work.done(intent(op, caller).expecting(state.head()), name, between));
        });
  }

  private Answer checkpoint(ParsedOp op, Caller caller, Document<M, E> document) {
    String name = op.words().get(0);
    try {
      Places.requireNoPlace(op, document.session().state());
    } catch (NotDone notDone) {
      return Answer.refused(notDone.refusal());
    }
    boolean known = document.session().state().history().named(name).isPresent();
    Outcome outcome = document.session().checkpoint(intent(op, caller), name);
    String line = "! checkpoint " + Quoting.quoted(name) + (known ? " moved here" : "");
    return answer(outcome, document, List.of(line));
  }

  private Answer undo(ParsedOp op, Caller caller, Document<M, E> document) {
    if (isOwn(op)) {
      return counted(op, document, count -> own.undo(op, count, caller, document));
    }
    Optional<String> name = TO.of(op);
    if (name.isPresent() && op.word(0).isPresent()) {
      String message = "undo takes a number or to:NAME, not both";
      return Answer.refused(Refusal.because(message, op.withPositionals(List.of()).text()));
    }
    return name.map(to -> undoTo(op, caller, document))
        .orElseGet(() -> counted(op, document, count -> undo(op, count, caller, document)));
  }

  private Answer undo(ParsedOp op, int count, Caller caller, Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<Step<E>> asked = newestFirst(state.recent(Math.min(count, state.undoDepth())));
    if (asked.isEmpty()) {
      return Answer.refused(Refusal.because("nothing to undo"));
    }
    Optional<Step<E>> foreign = foreign(asked, op, caller);
    int allowed = foreign.map(asked::indexOf).orElse(asked.size());
    if (allowed == 0) {
      String message = "the last step is not yours: " + steps.signed(asked.get(0));
      return new Answer(stopped(message, op.withParam("any", "yes"), caller, document), true);
    }
    Intent intent = intent(op, caller).expecting(state.head());
    Outcome outcome = document.session().undo(intent, allowed);
    List<String> lines = told("undone", asked.subList(0, allowed), caller);
    if (foreign.isPresent()) {
      String message = "the next step is not yours: " + steps.signed(foreign.get());
      ParsedOp any = op.withPositionals(List.of()).withParam("any", "yes");
      lines.addAll(stopped(message, any, caller, document));
    } else if (allowed < count) {
      lines.add("! that was all: nothing more to undo");
    }
    return answer(outcome, document, lines);
  }

  /** What stands before the step of another: a step of one's own further back, or any. */
  private List<String> stopped(
      String message, ParsedOp any, Caller caller, Document<M, E> document) {
    List<String> lines = new ArrayList<>();
    Refusal refusal = Refusal.because(message, any.text());
    if (own.canUndo(caller, document)) {
      lines.addAll(Refusal.because(message, "undo mine").lines());
      lines.add(refusal.lines().get(1));
    } else {
      lines.addAll(refusal.lines());
    }
    return lines;
  }

  /** The first step that a plain undo of an agent must not take back. */
  private Optional<Step<E>> foreign(List<Step<E>> asked, ParsedOp op, Caller caller) {
    if (!caller.isAgent() || ANY.of(op).orElse(false)) {
      return Optional.empty();
    }
    return asked.stream().filter(step -> !caller.made(step.origin())).findFirst();
  }

  private Answer undoTo(ParsedOp op, Caller caller, Document<M, E> document) {
    return since(
        op,
        caller,
        document,
        (intent, name, between) -> {
          Outcome outcome = document.session().undoTo(intent, name);
          return back(outcome, document, told("undone", between, caller), "back at", name);
        });
  }

  /**
   * The steps that going back to a checkpoint takes back, newest first; none if it is not behind.
   */
  private List<Step<E>> between(SessionState<M, E> state, String name) {
    History<E> history = state.history();
    Optional<StepId> place = history.named(name).map(NamedState::place).orElse(state.head());
    boolean behind = history.isAncestor(place, state.head());
    int count = behind ? history.depth(state.head()) - history.depth(place) : 0;
    return newestFirst(state.recent(Math.min(count, state.undoDepth())));
  }

  private Answer redo(ParsedOp op, Caller caller, Document<M, E> document) {
    if (isOwn(op)) {
      return counted(op, document, count -> own.redo(op, count, caller, document));
    }
    return counted(
        op,
        document,
        count -> {
          SessionState<M, E> state = document.session().state();
          List<Step<E>> asked = state.upcoming(Math.min(count, state.redoDepth()));
          if (asked.isEmpty()) {
            return Answer.refused(Refusal.because("nothing to redo"));
          }
          Intent intent = intent(op, caller).expecting(state.head());
          Outcome outcome = document.session().redo(intent, asked.size());
          List<String> lines = told("redone", asked, caller);
          if (asked.size() < count) {
            lines.add("! that was all: nothing more to redo");
          }
          return answer(outcome, document, lines);
        });
  }

  private static boolean isOwn(ParsedOp op) {
    return op.word(0).filter(OwnSteps.MINE::equalsIgnoreCase).isPresent();
  }

  /** Reads the number of steps, which is 1 if none is given. */
  private Answer counted(ParsedOp op, Document<M, E> document, Function<Integer, Answer> work) {
    List<Positional> mine = isOwn(op) ? op.positionals().subList(0, 1) : List.of();
    if (mine.isEmpty() ? op.word(1).isPresent() : !op.params().isEmpty()) {
      return Answer.refused(
          Refusal.because(
              "%s takes a number, or mine and a number".formatted(op.verb()),
              mine.isEmpty() ? op.verb() : op.verb() + " " + OwnSteps.MINE));
    }
    String text = op.word(mine.size()).orElse("1");
    return switch (Numbers.whole(text, 1, Integer.MAX_VALUE)) {
      case Reading.Fit<Integer>(var count) -> work.apply(count);
      case Reading.Unfit<Integer>(var reason, var instead) -> {
        String better =
            document
                .session()
                .state()
                .history()
                .named(text)
                .flatMap(name -> way(op, name))
                .orElseGet(() -> op.withPositionals(mine).text());
        String message = "the number of steps " + Quoting.quote(text) + " " + reason;
        yield Answer.refused(Refusal.because(message, better));
      }
    };
  }

  /** What leads to a name that was typed in place of a number. */
  private static Optional<String> way(ParsedOp op, NamedState name) {
    return switch (name.kind()) {
      case BRANCH -> Optional.of(CheckpointNames.way(name.name()));
      case CHECKPOINT ->
          Optional.of(op.withPositionals(List.of()).withParam("to", name.name()).text())
              .filter(undo -> op.verb().equals("undo"));
    };
  }

  private List<String> told(String done, List<Step<E>> all, Caller caller) {
    List<String> lines = new ArrayList<>();
    for (Step<E> step : all.subList(0, Math.min(TOLD, all.size()))) {
      lines.add("! " + done + ": " + steps.seenBy(caller, step));
    }
    if (all.size() > TOLD) {
      lines.add("! " + done + ": " + (all.size() - TOLD) + " more");
    }
    return lines;
  }

  private String digestLine(Digest digest) {
    return desk.language().digestLine(digest);
  }

  private Answer answer(Outcome outcome, Document<M, E> document, List<String> lines) {
    Session<?, ?> session = document.session();
    return switch (outcome) {
      case Outcome.Moved moved -> Answer.of(lines).with(digestLine(moved.digest()));
      case Outcome.Recorded recorded -> Answer.of(lines).with(digestLine(recorded.digest()));
      case Outcome.Refused(var conflicts) -> Answer.refused(Conflicts.refusal(conflicts));
      case Outcome.Unchanged unchanged ->
          throw new IllegalStateException(
              "there were steps, but none moved: " + session.state().line());
      case Outcome.Committed committed -> Answer.of(lines).with(digestLine(committed.digest()));
      case Outcome.Staged staged ->
          throw new IllegalStateException("a move is part of a step: " + staged);
    };
  }

  private static Intent intent(ParsedOp op, Caller caller) {
    return Intent.of(op.raw(), caller.origin());
  }

  private static <T> List<T> newestFirst(List<T> oldestFirst) {
    List<T> reversed = new ArrayList<>(oldestFirst);
    Collections.reverse(reversed);
    return reversed;
  }
}
