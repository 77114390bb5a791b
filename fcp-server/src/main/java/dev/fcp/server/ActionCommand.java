package dev.fcp.server;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.workspace.SessionForms;
import dev.fcp.verbs.workspace.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command that runs one session action or query on a file. Its options, positional arguments and
 * help come from the form; an argument without an explanation is not offered.
 */
final class ActionCommand extends FileCommand {

  private static final String NO_SAVE = "--no-save";
  private static final String RAW = "--raw";
  private static final String HOOK = "--hook";
  private static final String EXAMPLE_FILE = "shop.drawio";

  /** {@code fcp forget}, which is no session action. */
  private static final Form FORGET =
      Form.of("forget", "commands", "deletes the history")
          .removing()
          .params(Param.flag("yes").explained("Does it."))
          .help("Permanently deletes the history of a file; the file is unchanged.");

  /** {@code fcp repair}, which opens with {@code repair:yes} and saves. */
  private static final Form REPAIR =
      Form.of("repair", "commands", "repairs and saves")
          .help(
              "Recovers what is readable of a damaged file, reports what was left out, and saves.",
              "The repair is one step; undo restores the damaged file.",
              "Takes over the records after damage to its history that are proved to follow,",
              "and sets aside the rest.");

  private static final Map<Form, Effect> EFFECTS = effects();

  private final Form form;
  private final Effect effect;
  private final CommandSpec spec = CommandSpec.forAnnotatedObject(this);

  /** The effect of a command on the file and its history. */
  private enum Effect {
    /** Answers a query about the history. */
    ANSWERS,
    /** Shows the history. */
    SHOWS,
    /** Adds a record that does not change the document; begins a history if there is none. */
    BEGINS_HISTORY,
    /** Adds a record that does not change the document. */
    RECORDS,
    /** Changes the document, and saves it. */
    CHANGES,
    /** May change the document; saves it if it has changed. */
    MAY_CHANGE,
    /** Decides about a version of the file written by another program. */
    DECIDES,
    /** Deletes the history. */
    FORGETS,
    /** Chooses the history. */
    ADOPTS,
    /** Repairs the file and its history. */
    REPAIRS,
    /** Verifies the history, and changes nothing. */
    VERIFIES
  }

  private ActionCommand(Console console, Languages languages, Form form, Effect effect) {
    super(console, languages);
    this.form = form;
    this.effect = effect;
    spec.name(lastWord(form));
    spec.usageMessage().description(form.help().toArray(String[]::new)).footer(footer());
    addArguments();
  }

  private static Map<Form, Effect> effects() {
    Map<Form, Effect> effects = new LinkedHashMap<>();
    effects.put(SessionForms.UNDO, Effect.CHANGES);
    effects.put(SessionForms.REDO, Effect.CHANGES);
    effects.put(SessionForms.CHECKPOINT, Effect.BEGINS_HISTORY);
    effects.put(SessionForms.SAVE, Effect.DECIDES);
    effects.put(SessionForms.REVERT, Effect.DECIDES);
    effects.put(SessionForms.ROLLBACK, Effect.MAY_CHANGE);
    effects.put(SessionForms.SESSION_DELETE, Effect.MAY_CHANGE);
    effects.put(SessionForms.MARK, Effect.BEGINS_HISTORY);
    effects.put(SessionForms.BRANCHES, Effect.SHOWS);
    effects.put(SessionForms.BRANCH, Effect.RECORDS);
    effects.put(SessionForms.SWITCH, Effect.CHANGES);
    effects.put(SessionForms.JUMP, Effect.CHANGES);
    effects.put(SessionForms.LOG, Effect.ANSWERS);
    effects.put(SessionForms.HISTORY, Effect.ANSWERS);
    effects.put(SessionForms.AUDIT, Effect.ANSWERS);
    effects.put(SessionForms.DIFF, Effect.ANSWERS);
    effects.put(SessionForms.COMPARE, Effect.ANSWERS);
    effects.put(SessionForms.VERIFY, Effect.VERIFIES);
    effects.put(SessionForms.RETAIN, Effect.RECORDS);
    effects.put(FORGET, Effect.FORGETS);
    effects.put(SessionForms.ADOPT, Effect.ADOPTS);
    effects.put(REPAIR, Effect.REPAIRS);
    return effects;
  }

  /** The command for a form. */
  static CommandLine of(Console console, Languages languages, Form form) {
    Effect effect = Objects.requireNonNull(EFFECTS.get(form));
    return new CommandLine(new ActionCommand(console, languages, form, effect).spec);
  }

  /** The name of a command in its group: {@code delete} of {@code session delete}. */
  private static String lastWord(Form form) {
    return form.name().substring(form.name().lastIndexOf(' ') + 1);
  }

