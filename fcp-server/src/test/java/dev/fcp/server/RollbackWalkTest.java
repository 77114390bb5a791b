package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.Peer;
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
 * An agent works for two messages while a person edits the same file in another program; then a
 * third process takes back what the agent did for the first message.
 */
@Timeout(240)
class RollbackWalkTest {

  @TempDir Path temporary;
  private Path errors;
  private Workbench bench;
  private Workbench without;

  @BeforeEach
  void lay_out() throws IOException {
    errors = temporary.resolve("errors.txt");
    bench = new Workbench(Files.createDirectory(temporary.resolve("folder")));
    without = new Workbench(Files.createDirectory(temporary.resolve("without")));
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void message_1_is_taken_back_and_the_rest_stays_and_the_agent_is_told(Sample sample)
      throws Exception {
    bench.with(sample);
    String me = System.getProperty("user.name");
    try (Processes.Server server = new Processes.Server(bench.path("."), errors)) {
      Peer agent = server.agent();
      work(agent, sample);
      sample.editElsewhere(bench.path(sample.file()));
      assertThat(rollBack(sample))
          .contains(
              "! %s was edited elsewhere: 1 change taken over as one step\n".formatted(at(sample)),
              "! takes back: 1 bot ",
              ", %s\n".formatted(sample.operation(0)),
              "! took back 1 of 1 change, as one step; undo takes that back\n");
      assertThat(digest(bench, sample)).isEqualTo(digestWithout(sample));
      assertThat(agent.done(sample.domain(), "status").replaceAll(" \\d\\d:\\d\\d,", ""))
          .startsWith(
              "! done elsewhere: external edited elsewhere\n"
                  + "! done elsewhere: %s rollback message:m1\n".formatted(me)
                  + "title: ");
      assertThat(agent.done(sample.domain(), "status")).startsWith("title: ");
      agent.done(sample.domain(), "undo mine");
      agent.done(sample.domain(), "save");
      assertThat(server.leave()).isEmpty();
    }
    assertThat(digest(bench, sample)).isEqualTo(digestOfEditAlone(sample));
    bench.done("undo", sample.file(), "9");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  private static void work(Peer agent, Sample sample) {
    agent.done(sample.domain(), "open " + sample.file());
    agent.done(sample.domain(), "message m1 \"make room\"");
    assertThat(agent.run(sample.domain(), sample.operation(0)).isError()).isFalse();
    agent.done(sample.domain(), "message m2");
    assertThat(agent.run(sample.domain(), sample.operation(1)).isError()).isFalse();
    agent.done(sample.domain(), "save");
  }

  private String at(Sample sample) {
    return bench.path(sample.file()).toString();
  }

  /** Types the command in a process of its own; gives all that it printed. */
  private String rollBack(Sample sample) throws IOException, InterruptedException {
    Path complaints = temporary.resolve("complaints.txt");
    Process process =
        Processes.start(Main.class, complaints, "rollback", at(sample), "--message", "m1");
    byte[] out = process.getInputStream().readAllBytes();
    Processes.assertLeft(process, complaints);
    return Files.readString(complaints) + new String(out, StandardCharsets.UTF_8);
  }

  /** The digest of a document for which there was no message 1. */
  private String digestWithout(Sample sample) throws IOException {
    digestOfEditAlone(sample);
    without.done("run", sample.file(), sample.operation(1));
    return digest(without, sample);
  }

  private String digestOfEditAlone(Sample sample) throws IOException {
    without.with(sample);
    sample.editElsewhere(without.path(sample.file()));
    return digest(without, sample);
  }

  private static String digest(Workbench bench, Sample sample) {
    String status = bench.done("query", sample.file(), "status");
    return status.lines().filter(line -> line.startsWith("digest: ")).findFirst().orElseThrow();
  }
}
