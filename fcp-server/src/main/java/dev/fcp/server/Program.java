package dev.fcp.server;

import com.google.common.base.Splitter;
import com.google.common.base.Throwables;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: its commands, and the exit codes for their failures. */
@Command(
    name = "fcp",
    description = "Edits diagrams and songs with operations that can be undone exactly.",
    versionProvider = Program.VersionProvider.class,
    footer = {
      "",
      "Exit codes: 0 done, 1 refused and nothing changed, 2 wrong command line,",
      "3 broken file or disk.",
      "Start with: fcp demo, fcp card",
      "./fcp --with JAR ... adds another kind of document:",
      "see docs/writing-a-domain.md.",
      "./fcp conform ... tests an event log in any language, see spec-tests/README.md."
    })
final class Program implements Callable<Integer> {

  @SuppressWarnings("UnusedVariable") // picocli shows the help itself; it only needs the field
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Shows this help.")
  private boolean help;

  @SuppressWarnings("UnusedVariable")
  @Option(names = "--version", versionHelp = true, description = "Shows the version.")
  private boolean version;

  @Option(
      names = STORE,
      paramLabel = "URL",
      description = {
        "Uses documents in a database instead of files:",
        "jdbc:postgresql://HOST/DATABASE, see docs/postgres.md.",
        "Default: the environment variable FCP_STORE."
      })
  private @Nullable String storeUrl;

  /** The option for a database. */
  static final String STORE = "--store";

  /** The environment variable for a database. */
  static final String STORE_VARIABLE = "FCP_STORE";

  private static final char REPLACEMENT = '\uFFFD';

  @Spec private @Nullable CommandSpec spec;

  private final Console console;
  private final Map<String, String> environment;

  /** The database, once a command has asked for it. */
  private Optional<StoredDocuments> stored = Optional.empty();

  private Program(Console console, Map<String, String> environment) {
    this.console = console;
    this.environment = environment;
  }

  /**
   * The documents of the database that the command line names; empty if it names none. The classes
   * for it are loaded only then.
   *
   * @throws JournalException if the database cannot be used
   */
  static Optional<DocumentStore> store(@Nullable CommandSpec command) {
    return store(command, null);
  }

  /**
   * As {@link #store(CommandSpec)}.
   *
   * @param ownUrl the database that an option of the command names; null if it names none
   */
  static Optional<DocumentStore> store(@Nullable CommandSpec command, @Nullable String ownUrl) {
    return stored(command, ownUrl).map(StoredDocuments::documents);
  }

  /**
   * The database that the command line names, which is closed at the end of the program.
   *
   * @param ownUrl the database that an option of the command names; null if it names none
   * @throws JournalException if the database cannot be used
   */
  static Optional<StoredDocuments> stored(@Nullable CommandSpec command, @Nullable String ownUrl) {
    if (command == null || !(command.root().userObject() instanceof Program program)) {
      return Optional.empty();
    }
    Optional<String> url =
        Optional.ofNullable(ownUrl).or(program::givenUrl).or(program::environmentUrl);
    if (url.isEmpty()) {
      return Optional.empty();
    }
    if (program.stored.isEmpty()) {
      try {
        program.stored = Optional.of(StoredDocuments.connect(url.get()));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(
            command.commandLine(),
            "%s: %s; %s can be set to it".formatted(STORE, e.getMessage(), STORE_VARIABLE),
            e);
      }
    }
    return program.stored;
  }

  /**
   * The URL on the command line itself, not that in the environment; an option of the command comes
   * first.
   */
  static Optional<String> explicitUrl(@Nullable CommandSpec command, @Nullable String ownUrl) {
    if (ownUrl != null) {
      return Optional.of(ownUrl);
    }
    return command != null && command.root().userObject() instanceof Program program
        ? program.givenUrl()
        : Optional.empty();
  }

  private Optional<String> givenUrl() {
    return Optional.ofNullable(storeUrl);
  }

  private Optional<String> environmentUrl() {
    return Optional.ofNullable(environment.get(STORE_VARIABLE)).filter(it -> !it.isEmpty());
  }

  /** Writes commands on the documents that the command line is about. */
  static ShellSuggestions suggestions(@Nullable CommandSpec command) {
    return command != null && command.root().userObject() instanceof Program program
        ? program.givenUrl().map(ShellSuggestions::forStore).orElse(ShellSuggestions.PLAIN)
        : ShellSuggestions.PLAIN;
  }

  /** Runs one command line and returns the exit code. */
  static int run(Console console, String... args) {
    return run(console, System.getenv(), args);
  }

  /** As {@link #run(Console, String...)}, in an environment. */
  static int run(Console console, Map<String, String> environment, String... args) {
    // Loaded before a class is missing, like all that the message needs.
    int broken = ExitCode.BROKEN.code();
    try {
      return runLoaded(console, environment, args);
    } catch (ServiceConfigurationError | LinkageError e) {
      console.err().println(loadingMessage(e));
      return broken;
    }
  }

