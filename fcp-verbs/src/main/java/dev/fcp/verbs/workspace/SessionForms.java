package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms of the session actions and of the queries about a history, each declared once:
 * operation text, command lines and their help are made from them. An argument without an
 * explanation is offered only in operation text.
 */
public final class SessionForms {

  private static final String ACTIONS = "session actions";
  private static final String QUERIES = "queries";
  private static final Pattern AGE_PATTERN = Pattern.compile("(\\d{1,6})([dhm])");

  /** The word that restricts undo and redo to the steps of the caller. */
  static final String MINE = "mine";

  static final Param<Boolean> ANY = Param.flag("any");
  static final Param<Boolean> DISCARD = Param.flag("discard");

  /** The checkpoint of an action. */
  public static final Param<String> TO = Param.text("to", "NAME");

  private static final String MINE_HELP =
      "Only your own steps, wherever they stand; what others did since stays.";
  private static final String COUNT_HELP = "How many steps; one if it is not given.";

  /** {@code checkpoint}. */
  public static final Form CHECKPOINT =
      action("checkpoint", "gives the present state a name")
          .required("NAME")
          .explained("The name.")
          .suggestingQuotes()
          .help("Gives the present state of a file a name, to which undo can return.");

  /** {@code undo}. */
  public static final Form UNDO =
      action("undo", "takes back the last steps, or all after a checkpoint, or one's own")
          .keyword(MINE, MINE_HELP)
          .optional(MINE)
          .optional("N")
          .explained(COUNT_HELP)
          .params(TO.explained("Back to this checkpoint instead."), ANY)
          .syntax("undo [N|to:NAME] [any:yes]", "undo mine [N]")
          .help(
              "Takes back the last steps of a file, whoever made them, and saves it.",
              "It says whose steps they were; redo makes them again.")
          .examples("undo 3", "undo to:agreed", "undo mine");

  /** {@code redo}. */
  public static final Form REDO =
      action("redo", "makes undone steps again, or one's own that were taken back")
          .keyword(MINE, MINE_HELP)
          .optional(MINE)
          .optional("N")
          .explained(COUNT_HELP)
          .syntax("redo [mine] [N]")
          .help("Makes the next undone steps of a file again, and saves it.");

  /** {@code bail}. */
  static final Form BAIL =
      action("bail", "goes back to a checkpoint for good: nothing to redo")
          .params(TO.mandatory(), ANY)
          .syntax("bail to:NAME [any:yes]");

  /** {@code squash}. */
  static final Form SQUASH =
      action("squash", "makes one step of all after a checkpoint")
          .params(TO.mandatory(), ANY)
          .syntax("squash to:NAME [any:yes]");

  /** The file to save to. */
  public static final Param<String> SAVE_AS = Param.text("as", "PATH").explained("To this file.");

  /** Whether a version in the file may be replaced. */
  public static final Param<Boolean> OVERWRITE =
      Param.flag("over")
          .explained("In place of a version that somebody else wrote; the history keeps that.");

  /** {@code save}. */
  public static final Form SAVE =
      action("save", "writes the document to its file, or to another")
          .optional("PATH")
          .suggestingQuotes()
          .params(SAVE_AS, OVERWRITE)
          .syntax("save [as:PATH|over:yes]")
          .help(
              "Writes the present state of a document to its file, after --no-save or a crash.",
              "Another file takes a copy of the history along.");

  /** {@code revert}. */
  public static final Form REVERT =
      action("revert", "takes over what the file holds, or the state of a checkpoint, as one step")
          .params(
              TO.explained("The state of this checkpoint, also if no undo leads there any more."))
          .syntax("revert [to:NAME]")
          .help(
              "Takes over what the file holds, as one step that undo takes back.",
              "Or the state of a checkpoint, and saves it.");

  static final String FROM = "from";
  static final String STRICT = "strict";

  /** The word that asks for the plan of a rollback alone. */
  public static final String DRY_RUN = "dry-run";

  /** The word that asks for the result of a rollback as JSON. */
  public static final String JSON = "json";

  static final Param<String> STEP =
      Param.text("step", "ID")
          .explained("This step, or several, by number or the beginning of the id: 7,01JX.");

  /** {@code rollback}. */
  public static final Form ROLLBACK =
      action(
              "rollback",
              "takes back these steps and keeps what was done since; shows its plan first")
          .keyword(
              FROM, "From that message on: also what the same actor did later in that session.")
          .keyword(DRY_RUN, "Shows the plan and does nothing.")
          .keyword(STRICT, "All of it, or nothing.")
          .keyword(JSON, "Prints the result as one line of JSON.")
          .rest("SWITCH")
          .params(
              OriginParam.SESSION.param().explained("The steps of this session."),
              OriginParam.MESSAGE.param().explained("The steps for this message."),
              OriginParam.ACTOR.param().explained("The steps of this actor."),
              STEP)
          .syntax(
              "rollback session:ID|message:ID [from]|actor:NAME|step:ID,..."
                  + " [dry-run] [strict] [json]")
          .help(
              "Takes back what somebody did to a file, and keeps what was done since.",
              "For instance what an agent did for one message. It shows its plan first,",
              "saves the file, and is one step itself: undo takes it back.",
              "fcp log lists the messages, sessions and actors, fcp history --ids the steps.")
          .examples("rollback dry-run message:m1", "rollback strict actor:bot", "rollback step:7");

