package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start loads, and the commands that a training run runs for the cache of classes. */
class TrainingTest {

  @TempDir Path folder;

  @Test
  void every_command_of_a_training_run_succeeds() {
    ProgramRunner.Result trained = new ProgramRunner(folder).run("train");
    assertThat(trained.combined()).isEmpty();
    assertThat(trained.exitCode()).isZero();
  }

  @Test
  void a_command_loads_neither_other_commands_nor_the_language_of_other_documents()
      throws IOException {
    new CommandLineFixture(folder).add(SampleDocument.DIAGRAM);
    String loaded = loadedClasses("query", SampleDocument.DIAGRAM.file(), "stats");
    assertThat(loaded)
        .contains("dev.fcp.server.QueryCommand", "dev.fcp.drawio.language.DrawioLanguage")
        .doesNotContain("dev.fcp.server.RunCommand", "dev.fcp.server.McpCommand")
        .doesNotContain("dev.fcp.midi.language.MidiLanguage");
  }

  private String loadedClasses(String... arguments) throws IOException {
    ProcessBuilder program =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-verbose:class",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    program.command().addAll(List.of(arguments));
    Process started = program.directory(folder.toFile()).redirectErrorStream(true).start();
    return new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
