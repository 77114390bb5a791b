package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileActionsTest {

  private static final String FRUIT = "# Fruit\napple=3\n";

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture = new WorkspaceFixture(folder).writeFile("fruit.tally", FRUIT);
  }

  @Test
  void new_creates_an_empty_document() {
    assertThat(fixture.response("new")).isEqualTo("+ new document\ndigest: 0t 0n hash:HASH");
    assertThat(fixture.state().undoDepth()).isZero();
    assertThat(fixture.workspace().document().orElseThrow().path()).isEmpty();
  }

  @Test
  void new_takes_a_title_and_the_parameters_of_the_domain() {
    assertThat(fixture.response("NEW \"My Fruit\" start:7"))
        .isEqualTo("+ new document: \"My Fruit\"\ndigest: 1t 7n hash:HASH");
    assertThat(fixture.state().undoDepth()).isZero();
    assertThat(fixture.answer("list")).isEqualTo("thing 7");
  }

  @Test
  void new_refuses_unknown_arguments() {
    assertThat(fixture.refusal("new Fruit stat:7"))
        .isEqualTo(
            """
            ! new does not know the parameter "stat"; it knows start, discard
              try: new Fruit start:7\
            """);
    assertThat(fixture.refusal("new My Fruit"))
        .isEqualTo("! new: unexpected argument Fruit\n  try: new \"My Fruit\"");
    assertThat(fixture.refusal("new \"a\nb\"")).isEqualTo("! a title has one line");
  }

  @Test
  void new_parks_the_open_document() {
    fixture.act("new").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.response("new Other"))
        .isEqualTo(
            """
            + new document: "Other"
            ! parked draft-1, in no file
            digest: 0t 0n hash:HASH\
            """);
    assertThat(fixture.response("open draft-1"))
        .isEqualTo("! back at draft-1\ndigest: 1t 1n hash:HASH");
    assertThat(fixture.state().undoDepth()).isEqualTo(1);
  }

  @Test
  void new_discards_the_open_document_when_asked() {
    fixture.act("new").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.response("new Other discard:yes"))
        .isEqualTo(
            """
            + new document: "Other"
            ! 1 step of the previous document can no longer be undone or redone
            digest: 0t 0n hash:HASH\
            """);
    assertThat(fixture.response("documents")).startsWith("draft-2 \"Other\": open, in no file\n./");
  }

  @Test
  void open_reads_a_file() {
    assertThat(fixture.response("open fruit.tally"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 1t 3n hash:HASH");
    assertThat(fixture.answer("list")).isEqualTo("apple 3");
  }

  @Test
  void open_parks_the_open_document_and_returns_to_it() {
    fixture
        .writeFile("other.tally", "# Other\n")
        .act("open fruit.tally")
        .run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.response("open other.tally"))
        .isEqualTo(
            """
            ! opened ./other.tally: "Other"
            ! parked ./fruit.tally, memory ahead of disk
            digest: 0t 0n hash:HASH\
            """);
    assertThat(fixture.response("open ./fruit.tally"))
        .isEqualTo(
            """
            ! back at ./fruit.tally: "Fruit"
            ! parked ./other.tally, saved
            digest: 2t 4n hash:HASH\
            """);
    assertThat(fixture.response("undo")).startsWith("! undone: add pear\n");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void a_parked_document_keeps_its_view_state() {
    fixture
        .writeFile("other.tally", "# Other\n")
        .act("open fruit.tally")
        .run(WorkspaceFixture.ANN, "add pear");
    fixture.act("open other.tally");
    assertThat(fixture.answer("last")).isEqualTo("nothing");
    fixture.act("open fruit.tally");
    assertThat(fixture.answer("last")).isEqualTo("pear");
  }

  @Test
  void a_parked_document_is_found_by_any_path_to_its_file() throws IOException {
    Files.createSymbolicLink(folder.resolve("link.tally"), Path.of("fruit.tally"));
    fixture.writeFile("other.tally", "# Other\n").act("open fruit.tally").act("open other.tally");
    assertThat(fixture.response("open link.tally"))
        .startsWith("! back at ./fruit.tally: \"Fruit\"\n");
  }

  @Test
  void opening_the_open_file_keeps_its_steps() {
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.response("open ./fruit.tally"))
        .isEqualTo("! ./fruit.tally is open already: \"Fruit\"\ndigest: 2t 4n hash:HASH");
    assertThat(fixture.state().undoDepth()).isEqualTo(1);
    assertThat(fixture.refusal("open fruit.tally discard:yes"))
        .startsWith("! open does not know the parameter \"discard\"");
  }

  @Test
  void open_refuses_a_missing_file_and_suggests_a_similar_one() {
    assertThat(fixture.refusal("open fruits.tally"))
        .isEqualTo(
            """
            ! ./fruits.tally: there is no such file
              try: open ./fruit.tally\
            """);
    assertThat(fixture.refusal("open nowhere/x.tally"))
        .isEqualTo("! ./nowhere/x.tally: there is no such file");
    assertThat(fixture.refusal("open"))
        .isEqualTo("! open needs PATH; usage: open PATH [repair:yes|no]");
  }

  @Test
  void a_damaged_file_is_repaired_when_asked_and_undo_and_save_restore_it() throws IOException {
    fixture.writeFile("bad.tally", "apple=3\npear\n");
    assertThat(fixture.response("open bad.tally repair:yes"))
        .isEqualTo(
            """
            ! repaired ./bad.tally
            ! left out: pear
            digest: 1t 3n hash:HASH\
            """);
    assertThat(fixture.state().undoDepth()).isEqualTo(1);
    fixture.act("save");
    assertThat(folder.resolve("bad.tally")).hasContent("# \napple=3\n");
    fixture.act("undo").act("save");
    assertThat(folder.resolve("bad.tally")).hasContent("apple=3\npear\n");
  }

  @Test
  void intact_and_unreadable_files_are_not_repaired() {
    assertThat(fixture.response("open fruit.tally repair:yes"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 1t 3n hash:HASH");
    fixture.writeFile("bad.tally", "apple\n");
    assertThat(fixture.refusal("open bad.tally repair:yes"))
        .isEqualTo("! ./bad.tally: this is no tally");
  }

  @Test
  void only_the_first_of_many_omissions_are_listed() {
    fixture.writeFile("bad.tally", "apple=3\n" + "pear\n".repeat(22));
    assertThat(fixture.response("open bad.tally repair:yes"))
        .contains("! left out: pear\n".repeat(20) + "! and 2 further places\ndigest:");
  }

  @Test
  void open_refuses_a_file_that_is_not_a_document() {
    fixture.writeFile("bad.tally", "apple\n");
    assertThat(fixture.refusal("open bad.tally")).isEqualTo("! ./bad.tally: this is no tally");
    assertThat(fixture.refusal("open ."))
        .isEqualTo(
            "! ./: it is a folder, and a document of the domain tally is a file; name one of its"
                + " files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x.tally", "/etc/hostname", "a/../../x.tally", "link/x.tally"})
  void no_path_leads_out_of_a_confined_folder(String path) throws IOException {
    Path served = Files.createDirectory(folder.resolve("served"));
    Files.createSymbolicLink(served.resolve("link"), folder);
    WorkspaceFixture fixture = new WorkspaceFixture(served);
    assertThat(fixture.refusal("open " + path))
        .isEqualTo("! " + path + " is outside the served folder");
    fixture.act("new");
    assertThat(fixture.refusal("save as:" + path))
        .isEqualTo("! " + path + " is outside the served folder");
  }

  @Test
  void an_unconfined_folder_accepts_any_path() {
    WorkspaceFixture unconfined =
        new WorkspaceFixture(folder, BaseFolder.unconfined(folder.resolve("elsewhere")));
    unconfined.act("open \"" + folder.resolve("fruit.tally") + "\"");
    assertThat(unconfined.answer("list")).isEqualTo("apple 3");
  }

  @Test
  void save_writes_to_the_file_of_the_document() {
    fixture.act("open fruit.tally").run(WorkspaceFixture.ANN, "add pear count:2");
    assertThat(fixture.response("save"))
        .isEqualTo("! saved ./fruit.tally, 23 bytes\ndigest: 2t 5n hash:HASH");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo("# Fruit\napple=3\npear=2\n");
    assertThat(fixture.answer("status")).contains("saved: yes\n");
  }

  @Test
  void save_without_a_file_says_how_to_name_one() {
    fixture.act("new");
    assertThat(fixture.refusal("save"))
        .isEqualTo(
            """
            ! no file holds this document yet
              try: save as:./name.tally\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"save as:\"my list.tally\"", "save 'my list.tally'"})
  void save_takes_a_path_in_either_form(String action) {
    fixture.act("new List");
    assertThat(fixture.response(action))
        .isEqualTo("! saved ./my list.tally, 7 bytes\ndigest: 0t 0n hash:HASH");
    assertThat(fixture.response("save")).startsWith("! saved ./my list.tally, ");
  }

  @Test
  void save_requires_the_extension_of_the_format() {
    fixture.act("new");
    assertThat(fixture.refusal("save as:\"my list\""))
        .isEqualTo(
            """
            ! ./my list does not end in .tally
              try: save as:"./my list.tally\"\
            """);
  }

  @Test
  void save_refuses_two_paths_and_missing_folders() {
    fixture.act("new");
    assertThat(fixture.refusal("save a.tally as:b.tally"))
        .isEqualTo(
            """
            ! save takes one path, not both a.tally and as:
              try: save as:b.tally\
            """);
    assertThat(fixture.refusal("save nowhere/a.tally")).isEqualTo("! there is no folder ./nowhere");
    assertThat(fixture.refusal("save ''")).isEqualTo("! expected a path, not \"\"");
  }

  @Test
  void save_does_not_overwrite_what_others_wrote() {
    fixture.act("new").run(WorkspaceFixture.ANN, "add pear");
    assertThat(fixture.refusal("save fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally holds a version that was neither loaded nor saved here
              try: save as:./fruit-2.tally\
            """);
    fixture.act("save as:./fruit-2.tally");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void save_does_not_write_to_the_file_of_another_open_document() throws IOException {
    fixture.act("open fruit.tally").act("new Other");
    Files.delete(folder.resolve("fruit.tally"));
    assertThat(fixture.refusal("save as:fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally belongs to another open document
              try: save as:./fruit-2.tally\
            """);
  }

  @Test
  void opening_a_document_directly_parks_the_open_one() {
    var other = new WorkspaceFixture(folder).act("new").workspace().document().orElseThrow();
    fixture.act("open fruit.tally").workspace().open(other);
    assertThat(fixture.workspace().document()).contains(other);
    assertThat(fixture.response("open fruit.tally")).startsWith("! back at ./fruit.tally");
  }
}
