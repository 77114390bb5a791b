package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.Branch;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Branches;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The actions that go to any state the document ever had, and name the ways it went. */
final class BranchActions<M, E> {

  private static final Param<Boolean> ANY = Param.flag("any");
  private static final Param<String> AT = Param.text("at", "STEP");

  private final Desk<M, E> desk;
  private final StepText steps;

  BranchActions(Desk<M, E> desk) {
    this.desk = desk;
    this.steps = new StepText(desk.settings());
  }

  List<Action> all() {
    return List.of(
        new Action(
            Form.of("branches", Action.CATEGORY, "the ways that the document went"),
            (op, caller) -> desk.with(this::branches)),
        new Action(
            Form.of(
                    "branch",
                    Action.CATEGORY,
                    "gives the way that leads on from here, or from a step, a name")
                .required("NAME")
                .spaced()
                .params(AT),
            (op, caller) -> changing(op, caller, this::branch)),
        new Action(
            Form.of(
                    "switch",
                    Action.CATEGORY,
                    "goes to the end of a branch, to a checkpoint or a step; what is left stays as a"
                        + " branch")
                .required("NAME|STEP")
                .spaced()
                .params(ANY)
                .shownAs("switch NAME|STEP [any:yes]"),
            (op, caller) -> changing(op, caller, this::switchTo)),
        new Action(
            Form.of(
                    "jump",
                    Action.CATEGORY,
                    "goes to where the document was after a step or at a time; redo leads back, if it"
                        + " can")
                .required("STEP|TIME")
                .spaced()
                .params(ANY)
                .shownAs("jump STEP|2h|12:05|2026-03-04 [any:yes]"),
            (op, caller) -> changing(op, caller, this::jump)));
  }

  /** An action on the open document. */
  private Answer changing(
      ParsedOp op, Caller caller, BiFunction<Request<M, E>, String, Answer> work) {
    return desk.changing(document -> {
      try {
        return work.apply(new Request<>(op, caller, document), op.words().get(0));
      } catch (NotDone notDone) {
        return Answer.refused(notDone.refusal());
      }
    });
  }

  /** What somebody asked for. */
  private record Request<M, E>(ParsedOp op, Caller caller, Document<M, E> document) {

    Intent intent() {
      return Intent.of(op.raw(), caller.origin());
    }

    SessionState<M, E> state() {
      return document.session().state();
    }
  }

