package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents and drafts that are closed: what is kept of them, and where it is found again. */
class ClosedDocumentsTest {

  @TempDir Path folder;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk = Desktop.lasting(folder, 1).file("fruit.tally", "# Fruit\napple=3\npear=1\n");
  }

  @AfterEach
  void leave() {
    desk.workspace().close();
  }

  @Test
  void drafts_are_listed_and_opened_by_name_after_a_restart() {
    desk.doing("new Idea").by(BOT, "add kiwi", "add fig");
    String name = desk.told("documents").split(" ")[0];
    assertThat(name).matches("draft-[0-9a-z]{6}");
    desk = desk.restarted();
    assertThat(desk.told("documents")).isEqualTo(name + ": kept, in no file");
    assertThat(desk.told("open " + name.toUpperCase(Locale.ROOT)))
        .isEqualTo("! opened " + name + ": \"Idea\"\ndigest: 2t 2n hash:HASH");
    assertThat(desk.told("undo")).startsWith("! undone: bot 12:05, add fig\n");
    desk.doing("save as:idea.tally");
    assertThat(desk.text("idea.tally")).isEqualTo("# Idea\nkiwi=1\n");
    desk = desk.restarted();
    assertThat(desk.told("documents")).isEqualTo("! no documents");
    assertThat(desk.doing("open idea.tally").told("redo"))
        .startsWith("! redone: bot 12:05, add fig");
  }

  @Test
  void a_draft_that_is_closed_is_kept_and_one_that_is_discarded_is_not() {
    desk.doing("new Idea").by(ANN, "add kiwi");
    String name = desk.told("documents").split(" ")[0];
    assertThat(desk.told("close"))
        .isEqualTo(
            "! closed a document that no file holds\n! in no file; open "
                + name
                + " goes on there");
    assertThat(desk.told("documents")).isEqualTo(name + ": kept, in no file");
    desk.doing("open " + name);
    assertThat(desk.told("close discard:yes"))
        .startsWith("! closed a document that no file holds\n! 1 step of the document before");
    assertThat(desk.told("documents")).isEqualTo("! no documents");
    desk = desk.restarted();
    assertThat(desk.told("documents")).isEqualTo("! no documents");
  }

  @Test
  void a_draft_to_which_nothing_happened_leaves_nothing() throws IOException {
    desk.doing("new").doing("new Idea").doing("close");
    assertThat(desk.told("documents")).isEqualTo("! no documents");
    try (var drafts = Files.list(folder.resolve(".fcp/.drafts"))) {
      assertThat(drafts.filter(Files::isDirectory)).isEmpty();
    }
  }

  @Test
  void a_document_that_is_closed_goes_on_when_it_is_opened() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi");
    assertThat(desk.told("close"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! memory ahead of disk; open ./fruit.tally goes on there\
            """);
    assertThat(desk.told("open fruit.tally")).endsWith("digest: 3t 5n hash:HASH");
    assertThat(desk.told("status")).contains("saved: no, memory ahead of disk", "undo: 1, redo: 0");
  }

  @Test
  void a_document_whose_history_somebody_deleted_is_not_said_to_go_on() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi");
    DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder))
        .forget(folder.resolve("fruit.tally"));
    assertThat(desk.told("close"))
        .contains("open the document again\n! closed ./fruit.tally\n")
        .endsWith("\n! its history cannot be reached; what was not saved may be gone");
    assertThat(desk.told("open fruit.tally")).endsWith("digest: 2t 4n hash:HASH");
  }

  @Test
  void a_document_that_is_discarded_is_as_its_file_and_redo_knows_what_was_dropped() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi", "add fig");
    assertThat(desk.told("close discard:yes"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! it is as its file again; undo and redo know what was dropped\
            """);
    assertThat(desk.told("open fruit.tally")).endsWith("digest: 2t 4n hash:HASH");
    assertThat(desk.told("status")).contains("saved: yes", "undo: 0, redo: 2");
    assertThat(desk.told("redo 2")).endsWith("digest: 4t 6n hash:HASH");
  }

  @Test
  void documents_with_changes_that_no_file_holds_are_told_when_leaving() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("new Idea").by(ANN, "add fig");
    assertThat(desk.workspace().leave())
        .satisfiesExactly(
            line -> assertThat(line).matches("! draft-\\w{6}: in no file, kept in its history"),
            line ->
                assertThat(line)
                    .isEqualTo("! ./fruit.tally: memory ahead of disk, kept in its history"));
  }
}