  /** {@code branches}. */
  public static final Form BRANCHES =
      action("branches", "the ways that the document went")
          .help(
              "Shows the ways that a document went: the present one, and those that were left.",
              "One is left by doing something else after an undo. Nothing of it is lost.");

  static final Param<String> AT =
      Param.text("at", "STEP")
          .explained("The way that goes over this step instead, see fcp branches.");

  /** {@code branch}. */
  public static final Form BRANCH =
      action("branch", "gives the way that leads on from here, or from a step, a name")
          .required("NAME")
          .explained("The name.")
          .suggestingQuotes()
          .params(AT)
          .help("Gives the way that a document goes now a name, to which fcp switch returns.")
          .examples("branch draft", "branch draft at:01JXAB2C");

  /** {@code switch}. */
  public static final Form SWITCH =
      action(
              "switch",
              "goes to the end of a branch, to a checkpoint or a step; what is left stays as a"
                  + " branch")
          .required("NAME|STEP")
          .explained("A branch, a checkpoint or a step, see fcp branches.")
          .suggestingQuotes()
          .params(ANY)
          .syntax("switch NAME|STEP [any:yes]")
          .help(
              "Goes to the end of a branch, to a checkpoint or a step, and saves the file.",
              "Undo goes back on that way then; the way that was left stays as a branch.")
          .examples("switch draft", "switch 01JXAB2C");

  /** {@code jump}. */
  public static final Form JUMP =
      action(
              "jump",
              "goes to where the document was after a step or at a time; redo leads back, if it"
                  + " can")
          .required("STEP|TIME")
          .explained(
              "A step by its number in fcp log or its id, 0 for the beginning;",
              "a time (2h ago, 12:05, 2026-03-04); or a name.")
          .suggestingQuotes()
          .params(ANY)
          .syntax("jump STEP|2h|12:05|2026-03-04 [any:yes]")
          .help(
              "Goes to where a document was after a step, or at a time, and saves the file.",
              "If that lies on the present way, redo leads forward again; else it is a switch.")
          .examples("jump 3", "jump 2h", "jump \"2026-03-04 12:05\"");

  /** {@code verify}. */
  public static final Form VERIFY =
      action("verify", "replays the whole history and compares digests")
          .help("Replays the whole history of a file and compares every digest.");

  /** {@code checkpoints}. */
  static final Form CHECKPOINTS = action("checkpoints", "the states that have names");

  static final Param<Integer> STEPS =
      Param.integer("steps", "N", 1, Integer.MAX_VALUE)
          .explained("So many of the newest stay: 50.");
  static final Param<Duration> AGE =
      Param.of("age", "7d", SessionForms::parseAge).explained("Younger ones stay: 7d, 12h, 30m.");
  static final Param<Integer> ABOVE =
      Param.integer("above", "N", 0, Integer.MAX_VALUE).explained("Only if there are more: 100.");

  /** Whether something is done, and not only shown. */
  public static final Param<Boolean> APPLY = Param.flag("apply").explained("Does it.");

  /** {@code retain}. */
  public static final Form RETAIN =
      action("retain", "shows which old steps would be let go; apply:yes lets them go for good")
          .params(STEPS, AGE, ABOVE, APPLY)
          .help(
              "Shows which old steps of a file would be let go; --yes lets them go, for good.",
              "States that have names stay. Nothing is let go without being asked for.");

  static final Param<Boolean> REPAIR = Param.flag("repair");

  /** {@code open}. */
  static final Form OPEN =
      action("open", "opens a file and parks the open one; repair:yes a damaged one")
          .required("PATH")
          .suggestingQuotes()
          .params(REPAIR);

  /** The file whose history a file gets. */
  public static final Param<String> HISTORY_OF = Param.text("history-of", "PATH");

  /** Whether a file gets a new history. */
  public static final Param<Boolean> FRESH = Param.flag("fresh");

  /** Whether a file is written again from its history. */
  public static final Param<Boolean> RESTORE = Param.flag("restore");

  /** Which archived history a file gets. */
  public static final Param<String> ARCHIVED = Param.text("former", "N|list");

  /** {@code adopt}. */
  public static final Form ADOPT =
      action(
              "adopt",
              "opens a file with the history of another, a new one, one it had, or by its history alone")
          .required("PATH")
          .suggestingQuotes()
          .params(HISTORY_OF, FRESH, RESTORE, ARCHIVED)
          .syntax("adopt PATH history-of:PATH|fresh:yes|former:N|former:list|restore:yes");

