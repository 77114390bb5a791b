package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.SessionSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents at hand whose histories lie beside them, where others reach them. */
class LastingHistoryTest {

  @TempDir Path folder;
  private DocumentStore store;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    store = DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder));
    desk = new Desktop(folder, Folder.confined(folder), store);
    desk.file("fruit.tally", "# Fruit\napple=3\n").file("other.tally", "# Other\n");
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear");
  }

  private void forgetElsewhere() {
    store.forget(folder.resolve("fruit.tally"));
    assertThatThrownBy(() -> desk.by(Desktop.ANN, "add plum"))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("open the document again");
  }

  @Test
  void a_document_whose_history_was_deleted_can_be_opened_again() {
    forgetElsewhere();
    assertThat(desk.told("open fruit.tally")).contains("! opened ./fruit.tally");
    desk.by(Desktop.ANN, "add plum").doing("save");
    assertThat(desk.text("fruit.tally")).contains("plum").doesNotContain("pear");
  }

  @Test
  void a_document_whose_history_was_deleted_can_be_closed() {
    forgetElsewhere();
    assertThat(desk.told("close")).contains("! closed ./fruit.tally");
    desk.doing("open fruit.tally").by(Desktop.ANN, "add plum");
  }

  @Test
  void other_documents_go_on_beside_one_whose_history_was_deleted() {
    forgetElsewhere();
    assertThat(desk.told("open other.tally")).contains("! parked ./fruit.tally");
    desk.by(Desktop.ANN, "add plum").doing("open fruit.tally").by(Desktop.ANN, "add plum");
    assertThat(desk.told("documents"))
        .contains("./fruit.tally \"Fruit\": open")
        .contains("./other.tally");
  }
}
