package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.BaseFolder;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vault as a document: an archive with a history, and the actions of the operation language. */
class VaultWorkspaceTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
  private static final Origin PERSON = Origin.of("person");

  @TempDir private Path folder;

  private Workspace<EntityModel<String, VaultFile>, VaultEvent> workspace;

  @BeforeEach
  void open() throws IOException {
    byte[] archive = VaultUnderTest.archive(VaultUnderTest.campaign());
    Files.write(folder.resolve("campaign.vault"), archive);
    workspace = workspace(1);
  }

  private Workspace<EntityModel<String, VaultFile>, VaultEvent> workspace(int seed) {
    SessionSettings settings =
        new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(seed)));
    var opened =
        new Workspace<>(
            new VaultLanguage(),
            DocumentStore.withJournals(settings, JournalLayout.standard(folder)),
            new WorkspaceSettings(
                BaseFolder.confined(folder), CallLimits.STANDARD, CLOCK, ZoneOffset.UTC));
    assertThat(opened.act("open campaign.vault", Caller.person(PERSON)).isError()).isFalse();
    return opened;
  }

  @AfterEach
  void close() {
    workspace.close();
  }

  private void run(Origin origin, String... operations) {
    Response response = workspace.run(List.of(operations), EditOptions.of("work", origin));
    assertThat(response.isError()).describedAs(response.text()).isFalse();
  }

  private Value.Fields rollback(String arguments) {
    Response response = workspace.act("rollback json " + arguments, Caller.person(PERSON));
    return ValueJson.read(response.lines().get(0)).asFields();
  }

  @Test
  void the_report_lists_overwritten_fields_as_conflicts_too() {
    run(
        Origin.of("agent", "A", "m1"),
        "field set ann location harbour",
        "timeline add 3 Evening Rain");
    run(PERSON, "field set ann location mill");
    Value.Fields report = rollback("session:A");
    assertThat(report.at("events_seen")).isEqualTo(Value.of(2));
    assertThat(report.at("events_reversed")).isEqualTo(Value.of(1));
    assertThat(report.at("success")).isEqualTo(Value.of(true));
    assertThat(report.at("failures").asSequence()).isEmpty();
    assertThat(report.at("superseded").asSequence()).hasSize(1);
    Value.Fields conflict = report.at("skipped_conflicts").asSequence().get(0).asFields();
    assertThat(conflict.text("event_type")).isEqualTo("pc_updated");
    assertThat(conflict.text("field")).isEqualTo("location");
    assertThat(conflict.text("expected")).isEqualTo("harbour");
    assertThat(conflict.text("current")).isEqualTo("mill");
    assertThat(conflict.text("reason")).isEqualTo("current != after");
    assertThat(conflict.text("event_id")).endsWith("#0");
  }

  @Test
  void the_log_shows_what_each_message_changed() {
    run(
        Origin.of("agent", "A", "m1"),
        "field set ann location gilded-quill",
        "timeline add 3 Evening Rain Sun");
    assertThat(workspace.query("log").lines())
        .anyMatch(line -> line.startsWith("message m1:"))
        .anyMatch(line ->
            line.strip().equals("* canon/pcs/ann.md location: the-salty-sigil -> gilded-quill"))
        .anyMatch(line -> line.strip().equals("+ timeline: +2 (Day 3, Evening)"));
  }

  @Test
  void a_saved_vault_has_its_history_after_a_restart() {
    run(Origin.of("agent", "A", "m1"), "thread resolve \"The heir\" Found");
    assertThat(workspace.act("save", Caller.person(PERSON)).isError()).isFalse();
    workspace.close();
    workspace = workspace(2);
    assertThat(workspace.act("rollback message:m1", Caller.person(PERSON)).isError()).isFalse();
    assertThat(workspace.document().orElseThrow().session().model().digest())
        .isEqualTo(VaultUnderTest.read(VaultUnderTest.campaign()).digest());
  }
}
