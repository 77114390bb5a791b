package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The forms of the session actions and of the queries about histories. Operation text, command
 * lines and their help are all derived from them. An argument without an explanation is offered
 * only in operation text.
 */
public final class SessionForms {

  private static final String ACTIONS = "session actions";
  private static final String QUERIES = "queries";

  /** The keyword that restricts undo and redo to the steps of the caller. */
  static final String MINE = "mine";

  static final Param<Boolean> ANY = Param.flag("any");
  static final Param<Boolean> DISCARD = Param.flag("discard");

  /** The checkpoint to which an action goes. */
  public static final Param<String> TO = Param.text("to", "NAME");

  private static final String MINE_HELP =
      "Only your own steps, wherever they are; later steps of others are kept.";
  private static final String COUNT_HELP = "How many steps; default: 1.";

  /** {@code checkpoint}. */
  public static final Form CHECKPOINT =
      action("checkpoint", "names the current state")
          .required("NAME")
          .explained("The name.")
          .suggestingQuotes()
          .help("Names the current state of a file, so that undo can return to it.");

  /** {@code undo}. */
  public static final Form UNDO =
      action("undo", "undoes the last steps, or all after a checkpoint, or your own")
          .keyword(MINE, MINE_HELP)
          .optional(MINE)
          .optional("N")
          .explained(COUNT_HELP)
          .params(TO.explained("Undoes back to this checkpoint instead."), ANY)
          .syntax("undo [N|to:NAME] [any:yes]", "undo mine [N]")
          .help(
              "Undoes the last steps of a file, whoever made them, and saves it.",
              "The output names the authors of the steps; redo reapplies them.")
          .examples("undo 3", "undo to:agreed", "undo mine");

  /** {@code redo}. */
  public static final Form REDO =
      action("redo", "redoes undone steps, or your own")
          .keyword(MINE, MINE_HELP)
          .optional(MINE)
          .optional("N")
          .explained(COUNT_HELP)
          .syntax("redo [mine] [N]")
          .help("Redoes the next undone steps of a file, and saves it.");

  /** {@code bail}. */
  static final Form BAIL =
      action("bail", "undoes back to a checkpoint and discards the steps to redo")
          .removing()
          .params(TO.mandatory(), ANY)
          .syntax("bail to:NAME [any:yes]");

  /** {@code squash}. */
  static final Form SQUASH =
      action("squash", "squashes all steps after a checkpoint into one")
          .removing()
          .params(TO.mandatory(), ANY)
          .syntax("squash to:NAME [any:yes]");

  /** The file to save to. */
  public static final Param<String> SAVE_AS =
      Param.text("as", "PATH").explained("Saves to this file.");

  /** Whether to replace a version of the file that another program wrote. */
  public static final Param<Boolean> OVERWRITE =
      Param.flag("over")
          .explained("Replaces a version written by another program; the history keeps it.");

  /** {@code save}. */
  public static final Form SAVE =
      action("save", "writes the document to its file, or to another")
          .optional("PATH")
          .suggestingQuotes()
          .params(SAVE_AS, OVERWRITE)
          .syntax("save [as:PATH|over:yes]")
          .help(
              "Writes the current state of a document to its file, after --no-save or a crash.",
              "Saving to another file copies the history.");

  /** {@code revert}. */
  public static final Form REVERT =
      action("revert", "reverts to the file, or to a checkpoint, as one step")
          .params(TO.explained("Reverts to this checkpoint, even if undo no longer reaches it."))
          .syntax("revert [to:NAME]")
          .help(
              "Reverts a document to its file, as one step that undo can reverse.",
              "With --to, reverts to a checkpoint and saves the file.");

  static final String STRICT = "strict";

  /** The keyword for showing the plan of a rollback without applying it. */
  public static final String DRY_RUN = "dry-run";

  /** The keyword for the result of a rollback as JSON. */
  public static final String JSON = "json";