  /** The forms of all commands. */
  static Set<Form> forms() {
    return EFFECTS.keySet();
  }

  /** The form of a command. */
  static Optional<Form> form(String command) {
    return forms().stream().filter(form -> form.name().equals(command)).findFirst();
  }

  /** The option for a parameter. */
  static String option(Param<?> param) {
    return "--" + (param.key().equals(SessionForms.APPLY.key()) ? "yes" : param.key());
  }

  private String[] footer() {
    List<String> lines = new ArrayList<>();
    for (String example : form.examples()) {
      lines.add(
          (lines.isEmpty() ? "Example: " : "         ")
              + ShellSuggestions.PLAIN.toCommand(example, EXAMPLE_FILE).orElseThrow());
    }
    if (!lines.isEmpty()) {
      lines.addFirst("");
    }
    return lines.toArray(String[]::new);
  }

  private void addArguments() {
    int index = 1;
    for (Form.Slot slot : form.slots()) {
      if (!slot.help().isEmpty()) {
        // In operation text, diff also accepts a parameter instead of the word.
        boolean isRequired =
            slot.requirement() == Form.Slot.Requirement.REQUIRED || form == SessionForms.DIFF;
        spec.addPositional(
            PositionalParamSpec.builder()
                .index(Integer.toString(index++))
                .arity(isRequired ? "1" : "0..1")
                .required(isRequired)
                .type(String.class)
                .paramLabel(slot.hint())
                .description(slot.help().toArray(String[]::new))
                .build());
      }
    }
    List<OptionSpec> keywords =
        form.keywords().stream().map(it -> flag("--" + it.word(), it.help())).toList();
    List<OptionSpec> params =
        form.params().stream()
            .filter(param -> !param.help().isEmpty())
            .map(ActionCommand::optionSpec)
            .toList();
    addOptions(keywords, form.acceptsOneKeyword(), "0..1");
    addOptions(params, form.requiresOneParam(), "1");
    if (effect == Effect.CHANGES || effect == Effect.MAY_CHANGE) {
      spec.addOption(flag(NO_SAVE, "Leaves the file unchanged until fcp save."));
    }
    if (form == SessionForms.MARK) {
      spec.addOption(
          flag(
              HOOK,
              "Reads session, message and prompt from the JSON that a hook of an agent gets."));
    }
    if (form == SessionForms.LOG) {
      spec.addOption(flag(RAW, "Prints all records as they are stored, as lines of JSON."));
    }
  }

  private void addOptions(List<OptionSpec> options, boolean isExclusive, String multiplicity) {
    if (isExclusive) {
      ArgGroupSpec.Builder group =
          ArgGroupSpec.builder().exclusive(true).multiplicity(multiplicity);
      options.forEach(group::addArg);
      spec.addArgGroup(group.build());
    } else {
      options.forEach(spec::addOption);
    }
  }

  private static OptionSpec optionSpec(Param<?> param) {
    String[] help = param.help().toArray(String[]::new);
    return param.isFlag()
        ? flag(option(param), help)
        : OptionSpec.builder(option(param))
            .type(String.class)
            .paramLabel(param.hint())
            .description(help)
            .build();
  }

  private static OptionSpec flag(String name, String... help) {
    return OptionSpec.builder(name).type(boolean.class).arity("0").description(help).build();
  }

  @Override
  public Integer call() {
    return run(action(), !arguments().hasMatchedOption(NO_SAVE)).code();
  }

  private ExitCode run(ParsedOperation action, boolean isSaved) {
    return switch (effect) {
      case ANSWERS ->
          arguments().hasMatchedOption(RAW)
              ? history().printRecords()
              : target().viewHistory(workspace -> printAnswer(workspace.query(action)));
      case SHOWS -> target().viewHistory(workspace -> runAction(workspace, action));
      case BEGINS_HISTORY -> arguments().hasMatchedOption(HOOK) ? hook(action) : record(action);
      case RECORDS -> target().openWithExistingHistory(workspace -> runAction(workspace, action));
      case CHANGES ->
          target().openWithExistingHistory(workspace -> change(workspace, action, isSaved));
      case MAY_CHANGE ->
          target().openWithExistingHistory(workspace -> rollBack(workspace, action, isSaved));
      case DECIDES ->
          action.param(SessionForms.TO.key()).isPresent()
              ? target().openWithExistingHistory(workspace -> change(workspace, action, true))
              : target().openToDecide(workspace -> runAction(workspace, action));
      case FORGETS -> history().delete(!action.params().isEmpty());
      case ADOPTS ->
          adopt(action.withPositionals(List.of(new Positional(file(), Positional.Kind.WORD))));
      case REPAIRS -> history().repair(workspace -> runAction(workspace, SAVE));
      case VERIFIES -> history().verify(workspace -> act(workspace, action));
    };
  }

