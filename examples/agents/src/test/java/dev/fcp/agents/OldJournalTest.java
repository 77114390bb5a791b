package dev.fcp.agents;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.journal.KeptJournals;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history of the first release, whose agents had no assignments, is read by today's program. */
class OldJournalTest {

  private static final String NAME = "project.agents";
  private static final String FIRST = "project Bree\n";
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Origin ANN = Origin.of("ann");
  private static final List<String> OPERATIONS =
      List.of(
          "spawn Elrond",
          "spawn Gandalf parent:Elrond",
          "state Gandalf working",
          "spawn Bilbo parent:Elrond",
          "remove Bilbo",
          "state Gandalf done");

  @TempDir private Path folder;

  /** Writes the history to an empty folder. */
  public static void main(String[] arguments) throws IOException {
    Path target = Files.createDirectories(Path.of(arguments[0]));
    Path file = Files.writeString(target.resolve(NAME), FIRST);
    Files.writeString(target.resolve("first-" + NAME), FIRST);
    Files.writeString(
        target.resolve("types"), "agent_removed\nagent_spawned\nagent_state_changed\n");
    long[] seconds = {0};
    var sessions =
        new SessionSettings(
            () -> START.plusSeconds(seconds[0]++),
            new StepId.UlidGenerator(() -> START, new Random(4)));
    Path today = target.resolve(".fcp").resolve(NAME);
    try (var workspace = workspace(sessions, target, file)) {
      for (String operation : OPERATIONS) {
        Response response = workspace.run(List.of(operation), EditOptions.of(operation, ANN));
        assertThat(response.isError()).as(response.text()).isFalse();
      }
      for (String action : List.of("undo", "save")) {
        assertThat(workspace.act(action, Caller.person(ANN)).isError()).isFalse();
      }
    }
    var settings = FileJournal.Settings.defaults().withClock(() -> START);
    Path history = target.resolve("history");
    try (FileJournal journal = FileJournal.open(today, settings);
        FileJournal old = FileJournal.open(history, settings)) {
      for (JournalRecord record : journal.read(1)) {
        old.append(old.lastNumber(), ofFirstRelease(record));
      }
    }
    Files.delete(history.resolve("lock"));
    FileJournal.delete(today, settings);
    Files.delete(target.resolve(".gitignore"));
    Files.delete(target.resolve(".fcp/.gitignore"));
    Files.delete(target.resolve(".fcp"));
  }

  private static Workspace<EntityModel<String, Item>, AgentEvent> workspace(
      SessionSettings sessions, Path folder, Path file) {
    DocumentStore store = DocumentStore.withJournals(sessions, JournalLayout.standard(folder));
    var workspace =
        new Workspace<>(new AgentsLanguage(), store, WorkspaceSettings.standard(folder));
    workspace.open(store.open(new AgentsDomain(), file, ANN).orElseThrow());
    return workspace;
  }

  /** The record as the first release wrote it. */
  private static JournalRecord ofFirstRelease(JournalRecord record) {
    List<Step<Value.Fields>> steps =
        record.steps().stream().map(step -> step.map(OldJournalTest::ofFirstRelease)).toList();
    return steps.isEmpty() ? record : record.withSteps(steps);
  }

  private static Value.Fields ofFirstRelease(Value.Fields event) {
    TreeMap<String, Value> members = new TreeMap<>(event.fields());
    if (members.remove("v") != null) {
      TreeMap<String, Value> units = new TreeMap<>(event.at("entity").asFields().fields());
      units.remove("assignment");
      members.put("entity", Value.Fields.of(units));
    }
    return Value.Fields.of(members);
  }

  private static Path kept() throws Exception {
    return Path.of(requireNonNull(OldJournalTest.class.getResource("/journals/v1/agents")).toURI());
  }

  @Test
  void the_kept_history_has_events_without_version_and_assignment() throws Exception {
    try (Stream<Path> files = Files.list(kept().resolve("history"))) {
      Path records = files.filter(it -> it.toString().endsWith(".jsonl")).findFirst().orElseThrow();
      assertThat(Files.readString(records))
          .contains("\"type\":\"agent_spawned\"", "\"type\":\"agent_removed\"")
          .doesNotContain("assignment", "\"v\":2");
    }
  }

  @Test
  @Clause("JN-15")
  void its_steps_undo_and_redo_to_the_byte() throws Exception {
    new KeptJournals<>(new AgentsDomain(), NAME, OldJournalTest::noEvents).verify(kept(), folder);
  }

  private static Generator<AgentEvent> noEvents(EntityModel<String, Item> model) {
    throw new IllegalStateException("the history is kept, not generated: " + model);
  }

  @Test
  @Clause("JN-15")
  void its_agents_get_assignments_and_the_new_events_have_version_2() throws Exception {
    Path file = Files.copy(kept().resolve(NAME), folder.resolve(NAME));
    Path history = Files.createDirectories(folder.resolve(".fcp").resolve(NAME));
    try (Stream<Path> files = Files.list(kept().resolve("history"))) {
      for (Path part : files.toList()) {
        Files.copy(part, history.resolve(part.getFileName()));
      }
    }
    try (var workspace = workspace(SessionSettings.standard(), folder, file)) {
      var options = EditOptions.of("test", ANN);
      assertThat(workspace.query("agents").lines())
          .containsExactly("agent Elrond (idle)", "  agent Gandalf (working)");
      workspace.run(List.of("assign Gandalf \"make the build green\"", "spawn Frodo x"), options);
      assertThat(workspace.query("agents").lines())
          .contains("  agent Gandalf (working, assigned): \"make the build green\"");
      assertThat(workspace.query("history events type:agent_spawned").text())
          .contains("\"assignment\":\"x\"", "\"v\":2");
      Document<EntityModel<String, Item>, AgentEvent> document = workspace.document().orElseThrow();
      assertThat(document.session().verify().isValid()).isTrue();
      assertThat(Set.copyOf(document.session().state().history().steps())).hasSize(8);
    }
  }
}