  static final Param<String> FROM_MESSAGE =
      Param.text("from-message", "ID")
          .explained("This message and all that was done later in its session.");

  static final Param<String> STEP =
      Param.text("step", "ID")
          .explained("One or more steps, by number or by a prefix of the id: 7,01JX.");

  static final Param<String> AFTER =
      Param.text("after", "POINT")
          .explained(
              "Of the steps of an actor, session or message only those after this checkpoint,",
              "branch, step or time.");

  /** {@code rollback}. */
  public static final Form ROLLBACK =
      action("rollback", "rolls back selected steps and keeps later changes; shows its plan first")
          .removing()
          .keyword(DRY_RUN, "Shows the plan and changes nothing.")
          .keyword(STRICT, "Rolls back everything or nothing.")
          .keyword(JSON, "Prints the result as one line of JSON.")
          .rest("SWITCH")
          .params(
              OriginParam.SESSION.param().explained("Steps of this session."),
              OriginParam.MESSAGE.param().explained("Steps made for this message."),
              OriginParam.ACTOR.param().explained("Steps of this actor."),
              FROM_MESSAGE,
              STEP,
              AFTER)
          .syntax(
              "rollback session:ID|message:ID|actor:NAME|from-message:ID|step:ID,..."
                  + " [after:NAME|STEP|TIME] [dry-run] [strict] [json]")
          .help(
              "Rolls back selected steps of a file and keeps later changes.",
              "For example everything an agent did for one message. Shows its plan first,",
              "saves the file, and is itself one step that undo can reverse.",
              "fcp log lists messages, sessions and actors; fcp history --ids lists step ids.")
          .examples(
              "rollback dry-run message:m1",
              "rollback strict actor:bot",
              "rollback step:7",
              "rollback actor:bot after:agreed");

  static final Param<Boolean> DRY_RUN_FLAG =
      Param.flag(DRY_RUN).explained("Shows the plan and changes nothing.");
  static final Param<Boolean> JSON_FLAG =
      Param.flag(JSON).explained("Prints the result as one line of JSON.");

  /** {@code session delete}. */
  public static final Form SESSION_DELETE =
      action("session delete", "rolls back all steps of a session, and ends it")
          .removing()
          .required("ID")
          .explained("The session.")
          .params(DRY_RUN_FLAG, JSON_FLAG)
          .help(
              "Rolls back what was done in a session, keeps what others did, and ends the session.",
              "Conflicts and failures are reported and prevent nothing. Saves the file; the",
              "rollback is one step that undo can reverse.")
          .examples("session delete 3f2a dry-run:yes");

  static final Param<Boolean> END =
      Param.flag("end").explained("Ends the marks of the session; without one, all marks.");
  static final Param<String> PATH =
      Param.text("path", "GLOB")
          .explained("Only changes of these files of a folder: canon/pcs, src/**, *.md.");
  static final Param<String> ASKED =
      Param.text("asked", "TEXT").explained("What was asked; the log shows it.");

  /** {@code mark}. */
  public static final Form MARK =
      action("mark", "from now on, what other programs change belongs to this message; or ends it")
          .params(
              OriginParam.SESSION.param().explained("The session of the message."),
              OriginParam.MESSAGE
                  .param()
                  .explained("The message; default: the next number of the session."),
              OriginParam.ACTOR.param().explained("Who makes the changes."),
              PATH,
              ASKED,
              END)
          .syntax("mark session:ID [message:ID] [actor:NAME] [path:GLOB]", "mark end:yes")
          .help(
              "Says to whom the changes belong that other programs make from now on.",
              "Changes made before are recorded first. If several marks are open, the newest",
              "one for a file decides; a session has one message at a time.")
          .examples("mark session:s1 message:m1 actor:bot", "mark end:yes session:s1");