  private Answer branches(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Branch<E> branch : document.session().branches().list()) {
      if (branch.isCurrent()) {
        lines.add("! here: " + told(branch));
      } else {
        String way = way(branch, state);
        others.add(way);
        lines.add(
            "! %s: %s %s, %s"
                .formatted(
                    way,
                    Words.count(branch.steps(), "step"),
                    branch
                        .fork()
                        .map(id -> "from " + state.history().depth(Optional.of(id)) + " on")
                        .orElse("from the beginning on"),
                    told(branch)));
      }
    }
    if (others.isEmpty()) {
      lines.add("! there is no other branch; one comes of a new step after an undo");
    } else {
      lines.add("  try: switch " + others.get(0));
    }
    return Answer.of(lines);
  }

  /** What leads to a branch. */
  private static String way(Branch<?> branch, SessionState<?, ?> state) {
    return branch.names().isEmpty()
        ? branch.end().map(id -> StepNames.shortened(id, state)).orElse("0")
        : Quoting.quote(branch.names().get(0));
  }

  private String told(Branch<E> branch) {
    String also =
        branch.names().stream()
            .skip(branch.isCurrent() ? 0 : 1)
            .map(name -> Quoting.quoted(name) + ", ")
            .collect(Collectors.joining());
    return also + "up to " + branch.last().map(steps::signed).orElse("the beginning");
  }

  private Answer branch(Request<M, E> request, String name) {
    Places.requireNoPlace(request.op(), request.state());
    Places<M, E> places = places(request);
    Optional<StepId> place =
        AT.of(request.op())
            .map(text -> places.meant(text, it -> request.op().withParam(AT.key(), it)).place())
            .orElseGet(() -> request.state().head());
    if (request.state().line().appliedCount() + request.state().redoDepth() == 0
        && request.state().history().steps().isEmpty()) {
      throw NotDone.because("there is no step that a branch could lead to yet");
    }
    boolean isKnown = request.state().history().named(name).isPresent();
    Outcome outcome = request.document().session().branches().name(request.intent(), name, place);
    return outcome instanceof Outcome.Refused(var conflicts)
        ? Answer.refused(Conflicts.refusal(conflicts))
        : Answer.of(
            "! branch %s%s"
                .formatted(
                    Quoting.quoted(OperationText.shown(name)), isKnown ? " is this one now" : ""),
            desk.digestLine(request.document()));
  }

  private Places<M, E> places(Request<M, E> request) {
    return new Places<>(request.document(), desk.settings());
  }

  private Answer switchTo(Request<M, E> request, String text) {
    return gone(request, text, Branches::switchTo);
  }

  private Answer jump(Request<M, E> request, String text) {
    return gone(request, text, Branches::jumpTo);
  }

  /** One of the ways to go to a place. */
  private interface Going<M, E> {
    Outcome go(Branches<M, E> branches, Intent intent, Optional<StepId> place);
  }

  private Answer gone(Request<M, E> request, String text, Going<M, E> going) {
    Places<M, E> places = places(request);
    Places.Meant meant = places.meant(text, better -> request.op().withWord(0, better));
    requireOwn(request, meant.place());
    Branches<M, E> branches = request.document().session().branches();
    Intent intent = request.intent().expecting(request.state().head());
    Optional<StepId> end = end(request.state());
    return switch (going.go(branches, intent, meant.place())) {
      case Outcome.Refused(var conflicts) ->
          Answer.refused(Conflicts.refusal(conflicts).orTry("branches"));
      case Outcome.Unchanged unchanged ->
          Answer.of("! already at " + places.told(meant), desk.digestLine(request.document()));
      case Outcome.Moved moved -> reached(request, moved, places.told(meant), end);
      case Outcome.Committed committed -> throw unexpected(committed);
      case Outcome.Recorded recorded -> throw unexpected(recorded);
      case Outcome.Staged staged -> throw unexpected(staged);
    };
  }

  /** Where the line of undo and redo ends. */
  private static Optional<StepId> end(SessionState<?, ?> state) {
    List<StepId> ahead = state.line().redo(state.redoDepth()).events();
    return ahead.isEmpty() ? state.head() : Optional.of(ahead.get(ahead.size() - 1));
  }

  private static IllegalStateException unexpected(Outcome outcome) {
    return new IllegalStateException("going somewhere moves the cursor, and is not " + outcome);
  }

  private Answer reached(
      Request<M, E> request, Outcome.Moved moved, String where, Optional<StepId> oldEnd) {
    SessionState<M, E> state = request.state();
    List<String> lines = new ArrayList<>();
    int back = moved.takenBack();
    int ahead = moved.steps().size() - back;
    if (back > 0) {
      lines.add("! took back " + Words.count(back, "step"));
    }
    if (ahead > 0) {
      lines.add("! made " + Words.count(ahead, "step") + " again");
    }
    lines.add("! at " + where);
    if (state.canRedo()) {
      lines.add("! redo leads on by " + Words.count(state.redoDepth(), "step"));
    } else if (!state.history().isAncestor(oldEnd, state.head())) {
      lines.add("! what was left is a branch; see branches");
    }
    return Answer.of(lines).with(desk.digestLine(request.document()));
  }

  /** An agent does not leave the steps of others without saying so. */
  private void requireOwn(Request<M, E> request, Optional<StepId> place) {
    if (!request.caller().isAgent() || ANY.of(request.op()).orElse(false)) {
      return;
    }
    History<E> history = request.state().history();
    Optional<StepId> head = request.state().head();
    for (StepId id : history.between(history.fork(place, head), head)) {
      Step<E> step = history.step(id);
      if (!request.caller().made(step.origin())) {
        throw NotDone.because(
            "this leaves a step that is not yours: " + steps.signed(step),
            request.op().withParam("any", "yes").text());
      }
    }
  }
}
