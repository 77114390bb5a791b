package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show how a file came to be what it is; they change nothing. */
final class LogCommands {

  private LogCommands() {}

  static List<FileCommand> all(Console console, Languages languages) {
    return List.of(
        new LogCommand(console, languages),
        new HistoryCommand(console, languages),
        new DiffCommand(console, languages));
  }

  /** A command that asks a question about the history of a file. */
  private abstract static class HistoryQueryCommand extends FileCommand {

    HistoryQueryCommand(Console console, Languages languages) {
      super(console, languages);
    }

    final int runQuery(String query) {
      return target()
          .viewHistory(workspace ->
              console().print(ShellSuggestions.queryToShell(workspace.query(query), file())))
          .code();
    }
  }

  /** A question about some of the steps. */
  private abstract static class FilteredQueryCommand extends HistoryQueryCommand {

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "N",
        description = "How many; all if it is not given.")
    private @Nullable String count;

    @Option(names = "--actor", paramLabel = "NAME", description = "Only what this actor did.")
    private @Nullable String actor;

    @Option(names = "--session", paramLabel = "ID", description = "Only in this session.")
    private @Nullable String session;

    @Option(names = "--message", paramLabel = "ID", description = "Only for this message.")
    private @Nullable String message;

    @Option(
        names = "--entity",
        paramLabel = "NAME",
        description = "Only what had to do with this shape, track or note: Cart, Piano, D5.")
    private @Nullable String entity;

    @Option(
        names = "--type",
        paramLabel = "EVENT",
        description = "Only steps with an event of this type, see fcp history --events.")
    private @Nullable String type;

    @Option(
        names = "--since",
        paramLabel = "TIME",
        description = "Not what was done before: 2h ago, 12:05, 2026-03-04.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Not what was done after.")
    private @Nullable String until;

    @Option(
        names = "--provenance",
        paramLabel = "KEY=VALUE",
        description = "Only what was made with this note.")
    private @Nullable String provenance;

    FilteredQueryCommand(Console console, Languages languages) {
      super(console, languages);
    }

    /** Asks with what was given. */
    final int runFilteredQuery(String query) {
      return runQuery(
          query
              + (count == null ? "" : " " + Quoting.quoteIfNeeded(count))
              + param("actor", actor)
              + param("session", session)
              + param("message", message)
              + param("entity", entity)
              + param("type", type)
              + param("since", since)
              + param("until", until)
              + param("provenance", provenance));
    }

    private static String param(String key, @Nullable String value) {
      return value == null ? "" : " " + Quoting.param(key, value);
    }
  }

  /** {@code fcp log FILE [N]}. */
  @Command(
      name = "log",
      description = {
        "Shows the steps of a file, the newest first, with what each changed.",
        "Who made it, when, for what, and what was before -> what is after."
      },
      footer = {
        "",
        "Example: fcp log shop.drawio 5",
        "         fcp log shop.drawio --actor bot --since 2h",
        "         fcp log shop.drawio --entity Cart"
      })
  private static final class LogCommand extends FilteredQueryCommand {

    LogCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return runFilteredQuery("log");
    }
  }

  /** {@code fcp history FILE [N]}. */
  @Command(
      name = "history",
      description = {
        "Lists the steps of a file, the newest first, each on a line.",
        "Or all that happened, also what was undone and left since, or what was refused."
      },
      footer = {
        "",
        "Example: fcp history shop.drawio --ids",
        "         fcp history shop.drawio --all --message m1",
        "         fcp history shop.drawio --refused --since 1d"
      })
  private static final class HistoryCommand extends FilteredQueryCommand {

    @ArgGroup private ListingKind kind = new ListingKind();

    /** One of them, if any. */
    private static final class ListingKind {

      @Option(names = "--events", description = "The single events, as JSON.")
      private boolean events;

      @Option(names = "--ids", description = "With the ids of the steps.")
      private boolean ids;

      @Option(names = "--all", description = "All that happened, record by record.")
      private boolean all;

      @Option(names = "--refused", description = "What was refused or failed, and why.")
      private boolean refused;

      String word() {
        if (events) {
          return " events";
        }
        if (ids) {
          return " ids";
        }
        return all ? " all" : refused ? " refused" : "";
      }
    }

    HistoryCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return runFilteredQuery("history" + kind.word());
    }
  }

  /** {@code fcp diff FILE NAME|STEP|TIME}. */
  @Command(
      name = "diff",
      description = "Shows what changed in a document since a checkpoint, a step or a time.",
      footer = {
        "",
        "Example: fcp diff shop.drawio agreed",
        "         fcp diff shop.drawio 3",
        "         fcp diff shop.drawio 1d"
      })
  private static final class DiffCommand extends HistoryQueryCommand {

    @Parameters(
        index = "1",
        paramLabel = "NAME|STEP|TIME",
        description = "A name, a step, or a time (2h ago, 12:05, 2026-03-04).")
    private String point = "";

    DiffCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return runQuery("diff " + Quoting.quoteIfNeeded(point));
    }
  }
}
