package dev.fcp.server;

import dev.fcp.postgres.WorldRefusedException;
import dev.fcp.postgres.WorldStore;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options of all commands on worlds: the database, and the form of the answer. */
final class WorldAccess {

  @Option(
      names = Program.STORE,
      paramLabel = "URL",
      description = "The database with the worlds: jdbc:postgresql://HOST/DATABASE.")
  private @Nullable String storeUrl;

  @Option(names = "--json", description = "Prints the answer as one line of JSON.")
  private boolean isJson;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  private @Nullable Console console;

  /** Work on the worlds of a database. */
  interface Work {
    ExitCode run(WorldStore store);
  }

  /** The command that has these options. */
  CommandLine commandLine() {
    return Objects.requireNonNull(command, "command").commandLine();
  }

  /** Runs work on the worlds; what the store refuses is printed. Refuses without a database. */
  int run(Console console, Languages languages, Work work) {
    this.console = console;
    Optional<StoredDocuments> stored = Program.stored(command, storeUrl);
    if (stored.isEmpty()) {
      return console
          .printError(
              ExitCode.REFUSED,
              "! worlds need a database: add --store jdbc:postgresql://HOST/DATABASE, or set"
                  + " FCP_STORE,",
              "  or see how they work with one of its own: fcp world demo")
          .code();
    }
    try {
      return work.run(stored.get().worlds(languages)).code();
    } catch (WorldRefusedException | WorldInputException e) {
      String[] lines = String.valueOf(e.getMessage()).split("\n", -1);
      lines[0] = "! " + lines[0];
      return console.printError(ExitCode.REFUSED, lines).code();
    }
  }

  /** Prints an answer. */
  ExitCode print(JsonNode json, List<String> lines) {
    Console to = Objects.requireNonNull(console, "console");
    if (isJson) {
      to.out().println(new JsonMapper().writeValueAsString(json));
    } else {
      lines.stream().map(it -> Line.of(it).text()).forEach(to.out()::println);
    }
    return ExitCode.DONE;
  }

  /** Prints things, one a line, or as {@code {name: [...]}}. */
  <T> ExitCode printList(
      String name, List<T> things, Function<T, JsonNode> json, Function<T, String> line) {
    JsonNode answer = new JsonMapper().createObjectNode().set(name, WorldJson.list(things, json));
    return print(
        answer, things.isEmpty() ? List.of("no " + name) : things.stream().map(line).toList());
  }
}
