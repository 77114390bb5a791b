package dev.fcp.server;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.postgres.CanonicalJson;
import dev.fcp.postgres.PostgresJournals;
import dev.fcp.postgres.PostgresSettings;
import dev.fcp.postgres.Scenario;
import dev.fcp.postgres.WorldSettings;
import dev.fcp.postgres.WorldStore;
import dev.fcp.server.worlds.ScenarioFile;
import dev.fcp.verbs.Languages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The demonstration of worlds: commands with the exit codes that they must have. */
final class WorldDemo {

  private static final String SCENARIO = "village.json";
  private static final String PROGRAM = "village.sh";
  private static final String RUN = "run village --worker host-1 -- sh " + PROGRAM;

  private final Console console;
  private final String url;
  private final List<String> broken = new ArrayList<>();

  /**
   * A demonstration.
   *
   * @param url a database without worlds
   */
  WorldDemo(Console console, String url) {
    this.console = console;
    this.url = url;
  }

  /** Plays everything; returns {@link ExitCode#BROKEN} if a command did not end as it must. */
  ExitCode play() throws IOException {
    Path folder = Files.createTempDirectory("fcp-world-demo-");
    try {
      for (String file : List.of(SCENARIO, PROGRAM)) {
        Files.write(folder.resolve(file), DemoCommand.readDocument(file));
      }
      play(folder);
    } finally {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    if (!broken.isEmpty()) {
      broken.forEach(it -> console.printError(ExitCode.BROKEN, "! broken: " + it));
      return console.printError(ExitCode.BROKEN, "! a promise was broken; please report this");
    }
    console.out().println();
    console.out().println("Every command did what was promised.");
    return ExitCode.DONE;
  }

  private void play(Path folder) throws IOException {
    title("A world is created from a scenario with a cognition profile");
    done(folder, "scenario add village village.json");
    done(folder, "scenario show village");
    done(folder, "create village --scenario village");
    done(folder, "scenario list");
    title("A program makes turns: all that it writes becomes a turn");
    done(folder, RUN);
    done(folder, RUN);
    title("One that fails changes nothing; its events are kept with their attempt");
    refused(folder, RUN + " fail");
    done(folder, "events village --failed --from 3");
    title("One is killed; its attempt holds the world until its worker returns or is given up");
    kill(folder);
    done(folder, "list");
    refused(folder, "delete village --reason finished");
    done(folder, RUN);
    done(folder, "attempts village");
    title("Who did what, and under what");
    done(folder, "events village --limit 5");
    done(folder, "events village --limit 5 --after 5");
    done(folder, "entity village 'cell page-1/bea'");
    Scenario scenario =
        ScenarioFile.read(
            Files.readString(folder.resolve(SCENARIO)), Languages.installed(), folder);
    CanonicalJson perceive = Objects.requireNonNull(scenario.components().get("perceive"));
    done(folder, "where-ran perceive " + perceive.hash());
    title("States, differences, forks");
    done(folder, "turns village");
    done(folder, "diff village 0 1");
    done(folder, "at village 59");
    done(folder, "fork village village-2 --at 1");
    done(folder, "diff village-2 --with village");
    title("The work of one actor is rolled back as a new turn");
    done(folder, "rollback village --actor Bea --worker host-1");
    done(folder, "verify village");
    title("Deleted worlds are closed, but stay stored, and their slugs stay taken");
    done(folder, "delete village-2 --reason finished");
    done(folder, "delete village --reason finished");
    done(folder, "list");
    done(folder, "list --all");
    done(folder, "show village");
    done(folder, "where-ran perceive " + perceive.hash());
    refused(folder, "turn village 4");
    refused(folder, "create village --scenario village");
    done(folder, "scenario list");
  }

  private void title(String title) {
    console.out().println();
    console.out().println("== " + title);
  }

  private void done(Path folder, String command) {
    run(folder, ExitCode.DONE, command);
  }

  private void refused(Path folder, String command) {
    run(folder, ExitCode.REFUSED, command);
  }

  private void run(Path folder, ExitCode expected, String command) {
    console.out().println("> fcp world " + command);
    // Refusals belong to what is shown.
    Console shown =
        new Console(
            folder, console.in(), console.out(), console.out(), StandardStreams.none(), false);
    int exitCode = Program.run(shown, environment(), arguments(command).toArray(String[]::new));
    console.out().flush();
    if (exitCode != expected.code()) {
      broken.add("fcp world %s: exit code %d".formatted(command, exitCode));
    }
  }

  /** Names the database, so that the commands are as people type them. */
  private Map<String, String> environment() {
    return Map.of(Program.STORE_VARIABLE, url);
  }

  /** The words of a command, of which one in single quotes may contain spaces. */
  private static List<String> arguments(String command) {
    List<String> words = new ArrayList<>(List.of("world"));
    String[] parts = command.split("'", -1);
    words.addAll(List.of(parts[0].strip().split(" ")));
    if (parts.length > 1) {
      words.add(parts[1]);
    }
    return words;
  }

  /** Starts a turn in another process, and kills that process while its program thinks. */
  private void kill(Path folder) throws IOException {
    console.out().println("> fcp world " + RUN + " hang &  kill -9 $!");
    console.out().flush();
    List<String> command =
        new ArrayList<>(
            List.of(DemoCrash.java(), "-cp", DemoCrash.classPath(), Main.class.getName()));
    command.addAll(arguments(RUN + " hang"));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment());
    Process process = builder.start();
    try (BufferedReader errors =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String line = errors.readLine();
      while (line != null && !line.equals("thinking")) {
        console.out().println(line);
        line = errors.readLine();
      }
      awaitProgress(process);
      Stream<ProcessHandle> children = process.descendants().toList().stream();
      process.toHandle().destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
      process.onExit().join();
    }
  }

  /** Waits until the database knows how far the program is. */
  private void awaitProgress(Process process) {
    try (PostgresJournals journals = PostgresJournals.connect(url, PostgresSettings.defaults())) {
      WorldStore worlds = WorldStore.over(journals, Domains.installed(), WorldSettings.defaults());
      while (process.isAlive()
          && worlds.attempts("village").orElseThrow().getLast().progress().isEmpty()) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
  }
}
