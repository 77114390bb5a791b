package dev.fcp.server;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.Scenario;
import dev.fcp.postgres.StoredScenario;
import dev.fcp.server.worlds.ScenarioFile;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.server.worlds.WorldText;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code fcp world scenario ...}: from what worlds are created. */
@Command(
    name = "scenario",
    description = "Stores and shows scenarios, from which worlds are created.")
final class WorldScenarioCommand implements Callable<Integer> {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Console console;
  private final Languages languages;

  WorldScenarioCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  /** Refuses the group without a command. */
  @Override
  public Integer call() {
    return console
        .printError(ExitCode.USAGE, "! a command is missing", "  try: fcp world scenario --help")
        .code();
  }

  /**
   * Reads a scenario from a file.
   *
   * @throws WorldInputException if the file cannot be read or is no scenario
   */
  static Scenario read(Console console, Languages languages, String file) {
    Path path = console.folder().resolve(file);
    Path folder = path.getParent() == null ? console.folder() : path.getParent();
    try {
      return ScenarioFile.read(Files.readString(path), languages, folder);
    } catch (IOException e) {
      throw new WorldInputException("%s cannot be read: %s".formatted(file, e));
    } catch (IllegalArgumentException e) {
      throw new WorldInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  @Command(
      name = "add",
      description = {
        "Stores the scenario of a file under a name. The file may have operations, which are",
        "applied to a new document, or to the file that \"document\" names; see docs/worlds.md."
      },
      footer = {"", "Example: fcp world scenario add village village.json"})
  int add(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = "The name.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = "The file.") String file) {
    return access.run(
        console,
        languages,
        store -> {
          StoredScenario info =
              store.putScenario(name, read(console, languages, file)).orElseThrow();
          return access.print(
              WorldJson.of(info), List.of("+ stored scenario " + WorldText.line(info)));
        });
  }

  @Command(name = "list", description = "Lists the scenarios with the numbers of active worlds.")
  int list(@Mixin WorldAccess access) {
    return access.run(
        console,
        languages,
        store -> access.printList("scenarios", store.scenarios(), WorldJson::of, WorldText::line));
  }

  @Command(name = "show", description = "Shows a scenario and the hashes of its components.")
  int show(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME|HASH", description = "The scenario.") String reference) {
    return access.run(
        console,
        languages,
        store -> {
          StoredScenario info =
              store
                  .scenario(
                      HASH.matcher(reference).matches()
                          ? new ScenarioRef.ByHash(reference)
                          : new ScenarioRef.ByName(reference))
                  .orElseThrow();
          ObjectNode json = WorldJson.of(info);
          JsonNode scenario = new JsonMapper().readTree(info.scenario().json().text());
          json.set("scenario", scenario);
          return access.print(json, WorldText.lines(info));
        });
  }
}
