package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Verification;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The actions that are about the history of a document as a whole. */
final class HistoryActions<M, E> {

  private static final Retention STANDARD = Retention.standard();
  private static final Param<Integer> STEPS = Param.whole("steps", "N", 1, Integer.MAX_VALUE);
  private static final Param<Integer> ABOVE = Param.whole("above", "N", 0, Integer.MAX_VALUE);
  private static final Param<Duration> AGE = Param.of("age", "7d", HistoryActions::age);
  private static final Param<Boolean> APPLY = Param.flag("apply");
  private static final Pattern AGE_TEXT = Pattern.compile("(\\d{1,6})([dhm])");

  private final Desk<M, E> desk;
  private final StepText steps;

  HistoryActions(Desk<M, E> desk) {
    this.desk = desk;
    this.steps = new StepText(desk.settings());
  }

  List<Action> all() {
    return List.of(
        new Action(
            Form.of(
                    "revert",
                    Action.CATEGORY,
                    "takes over what the file holds, or the state of a checkpoint, as one step")
                .params(CheckpointNames.TO)
                .shownAs("revert [to:NAME]"),
            (op, caller) -> desk.with(document -> revert(op, caller, document))),
        new Action(
            Form.of("verify", Action.CATEGORY, "replays the whole history and compares digests"),
            (op, caller) -> desk.with(this::verify)),
        new Action(
            Form.of("checkpoints", Action.CATEGORY, "the states that have names"),
            (op, caller) -> desk.with(this::checkpoints)),
        new Action(
            Form.of(
                    "retain",
                    Action.CATEGORY,
                    "shows which old steps would be let go; apply:yes lets them go for good")
                .params(STEPS, AGE, ABOVE, APPLY),
            (op, caller) -> desk.changing(document -> retain(op, caller, document))));
  }

  private Answer revert(ParsedOp op, Caller caller, Document<M, E> document) {
    return CheckpointNames.TO.of(op).isPresent()
        ? CheckpointNames.with(op, document, name -> revertTo(op, caller, document, name))
        : revert(caller, document);
  }

