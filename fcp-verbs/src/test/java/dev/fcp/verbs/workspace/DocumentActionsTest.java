package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.run.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void documents_lists_the_open_one_the_parked_ones_and_the_files_that_are_not_open() {
    assertThat(fixture.response("documents"))
        .isEqualTo("./fruit.tally: not open\n./other.tally: not open");
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
    assertThat(fixture.response("documents"))
        .isEqualTo("./fruit.tally \"Fruit\": open, saved\n./other.tally: not open");
  }

  @Test
  void documents_lists_a_limited_number_of_files_that_can_be_opened(@TempDir Path other)
      throws IOException {
    Path outside = Files.writeString(other.resolve("outside.tally"), FRUIT);
    Files.createSymbolicLink(folder.resolve("a-link.tally"), outside);
    Files.createDirectory(folder.resolve("a-folder.tally"));
    fixture.writeFile(".hidden.tally", FRUIT).writeFile("a-note.txt", "no document");
    IntStream.range(0, DocumentActions.MAX_LISTED_FILES)
        .forEach(i -> fixture.writeFile("a%03d.tally".formatted(i), FRUIT));
    List<String> lines = fixture.response("documents").lines().toList();
    assertThat(lines).hasSize(DocumentActions.MAX_LISTED_FILES + 1);
    assertThat(lines).startsWith("./a000.tally: not open").endsWith("! and 2 more files");
  }

  @Test
  void a_call_that_names_its_document_does_not_change_which_one_is_open() {
    fixture.act("open fruit.tally");
    assertThat(fixture.workspace().on("other.tally", BOT, () -> add("fig")).lines())
        .startsWith("! opened ./other.tally: \"Other\"", "+ fig 1");
    assertThat(fixture.workspace().on("other.tally", BOT, () -> add("kiwi")).lines())
        .startsWith("+ kiwi 1");
    assertThat(fixture.response("documents"))
        .isEqualTo(
            """
            ./fruit.tally "Fruit": open, saved
            ./other.tally "Other": parked, memory ahead of disk\
            """);
    fixture.workspace().actOn("fruit.tally", "close", BOT);
    assertThat(fixture.refusal("save")).startsWith("! no document is open\n");
  }

  @Test
  void a_call_that_names_its_document_keeps_a_new_document_without_changes() {
    fixture.act("new Idea");
    fixture.workspace().on("other.tally", BOT, () -> add("fig"));
    fixture.run(BOT, "add kiwi");
    assertThat(fixture.response("status")).startsWith("title: Idea\n");
    fixture.act("open fruit.tally");
    fixture.workspace().on("draft-1", BOT, () -> add("pear"));
    assertThat(fixture.act("open draft-1").answer("list")).isEqualTo("kiwi 1\npear 1");
  }

  private Response add(String name) {
    return fixture.workspace().run(List.of("add " + name), EditOptions.of("call", BOT.origin()));
  }

  @Test
  void a_new_document_that_is_named_becomes_that_file_and_is_not_opened() {
    fixture.act("open fruit.tally");
    assertThat(fixture.workspace().actOn("new.tally", "new Idea", BOT).lines())
        .startsWith("+ new document: \"Idea\"", "! saved ./new.tally, 7 bytes")
        .hasSize(3);
    assertThat(fixture.readFile("new.tally")).isEqualTo("# Idea\n");
    assertThat(fixture.response("status")).startsWith("title: Fruit\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fruit.tally | new Idea | ! ./fruit.tally exists already",
        "idea.txt | new Idea | ! ./idea.txt does not end in .tally",
        "../idea.tally | new Idea | ! ../idea.tally is outside the served folder",
        "idea.tally | new Idea start:x | ! start:x",
        "idea.tally | undo | ! ./idea.tally: there is no such file",
        "fruit.tally | open other.tally | ! open names its document itself",
        "fruit.tally | adopt other.tally fresh:yes | ! adopt names its document itself",
      })
  void a_refused_action_on_a_named_document_changes_nothing(
      String file, String action, String reason) {
    fixture.act("open other.tally").run(BOT, "add pear");
    String before = fixture.response("documents");
    Response response = fixture.workspace().actOn(file, action, BOT);
    assertThat(response.isError()).isTrue();
    assertThat(response.text()).startsWith(reason);
    assertThat(fixture.response("documents")).isEqualTo(before);
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