  /** {@code branches}. */
  public static final Form BRANCHES =
      action("branches", "the branches of the history")
          .help(
              "Lists the branches of a document: the current one and the abandoned ones.",
              "An edit after an undo abandons the undone steps; they are kept as a branch.");

  static final Param<String> AT =
      Param.text("at", "STEP")
          .explained("Names the branch through this step instead, see fcp branches.");

  /** {@code branch}. */
  public static final Form BRANCH =
      action("branch", "names the current branch, or the one through a step")
          .required("NAME")
          .explained("The name.")
          .suggestingQuotes()
          .params(AT)
          .help("Names the current branch, so that fcp switch can return to it.")
          .examples("branch draft", "branch draft at:01JXAB2C");

  /** {@code switch}. */
  public static final Form SWITCH =
      action(
              "switch",
              "goes to the tip of a branch, a checkpoint or a step; the steps left behind stay as a"
                  + " branch")
          .required("NAME|STEP")
          .explained("A branch, a checkpoint or a step, see fcp branches.")
          .suggestingQuotes()
          .params(ANY)
          .syntax("switch NAME|STEP [any:yes]")
          .help(
              "Goes to the tip of a branch, to a checkpoint or a step, and saves the file.",
              "Undo then moves back along that branch; the previous one is kept.")
          .examples("switch draft", "switch 01JXAB2C");

  /** {@code jump}. */
  public static final Form JUMP =
      action(
              "jump",
              "restores the document as it was after a step or at a time; redo moves forward again"
                  + " if it can")
          .required("STEP|TIME")
          .explained(
              "A step number or id (0: the beginning), a time (2h ago, 12:05, 2026-03-04) or a"
                  + " name.")
          .suggestingQuotes()
          .params(ANY)
          .syntax("jump STEP|2h|12:05|2026-03-04 [any:yes]")
          .help(
              "Restores a document as it was after a step or at a time, and saves the file.",
              "On the current branch redo then moves forward again; else this is a switch.")
          .examples("jump 3", "jump 2h", "jump \"2026-03-04 12:05\"");

  /** {@code verify}. */
  public static final Form VERIFY =
      action("verify", "replays the whole history and checks digests")
          .help("Replays the whole history of a file and checks every digest.");

  /** {@code checkpoints}. */
  static final Form CHECKPOINTS = action("checkpoints", "the named states");

  static final Param<Integer> STEPS =
      Param.integer("steps", "N", 1, Integer.MAX_VALUE)
          .explained("Keeps at least the newest N; default: 50.");
  static final Param<Duration> AGE =
      Param.of("age", "7d", SessionForms::parseAge)
          .explained("Keeps steps younger than this, such as 7d, 12h or 30m; default: 7d.");
  static final Param<Integer> ABOVE =
      Param.integer("above", "N", 0, Integer.MAX_VALUE)
          .explained("Prunes only if more than N can be undone; default: 100.");

  /** Whether to prune, and not only to show what would be pruned. */
  public static final Param<Boolean> APPLY = Param.flag("apply").explained("Prunes the steps.");

  /** {@code retain}. */
  public static final Form RETAIN =
      action("retain", "shows which old steps would be pruned; apply:yes prunes them permanently")
          .removing()
          .params(STEPS, AGE, ABOVE, APPLY)
          .help(
              "Shows which old steps of a file would be pruned; --yes prunes them permanently.",
              "Named states are kept. Nothing is pruned without this command.");

  static final Param<Boolean> REPAIR = Param.flag("repair");

  /** {@code open}. */
  static final Form OPEN =
      action("open", "opens a file and parks the open one; repair:yes a damaged one")
          .required("PATH")
          .suggestingQuotes()
          .params(REPAIR);

  /** The file whose history is adopted. */
  static final Param<String> HISTORY_OF =
      Param.text("history-of", "OLD")
          .explained("The history of this file: FILE is that file, moved or copied.");

  /** Whether to start a new history. */
  static final Param<Boolean> FRESH = Param.flag("fresh").explained("A new history.");