  /** {@code close}. */
  static final Form CLOSE =
      action("close", "puts the document away; discard:yes with changes").params(DISCARD);

  /** {@code documents}. */
  static final Form DOCUMENTS = action("documents", "the open document and the parked ones");

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
          .explained("Only what had to do with this shape, track or note: Cart, Piano, D5.");
  static final Param<String> TYPE =
      Param.text("type", "EVENT")
          .explained("Only steps with an event of this type, see fcp history --events.");
  static final Param<TimeExpression> SINCE =
      Param.of("since", "TIME", TimeExpression::parse)
          .explained("Not what was done before: 2h ago, 12:05, 2026-03-04.");
  static final Param<TimeExpression> UNTIL =
      Param.of("until", "TIME", TimeExpression::parse).explained("Not what was done after.");
  static final Param<Map.Entry<String, String>> PROVENANCE =
      Param.of("provenance", "KEY=VALUE", SessionForms::parseKeyValue)
          .explained("Only what was made with this note.");

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
                      + " that happened, or what was refused")
              .keyword(EVENTS, "The single events, as JSON.")
              .keyword(IDS, "With the ids of the steps.")
              .keyword(ALL, "All that happened, record by record.")
              .keyword(REFUSED, "What was refused or failed, and why.")
              .oneKeyword()
              .optional("N")
              .explained("How many; all if it is not given.")
              .optional("events|ids|all|refused")
              .syntax(
                  "history [N] [events|ids|all|refused] [actor:NAME] [session:ID] [message:ID]"
                      + " [entity:NAME] [type:EVENT] [since:2h|12:05|2026-03-04] [until:...]"
                      + " [provenance:KEY=VALUE]")
              .help(
                  "Lists the steps of a file, the newest first, each on a line.",
                  "Or all that happened, also what was undone and left since, or what was refused.")
              .examples("history ids", "history all message:m1", "history refused since:1d"));

  /** {@code log}. */
  public static final Form LOG =
      filtered(
          query(
                  "log",
                  "the last steps under their messages, newest first, with what each changed;"
                      + " filters as for history")
              .optional("N")
              .explained("How many; all if it is not given.")
              .syntax("log [N] [actor:NAME] [message:ID] [entity:NAME] ...")
              .help(
                  "Shows the steps of a file, the newest first, with what each changed.",
                  "Who made it, when, for what, and what was before -> what is after.")
              .examples("log 5", "log actor:bot since:2h", "log entity:Cart"));

  static final Param<String> DIFF_CHECKPOINT = Param.text("checkpoint", "NAME");

  /** {@code diff}. */
  public static final Form DIFF =
      query("diff", "what changed since a checkpoint, the end of a branch, a step or a time")
          .optional("NAME|STEP|TIME")
          .explained("A name, a step, or a time (2h ago, 12:05, 2026-03-04).")
          .suggestingQuotes()
          .params(DIFF_CHECKPOINT)
          .syntax("diff NAME|STEP|TIME")
          .help("Shows what changed in a document since a checkpoint, a step or a time.")
          .examples("diff agreed", "diff 3", "diff 1d");

  private SessionForms() {}

  private static Form action(String name, String summary) {
    return Form.of(name, ACTIONS, summary);
  }

  private static Form query(String name, String summary) {
    return Form.of(name, QUERIES, summary);
  }

  /** The form of {@code new}, with the parameters of a domain. */
  static Form creation(Iterable<Param<?>> params) {
    Form form =
        action("new", "begins a document and parks the open one, or drops it")
            .optional("\"Title\"")
            .suggestingQuotes();
    for (Param<?> param : params) {
      form = form.params(param);
    }
    return form.params(DISCARD);
  }

  /** A query about some of the steps. */
  private static Form filtered(Form form) {
    return form.params(
        OriginParam.ACTOR.param().explained("Only what this actor did."),
        OriginParam.SESSION.param().explained("Only in this session."),
        OriginParam.MESSAGE.param().explained("Only for this message."),
        ENTITY,
        TYPE,
        SINCE,
        UNTIL,
        PROVENANCE);
  }

  private static ParsedArgument<Duration> parseAge(String text) {
    Matcher matcher = AGE_PATTERN.matcher(text);
    if (!matcher.matches()) {
      return new ParsedArgument.Invalid<>("is no age in days, hours or minutes", Optional.of("7d"));
    }
    long count = Long.parseLong(matcher.group(1));
    return ParsedArgument.valid(
        switch (matcher.group(2)) {
          case "d" -> Duration.ofDays(count);
          case "h" -> Duration.ofHours(count);
          default -> Duration.ofMinutes(count);
        });
  }

  private static ParsedArgument<Map.Entry<String, String>> parseKeyValue(String text) {
    int separator = text.indexOf('=');
    return separator > 0
        ? ParsedArgument.valid(
            Map.entry(text.substring(0, separator), text.substring(separator + 1)))
        : new ParsedArgument.Invalid<>("is no key with a value", Optional.of("asked=" + text));
  }
}
