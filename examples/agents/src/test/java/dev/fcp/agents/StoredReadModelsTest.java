package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of a document, which read the read models of its session. */
class StoredReadModelsTest {

  private static final Origin ANN = Origin.of("ann");
  private static final List<String> QUERIES = List.of("agents", "board", "metrics", "messages");

  @TempDir Path folder;

  /** Opens the project, runs operations, and returns the answers to all queries. */
  private List<String> answers(List<String> operations) throws IOException {
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    try (Document<EntityModel<String, Item>, AgentEvent> document =
        store.open(new AgentsDomain(), folder.resolve("project.agents"), ANN).orElseThrow()) {
      Workspace<EntityModel<String, Item>, AgentEvent> workspace =
          new Workspace<>(new AgentsLanguage(), store, WorkspaceSettings.standard(folder));
      workspace.open(document);
      for (String operation : operations) {
        assertThat(workspace.run(List.of(operation), EditOptions.of(operation, ANN)).isError())
            .as(operation)
            .isFalse();
      }
      List<String> answers = QUERIES.stream().map(it -> workspace.query(it).text()).toList();
      document.save(EditOptions.of("save", ANN));
      return answers;
    }
  }

  private long storedCount() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".projection")).count();
    }
  }

  @Test
  @Clause("PR-9")
  void the_answers_are_the_same_with_stored_values() throws IOException {
    Files.writeString(folder.resolve("project.agents"), AgentVerbContractTest.PROJECT);
    List<String> operations =
        IntStream.range(0, 100).mapToObj(i -> "commit Gandalf \"part " + i + "\"").toList();
    List<String> first = answers(operations);
    assertThat(first).allMatch(answer -> !answer.isEmpty());
    assertThat(storedCount()).as("agents, commitments and attention").isEqualTo(3);
    assertThat(answers(List.of())).isEqualTo(first);
    List<String> later = answers(List.of("state Gandalf done", "verify 1 by:Elrond"));
    assertThat(later.get(0)).contains("agent Gandalf (done)");
    assertThat(later.get(1)).doesNotContain("commitment 1 of Gandalf, pending");
    assertThat(later.get(2)).isEqualTo(first.get(2));
  }
}
