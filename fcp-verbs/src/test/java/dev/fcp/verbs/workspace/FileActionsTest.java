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
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk = new Desktop(folder).file("fruit.tally", FRUIT);
  }

  @Test
  void new_begins_an_empty_document() {
    assertThat(desk.told("new")).isEqualTo("+ new document\ndigest: 0t 0n hash:HASH");
    assertThat(desk.state().undoDepth()).isZero();
    assertThat(desk.workspace().document().orElseThrow().path()).isEmpty();
  }

  @Test
  void new_takes_a_title_and_the_parameters_of_the_domain() {
    assertThat(desk.told("NEW \"My Fruit\" start:7"))
        .isEqualTo("+ new document: \"My Fruit\"\ndigest: 1t 7n hash:HASH");
    assertThat(desk.state().undoDepth()).isZero();
    assertThat(desk.asked("list")).isEqualTo("thing 7");
  }

  @Test
  void new_refuses_what_it_does_not_know() {
    assertThat(desk.refused("new Fruit stat:7"))
        .isEqualTo(
            """
            ! new does not know the parameter "stat"; it knows start, discard
              try: new Fruit start:7\
            """);
    assertThat(desk.refused("new My Fruit"))
        .isEqualTo("! new does not know what to do with Fruit\n  try: new \"My Fruit\"");
    assertThat(desk.refused("new \"a\nb\"")).isEqualTo("! a title has one line");
  }

  @Test
  void new_parks_the_open_document() {
    desk.doing("new").by(Desktop.ANN, "add pear");
    assertThat(desk.told("new Other"))
        .isEqualTo(
            """
            + new document: "Other"
            ! parked draft-1, in no file
            digest: 0t 0n hash:HASH\
            """);
    assertThat(desk.told("open draft-1")).isEqualTo("! back at draft-1\ndigest: 1t 1n hash:HASH");
    assertThat(desk.state().undoDepth()).isEqualTo(1);
  }

  @Test
  void new_drops_the_open_document_when_told() {
    desk.doing("new").by(Desktop.ANN, "add pear");
    assertThat(desk.told("new Other discard:yes"))
        .isEqualTo(
            """
            + new document: "Other"
            ! 1 step of the document before can no longer be undone or redone
            digest: 0t 0n hash:HASH\
            """);
    assertThat(desk.told("documents")).isEqualTo("draft-2 \"Other\": open, in no file");
  }

  @Test
  void open_reads_a_file() {
    assertThat(desk.told("open fruit.tally"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 1t 3n hash:HASH");
    assertThat(desk.asked("list")).isEqualTo("apple 3");
  }

  @Test
  void open_parks_the_open_document_and_returns_to_it() {
    desk.file("other.tally", "# Other\n").doing("open fruit.tally").by(Desktop.ANN, "add pear");
    assertThat(desk.told("open other.tally"))
        .isEqualTo(
            """
            ! opened ./other.tally: "Other"
            ! parked ./fruit.tally, memory ahead of disk
            digest: 0t 0n hash:HASH\
            """);
    assertThat(desk.told("open ./fruit.tally"))
        .isEqualTo(
            """
            ! back at ./fruit.tally: "Fruit"
            ! parked ./other.tally, saved
            digest: 2t 4n hash:HASH\
            """);
    assertThat(desk.told("undo")).startsWith("! undone: add pear\n");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void a_parked_document_keeps_what_is_remembered_about_it() {
    desk.file("other.tally", "# Other\n").doing("open fruit.tally").by(Desktop.ANN, "add pear");
    desk.doing("open other.tally");
    assertThat(desk.asked("last")).isEqualTo("nothing");
    desk.doing("open fruit.tally");
    assertThat(desk.asked("last")).isEqualTo("pear");
  }

  @Test
  void a_parked_document_is_found_by_any_path_to_its_file() throws IOException {
    Files.createSymbolicLink(folder.resolve("link.tally"), Path.of("fruit.tally"));
    desk.file("other.tally", "# Other\n").doing("open fruit.tally").doing("open other.tally");
    assertThat(desk.told("open link.tally")).startsWith("! back at ./fruit.tally: \"Fruit\"\n");
  }

  @Test
  void opening_the_open_file_keeps_its_steps() {
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear");
    assertThat(desk.told("open ./fruit.tally"))
        .isEqualTo("! ./fruit.tally is open already: \"Fruit\"\ndigest: 2t 4n hash:HASH");
    assertThat(desk.state().undoDepth()).isEqualTo(1);
    assertThat(desk.refused("open fruit.tally discard:yes"))
        .startsWith("! open does not know the parameter \"discard\"");
  }

  @Test
  void open_refuses_a_file_that_is_not_there_and_names_a_similar_one() {
    assertThat(desk.refused("open fruits.tally"))
        .isEqualTo(
            """
            ! ./fruits.tally: there is no such file
              try: open ./fruit.tally\
            """);
    assertThat(desk.refused("open nowhere/x.tally"))
        .isEqualTo("! ./nowhere/x.tally: there is no such file");
    assertThat(desk.refused("open"))
        .isEqualTo("! open needs PATH; it is typed open PATH [repair:yes|no]\n  try: open PATH");
  }

  @Test
  void a_damaged_file_is_repaired_when_asked_and_undo_and_save_give_it_back() throws IOException {
    desk.file("bad.tally", "apple=3\npear\n");
    assertThat(desk.told("open bad.tally repair:yes"))
        .isEqualTo(
            """
            ! repaired ./bad.tally
            ! left out: pear
            digest: 1t 3n hash:HASH\
            """);
    assertThat(desk.state().undoDepth()).isEqualTo(1);
    desk.doing("save");
    assertThat(folder.resolve("bad.tally")).hasContent("# \napple=3\n");
    desk.doing("undo").doing("save");
    assertThat(folder.resolve("bad.tally")).hasContent("apple=3\npear\n");
  }

  @Test
  void nothing_is_repaired_that_is_whole_or_says_nothing() {
    assertThat(desk.told("open fruit.tally repair:yes"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 1t 3n hash:HASH");
    desk.file("bad.tally", "apple\n");
    assertThat(desk.refused("open bad.tally repair:yes"))
        .isEqualTo("! ./bad.tally: this is no tally");
  }

  @Test
  void of_many_places_that_were_left_out_the_first_are_told() {
    desk.file("bad.tally", "apple=3\n" + "pear\n".repeat(22));
    assertThat(desk.told("open bad.tally repair:yes"))
        .contains("! left out: pear\n".repeat(20) + "! and 2 further places\ndigest:");
  }

  @Test
  void open_refuses_a_file_that_is_no_document() {
    desk.file("bad.tally", "apple\n");
    assertThat(desk.refused("open bad.tally")).isEqualTo("! ./bad.tally: this is no tally");
    assertThat(desk.refused("open .")).isEqualTo("! ./: it is no file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x.tally", "/etc/hostname", "a/../../x.tally", "link/x.tally"})
  void no_path_leads_out_of_a_confined_folder(String path) throws IOException {
    Path served = Files.createDirectory(folder.resolve("served"));
    Files.createSymbolicLink(served.resolve("link"), folder);
    Desktop desk = new Desktop(served);
    assertThat(desk.refused("open " + path))
        .isEqualTo("! " + path + " lies outside the served folder");
    desk.doing("new");
    assertThat(desk.refused("save as:" + path))
        .isEqualTo("! " + path + " lies outside the served folder");
  }

  @Test
  void an_open_folder_takes_any_path() {
    Desktop free = new Desktop(folder, Folder.open(folder.resolve("elsewhere")));
    free.doing("open \"" + folder.resolve("fruit.tally") + "\"");
    assertThat(free.asked("list")).isEqualTo("apple 3");
  }

  @Test
  void save_writes_to_the_file_of_the_document() {
    desk.doing("open fruit.tally").by(Desktop.ANN, "add pear count:2");
    assertThat(desk.told("save"))
        .isEqualTo("! saved ./fruit.tally, 23 bytes\ndigest: 2t 5n hash:HASH");
    assertThat(desk.text("fruit.tally")).isEqualTo("# Fruit\napple=3\npear=2\n");
    assertThat(desk.asked("status")).contains("saved: yes\n");
  }

  @Test
  void save_without_a_file_says_how_to_name_one() {
    desk.doing("new");
    assertThat(desk.refused("save"))
        .isEqualTo(
            """
            ! no file holds this document yet
              try: save as:./name.tally\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"save as:\"my list.tally\"", "save 'my list.tally'"})
  void save_takes_a_path_in_either_form(String action) {
    desk.doing("new List");
    assertThat(desk.told(action))
        .isEqualTo("! saved ./my list.tally, 7 bytes\ndigest: 0t 0n hash:HASH");
    assertThat(desk.told("save")).startsWith("! saved ./my list.tally, ");
  }

  @Test
  void save_wants_the_extension_of_the_format() {
    desk.doing("new");
    assertThat(desk.refused("save as:\"my list\""))
        .isEqualTo(
            """
            ! ./my list does not end in .tally
              try: save as:"./my list.tally\"\
            """);
  }

  @Test
  void save_refuses_two_paths_and_folders_that_are_not_there() {
    desk.doing("new");
    assertThat(desk.refused("save a.tally as:b.tally"))
        .isEqualTo(
            """
            ! save takes one path, not both a.tally and as:
              try: save as:b.tally\
            """);
    assertThat(desk.refused("save nowhere/a.tally"))
        .isEqualTo(
            """
            ! there is no folder ./nowhere
              try: save as:./a.tally\
            """);
    assertThat(desk.refused("save ''")).isEqualTo("! a path is needed, not \"\"");
  }

  @Test
  void save_does_not_write_over_what_others_wrote() {
    desk.doing("new").by(Desktop.ANN, "add pear");
    assertThat(desk.refused("save fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally holds a version that was neither loaded nor saved here
              try: save as:./fruit-2.tally\
            """);
    desk.doing("save as:./fruit-2.tally");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void save_does_not_take_the_file_of_another_document_at_hand() throws IOException {
    desk.doing("open fruit.tally").doing("new Other");
    Files.delete(folder.resolve("fruit.tally"));
    assertThat(desk.refused("save as:fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally belongs to another document at hand
              try: save as:./fruit-2.tally\
            """);
  }

  @Test
  void a_document_that_was_read_elsewhere_parks_the_open_one() {
    var other = new Desktop(folder).doing("new").workspace().document().orElseThrow();
    desk.doing("open fruit.tally").workspace().open(other);
    assertThat(desk.workspace().document()).contains(other);
    assertThat(desk.told("open fruit.tally")).startsWith("! back at ./fruit.tally");
  }
}
