package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.McpTestClient;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An agent edits a file for two messages, and between them a person saves an edit made in another
 * program; then the server restarts, and undo restores every version of the file.
 */
@Timeout(240)
class AgentAndPersonUndoTest {

  @TempDir Path temporary;
  private Path folder;
  private Path errors;
  private CommandLineFixture fixture;

  /** The bytes of the file after each step, in order. */
  private final List<byte[]> versions = new ArrayList<>();

  @BeforeEach
  void create_fixture() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    errors = temporary.resolve("errors.txt");
    fixture = new CommandLineFixture(folder);
  }

  /** In this order, because an undo in a shell leaves nothing for the agent to undo. */
  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void after_a_restart_agent_and_person_undo_each_file_to_the_byte(SampleDocument sample)
      throws Exception {
    String history = editAsAgentAndPerson(sample);
    assertLogShowsOriginsAndMessages(sample, history);
    assertAgentUndoesAndRedoes(sample);
    assertPersonUndoesInAShell(sample);
  }

  private void assertAgentUndoesAndRedoes(SampleDocument sample) throws Exception {
    try (ProgramProcesses.McpServerProcess server =
        new ProgramProcesses.McpServerProcess(folder, errors)) {
      McpTestClient agent = server.agent();
      agent.actSuccessfully(sample.domain(), "open " + sample.file());
      assertThat(agent.actSuccessfully(sample.domain(), "undo")).startsWith("! undone: ");
      assertSaved(agent, sample, 2);
      assertThat(agent.act(sample.domain(), "undo").text())
          .contains("! the last step is not yours: external ", "; with any:yes it counts as yours");
      agent.actSuccessfully(sample.domain(), "undo any:yes");
      assertSaved(agent, sample, 1);
      agent.actSuccessfully(sample.domain(), "undo");
      assertSaved(agent, sample, 0);
      assertThat(agent.act(sample.domain(), "undo").text()).isEqualTo("! nothing to undo");
      for (int i = 1; i < versions.size(); i++) {
        agent.actSuccessfully(sample.domain(), "redo");
        assertSaved(agent, sample, i);
      }
      assertThat(server.disconnect()).isEmpty();
    }
  }

  private void assertSaved(McpTestClient agent, SampleDocument sample, int version) {
    assertThat(agent.actSuccessfully(sample.domain(), "save"))
        .startsWith("! saved ./" + sample.file());
    assertThat(fixture.bytes(sample.file())).isEqualTo(versions.get(version));
  }

  private void assertPersonUndoesInAShell(SampleDocument sample) {
    for (int i = versions.size() - 2; i >= 0; i--) {
      assertThat(fixture.run("undo", sample.file())).contains("! undone: ");
      assertThat(fixture.bytes(sample.file())).isEqualTo(versions.get(i));
    }
    assertThat(fixture.run("verify", sample.file())).contains(" 3 steps, all digests match");
  }

  private void assertLogShowsOriginsAndMessages(SampleDocument sample, String inHistory) {
    assertThat(inHistory.replaceAll(" \\d\\d:\\d\\d,", "").lines())
        .containsExactly(
            "message m2:",
            "  3 bot %s [saved]".formatted(sample.operation(1)),
            "2 external edited elsewhere",
            "message m1: make room",
            "  1 bot " + sample.operation(0),
            "0 the beginning");
    assertThat(fixture.run("history", sample.file()).stripTrailing()).isEqualTo(inHistory);
    assertThat(fixture.run("log", sample.file()).lines()).containsAll(inHistory.lines().toList());
    List<Origin> origins = origins(sample);
    assertThat(origins).extracting(Origin::actor).containsExactly("bot", "external", "bot");
    assertThat(origins).extracting(Origin::message).containsExactly("m1", "", "m2");
    assertThat(origins.get(0).session()).isNotEmpty().isEqualTo(origins.get(2).session());
    assertThat(origins.get(0).provenance()).containsEntry("asked", "make room");
  }

  /** Makes the two messages and the edit between them; returns the history as the agent sees it. */
  private String editAsAgentAndPerson(SampleDocument sample) throws Exception {
    String domain = sample.domain();
    fixture.add(sample);
    versions.add(fixture.bytes(sample.file()));
    try (ProgramProcesses.McpServerProcess server =
        new ProgramProcesses.McpServerProcess(folder, errors)) {
      McpTestClient agent = server.agent();
      agent.actSuccessfully(domain, "open " + sample.file());
      agent.actSuccessfully(domain, "message m1 \"make room\"");
      assertThat(agent.run(domain, sample.operation(0)).isError()).isFalse();
      agent.actSuccessfully(domain, "save");
      versions.add(fixture.bytes(sample.file()));
      sample.editExternally(fixture.path(sample.file()));
      versions.add(fixture.bytes(sample.file()));
      String arguments = "{\"ops\": [\"%s\"]}".formatted(sample.operation(1).replace("\"", "\\\""));
      McpTestClient.Reply reply =
          agent.callWithMetadata("{\"message\": \"m2\"}", domain, arguments);
      assertThat(reply.isError()).as(reply.text()).isFalse();
      assertThat(reply.text())
          .startsWith(
              "! ./%s was edited elsewhere: 1 change merged as one step\n"
                  .formatted(sample.file()));
      agent.actSuccessfully(domain, "save");
      versions.add(fixture.bytes(sample.file()));
      assertThat(versions.stream().map(CommandLineFixture::sha256))
          .hasSize(4)
          .doesNotHaveDuplicates();
      String history = agent.actSuccessfully(domain, "history");
      assertThat(server.disconnect()).isEmpty();
      return history;
    }
  }

  private List<Origin> origins(SampleDocument sample) {
    Languages languages = Languages.installed();
    return origins(languages.forFileName(sample.file()).orElseThrow().domain(), sample);
  }

  private <M, E> List<Origin> origins(Domain<M, E> domain, SampleDocument sample) {
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    try (Document<M, E> document =
        store.open(domain, fixture.path(sample.file()), Origin.of("ann")).orElseThrow()) {
      return document.session().state().history().steps().stream().map(Step::origin).toList();
    }
  }
}