  private ExitCode record(ParsedOperation action) {
    return target()
        .openToRecord(
            workspace -> act(workspace, action), (workspace, response) -> print(response));
  }

  /**
   * Marks a message for a hook of an agent, which gets JSON as the input. Prints nothing to the
   * output, because agents read that, and does not exit with the code for a wrong command line,
   * which makes agents reject the message.
   */
  private ExitCode hook(ParsedOperation action) {
    Map<String, String> input;
    try {
      input = HookInput.read(console().in());
    } catch (MalformedValueException e) {
      return console().printError(ExitCode.REFUSED, "! the hook got no JSON: " + e.getMessage());
    }
    ParsedOperation marking = action;
    for (Map.Entry<String, String> field : input.entrySet()) {
      if (marking.param(field.getKey()).isEmpty()) {
        marking = marking.withParam(field.getKey(), field.getValue());
      }
    }
    ParsedOperation completed = marking;
    return target()
        .openToRecord(
            workspace -> act(workspace, completed),
            (workspace, response) -> response.isError() ? print(response) : ExitCode.DONE);
  }

  private ExitCode adopt(ParsedOperation action) {
    if (SessionForms.ARCHIVED.valueIn(action).filter("list"::equalsIgnoreCase).isPresent()) {
      return history().runAction(action);
    }
    ParsedOperation nextAction =
        SessionForms.RESTORE.valueIn(action).isPresent()
            ? SAVE.withParam(SessionForms.OVERWRITE.key(), "yes")
            : ParsedOperation.of(SessionForms.STATUS.name());
    return history().adopt(action, workspace -> runAction(workspace, nextAction));
  }

  private ParseResult arguments() {
    return spec.commandLine().getParseResult();
  }

  /** The action with the arguments of the command line. */
  private ParsedOperation action() {
    ParseResult arguments = arguments();
    List<String> words = new ArrayList<>();
    for (Form.Keyword keyword : form.keywords()) {
      if (arguments.hasMatchedOption("--" + keyword.word())) {
        words.add(keyword.word());
      }
    }
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      String text = positional.index().min() == 0 ? null : positional.getValue();
      if (text != null) {
        words.add(text);
      }
    }
    ParsedOperation action = ParsedOperation.of(form.name(), words.toArray(String[]::new));
    for (Param<?> param : form.params()) {
      if (arguments.hasMatchedOption(option(param))) {
        String text = param.isFlag() ? "yes" : arguments.matchedOptionValue(option(param), "");
        action = action.withParam(param.key(), text);
      }
    }
    return action;
  }

  /** Runs an action and saves; the digest is printed once, before the lines of the save. */
  private ExitCode change(Workspace<?, ?> workspace, ParsedOperation action, boolean isSaved) {
    return isSaved
        ? printAndSave(workspace, ifSavable(workspace, () -> act(workspace, action)), SAVE)
        : runAction(workspace, action);
  }

  private ExitCode rollBack(Workspace<?, ?> workspace, ParsedOperation action, boolean isSaved) {
    boolean isDryRun = isGiven(action, SessionForms.DRY_RUN);
    boolean isJson = isGiven(action, SessionForms.JSON);
    Optional<HistoryPoint> before = head(workspace);
    Response response =
        isSaved && !isDryRun
            ? ifSavable(workspace, () -> act(workspace, action))
            : act(workspace, action);
    boolean isDone = !response.isError() && !head(workspace).equals(before);
    if (!isJson) {
      return isDone && isSaved ? printAndSave(workspace, response, SAVE) : print(response);
    }
    ExitCode exitCode = printJson(response);
    return isDone && isSaved ? saveSilently(workspace) : exitCode;
  }

  /** Whether a switch is given, as a word or as a parameter. */
  private static boolean isGiven(ParsedOperation action, String name) {
    return action.words().contains(name) || action.param(name).isPresent();
  }

  private ExitCode saveSilently(Workspace<?, ?> workspace) {
    Response saved = act(workspace, SAVE);
    if (!saved.isError()) {
      return ExitCode.DONE;
    }
    print(saved);
    return console()
        .printError(ExitCode.BROKEN, "! recorded in the history, but the file was not saved");
  }

  private static Optional<HistoryPoint> head(Workspace<?, ?> workspace) {
    return workspace.document().map(document -> document.session().state().head());
  }

  /** Prints only the JSON to the output, even for a refusal; other lines are errors. */
  private ExitCode printJson(Response response) {
    for (Line line : response.content()) {
      String text = toShell(line);
      (text.startsWith("{") ? console().out() : console().err()).println(text);
    }
    return response.isError() ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
