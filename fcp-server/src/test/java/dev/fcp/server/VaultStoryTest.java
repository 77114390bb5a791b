package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.domain.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program on the timeline, the threads and the notes of a vault in a folder. */
class VaultStoryTest {

  private static final String TIMELINE = "canon/timeline.md";
  private static final String THREADS = "canon/open-threads.md";
  private static final String SETTINGS = ".fcp-vault.yaml";

  @TempDir Path temporary;
  private FolderFixture vault;

  @BeforeEach
  void write_vault() {
    vault = new FolderFixture(temporary);
    vault.write("notes.md", "# Notes\n\nNo final newline");
  }

  private String refused(String operation) {
    Map<String, String> found = vault.files();
    ProgramRunner.Result result = vault.result("", "run", ".", operation);
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(vault.files()).isEqualTo(found);
    return result.combined();
  }

  private static List<String> headings(String markdown) {
    return markdown.lines().filter(line -> line.startsWith("#")).toList();
  }

  private static String rendered(String markdown) {
    return HtmlRenderer.builder().build().render(Parser.builder().build().parse(markdown));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Morning Afternoon Evening Night dusk",
        "dusk Night Evening Afternoon Morning",
        "Night dusk Morning Evening Afternoon",
        "Evening Morning dusk Afternoon Night"
      })
  void times_of_day_are_in_their_order_whatever_is_appended_first(String times) {
    Map<String, String> before = vault.files();
    List<String> operations = new ArrayList<>();
    for (String day : List.of("2", "1")) {
      for (String time : times.split(" ")) {
        operations.add("timeline add %s %s \"At %s of day %s\"".formatted(day, time, time, day));
      }
    }
    vault.agent("A", "a1", operations.toArray(String[]::new));
    List<String> ofDay =
        List.of("### Morning", "### Afternoon", "### Evening", "### Night", "### dusk");
    List<String> expected = new ArrayList<>();
    for (String day : List.of("## Day 1", "## Day 2")) {
      expected.add(day);
      expected.addAll(ofDay);
    }
    String timeline = vault.read(TIMELINE);
    assertThat(headings(timeline)).isEqualTo(expected);
    assertThat(timeline)
        .containsPattern(
            "### Night\n\n<!-- rpg:event:\\w{26}:begin -->\n- At Night of day 1\n"
                + "<!-- rpg:event:\\w{26}:end -->\n\n### dusk\n");
    assertThat(rendered(timeline))
        .contains("<h3>Night</h3>\n", "<li>At Night of day 1</li>")
        .doesNotContainPattern("(?m)^(?!<!--).*rpg:")
        .doesNotContain("&lt;!--");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void a_thread_that_another_session_resolved_stays_as_a_whole_and_is_named() {
    vault.agent("A", "a1", "thread add X \"The first\"", "thread add Y \"The second\"");
    vault.agent("B", "b1", "thread resolve X done");
    String resolved = vault.read(THREADS);
    String thread = resolved.substring(resolved.indexOf("## Completed"));
    Value.Fields report = vault.json("rollback", ".", "--session", "A", "--json", "--dry-run");
    assertThat(report.at("skipped_conflicts").asSequence().stream().map(Value::asFields))
        .filteredOn(conflict -> conflict.find("expected").isPresent())
        .extracting(conflict -> conflict.text("expected") + " | " + conflict.text("current"))
        .containsExactlyInAnyOrder(
            "### X | ### ~~X~~", "- **Status:** New | - **Status:** Resolved");
    assertThat(vault.fcp("session", "delete", ".", "A"))
        .contains(
            "! kept, blocked by later steps: thread_added of 1 bot ",
            ": the heading \"### ~~X~~\" in canon/open-threads.md was changed, so that all of",
            ", by 3 bot ");
    assertThat(vault.read(THREADS)).contains(thread.strip()).doesNotContain("### Y");
  }

  @Test
  void a_line_that_stays_in_the_completed_section_is_named() {
    vault.write(THREADS, "## Medium Priority\n\n## Completed\n");
    vault.agent("A", "a1", "thread add X \"The first\"");
    vault.agent("B", "b1", "thread resolve X done");
    vault.edit(THREADS, text -> text.replace("- The first\n", "- The first\n- mine\n"));
    assertThat(vault.fcp("rollback", ".", "--session", "B"))
        .contains(
            "! kept: thread_resolved of ",
            ": line \"- mine\" stays where it is: it was added to the resolved thread \"X\"");
    assertThat(vault.read(THREADS))
        .contains("### X\n- The first\n- **Status:** New\n", "## Completed\n- mine\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [", "a: 1\na: 2", "- x", "\tb: c", "a: 'x"})
  void notes_are_edited_below_front_matter_that_is_no_yaml(String yaml) {
    String text = "---\r\n" + yaml.replace("\n", "\r\n") + "  \r\n---\r\n# A\t\r\n\nold end";
    vault.write("broken.md", text);
    vault.agent("A", "a1", "note append broken \"new\"");
    assertThat(vault.read("broken.md")).isEqualTo(text + "\r\n\r\nnew");
    vault.agent("A", "a2", "note replace broken \"old\" \"the\"");
    assertThat(vault.read("broken.md")).isEqualTo(text.replace("old", "the") + "\r\n\r\nnew");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.read("broken.md")).isEqualTo(text);
    assertThat(refused("field set broken hp 3"))
        .contains("the front matter of broken.md is not YAML with one field after the other");
    assertThat(refused("note replace broken \"" + yaml.lines().findFirst().orElseThrow() + "\" x"))
        .contains("broken.md does not contain");
  }

  @Test
  void a_field_without_a_value_a_missing_one_and_the_text_null_differ() {
    vault.write("ann.md", "---\ntype: pc\nhp: null\n---\n");
    vault.agent("A", "a1", "field set ann hp '\"null\"'", "field set ann xp null");
    assertThat(vault.read("ann.md")).contains("hp: \"null\"\n", "xp: null\n");
    assertThat(vault.fcp("log", ".")).contains("hp: null -> \"null\"", "xp: none -> null");
    assertThat(vault.fcp("log", ".", "--raw"))
        .contains(
            "\"changes\":{\"hp\":{\"after\":\"null\",\"before\":{\"yaml\":\"null\"}}}",
            "\"changes\":{\"xp\":{\"after\":{\"yaml\":\"null\"}}}");
    vault.agent("B", "b1", "field set ann hp null", "field remove ann xp");
    Value.Fields report = vault.json("rollback", ".", "--session", "A", "--json");
    assertThat(report.at("skipped_conflicts").asSequence().stream().map(Value::asFields))
        .extracting(it -> it.text("field"), it -> it.text("expected"), it -> it.find("current"))
        .containsExactlyInAnyOrder(
            tuple("hp", "\"null\"", Optional.of(Value.of("null"))),
            tuple("xp", "null", Optional.empty()));
  }

  @Test
  void a_file_in_the_vault_sets_paths_sections_and_markers() {
    vault.write(
        SETTINGS,
        """
        # Our campaign
        marker_prefix: gm
        timeline: log.md
        threads: quests.md
        priorities: [Urgent Quests, Other Quests]
        completed: Done
        times_of_day: [Dawn, Dusk]
        folders:
          npc: people
        """);
    Map<String, String> before = vault.files();
    vault.agent("A", "a1", "timeline add 1 dusk x", "timeline add 1 dawn y", "thread add X y");
    vault.agent(
        "A", "a2", "thread add Z y priority:other", "thread resolve X z", "entity create npc Bo");
    assertThat(vault.files()).containsKeys("log.md", "quests.md", "people/bo.md");
    assertThat(headings(vault.read("log.md"))).containsExactly("## Day 1", "### Dawn", "### Dusk");
    assertThat(vault.read("log.md")).contains("<!-- gm:event:");
    assertThat(headings(vault.read("quests.md")))
        .containsExactly("## Urgent Quests", "## Other Quests", "### Z", "## Done", "### ~~X~~");
    assertThat(vault.fcp("query", ".", "threads")).contains("Done: X (resolved)");
    assertThat(vault.fcp("query", ".", "timeline")).contains("### Dusk").doesNotContain("gm:");
    assertThat(refused("thread add W y priority:oter"))
        .contains("priority:oter is not one of urgent, other", "priority:other");
    vault.delete(SETTINGS);
    assertThat(vault.fcp("verify", ".")).contains("all digests match");
    vault.write(SETTINGS, before.get(SETTINGS));
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.files()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeline: 3 | timeline must be a text",
        "timeline: x.txt | not the path of a Markdown file: \"x.txt\"",
        "timeline: .fcp/x.md | \".fcp/x.md\" does not belong to the folder, because of \".fcp\"",
        "folders: {npc: .git} | \".git/x.md\" does not belong to the folder, because of \".git\"",
        "threads: ../x.md | not a path in the folder: \"../x.md\"",
        "priorities: High | priorities must be a list of texts, such as [A, B]",
        "priorities: [] | there is no priority of threads",
        "priorities: [A b, a c] | two priorities have the same name: a, a",
        "completed: Low Priority | the section of resolved threads is that of a priority",
        "times_of_day: [Dawn, 3] | each of times_of_day must be a text",
        "marker_prefix: a b | not a prefix of markers, which is letters, digits and hyphens: \"a"
            + " b\"",
        "folders: x | folders must name a folder for each kind",
        "folders: {npc: /x} | not a path in the folder: \"/x/x.md\""
      })
  void settings_that_are_not_valid_are_refused_with_the_reason(String yaml, String reason) {
    vault.write(SETTINGS, yaml + "\n");
    for (String operation :
        List.of("timeline add 1 Morning x", "thread add x y", "entity create npc Bo")) {
      assertThat(refused(operation)).contains("! .fcp-vault.yaml: " + reason);
    }
    vault.agent("A", "a1", "note append notes x");
    assertThat(vault.result("", "query", ".", "threads").combined()).contains(reason);
    vault.fcp("undo", ".");
    assertThat(vault.read("notes.md")).isEqualTo("# Notes\n\nNo final newline");
  }
}
