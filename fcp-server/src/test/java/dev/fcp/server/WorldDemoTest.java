package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fcp world demo} prints, line by line. */
class WorldDemoTest {

  @TempDir private Path folder;

  /** The text without what differs from run to run: ids and times. */
  private static String normalized(String text) {
    return text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replace("\r\n", "\n");
  }

  @Test
  void every_line_is_as_expected() throws IOException {
    requireExpected("world", "demo", "--store", WorldFixture.in(folder).url());
  }

  @Test
  void every_line_is_as_expected_on_the_server_that_it_starts() throws IOException {
    // Skips the test where no server can be started.
    assertThat(WorldFixture.in(folder).url()).isNotEmpty();
    requireExpected("world", "demo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
  void the_server_that_it_starts_makes_commits_durable(String setting) {
    // The fixture uses such a server, too.
    assertThat(WorldFixture.in(folder).sql("SHOW " + setting)).containsExactly("on");
  }

  private void requireExpected(String... command) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console =
        new Console(
            folder,
            new BufferedReader(Reader.nullReader()),
            new PrintWriter(out),
            new PrintWriter(err),
            StandardStreams.none(),
            false);
    int exitCode = Program.run(console, Map.of(), command);
    assertThat(normalized(out.toString())).isEqualTo(expected());
    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isZero();
  }

  private static String expected() throws IOException {
    try (var stream = WorldDemoTest.class.getResourceAsStream("/world-demo.txt")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_database_with_worlds_is_refused_and_unchanged() {
    WorldFixture fixture = WorldFixture.withVillage(folder);
    assertThat(fixture.refused(ExitCode.REFUSED, "demo")).contains("needs an empty one");
    assertThat(fixture.json("list").path("worlds")).hasSize(1);
  }
}
