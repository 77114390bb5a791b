package dev.fcp.vault;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.InMemoryFolder;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The events between two versions of a folder. */
class VaultDiffTest {

  private static final VaultDomain DOMAIN = new VaultDomain();

  private static EntityModel<String, VaultFile> read(String... pathsAndTexts) {
    return VaultUnderTest.read(InMemoryFolder.of(pathsAndTexts));
  }

  private static List<String> types(
      EntityModel<String, VaultFile> from, EntityModel<String, VaultFile> to) {
    EntityModel<String, VaultFile> end = from;
    for (VaultEvent event : DOMAIN.diff(from, to)) {
      end = DOMAIN.replay(event, end);
    }
    assertThat(end.digest()).isEqualTo(to.digest());
    return DOMAIN.diff(from, to).stream().map(VaultEventCodec::name).toList();
  }

  private static List<String> types(String before, String after) {
    return types(read("a.md", before), read("a.md", after));
  }

  @Test
  void a_line_in_between_is_added_and_leaves_the_others_alone() {
    VaultEvent event = DOMAIN.diff(read("a", "x\ny\n"), read("a", "x\nz\ny\n")).get(0);
    assertThat(event).isInstanceOf(VaultEvent.LinesAdded.class);
    assertThat(DOMAIN.touches(event).written()).hasSize(1);
  }

  @Test
  void a_changed_line_is_modified() {
    assertThat(types("one two three\nx\n", "one four three\nx\n"))
        .containsExactly("lines_modified");
  }

  @Test
  void a_line_elsewhere_is_moved() {
    assertThat(types("one\ntwo\nthree\nfour\n", "two\nthree\nfour\none\n"))
        .containsExactly("lines_moved");
  }

  @Test
  void other_list_marks_blanks_and_quotes_are_another_form() {
    assertThat(types("- x\n\n- y  \n", "* x\n* y\n")).containsExactly("lines_reformatted");
    assertThat(types("---\na: b\n---\n", "---\na: \"b\"\n---\n"))
        .containsExactly("lines_reformatted");
    assertThat(types("---\na: 1\n---\n", "---\na: \"1\"\n---\n"))
        .containsExactly("fields_modified");
  }

  @Test
  void other_line_ends_are_one_change_of_the_file() {
    assertThat(types("a\nb\nc\n", "a\r\nb\r\nc\r\n")).containsExactly("file_modified");
    assertThat(types("a\nb\n", "\uFEFFa\nb\n")).containsExactly("file_modified");
  }

  @Test
  void a_new_heading_comes_before_what_is_below_it() {
    assertThat(types("# A\n", "# A\n\n## B\n\ntext\n"))
        .containsExactly("headings_added", "lines_added");
    assertThat(types("# A\n\n## B\n\ntext\n", "# A\n"))
        .containsExactly("lines_reformatted", "lines_removed", "headings_removed");
  }

  @Test
  void a_heading_above_text_that_stays_is_a_line() {
    assertThat(types("text\n", "# A\ntext\n")).containsExactly("lines_added");
    assertThat(types("# A\ntext\n", "text\n")).containsExactly("lines_removed");
  }

  @Test
  void a_heading_with_another_text_is_modified() {
    assertThat(types("# The mill\n", "# The old mill\n")).containsExactly("headings_modified");
  }

  @Test
  void front_matter_comes_before_its_fields() {
    assertThat(types("x\n", "---\na: b\n---\nx\n"))
        .containsExactly("front_matter_added", "fields_added");
    assertThat(types("---\na: b\n---\nx\n", "x\n"))
        .containsExactly("fields_removed", "front_matter_removed");
  }

  @Test
  void the_fields_of_a_player_character_are_one_event() {
    assertThat(types("---\ntype: pc\na: 1\nb: 2\n---\n", "---\ntype: pc\na: 2\nc: null\n---\n"))
        .containsExactly("pc_updated");
  }

  @Test
  void an_absent_field_differs_from_one_without_a_value() {
    VaultEvent event =
        DOMAIN
            .diff(
                read("a.md", "---\ntype: pc\nhp: 1\nxp: 2\n---\n"),
                read("a.md", "---\ntype: pc\nhp: null\n---\n"))
            .get(0);
    var changes = DOMAIN.eventCodec().encode(event).at("changes").asFields();
    assertThat(changes.at("hp").asFields().fields()).containsOnlyKeys("before", "after");
    assertThat(changes.at("xp").asFields().fields()).containsOnlyKeys("before");
  }

  @Test
  void front_matter_that_is_not_yaml_consists_of_lines() {
    for (String yaml : List.of("a: [", "- a\n- b", "a: 1\na: 2", "{a: 1}", "text", "? a\n: b")) {
      EntityModel<String, VaultFile> vault = read("a.md", "---\n" + yaml + "\n---\n");
      assertThat(((TextFile) vault.at("a.md")).parts())
          .describedAs(yaml)
          .allMatch(part -> part.fieldKey().isEmpty());
    }
  }

  @Test
  void a_field_keeps_its_lines_and_comments_between_fields_are_lines() {
    EntityModel<String, VaultFile> vault =
        read("a.md", "---\na:\n  - x\n# why\n\nb: |\n  y\n\nc: 1\n---\n");
    assertThat(((TextFile) vault.at("a.md")).parts())
        .extracting(Part::text)
        .containsExactly("---", "a:\n  - x", "# why", "", "b: |\n  y\n", "c: 1", "---", "");
  }

