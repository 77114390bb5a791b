package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.SessionSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open documents whose histories are in the same folder, where another process deletes them. */
class DeletedHistoryTest {

  @TempDir Path folder;
  private DocumentStore store;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    store = DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    fixture = new WorkspaceFixture(folder, BaseFolder.confined(folder), store);
    fixture.writeFile("fruit.tally", "# Fruit\napple=3\n").writeFile("other.tally", "# Other\n");
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear");
  }

  private void deleteHistoryElsewhere() {
    store.deleteHistory(folder.resolve("fruit.tally"));
    assertThatThrownBy(() -> fixture.run(WorkspaceFixture.ANN, "add plum"))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("open the document again");
  }

  @Test
  void a_document_whose_history_was_deleted_can_be_opened_again() {
    deleteHistoryElsewhere();
    assertThat(fixture.response("open fruit.tally")).contains("! opened ./fruit.tally");
    fixture.run(WorkspaceFixture.ANN, "add plum").act("save");
    assertThat(fixture.readFile("fruit.tally")).contains("plum").doesNotContain("pear");
  }

  @Test
  void a_document_whose_history_was_deleted_can_be_closed() {
    deleteHistoryElsewhere();
    assertThat(fixture.response("close")).contains("! closed ./fruit.tally");
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add plum");
  }

  @Test
  void other_documents_remain_usable_beside_one_whose_history_was_deleted() {
    deleteHistoryElsewhere();
    assertThat(fixture.response("open other.tally")).contains("! parked ./fruit.tally");
    fixture
        .run(WorkspaceFixture.ANN, "add plum")
        .act("open fruit.tally")
        .run(WorkspaceFixture.ANN, "add plum");
    assertThat(fixture.response("documents"))
        .contains("./fruit.tally \"Fruit\": open")
        .contains("./other.tally");
  }
}
