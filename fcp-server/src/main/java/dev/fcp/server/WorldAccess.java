package dev.fcp.server;

import com.google.common.base.Splitter;
import dev.fcp.postgres.WorldRefusal;
import dev.fcp.postgres.WorldRefusedException;
import dev.fcp.postgres.WorldStore;
import dev.fcp.server.worlds.WorldAdvice;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options of all commands on worlds: the database, and the form of the answer. */
class WorldAccess {

  @Option(
      names = Program.STORE,
      paramLabel = "URL",
      description = {"The database with the worlds:", "jdbc:postgresql://HOST/DATABASE."})
  private @Nullable String storeUrl;

  @Option(names = "--json", description = "Prints the answer as one line of JSON.")
  private boolean isJson;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  private @Nullable Console console;
  private @Nullable Languages languages;

  /** Also the first parameter of a command on one world. */
  static final class OfWorld extends WorldAccess {
    @Parameters(index = "0", paramLabel = "NAME", description = "The slug of the world.")
    private String slug = "";

    String slug() {
      return slug;
    }

    @Override
    Optional<String> world() {
      return Optional.of(slug);
    }
  }

  /** Work on the worlds of a database. */
  interface Work {
    ExitCode run(WorldStore store);
  }

  /** Makes the options of commands that print to a console and know some languages. */
  static IFactory factory(Console console, Languages languages) {
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        K made = CommandLine.defaultFactory().create(type);
        if (made instanceof WorldAccess access) {
          access.console = console;
          access.languages = languages;
        }
        return made;
      }
    };
  }

  /** The world that the command is about; empty if it is about none or several. */
  Optional<String> world() {
    return Optional.empty();
  }

  /** The command that has these options. */
  CommandLine commandLine() {
    return Objects.requireNonNull(command, "command").commandLine();
  }

  Console console() {
    return Objects.requireNonNull(console, "console");
  }

  Languages languages() {
    return Objects.requireNonNull(languages, "languages");
  }

  /** Runs work on the worlds; what the store refuses is printed. Refuses without a database. */
  int run(Work work) {
    Optional<StoredDocuments> stored = Program.stored(command, storeUrl);
    if (stored.isEmpty()) {
      return console()
          .printError(
              ExitCode.REFUSED,
              "! worlds need a database: add --store jdbc:postgresql://HOST/DATABASE, or set"
                  + " FCP_STORE,",
              "  or see how they work with one of its own: fcp world demo")
          .code();
    }
    try {
      return work.run(stored.get().worlds(languages())).code();
    } catch (WorldRefusedException e) {
      return refuse(
          e.refusal().message(),
          WorldAdvice.of(e.refusal(), world())
              .map(WorldAdvice::command)
              .or(() -> adviceOfCommand(e.refusal()))
              .map(this::suggestion));
    } catch (WorldInputException e) {
      return refuse(String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  /**
   * After invalid input the help of the command, and the events if there is no work to roll back.
   */
  private Optional<List<String>> adviceOfCommand(WorldRefusal refusal) {
    if (!(refusal instanceof WorldRefusal.Invalid)) {
      return Optional.empty();
    }
    List<String> names =
        Splitter.on(' ').splitToList(commandLine().getCommandSpec().qualifiedName());
    List<String> name = names.subList(names.indexOf("world") + 1, names.size());
    return name.equals(List.of("rollback"))
        ? world().map(slug -> List.of("events", slug))
        : Optional.of(Stream.concat(name.stream(), Stream.of("--help")).toList());
  }

  private String suggestion(List<String> words) {
    ShellSuggestions suggestions =
        storeUrl == null ? Program.suggestions(command) : ShellSuggestions.forStore(storeUrl);
    return Line.suggestion(suggestions.command("world", words)).text();
  }

  private int refuse(String message, Optional<String> suggestion) {
    return console()
        .printError(
            ExitCode.REFUSED,
            Stream.concat(("! " + message).lines(), suggestion.stream()).toArray(String[]::new))
        .code();
  }

  /** Runs work and prints its result. */
  <T> int answer(
      Function<WorldStore, T> work, Function<T, JsonNode> json, Function<T, List<String>> lines) {
    return run(store -> {
      T result = work.apply(store);
      return print(json.apply(result), lines.apply(result));
    });
  }

  /** Runs work and prints the things that it returns, one a line, or as {@code {name: [...]}}. */
  <T> int answerList(
      String name,
      Function<WorldStore, List<T>> work,
      Function<T, JsonNode> json,
      Function<T, String> line) {
    return answer(
        work,
        things -> new JsonMapper().createObjectNode().set(name, WorldJson.list(things, json)),
        things -> things.isEmpty() ? List.of("no " + name) : things.stream().map(line).toList());
  }

  /** Prints an answer. */
  ExitCode print(JsonNode json, List<String> lines) {
    if (isJson) {
      console().out().println(new JsonMapper().writeValueAsString(json));
    } else {
      lines.stream().map(it -> Line.of(it).text()).forEach(console().out()::println);
    }
    return ExitCode.DONE;
  }
}