  /** Whether to restore a file from its history. */
  public static final Param<Boolean> RESTORE =
      Param.flag("restore").explained("Its own history; the file is written again from it.");

  /** The number of the archived history to adopt, or {@code list}. */
  public static final Param<String> ARCHIVED =
      Param.text("former", "N|list")
          .explained("A former history: 1 is the newest; list shows all.");

  /** {@code adopt}. */
  public static final Form ADOPT =
      action(
              "adopt",
              "opens a file with another file's history, a new or former one, or from its history alone")
          .required("PATH")
          .suggestingQuotes()
          .params(HISTORY_OF, FRESH, RESTORE, ARCHIVED)
          .oneParam()
          .syntax("adopt PATH history-of:PATH|fresh:yes|former:N|former:list|restore:yes")
          .help(
              "Chooses the history of a file that was moved, copied, replaced or lost.",
              "A replaced history is kept; --former restores it.");

  /** {@code close}. */
  static final Form CLOSE =
      action("close", "closes the document; discard:yes drops unsaved changes").params(DISCARD);

  /** {@code documents}. */
  static final Form DOCUMENTS =
      action("documents", "the open document, the parked ones and the other files of the folder");

  /** {@code message}. */
  static final Form MESSAGE =
      action("message", "the next steps belong to this message")
          .required("ID")
          .optional("\"what was asked\"")
          .suggestingQuotes();

  /** {@code status}. */
  public static final Form STATUS =
      query("status", "title, path, saved or not, undo and redo depth, digest");

  static final Param<String> ENTITY =
      Param.text("entity", "NAME")
          .explained("Only steps that affected this shape, track or note: Cart, Piano, D5.");
  static final Param<String> TYPE =
      Param.text("type", "EVENT")
          .explained("Only steps with an event of this type, see fcp history --events.");
  static final Param<TimeExpression> SINCE =
      Param.of("since", "TIME", TimeExpression::parse)
          .explained("Only steps since this time: 2h ago, 12:05, 2026-03-04.");
  static final Param<TimeExpression> UNTIL =
      Param.of("until", "TIME", TimeExpression::parse).explained("Only steps until this time.");
  static final Param<Map.Entry<String, String>> PROVENANCE =
      Param.of("provenance", "KEY=VALUE", SessionForms::parseKeyValue)
          .explained("Only steps recorded with this note.");

  static final String EVENTS = "events";
  static final String IDS = "ids";
  static final String ALL = "all";
  static final String REFUSED = "refused";

  /** {@code history}. */
  public static final Form HISTORY =
      filtered(
          query(
                  "history",
                  "the last steps, newest first, also with their ids, or the last events; or all"
                      + " records, or what was refused")
              .keyword(EVENTS, "Single events, as JSON.")
              .keyword(IDS, "Shows step ids.")
              .keyword(ALL, "All records, including undo, saves and abandoned steps.")
              .keyword(REFUSED, "Refused and failed operations, with the reason.")
              .oneKeyword()
              .optional("N")
              .explained("How many, including undone ones; default: all.")
              .optional("events|ids|all|refused")
              .syntax(
                  "history [N] [events|ids|all|refused] [actor:NAME] [session:ID] [message:ID]"
                      + " [entity:NAME] [type:EVENT] [since:2h|12:05|2026-03-04] [until:...]"
                      + " [provenance:KEY=VALUE]")
              .help(
                  "Lists the steps of a file, newest first, one per line.",
                  "Or all records, including abandoned steps, or what was refused.")
              .examples("history ids", "history all message:m1", "history refused since:1d"));

  /** {@code log}. */
  public static final Form LOG =
      filtered(
          query(
                  "log",
                  "the last steps grouped by message, newest first, with what each changed;"
                      + " filters as for history")
              .optional("N")
              .explained("How many, including undone ones; default: all.")
              .syntax("log [N] [actor:NAME] [message:ID] [entity:NAME] ...")
              .help(
                  "Shows the steps of a file, newest first, with what each changed.",
                  "Each with author, time, message, and values before -> after.")
              .examples("log 5", "log actor:bot since:2h", "log entity:Cart"));

