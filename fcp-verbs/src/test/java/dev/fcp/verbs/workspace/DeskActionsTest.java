package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeskActionsTest {

  private static final String FRUIT = "# Fruit\napple=3\n";

  @TempDir Path folder;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk = new Desktop(folder).file("fruit.tally", FRUIT).file("other.tally", "# Other\n");
  }

  @Test
  void documents_lists_the_open_one_and_the_parked_ones() {
    assertThat(desk.told("documents")).isEqualTo("! no documents");
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear").doing("open other.tally");
    desk.doing("new Idea");
    assertThat(desk.told("documents"))
        .isEqualTo(
            """
            draft-1 "Idea": open, in no file
            ./other.tally "Other": parked, saved
            ./fruit.tally "Fruit": parked, memory ahead of disk\
            """);
  }

  @Test
  void a_new_document_that_nobody_touched_is_not_parked() {
    desk.doing("new").doing("open fruit.tally").doing("new").doing("open fruit.tally");
    assertThat(desk.told("documents")).isEqualTo("./fruit.tally \"Fruit\": open, saved");
  }

  @Test
  void close_puts_a_saved_document_away() {
    desk.doing("open other.tally").doing("open fruit.tally").by(Desktop.ANN, "add pear");
    desk.doing("save");
    assertThat(desk.told("close"))
        .isEqualTo(
            """
            ! closed ./fruit.tally
            ! 1 step of ./fruit.tally can no longer be undone or redone
            ! 1 document parked, see documents\
            """);
    assertThat(desk.refused("save")).isEqualTo("! no document is open\n  try: open ./other.tally");
  }

  @Test
  void close_does_not_drop_changes_unless_told() {
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear");
    assertThat(desk.refused("close"))
        .isEqualTo(
            """
            ! changes to ./fruit.tally would be lost; save them, or say close discard:yes
              try: save\
            """);
    assertThat(desk.told("close discard:yes")).startsWith("! closed ./fruit.tally\n");
    assertThat(desk.told("open fruit.tally")).endsWith("digest: 1t 3n hash:HASH");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void undone_steps_are_changes_too() {
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear").doing("save").doing("undo");
    assertThat(desk.refused("close")).startsWith("! changes to ./fruit.tally would be lost");
    desk.doing("redo").doing("close");
  }

  @Test
  void close_of_a_draft_names_no_path() {
    desk.doing("new").by(Desktop.ANN, "add pear");
    assertThat(desk.refused("close"))
        .isEqualTo(
            """
            ! changes in no file would be lost; save them, or say close discard:yes
              try: save as:./name.tally\
            """);
    assertThat(desk.told("close discard:yes")).startsWith("! closed a document that no file holds");
  }

  @Test
  void a_draft_that_was_saved_goes_by_its_path() {
    desk.doing("new").by(Desktop.ANN, "add pear").doing("save as:pear.tally").doing("new");
    assertThat(desk.refused("open draft-1")).startsWith("! ./draft-1: there is no such file");
    assertThat(desk.told("open pear.tally")).startsWith("! back at ./pear.tally");
  }

  @Test
  void a_desk_takes_so_many_documents_and_no_more() {
    IntStream.range(0, Desk.MAX_DOCUMENTS).forEach(i -> desk.doing("new").by(Desktop.ANN, "add x"));
    assertThat(desk.refused("new"))
        .isEqualTo("! 64 documents lie open already; close one of them\n  try: documents");
    assertThat(desk.refused("open fruit.tally")).startsWith("! 64 documents lie open already");
    desk.doing("new discard:yes").doing("open draft-1").doing("close discard:yes").doing("new");
  }

  @Test
  void documents_with_changes_that_no_file_holds_are_told() {
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear").doing("open other.tally");
    assertThat(desk.workspace().leave()).containsExactly("! ./fruit.tally: memory ahead of disk");
    assertThat(desk.workspace().document()).isEmpty();
  }
}
