package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentActionsTest {

  private static final String FRUIT = "# Fruit\napple=3\n";

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture =
        new WorkspaceFixture(folder)
            .writeFile("fruit.tally", FRUIT)
            .writeFile("other.tally", "# Other\n");
  }

  @Test
  void documents_lists_the_open_one_and_the_parked_ones() {
    assertThat(fixture.response("documents")).isEqualTo("! no documents");
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear").act("open other.tally");
    fixture.act("new Idea");
    assertThat(fixture.response("documents"))
        .isEqualTo(
            """
            draft-1 "Idea": open, in no file
            ./other.tally "Other": parked, saved
            ./fruit.tally "Fruit": parked, memory ahead of disk\
            """);
  }

  @Test
  void an_unchanged_new_document_is_not_parked() {
    fixture.act("new").act("open fruit.tally").act("new").act("open fruit.tally");
    assertThat(fixture.response("documents")).isEqualTo("./fruit.tally \"Fruit\": open, saved");
  }

  @Test
  void close_removes_a_saved_document() {
    fixture.act("open other.tally").act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear");
    fixture.act("save");
    assertThat(fixture.response("close"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! 1 step of ./fruit.tally can no longer be undone or redone
            ! 1 document parked, see documents\
            """);
    assertThat(fixture.refusal("save"))
        .isEqualTo("! no document is open\n  try: open ./other.tally");
  }

  @Test
  void close_does_not_discard_changes_unless_asked() {
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.refusal("close"))
        .isEqualTo(
            """
            ! changes to ./fruit.tally would be lost; save them, or use close discard:yes
              try: save\
            """);
    assertThat(fixture.response("close discard:yes")).startsWith("! closed ./fruit.tally\n");
    assertThat(fixture.response("open fruit.tally")).endsWith("digest: 1t 3n hash:HASH");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void undone_steps_are_changes_too() {
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear").act("save").act("undo");
    assertThat(fixture.refusal("close")).startsWith("! changes to ./fruit.tally would be lost");
    fixture.act("redo").act("close");
  }

  @Test
  void close_of_a_draft_names_no_path() {
    fixture.act("new").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.refusal("close"))
        .isEqualTo(
            """
            ! changes in no file would be lost; save them, or use close discard:yes
              try: save as:./name.tally\
            """);
    assertThat(fixture.response("close discard:yes")).startsWith("! closed an unsaved document");
  }

  @Test
  void a_saved_draft_is_named_by_its_path() {
    fixture.act("new").run(WorkspaceFixture.ANN, "add pear").act("save as:pear.tally").act("new");
    assertThat(fixture.refusal("open draft-1")).startsWith("! ./draft-1: there is no such file");
    assertThat(fixture.response("open pear.tally")).startsWith("! back at ./pear.tally");
  }

  @Test
  void the_number_of_open_documents_is_limited() {
    IntStream.range(0, OpenDocuments.MAX_DOCUMENTS)
        .forEach(i -> fixture.act("new").run(WorkspaceFixture.ANN, "add x"));
    assertThat(fixture.refusal("new"))
        .isEqualTo("! 64 documents are open already; close one of them\n  try: documents");
    assertThat(fixture.refusal("open fruit.tally")).startsWith("! 64 documents are open already");
    fixture.act("new discard:yes").act("open draft-1").act("close discard:yes").act("new");
  }

  @Test
  void documents_with_unsaved_changes_are_reported() {
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear").act("open other.tally");
    assertThat(fixture.workspace().closeAndListUnsaved())
        .containsExactly("! ./fruit.tally: memory ahead of disk");
    assertThat(fixture.workspace().document()).isEmpty();
  }
}
