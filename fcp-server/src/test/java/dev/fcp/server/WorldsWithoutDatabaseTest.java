package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fcp world ...} without {@code --store}. */
class WorldsWithoutDatabaseTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create a --scenario b",
        "list",
        "show a",
        "run a -- true",
        "turns a",
        "turn a 1",
        "at a 1",
        "diff a 0 1",
        "attempts a",
        "events a",
        "entity a b",
        "fork a b",
        "rollback a --turn 1",
        "verify a",
        "where-ran perceive 00",
        "delete a --reason b",
        "scenario list",
        "scenario show a",
        "scenario add a b.json"
      })
  void every_command_is_refused_without_a_database(String command) {
    ProgramRunner.Result result = new ProgramRunner(folder).run(("world " + command).split(" "));
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(result.err()).contains("! worlds need a database: add --store");
    assertThat(result.out()).isEmpty();
  }
}
