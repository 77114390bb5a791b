package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.McpTestClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An agent edits a file for two messages while a person edits it in another program; then a third
 * process rolls back the first message of the agent.
 */
@Timeout(240)
class AgentAndPersonRollbackTest {

  @TempDir Path temporary;
  private Path errors;
  private CommandLineFixture fixture;
  private CommandLineFixture referenceFixture;

  @BeforeEach
  void create_fixtures() throws IOException {
    errors = temporary.resolve("errors.txt");
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    referenceFixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("without")));
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void message_1_is_rolled_back_the_rest_stays_and_the_agent_is_notified(SampleDocument sample)
      throws Exception {
    fixture.add(sample);
    String me = System.getProperty("user.name");
    try (ProgramProcesses.McpServerProcess server =
        new ProgramProcesses.McpServerProcess(fixture.path("."), errors)) {
      McpTestClient agent = server.agent();
      editAsAgent(agent, sample);
      sample.editExternally(fixture.path(sample.file()));
      assertThat(rollBack(sample))
          .contains(
              "! %s was edited elsewhere: 1 change merged as one step\n".formatted(pathOf(sample)),
              "! rolls back: 1 bot ",
              ", %s\n".formatted(sample.operation(0)),
              "! rolled back 1 of 1 change, as one step; undo reverses it\n");
      assertThat(digest(fixture, sample)).isEqualTo(digestWithoutMessage1(sample));
      assertThat(agent.actSuccessfully(sample.domain(), "status").replaceAll(" \\d\\d:\\d\\d,", ""))
          .startsWith(
              "! done elsewhere: external edited elsewhere\n"
                  + "! done elsewhere: %s rollback message:m1\n".formatted(me)
                  + "title: ");
      assertThat(agent.actSuccessfully(sample.domain(), "status")).startsWith("title: ");
      agent.actSuccessfully(sample.domain(), "undo mine");
      agent.actSuccessfully(sample.domain(), "save");
      assertThat(server.disconnect()).isEmpty();
    }
    assertThat(digest(fixture, sample)).isEqualTo(digestOfEditAlone(sample));
    fixture.run("undo", sample.file(), "9");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  private static void editAsAgent(McpTestClient agent, SampleDocument sample) {
    agent.actSuccessfully(sample.domain(), "open " + sample.file());
    agent.actSuccessfully(sample.domain(), "message m1 \"make room\"");
    assertThat(agent.run(sample.domain(), sample.operation(0)).isError()).isFalse();
    agent.actSuccessfully(sample.domain(), "message m2");
    assertThat(agent.run(sample.domain(), sample.operation(1)).isError()).isFalse();
    agent.actSuccessfully(sample.domain(), "save");
  }

  private String pathOf(SampleDocument sample) {
    return fixture.path(sample.file()).toString();
  }

  /** Runs the rollback in a separate process and returns its output. */
  private String rollBack(SampleDocument sample) throws IOException, InterruptedException {
    Path errorOutput = temporary.resolve("complaints.txt");
    Process process =
        ProgramProcesses.start(
            Main.class, errorOutput, "rollback", pathOf(sample), "--message", "m1");
    byte[] out = process.getInputStream().readAllBytes();
    ProgramProcesses.assertExited(process, errorOutput);
    return Files.readString(errorOutput) + new String(out, StandardCharsets.UTF_8);
  }

  /** The digest of the document without the steps of message 1. */
  private String digestWithoutMessage1(SampleDocument sample) throws IOException {
    digestOfEditAlone(sample);
    referenceFixture.run("run", sample.file(), sample.operation(1));
    return digest(referenceFixture, sample);
  }

  private String digestOfEditAlone(SampleDocument sample) throws IOException {
    referenceFixture.add(sample);
    sample.editExternally(referenceFixture.path(sample.file()));
    return digest(referenceFixture, sample);
  }

  private static String digest(CommandLineFixture fixture, SampleDocument sample) {
    String status = fixture.run("query", sample.file(), "status");
    return status.lines().filter(line -> line.startsWith("digest: ")).findFirst().orElseThrow();
  }
}
