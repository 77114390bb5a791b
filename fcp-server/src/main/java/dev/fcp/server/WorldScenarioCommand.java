package dev.fcp.server;

import dev.fcp.postgres.Scenario;
import dev.fcp.postgres.StoredScenario;
import dev.fcp.server.worlds.ScenarioFile;
import dev.fcp.server.worlds.WorldJson;
import dev.fcp.server.worlds.WorldText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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

  private final Console console;

  WorldScenarioCommand(Console console) {
    this.console = console;
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
  static Scenario read(WorldAccess access, String file) {
    Path path = access.console().folder().resolve(file);
    Path folder = path.getParent() == null ? access.console().folder() : path.getParent();
    if (Files.isDirectory(path)) {
      throw new WorldInputException("%s is a folder; name a file in it".formatted(file));
    }
    try {
      return ScenarioFile.read(Files.readString(path), access.languages(), folder);
    } catch (NoSuchFileException e) {
      throw new WorldInputException("there is no file " + file);
    } catch (IOException e) {
      throw new WorldInputException("%s cannot be read: %s".formatted(file, e));
    } catch (IllegalArgumentException e) {
      throw new WorldInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  @Command(
      name = "add",
      description = {
        "Stores the scenario of a file under a name.",
        "The file may have operations, which are applied to a new document, or to the file that"
            + " \"document\" names; see docs/worlds.md."
      },
      footer = {"", "Example: fcp world scenario add village village.json"})
  int add(
      @Mixin WorldAccess access,
      @Parameters(index = "0", paramLabel = "NAME", description = "The name.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = "The file.") String file) {
    return access.answer(
        store -> store.putScenario(name, read(access, file)).orElseThrow(),
        WorldJson::of,
        stored -> List.of("+ stored scenario " + WorldText.line(stored)));
  }

  @Command(name = "list", description = "Lists the scenarios with the numbers of active worlds.")
  int list(@Mixin WorldAccess access) {
    return access.answerList(
        "scenarios", store -> store.scenarios(), WorldJson::of, WorldText::line);
  }

  @Command(name = "show", description = "Shows a scenario and the hashes of its components.")
  int show(
      @Mixin WorldAccess access,
      @Parameters(paramLabel = "NAME|HASH", description = "The scenario.") String reference) {
    return access.answer(
        store -> store.scenario(ScenarioFile.stored(reference)).orElseThrow(),
        WorldScenarioCommand::whole,
        WorldText::lines);
  }

  private static JsonNode whole(StoredScenario stored) {
    ObjectNode json = WorldJson.of(stored);
    JsonNode scenario = new JsonMapper().readTree(stored.scenario().json().text());
    json.set("scenario", scenario);
    return json;
  }
}
