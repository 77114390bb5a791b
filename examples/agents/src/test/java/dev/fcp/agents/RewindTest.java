package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One agent, or a changeset, is rolled back; the others stay. */
class RewindTest {

  private static final Caller ANN = Caller.person(Origin.of("ann"));

  private static final Instant START = Instant.parse("2026-03-04T12:00:00Z");

  @TempDir Path folder;

  private Path file;
  private Workspace<EntityModel<String, Item>, AgentEvent> workspace;

  @BeforeEach
  void play() throws IOException {
    file = Files.writeString(folder.resolve("project.agents"), AgentVerbContractTest.PROJECT);
    long[] minutes = {0};
    DocumentStore store =
        new DocumentStore(
            new SessionSettings(
                () -> START.plus(Duration.ofMinutes(minutes[0]++)),
                new UlidGenerator(() -> START, new Random(24))));
    workspace = new Workspace<>(new AgentsLanguage(), store, WorkspaceSettings.standard(folder));
    workspace.open(store.open(new AgentsDomain(), file, ANN.origin()).orElseThrow());
    run("Bilbo", "m1", "write plan.md \"first of Bilbo\\nsecond\"");
    act("checkpoint briefed");
    run("Gandalf", "m2", "write plan.md \"first of Bilbo\\nsecond, by Gandalf\"");
    run("Gandalf", "m2", "write notes.md \"a note\"");
    run("Gandalf", "m3", "commit Gandalf \"It works.\"");
    run("Bilbo", "m4", "write plan.md \"The first of Bilbo\\nsecond, by Gandalf\"");
    run("Bilbo", "m4", "verify 3 by:Bilbo");
    act("checkpoint former");
  }

  private void run(String actor, String message, String operation) {
    Origin origin = Origin.of(actor, "s1", message);
    Response response = workspace.run(List.of(operation), EditOptions.of(operation, origin));
    assertThat(response.isError()).as(response.text()).isFalse();
  }

  private String act(String action) {
    Response response = workspace.act(action, ANN);
    assertThat(response.isError()).as(response.text()).isFalse();
    return response.text();
  }

  private String saved() throws IOException {
    act("save");
    return Files.readString(file);
  }

  @Test
  void the_words_of_one_agent_go_and_those_of_the_others_stay() throws IOException {
    act("rollback actor:Gandalf after:briefed");
    assertThat(saved())
        .contains("document plan.md\n| The first of Bilbo\n| second\n")
        .doesNotContain("notes.md");
  }

  @Test
  void what_others_depend_on_stays_and_is_listed() throws IOException {
    assertThat(act("rollback actor:Gandalf after:briefed"))
        .contains(
            "! kept, blocked by later steps: commitment_added of 4 Gandalf",
            "by 6 Bilbo",
            "! rolled back 2 of 3 changes");
    assertThat(saved()).contains("commitment 3 agent:Gandalf status:verifying verifier:Bilbo");
  }

  @Test
  void the_former_state_is_compared_and_restored_to_the_byte() throws IOException {
    String former = saved();
    act("rollback actor:Gandalf after:briefed");
    run("Elrond", "m5", "assign Gandalf \"another way\"");
    assertThat(workspace.query("compare former").lines())
        .hasSize(3)
        .contains("- document notes.md, 1 line", "* document plan.md: text edited");
    act("branch rewound");
    act("switch former");
    assertThat(saved()).isEqualTo(former);
    act("switch rewound");
    assertThat(workspace.query("compare rewound here").lines())
        .containsExactly("nothing changed from \"rewound\" to the current state");
  }

  @Test
  void a_changeset_is_rolled_back_by_its_message() throws IOException {
    act("rollback message:m2");
    assertThat(saved())
        .contains("| The first of Bilbo\n| second\n", "| It works.")
        .doesNotContain("notes.md");
  }

  @Test
  void an_agent_is_shown_as_it_was_at_a_time() {
    Instant noted = stepLabelled("write notes.md \"a note\"").time();
    assertThat(workspace.query("agents Gandalf at \"%s\"".formatted(noted)).text())
        .contains("document notes.md")
        .doesNotContain("It works.");
    assertThat(workspace.query("agents Gandalf at \"%s\"".formatted(noted.minusSeconds(1))).text())
        .contains("document plan.md")
        .doesNotContain("notes.md");
  }

  private Step<AgentEvent> stepLabelled(String label) {
    return workspace.document().orElseThrow().session().state().history().steps().stream()
        .filter(step -> step.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_agent_is_shown_as_it_was_at_a_step_a_name_or_an_item() {
    assertThat(workspace.query("agents Gandalf at briefed").text())
        .contains("document plan.md")
        .doesNotContain("notes.md", "It works.");
    assertThat(workspace.query("agents Gandalf at notes.md").text())
        .contains("notes.md")
        .doesNotContain("It works.");
    assertThat(workspace.query("agents Gandalf at \"commitment 3\"").text())
        .contains("verifying by Bilbo: \"It works.\"");
    assertThat(workspace.query("agents at 1").lines()).hasSize(3);
    assertThat(workspace.query("agents Gandalf at never").isError()).isTrue();
    assertThat(workspace.query("timeline Gandalf").text())
        .contains("Gandalf + document notes.md, 1 line")
        .doesNotContain("The first");
  }
}
