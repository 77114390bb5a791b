package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed documents and drafts: what is kept, and how to reopen it. */
class ClosedDocumentsTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture =
        WorkspaceFixture.persistent(folder, 1)
            .writeFile("fruit.tally", "# Fruit\napple=3\npear=1\n");
  }

  @AfterEach
  void close_workspace() {
    fixture.workspace().close();
  }

  @Test
  void drafts_are_listed_and_opened_by_name_after_a_restart() {
    fixture.act("new Idea").run(BOT, "add kiwi", "add fig");
    String name = fixture.response("documents").split(" ")[0];
    assertThat(name).matches("draft-[0-9a-z]{6}");
    fixture = fixture.restart();
    assertThat(fixture.response("documents"))
        .isEqualTo(name + ": kept, in no file\n./fruit.tally: not open");
    assertThat(fixture.response("open " + name.toUpperCase(Locale.ROOT)))
        .isEqualTo("! opened " + name + ": \"Idea\"\ndigest: 2t 2n hash:HASH");
    assertThat(fixture.response("undo")).startsWith("! undone: bot 12:05, add fig\n");
    fixture.act("save as:idea.tally");
    assertThat(fixture.readFile("idea.tally")).isEqualTo("# Idea\nkiwi=1\n");
    fixture = fixture.restart();
    assertThat(fixture.response("documents"))
        .isEqualTo("./fruit.tally: not open\n./idea.tally: not open");
    assertThat(fixture.act("open idea.tally").response("redo"))
        .startsWith("! redone: bot 12:05, add fig");
  }

  @Test
  void a_draft_that_is_closed_is_kept_and_one_that_is_discarded_is_not() {
    fixture.act("new Idea").run(ANN, "add kiwi");
    String name = fixture.response("documents").split(" ")[0];
    assertThat(fixture.response("close"))
        .isEqualTo("! closed an unsaved document\n! in no file; open " + name + " continues there");
    assertThat(fixture.response("documents"))
        .isEqualTo(name + ": kept, in no file\n./fruit.tally: not open");
    fixture.act("open " + name);
    assertThat(fixture.response("close discard:yes"))
        .startsWith("! closed an unsaved document\n! 1 step of the previous document");
    assertThat(fixture.response("documents")).isEqualTo("./fruit.tally: not open");
    fixture = fixture.restart();
    assertThat(fixture.response("documents")).isEqualTo("./fruit.tally: not open");
  }

  @Test
  void an_unchanged_draft_leaves_nothing() throws IOException {
    fixture.act("new").act("new Idea").act("close");
    assertThat(fixture.response("documents")).isEqualTo("./fruit.tally: not open");
    try (var drafts = Files.list(folder.resolve(".fcp/.drafts"))) {
      assertThat(drafts.filter(Files::isDirectory)).isEmpty();
    }
  }

  @Test
  void a_closed_document_continues_when_it_is_reopened() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi");
    assertThat(fixture.response("close"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! memory ahead of disk; open ./fruit.tally continues there\
            """);
    assertThat(fixture.response("open fruit.tally")).endsWith("digest: 3t 5n hash:HASH");
    assertThat(fixture.response("status"))
        .contains("saved: no, memory ahead of disk", "undo: 1, redo: 0");
  }

  @Test
  void a_document_whose_history_was_deleted_is_reported_as_unreachable() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi");
    DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder))
        .deleteHistory(folder.resolve("fruit.tally"));
    assertThat(fixture.response("close"))
        .contains("open the document again\n! closed ./fruit.tally\n")
        .endsWith("\n! its history cannot be reached; unsaved changes may be lost");
    assertThat(fixture.response("open fruit.tally")).endsWith("digest: 2t 4n hash:HASH");
  }

  @Test
  void a_discarded_document_equals_its_file_and_redo_restores_the_changes() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi", "add fig");
    assertThat(fixture.response("close discard:yes"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! back at the state of its file; the discarded changes stay in its history\
            """);
    assertThat(fixture.response("open fruit.tally")).endsWith("digest: 2t 4n hash:HASH");
    assertThat(fixture.response("status")).contains("saved: yes", "undo: 0, redo: 2");
    assertThat(fixture.response("redo 2")).endsWith("digest: 4t 6n hash:HASH");
  }

  @Test
  void documents_with_unsaved_changes_are_reported_on_closing() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("new Idea").run(ANN, "add fig");
    assertThat(fixture.workspace().closeAndListUnsaved())
        .satisfiesExactly(
            line -> assertThat(line).matches("! draft-\\w{6}: in no file, kept in its history"),
            line ->
                assertThat(line)
                    .isEqualTo("! ./fruit.tally: memory ahead of disk, kept in its history"));
  }
}