  /** {@code audit}. */
  public static final Form AUDIT =
      query("audit", "what each message changed, newest first; also as JSON")
          .params(
              OriginParam.SESSION.param().explained("Only messages of this session."),
              OriginParam.MESSAGE.param().explained("Only this message."),
              OriginParam.ACTOR.param().explained("Only changes of this actor."),
              JSON_FLAG.explained("One line of JSON for each message."))
          .syntax("audit [session:ID] [message:ID] [actor:NAME] [json:yes]")
          .help(
              "Shows what each message changed, newest first, with values before -> after.",
              "Also messages that changed nothing, and those of people, by time.")
          .examples("audit session:3f2a");

  static final Param<String> DIFF_CHECKPOINT = Param.text("checkpoint", "NAME");

  /** {@code diff}. */
  public static final Form DIFF =
      query("diff", "what changed since a checkpoint, the tip of a branch, a step or a time")
          .optional("NAME|STEP|TIME")
          .explained("A name, a step, or a time (2h ago, 12:05, 2026-03-04).")
          .suggestingQuotes()
          .params(DIFF_CHECKPOINT)
          .syntax("diff NAME|STEP|TIME")
          .help("Shows what changed in a document since a checkpoint, a step or a time.")
          .examples("diff agreed", "diff 3", "diff 1d");

  /** {@code compare}. */
  public static final Form COMPARE =
      query("compare", "what differs from one state of the document to another, or to the current")
          .required("A")
          .explained("A checkpoint, a branch, a step, or a time (2h ago, 12:05, 2026-03-04).")
          .optional("B")
          .explained("Another; default: here, the current state.")
          .suggestingQuotes()
          .help(
              "Shows what differs from one state of a document to another.",
              "For example from the tip of a branch that was left to the current state.")
          .examples("compare draft", "compare draft agreed", "compare 3 here");

  private SessionForms() {}

  private static Form action(String name, String summary) {
    return Form.of(name, ACTIONS, summary);
  }

  private static Form query(String name, String summary) {
    return Form.of(name, QUERIES, summary);
  }

  /** The name of {@link #creation}. */
  static final String NEW = "new";

  /** The form of {@code new}, with the parameters of a domain. */
  static Form creation(Iterable<Param<?>> params) {
    Form form =
        action(NEW, "creates a document and parks the open one; discard:yes drops its changes")
            .optional("\"Title\"")
            .suggestingQuotes();
    for (Param<?> param : params) {
      form = form.params(param);
    }
    return form.params(DISCARD);
  }

  /** Adds the parameters that filter steps. */
  private static Form filtered(Form form) {
    return form.params(
        OriginParam.ACTOR.param().explained("Only steps of this actor."),
        OriginParam.SESSION.param().explained("Only steps of this session."),
        OriginParam.MESSAGE.param().explained("Only steps made for this message."),
        ENTITY,
        TYPE,
        SINCE,
        UNTIL,
        PROVENANCE);
  }

  private static ParsedArgument<Duration> parseAge(String text) {
    return TimeExpression.tryParseAge(text)
        .map(ParsedArgument::valid)
        .orElseGet(() ->
            new ParsedArgument.Invalid<>(
                "is not an age in days, hours or minutes", Optional.of("7d")));
  }

  private static ParsedArgument<Map.Entry<String, String>> parseKeyValue(String text) {
    int separator = text.indexOf('=');
    return separator > 0
        ? ParsedArgument.valid(
            Map.entry(text.substring(0, separator), text.substring(separator + 1)))
        : new ParsedArgument.Invalid<>("is not a key with a value", Optional.of("asked=" + text));
  }
}
