package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The action that takes back some steps and keeps what was done since. Its plan is shown before
 * anything happens.
 */
final class RollbackAction<M, E> {

  private static final Param<String> STEP = Param.text("step", "ID");
  private static final String FROM = "from";
  private static final String DRY_RUN = "dry-run";
  private static final String STRICT = "strict";
  private static final String JSON = "json";
  private static final List<String> SWITCHES = List.of(FROM, DRY_RUN, STRICT, JSON);

  private final Desk<M, E> desk;
  private final StepText steps;

  RollbackAction(Desk<M, E> desk) {
    this.desk = desk;
    this.steps = new StepText(desk.settings());
  }

  Action action() {
    return new Action(
        Form.of(
                "rollback",
                Action.CATEGORY,
                "takes back these steps and keeps what was done since; shows its plan first")
            .rest("SWITCH")
            .params(
                OriginParam.SESSION.param(),
                OriginParam.MESSAGE.param(),
                OriginParam.ACTOR.param(),
                STEP)
            .shownAs(
                "rollback session:ID|message:ID [from]|actor:NAME|step:ID,..."
                    + " [dry-run] [strict] [json]"),
        (op, caller) ->
            desk.changing(document -> {
              try {
                return new Request(op, caller, document).answer();
              } catch (NotDone notDone) {
                return Answer.refused(notDone.refusal());
              }
            }));
  }

  /** One rollback that is asked for. */
  private final class Request {

    private final ParsedOp op;
    private final Caller caller;
    private final Document<M, E> document;
    private final SessionState<M, E> state;
    private final Set<String> switches;

    Request(ParsedOp op, Caller caller, Document<M, E> document) {
      this.op = op;
      this.caller = caller;
      this.document = document;
      this.state = document.session().state();
      this.switches = switches(op);
    }

    Answer answer() {
      RollbackPlan<E> plan = document.session().rollbacks().plan(selection());
      if (plan.seen() == 0 && !op.params().containsKey(STEP.key())) {
        requireOnLine();
      }
      if (switches.contains(DRY_RUN)) {
        return planned(plan);
      }
      Mode mode = switches.contains(STRICT) ? Mode.ALL_OR_NOTHING : Mode.BEST_EFFORT;
      Intent intent = Intent.of(op.raw(), caller.origin());
      return done(plan, document.session().rollbacks().rollback(intent, plan, mode));
    }

    private Selection selection() {
      if (op.param(STEP.key()).isPresent() == OriginParam.areIn(op)) {
        throw NotDone.because(
            "rollback takes step:ID, or one or more of session:, message: and actor:",
            op.params().isEmpty() ? "history ids" : op.withoutParam(STEP.key()).text());
      }
      boolean isFrom = switches.contains(FROM);
      if (isFrom && op.param(OriginParam.MESSAGE.param().key()).isEmpty()) {
        throw NotDone.because("from goes with message:ID", without(FROM).text());
      }
      if (op.param(STEP.key()).isPresent()) {
        return new Selection.Steps(named(STEP.of(op).orElseThrow()));
      }
      StepFilter filter = OriginParam.filter(op);
      return isFrom ? new Selection.From(filter) : new Selection.Matching(filter);
    }

    private Set<StepId> named(String text) {
      Set<StepId> ids = new LinkedHashSet<>();
      for (String one : text.split(",", -1)) {
        ids.add(StepNames.onLine(one.strip(), state, op, STEP.key()));
      }
      return ids;
    }

    /** Refuses a selection of what nobody did, or what is undone. */
    private void requireOnLine() {
      StepFilter filter = OriginParam.filter(op);
      OriginParam.requireKnown(op, state.history().steps());
      boolean isOnLine =
          state.recent(state.undoDepth()).stream()
              .anyMatch(step -> filter.accepts(step.origin(), step.time()));
      if (!isOnLine) {
        throw NotDone.because(
            "these steps are undone, or lie on another branch, or are beyond the reach of undo",
            "history");
      }
    }

    /** What would happen. */
    private Answer planned(RollbackPlan<E> plan) {
      boolean isRefused = switches.contains(STRICT) && !plan.isWhole();
      if (switches.contains(JSON)) {
        return Answer.of(RollbackJson.of(plan, isRefused));
      }
      List<String> lines = lines(plan);
      if (isRefused) {
        lines.add("! strict: not all of it can be taken back, so nothing would be");
      } else if (!plan.events().isEmpty()) {
        String digest = desk.language().digestLine(plan.digest());
        lines.add("! dry run: nothing happened; it would lead to " + digest);
        lines.add("  try: " + without(DRY_RUN).text());
        return Answer.of(lines);
      }
      return Answer.of(lines).with(desk.digestLine(document));
    }

    private Answer done(RollbackPlan<E> plan, Outcome outcome) {
      boolean isStopped = !plan.isSuccess() && plan.events().isEmpty();
      boolean isRefused =
          outcome instanceof Outcome.Refused
              && (switches.contains(STRICT) || plan.isWhole() || isStopped);
      if (switches.contains(JSON)) {
        return new Answer(List.of(RollbackJson.of(plan, isRefused)), isRefused);
      }
      List<String> lines = lines(plan);
      if (isRefused) {
        lines.add("! not all of it can be taken back, so nothing was");
        boolean isPart = switches.contains(STRICT) && !plan.events().isEmpty();
        lines.add("  try: " + (isPart ? without(STRICT) : op.withPositionals(dry())).text());
        return new Answer(lines, true);
      }
      if (outcome instanceof Outcome.Committed) {
        lines.add(
            "! took back %s of %s, as one step; undo takes that back"
                .formatted(plan.reversed(), Words.count(plan.seen(), "change")));
      }
      return Answer.of(lines).with(desk.digestLine(document));
    }

    private List<String> lines(RollbackPlan<E> plan) {
      RollbackText<E> text = new RollbackText<>(desk.language().domain(), steps, state.history());
      List<String> lines = text.lines(plan);
      if (plan.seen() == 0) {
        lines.add("! nothing to take back: it is taken back already");
      } else if (plan.events().isEmpty()) {
        lines.add(
            text.turned(plan).isEmpty()
                ? "! nothing of it is left to take back"
                : "! nothing changes: what would come back is what is there");
      }
      return lines;
    }

    private List<Positional> dry() {
      List<Positional> words = new ArrayList<>(without(STRICT).positionals());
      words.add(new Positional(DRY_RUN, Positional.Kind.WORD));
      return words;
    }

    private ParsedOp without(String word) {
      return op.withPositionals(
          op.positionals().stream().filter(it -> !it.text().equalsIgnoreCase(word)).toList());
    }
  }

  /** The words of an operation, each of which is known. */
  private static Set<String> switches(ParsedOp op) {
    List<String> words = op.words();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!SWITCHES.contains(word.toLowerCase(Locale.ROOT))) {
        throw NotDone.because(
            "rollback does not know %s; it knows %s"
                .formatted(Quoting.quote(word), String.join(", ", SWITCHES)),
            op.withWord(i, Suggestions.closest(word, SWITCHES).orElseThrow()).text());
      }
    }
    return words.stream().map(it -> it.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