  @Test
  void a_file_that_is_not_markdown_consists_of_lines() {
    String markdown = "---\ntype: pc\nhp: 1\n---\n## H\n";
    assertThat(types(read("a.py", markdown), read("a.py", markdown.replace("hp: 1", "hp: 2"))))
        .containsExactly("lines_modified");
    assertThat(types(read("a.py", "x\n"), read("a.py", "# A\nx\n## B\n")))
        .containsExactly("lines_added");
    assertThat(types(read("a.py", "## B\n"), read("a.py", "## C\n")))
        .containsExactly("lines_modified");
    assertThat(types(read("a.py", markdown), read("a.py", ""))).containsExactly("lines_removed");
    assertThat(types(read("a.py", "- x\n\n"), read("a.py", "* x \n")))
        .containsExactly("lines_modified", "lines_removed");
    assertThat(types(read("a.py", markdown), read("A.MD", markdown)))
        .containsExactly("file_renamed");
  }

  @Test
  void many_headings_above_text_that_stays_are_lines() {
    String before =
        IntStream.range(0, 2_000).mapToObj("## H %d\ntext\n"::formatted).collect(joining());
    assertThat(types(before, before.replaceAll("##.*\n", ""))).containsExactly("lines_removed");
    assertThat(types(before.replaceAll("##.*\n", ""), before)).containsExactly("lines_added");
  }

  @Test
  void a_text_with_too_many_lines_is_known_by_its_hash() {
    String lines = "x\n".repeat(FileEntry.MAX_TEXT_LINES);
    assertThat(types(read("a", lines), read("a", lines + "\n")))
        .containsExactly("file_removed", "file_added");
    TextFile file = (TextFile) read("a", lines).at("a");
    assertThatThrownBy(() -> file.withText(lines + "\n"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_file_at_another_path_is_renamed_if_it_is_mostly_the_same() {
    String text = "one\ntwo\nthree\nfour\n";
    assertThat(types(read("a.md", text), read("b.md", text))).containsExactly("file_renamed");
    assertThat(types(read("a.md", text), read("b.md", text + "five\n")))
        .containsExactly("file_renamed", "lines_added");
    assertThat(types(read("a.md", text), read("b.md", "other\n")))
        .containsExactlyInAnyOrder("file_added", "lines_added", "file_removed");
  }

  @Test
  void files_that_exchange_their_paths_and_folders_that_become_files_can_be_followed() {
    String one = "one\ntwo\nthree\n";
    String other = "four\nfive\nsix\n";
    assertThat(types(read("a", one, "b", other), read("a", other, "b", one))).isNotEmpty();
    assertThat(types(read("a", one), read("a/b", one))).contains("file_renamed");
    assertThat(types(read("a/b", one, "a/c", other), read("a", one))).isNotEmpty();
  }

  @Test
  void an_external_version_of_what_is_not_text_is_modified() {
    InMemoryFolder before = InMemoryFolder.EMPTY.with("a.png", new byte[] {0, 1}, false);
    InMemoryFolder after = before.with("a.png", new byte[] {0, 2}, true);
    List<VaultEvent> events = DOMAIN.diff(VaultUnderTest.read(before), VaultUnderTest.read(after));
    assertThat(events).singleElement().isInstanceOf(VaultEvent.FileModified.class);
    assertThat(((VaultEvent.FileModified) events.get(0)).change().units())
        .isEqualTo(Set.of("executable", "sha256"));
  }

  @Test
  void a_field_without_text_is_found_in_another_version() {
    EntityModel<String, VaultFile> vault = read("a.md", "---\nhp: 1\nxp: 2\n---\n");
    TextFile file = (TextFile) vault.at("a.md");
    List<Part> parts =
        file.parts().stream()
            .map(part -> part.unit().equals("field:hp") ? part.withText("") : part)
            .toList();
    EntityModel<String, VaultFile> blank =
        vault.apply(file.changeTo("a.md", file.withParts(parts)));
    assertThat(types(blank, read("a.md", "---\nxp: 2\nhp: 3\n---\n"))).isNotEmpty();
  }

  @Test
  void the_positions_of_many_new_lines_stay_short() {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      before.append("old ").append(i * 7).append('\n').append('\n');
      after.append("new text ").append(i * 13).append('\n').append("same\n");
    }
    EntityModel<String, VaultFile> from = read("a.md", before.toString());
    EntityModel<String, VaultFile> end = from;
    for (VaultEvent event : DOMAIN.diff(from, read("a.md", after.toString()))) {
      end = DOMAIN.replay(event, end);
    }
    assertThat(((TextFile) end.at("a.md")).text()).isEqualTo(after.toString());
    assertThat(((TextFile) end.at("a.md")).parts())
        .allMatch(part -> part.position().digits().length() < 16);
  }

  @Test
  void the_positions_of_a_timeline_stay_short_however_often_events_are_added_before_a_day() {
    VaultUnderTest vault =
        VaultUnderTest.of(InMemoryFolder.of("canon/timeline.md", "## Day 1\n\n## Day 2\n"));
    for (int i = 0; i < 300; i++) {
      vault.runAll(List.of("timeline add 1 Evening \"Event %d\"".formatted(i)));
    }
    assertThat(((TextFile) vault.model().at("canon/timeline.md")).parts())
        .hasSizeGreaterThan(900)
        .allMatch(part -> part.position().digits().length() < 12);
  }
}