  /** Makes the document what it was at a checkpoint, also if no undo leads there any more. */
  private Answer revertTo(ParsedOp op, Caller caller, Document<M, E> document, String name) {
    Optional<M> model = document.session().modelOf(name);
    String checkpoint = "checkpoint " + Quoting.quoted(name);
    if (model.isEmpty()) {
      return Answer.refused(Refusal.because("the state of %s is not kept".formatted(checkpoint)));
    }
    Domain<M, E> domain = desk.language().domain();
    Outcome outcome =
        document
            .session()
            .step(
                Intent.of(op.raw(), caller.origin()),
                stage -> domain.diff(stage.model(), model.get()).forEach(stage::emit));
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Answer.refused(Refusal.because(conflicts.get(0).reason()));
    }
    String done =
        outcome instanceof Outcome.Unchanged
            ? "! the document is as it was at " + checkpoint
            : "! as it was at %s, by one step; undo takes that back".formatted(checkpoint);
    return Answer.of(done, desk.digestLine(document));
  }

  private Answer revert(Caller caller, Document<M, E> document) {
    Outcome outcome = document.revert(Intent.of("revert", caller.origin()));
    String file = desk.shownPath(document).orElse("");
    return switch (outcome) {
      case Outcome.Committed committed ->
          Answer.of(
              "! reverted to %s, as one step; undo takes that back".formatted(file),
              desk.digestLine(document));
      case Outcome.Refused(var conflicts) ->
          Answer.refused(
              new Refusal(shown(conflicts.get(0), document), conflicts.get(0).suggestion()));
      case Outcome.Recorded recorded -> unchanged(file, document);
      case Outcome.Unchanged unchanged -> unchanged(file, document);
      case Outcome.Moved moved -> unchanged(file, document);
      case Outcome.Staged staged -> unchanged(file, document);
    };
  }

  /** The reason of a conflict, with the path of the file as people read it. */
  private String shown(Conflict conflict, Document<M, E> document) {
    return document
        .path()
        .map(path -> conflict.reason().replace(path.toString(), desk.shown(path)))
        .orElse(conflict.reason());
  }

  private Answer unchanged(String file, Document<M, E> document) {
    return Answer.of("! %s holds the document as it is".formatted(file), desk.digestLine(document));
  }

  private Answer verify(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    Verification verification = document.session().verify();
    String count = Words.count(state.history().steps().size(), "step");
    if (!verification.holds()) {
      return Answer.refused(
          Refusal.because(
              "the document is %s, its content gives %s, its history gives %s"
                  .formatted(
                      verification.current(),
                      verification.fromScratch(),
                      verification.replayed())));
    }
    List<String> lines = new ArrayList<>(NewsText.losses(document));
    lines.add(
        "! verified: %s, %s, each with the digest that was recorded"
            .formatted(Words.count(document.recordCount(), "record"), count));
    if (!verification.unverified().isEmpty()) {
      lines.add(
          "! %s of an older digest, computed anew"
              .formatted(Words.count(verification.unverified().size(), "state")));
    }
    return Answer.of(lines).with(desk.digestLine(document));
  }

  private Answer checkpoints(Document<M, E> document) {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    for (NamedState name : state.checkpoints()) {
      lines.add(
          "! %s after %s%s"
              .formatted(
                  Quoting.quoted(name.name()),
                  Words.count(state.history().depth(name.place()), "operation"),
                  name.place().equals(state.head()) ? ", here" : ""));
    }
    return lines.isEmpty() ? Answer.of("! this document has no checkpoints") : Answer.of(lines);
  }

  private Answer retain(ParsedOp op, Caller caller, Document<M, E> document) {
    Retention retention =
        new Retention(
            STEPS.of(op).orElse(STANDARD.steps()),
            AGE.of(op).orElse(STANDARD.age()),
            ABOVE.of(op).orElse(STANDARD.above()));
    SessionState<M, E> state = document.session().state();
    Old old = new Old(retention.expired(state, desk.settings().clock().instant()), state);
    if (old.count() == 0) {
      return Answer.of(
          "! nothing to let go: %s can be undone"
              .formatted(Words.count(state.undoDepth(), "step")));
    }
    return APPLY.of(op).orElse(false)
        ? letGo(op, caller, document, retention, old)
        : Answer.of(plan(op, state, old));
  }

  /**
   * Steps to be let go.
   *
   * @param expired how many of them can still be undone
   * @param beyond how many cannot, because they are beyond a limit
   * @param place the last of all
   */
  private record Old(int expired, int beyond, Optional<StepId> place) {

    Old(int expired, SessionState<?, ?> state) {
      this(expired, state.beyondUndo(), last(expired, state));
    }

    private static Optional<StepId> last(int expired, SessionState<?, ?> state) {
      List<StepId> applied = state.line().applied();
      if (expired > 0) {
        return Optional.of(applied.get(expired - 1));
      }
      return applied.isEmpty() ? state.head() : state.history().parent(applied.get(0));
    }

    int count() {
      return expired + beyond;
    }
  }

  private List<String> plan(ParsedOp op, SessionState<M, E> state, Old old) {
    List<String> lines = new ArrayList<>();
    String upTo =
        old.place()
            .flatMap(state.history()::find)
            .map(step -> ", up to: " + steps.signed(step))
            .orElse("");
    lines.add("! would let go of %s for good%s".formatted(Words.count(old.count(), "step"), upTo));
    if (old.beyond() > 0) {
      lines.add("! %d of them cannot be undone any more".formatted(old.beyond()));
    }
    lines.add(
        "! %s could still be undone"
            .formatted(Words.count(state.undoDepth() - old.expired(), "step")));
    for (NamedState name : state.checkpoints()) {
      if (state.history().isAncestor(name.place(), old.place())) {
        lines.add("! checkpoint %s keeps its state".formatted(Quoting.quoted(name.name())));
      }
    }
    lines.add("  try: " + op.withParam("apply", "yes").text());
    return lines;
  }

  private Answer letGo(
      ParsedOp op, Caller caller, Document<M, E> document, Retention retention, Old old) {
    Outcome outcome = document.session().retain(Intent.of(op.raw(), caller.origin()), retention);
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      return Answer.refused(Refusal.because(conflicts.get(0).reason()));
    }
    int left = document.session().state().undoDepth();
    return Answer.of(
        "! let go of %s; %s can be undone"
            .formatted(Words.count(old.count(), "step"), Words.count(left, "step")),
        desk.digestLine(document));
  }

  private static Reading<Duration> age(String text) {
    Matcher matcher = AGE_TEXT.matcher(text);
    if (!matcher.matches()) {
      return new Reading.Unfit<>("is no age in days, hours or minutes", Optional.of("7d"));
    }
    long count = Long.parseLong(matcher.group(1));
    return Reading.fit(
        switch (matcher.group(2)) {
          case "d" -> Duration.ofDays(count);
          case "h" -> Duration.ofHours(count);
          default -> Duration.ofMinutes(count);
        });
  }
}