  /** The message if classes of the program cannot be loaded, as with too few file descriptors. */
  private static String loadingMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return "! fcp cannot load its own files: "
        + cause
        + "; if the limit of open files is low, raise it: ulimit -n 256";
  }

  private static int runLoaded(Console console, Map<String, String> environment, String... args) {
    Languages languages = Languages.installed();
    Program program = new Program(console, environment);
    CommandLine commandLine = new CommandLine(program);
    askedCommands(commands(console, languages), args)
        .forEach(command -> commandLine.addSubcommand(command.get()));
    commandLine
        .setOut(console.out())
        .setErr(console.err())
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((failure, arguments) -> refuse(console, failure))
        .setExecutionExceptionHandler((failure, command, parsed) ->
            failure instanceof ArchiveUnavailableException
                    && command.getCommandSpec().userObject() instanceof FileCommand of
                ? refuseWithoutArchive(console, failure, of.file())
                : handleFailure(console, failure));
    try {
      return undecodableArgument(args)
          .map(lines -> console.printError(ExitCode.USAGE, lines).code())
          .orElseGet(() -> execute(console, commandLine, args));
    } finally {
      program.stored.ifPresent(StoredDocuments::close);
    }
  }

  /** The commands by name, in the order of the help. */
  private static Map<String, Supplier<Object>> commands(Console console, Languages languages) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(console, languages));
    commands.put("query", () -> new QueryCommand(console, languages));
    for (Form form : ActionCommand.forms()) {
      List<String> words = Splitter.on(' ').splitToList(form.name());
      commands.put(
          words.get(0),
          () -> {
            CommandLine command = ActionCommand.of(console, languages, form);
            return words.size() == 1 ? command : group(words.get(0), command);
          });
    }
    commands.put("archive", () -> new ArchiveCommand(console, languages));
    commands.put("redact", () -> new RedactCommand(console, languages));
    commands.put("import", () -> new ImportCommand(console, languages));
    commands.put("export", () -> new ExportCommand(console, languages));
    commands.put("mirror", () -> new MirrorCommand(console, languages));
    commands.put("watch", () -> new WatchCommand(console, languages));
    commands.put("card", () -> new CardCommand(console, languages));
    commands.put("world", () -> WorldCommand.of(console, languages));
    commands.put("mcp", () -> new McpCommand(console, languages));
    commands.put("demo", () -> new DemoCommand(console, languages));
    commands.put("demo-edits", () -> new DemoEditsCommand(console, languages));
    commands.put("train", () -> new TrainingCommand(console));
    return commands;
  }

  /** A command that only has another one below it. */
  private static CommandLine group(String name, CommandLine command) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description("Commands on the sessions of agents and people.");
    return new CommandLine(spec).addSubcommand(command);
  }

  /**
   * The command that the first argument, or the one after the database, names; if it names none,
   * all, for the help.
   */
  private static Collection<Supplier<Object>> askedCommands(
      Map<String, Supplier<Object>> commands, String... args) {
    int index = args.length > 2 && args[0].equals(STORE) ? 2 : 0;
    Supplier<Object> asked = args.length == 0 ? null : commands.get(args[index]);
    return asked == null ? commands.values() : List.of(asked);
  }

  private static int execute(Console console, CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return console
          .printError(ExitCode.BROKEN, "! this needs more memory than is available: " + e)
          .code();
    }
  }

  /**
   * Refuses a command line. Names the command that a mistyped one may stand for, unless that
   * removes something; otherwise shows the usage.
   */
  private static int refuse(Console console, ParameterException failure) {
    CommandLine commandLine = failure.getCommandLine();
    Optional<String> similar =
        failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
            ? Suggestions.findSimilar(
                    unmatched.getUnmatched().get(0), commandLine.getSubcommands().keySet())
                .filter(name -> ActionCommand.form(name).filter(Form::isRemoving).isEmpty())
            : Optional.empty();
    console.err().println(OperationText.abbreviate(String.valueOf(failure.getMessage())));
    similar.ifPresentOrElse(
        name ->
            console
                .err()
                .println(
                    "Did you mean: %s%s %s?"
                        .formatted(
                            suggestions(commandLine.getCommandSpec()).program(),
                            group(commandLine.getCommandSpec()),
                            name)),
        () -> commandLine.usage(console.err()));
    return ExitCode.USAGE.code();
  }

  /** The words of a command after the name of the program. */
  private static String group(CommandSpec command) {
    return command.qualifiedName().substring(command.root().name().length());
  }

  /**
   * The message for an argument with undecodable characters, which must not get into a document.
   */
  private static Optional<String[]> undecodableArgument(String... args) {
    return Arrays.stream(args)
        .filter(arg -> arg.indexOf(REPLACEMENT) >= 0)
        .findFirst()
        .map(arg ->
            new String[] {
              "! this argument could not be decoded: " + OperationText.abbreviate(arg),
              "  try: LC_ALL=C.UTF-8"
            });
  }

  /** Says which records are missing, and how to give them. */
  private static int refuseWithoutArchive(Console console, Exception failure, String file) {
    return console
        .printError(
            ExitCode.REFUSED, "! " + failure.getMessage(), ArchiveCommand.missingAdvice(file))
        .code();
  }

  /** Prints a disk or input failure as a message, and any other exception as an internal error. */
  private static int handleFailure(Console console, Exception failure) {
    if (failure instanceof JournalException) {
      String advice = isDenied(failure) ? "; use another folder, or ask its owner for access" : "";
      return console.printError(ExitCode.BROKEN, "! " + failure.getMessage() + advice).code();
    }
    if (failure.getCause() instanceof CharacterCodingException) {
      return console.printError(ExitCode.USAGE, "! the input is not UTF-8").code();
    }
    failure.printStackTrace(console.err());
    return console
        .printError(ExitCode.BROKEN, "! internal error in fcp; please report the lines above")
        .code();
  }

  private static boolean isDenied(Throwable failure) {
    return Throwables.getCausalChain(failure).stream()
        .anyMatch(AccessDeniedException.class::isInstance);
  }

  /** Shows the usage, because no command was given. */
  @Override
  public Integer call() {
    if (spec != null) {
      spec.commandLine().usage(console.err());
    }
    return ExitCode.USAGE.code();
  }

  /** The version from the manifest of the jar. */
  static final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"fcp " + number()};
    }

    /** The version number without the program name. */
    static String number() {
      String version = Program.class.getPackage().getImplementationVersion();
      return version == null ? "(not packaged)" : version;
    }
  }
}
