package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.Peer;
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
 * An agent works in two messages, between them a person saves an edit made in another program; then
 * the server is started again, and all of it is taken back, file by file.
 */
@Timeout(240)
class WalkTest {

  @TempDir Path temporary;
  private Path folder;
  private Path errors;
  private Workbench bench;

  /** The file after each step, the first one first. */
  private final List<byte[]> versions = new ArrayList<>();

  @BeforeEach
  void lay_out() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    errors = temporary.resolve("errors.txt");
    bench = new Workbench(folder);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void each_file_comes_back_to_the_byte_after_a_restart(Sample sample) throws Exception {
    work(sample);
    try (Processes.Server server = new Processes.Server(folder, errors)) {
      Peer agent = server.agent();
      agent.done(sample.domain(), "open " + sample.file());
      assertThat(agent.done(sample.domain(), "undo")).startsWith("! undone: ");
      saved(agent, sample, 2);
      assertThat(agent.act(sample.domain(), "undo").text())
          .contains("! the last step is not yours: external ", "\n  try: undo any:yes");
      agent.done(sample.domain(), "undo any:yes");
      saved(agent, sample, 1);
      agent.done(sample.domain(), "undo");
      saved(agent, sample, 0);
      assertThat(agent.act(sample.domain(), "undo").text()).isEqualTo("! nothing to undo");
      for (int i = 1; i < versions.size(); i++) {
        agent.done(sample.domain(), "redo");
        saved(agent, sample, i);
      }
      assertThat(server.leave()).isEmpty();
    }
  }

  private void saved(Peer agent, Sample sample, int version) {
    assertThat(agent.done(sample.domain(), "save")).startsWith("! saved ./" + sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(versions.get(version));
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_person_takes_back_in_a_shell_what_an_agent_did(Sample sample) throws Exception {
    work(sample);
    for (int i = versions.size() - 2; i >= 0; i--) {
      assertThat(bench.done("undo", sample.file())).contains("! undone: ");
      assertThat(bench.bytes(sample.file())).isEqualTo(versions.get(i));
    }
    assertThat(bench.done("verify", sample.file())).contains(" 3 steps, each with the digest");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void the_log_shows_all_three_with_their_origins_and_messages(Sample sample) throws Exception {
    String inHistory = work(sample);
    assertThat(inHistory.replaceAll(" \\d\\d:\\d\\d,", "").lines())
        .containsExactly(
            "message m2:",
            "3 bot %s [saved]".formatted(sample.operation(1)),
            "2 external edited elsewhere",
            "message m1: make room",
            "1 bot " + sample.operation(0),
            "0 the beginning");
    assertThat(bench.done("history", sample.file()).stripTrailing()).isEqualTo(inHistory);
    assertThat(bench.done("log", sample.file()).lines()).containsAll(inHistory.lines().toList());
    List<Origin> origins = origins(sample);
    assertThat(origins).extracting(Origin::actor).containsExactly("bot", "external", "bot");
    assertThat(origins).extracting(Origin::message).containsExactly("m1", "", "m2");
    assertThat(origins.get(0).session()).isNotEmpty().isEqualTo(origins.get(2).session());
    assertThat(origins.get(0).provenance()).containsEntry("asked", "make room");
  }

  /** The two messages and the edit between them; gives the history as the agent sees it. */
  private String work(Sample sample) throws Exception {
    String domain = sample.domain();
    bench.with(sample);
    versions.add(bench.bytes(sample.file()));
    try (Processes.Server server = new Processes.Server(folder, errors)) {
      Peer agent = server.agent();
      agent.done(domain, "open " + sample.file());
      agent.done(domain, "message m1 \"make room\"");
      assertThat(agent.run(domain, sample.operation(0)).isError()).isFalse();
      agent.done(domain, "save");
      versions.add(bench.bytes(sample.file()));
      sample.editElsewhere(bench.path(sample.file()));
      versions.add(bench.bytes(sample.file()));
      String arguments = "{\"ops\": [\"%s\"]}".formatted(sample.operation(1).replace("\"", "\\\""));
      Peer.Reply reply = agent.callWith("{\"message\": \"m2\"}", domain, arguments);
      assertThat(reply.isError()).as(reply.text()).isFalse();
      assertThat(reply.text())
          .startsWith(
              "! ./%s was edited elsewhere: 1 change taken over as one step\n"
                  .formatted(sample.file()));
      agent.done(domain, "save");
      versions.add(bench.bytes(sample.file()));
      assertThat(versions.stream().map(Workbench::sha256)).hasSize(4).doesNotHaveDuplicates();
      String history = agent.done(domain, "history");
      assertThat(server.leave()).isEmpty();
      return history;
    }
  }

  private List<Origin> origins(Sample sample) {
    Languages languages = Languages.installed();
    return origins(languages.forFileName(sample.file()).orElseThrow().domain(), sample);
  }

  private <M, E> List<Origin> origins(Domain<M, E> domain, Sample sample) {
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder));
    try (Document<M, E> document =
        store.open(domain, bench.path(sample.file()), Origin.of("ann")).orElseThrow()) {
      return document.session().state().history().steps().stream().map(Step::origin).toList();
    }
  }
}
