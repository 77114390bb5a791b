package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions of agents in the folder of a vault that people edit too: rollback and deletion. */
class VaultCommandsTest {

  private static final String ANN = "canon/pcs/ann.md";
  private static final String TIMELINE = "canon/timeline.md";
  private static final String THREADS = "canon/open-threads.md";

  @TempDir Path temporary;
  @TempDir Path errors;
  private FolderFixture vault;
  private Map<String, String> before = Map.of();

  @BeforeEach
  void write_vault() {
    vault = new FolderFixture(temporary);
    vault.write(
        ANN,
        """
        ---
        type: pc
        location: the-salty-sigil   # an inn
        hp: 12
        ---
        # Ann

        * strong
        """);
    vault.write(TIMELINE, "# Timeline\n\n## Day 3\n\n### Evening\n\n");
    vault.write(
        THREADS,
        """
        # Threads

        ## High Priority

        ### The heir
        - Last seen in Graywick

        ## Medium Priority

        ## Low Priority

        ## Completed
        """);
    vault.write("notes.md", "No final newline");
    vault.write("map.bin", "\u0000map");
    before = vault.files();
  }

  private Value.Fields rollBack(String... selection) {
    List<String> command = new ArrayList<>(List.of("rollback", ".", "--json"));
    command.addAll(List.of(selection));
    return vault.json(command.toArray(String[]::new));
  }

  private static List<Value.Fields> list(Value.Fields report, String name) {
    return report.at(name).asSequence().stream().map(Value::asFields).toList();
  }

  @Test
  void interleaved_sessions_on_one_field_the_deletion_of_the_first_skips_it() {
    vault.agent("A", "a1", "field set ann location harbour", "field set ann hp 9");
    vault.agent("B", "b1", "field set ann location gilded-quill");
    Value.Fields report = vault.json("session", "delete", ".", "A", "--json");
    assertThat(vault.read(ANN)).contains("location: gilded-quill   # an inn", "hp: 12");
    assertThat(report.at("success")).isEqualTo(Value.of(true));
    assertThat(list(report, "superseded")).hasSize(1);
    assertThat(list(report, "skipped_conflicts"))
        .singleElement()
        .satisfies(conflict -> {
          assertThat(conflict.text("event_type")).isEqualTo("pc_updated");
          assertThat(conflict.text("field")).isEqualTo("location");
          assertThat(conflict.text("expected")).isEqualTo("harbour");
          assertThat(conflict.text("current")).isEqualTo("gilded-quill");
          assertThat(conflict.text("reason")).isEqualTo("current != after");
        });
    vault.fcp("session", "delete", ".", "B");
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void lines_inserted_above_a_marker_stay() {
    vault.agent("A", "a1", "timeline add 3 Evening \"The bells rang\"");
    vault.edit(TIMELINE, text -> text.replace("# Timeline\n", "# Timeline\n\nOf Graywick.\n"));
    assertThat(rollBack("--session", "A").at("events_reversed")).isEqualTo(Value.of(1));
    assertThat(vault.read(TIMELINE))
        .isEqualTo(before.get(TIMELINE).replace("# Timeline\n", "# Timeline\n\nOf Graywick.\n"));
  }

  @Test
  void a_marker_deleted_by_hand_does_not_hide_its_lines() {
    vault.agent("A", "a1", "timeline add 3 Evening \"The bells rang\"");
    vault.edit(TIMELINE, text -> text.replaceAll("<!-- .*:begin -->\n", ""));
    assertThat(rollBack("--session", "A").at("success")).isEqualTo(Value.of(true));
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void a_marker_whose_lines_are_gone_too_is_a_failure_that_does_not_block_the_deletion() {
    vault.agent("A", "a1", "timeline add 3 Evening \"The bells rang\"", "field set ann hp 9");
    vault.write(TIMELINE, before.get(TIMELINE));
    Value.Fields report = vault.json("session", "delete", ".", "A", "--json");
    assertThat(list(report, "failures")).hasSize(1);
    assertThat(report.at("success")).isEqualTo(Value.of(false));
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void of_two_threads_the_first_is_removed_and_the_second_below_it_stays() {
    vault.agent("A", "a1", "thread add X \"The first\"");
    vault.agent("B", "b1", "thread add Y \"The second\"");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.read(THREADS)).doesNotContain("### X").contains("### Y\n- The second");
    vault.fcp("session", "delete", ".", "B");
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void a_hundred_events_with_one_failure_are_taken_back_but_for_that_one() {
    List<String> operations = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      operations.add("timeline add 3 Evening \"Event %d\"".formatted(i));
    }
    vault.agent("A", "a1", operations.toArray(String[]::new));
    vault.edit(
        TIMELINE,
        text -> text.replaceFirst("<!-- [^>]*:begin -->\n- Event 42\n<!-- [^>]*:end -->\n", ""));
    Value.Fields report = rollBack("--session", "A");
    assertThat(report.at("events_seen")).isEqualTo(Value.of(100));
    assertThat(report.at("events_reversed")).isEqualTo(Value.of(99));
    assertThat(list(report, "failures")).hasSize(1);
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void a_rewind_keeps_nothing_of_later_messages_and_all_of_earlier_ones() {
    vault.agent("A", "m1", "field set ann hp 9");
    Map<String, String> afterFirst = vault.files();
    vault.agent("A", "m2", "thread add X y", "timeline add 5 dusk Rain");
    vault.agent("A", "m3", "entity create npc Bo", "file remove notes");
    vault.agent("B", "m4", "field set ann location mill");
    vault.fcp("rollback", ".", "--from-message", "m2");
    assertThat(vault.read(ANN)).contains("hp: 9", "location: mill");
    vault.fcp("session", "delete", ".", "B");
    assertThat(vault.files()).isEqualTo(afterFirst);
  }

  @Test
  void a_deletion_after_a_formatter_rewrote_the_files_takes_back_the_whole_session() {
    vault.agent("A", "a1", "timeline add 3 Evening \"The bells rang\"", "field set ann mood glad");
    vault.edit(TIMELINE, text -> text.replace("- The bells", "* The bells"));
    vault.edit(ANN, text -> text.replace("mood: glad", "mood: \"glad\""));
    Value.Fields report = vault.json("session", "delete", ".", "A", "--json");
    assertThat(list(report, "superseded")).isEmpty();
    assertThat(vault.files()).isEqualTo(before);
  }

  @Test
  void the_whole_life_of_a_session_ends_in_the_first_bytes() {
    vault.agent("A", "m1", "entity create pc Bo", "field set bo location mill");
    vault.agent("A", "m2", "thread add X y priority:high", "thread resolve \"The heir\" Found");
    vault.agent("A", "m3", "thread resolve X done", "field remove ann hp");
    vault.agent("A", "m4", "file rename notes canon/notes.md", "note append canon/notes.md x");
    vault.agent("A", "m5", "file remove canon/notes.md", "thread reopen \"The heir\"");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.files()).isEqualTo(before);
    vault.fcp("undo", ".");
    assertThat(vault.read(THREADS)).contains("### ~~X~~");
  }

  @Test
  void what_an_agent_writes_with_other_programs_is_taken_back_too_line_by_line() {
    vault.fcp("mark", ".", "--session", "A", "--message", "m1", "--actor", "bot");
    vault.edit(ANN, text -> text.replace("hp: 12", "hp: 3").replace("* strong", "* weak"));
    vault.fcp("mark", ".", "--end");
    vault.edit(ANN, text -> text + "* mine\n");
    vault.fcp("rollback", ".", "--message", "m1");
    assertThat(vault.read(ANN)).isEqualTo(before.get(ANN) + "* mine\n");
  }

  @Test
  void changes_in_files_of_several_owners_are_a_step_for_each() {
    vault.fcp(
        "mark",
        ".",
        "--session",
        "A",
        "--message",
        "m1",
        "--actor",
        "bot",
        "--path",
        "can*/**/*.md");
    vault.edit(ANN, text -> text.replace("hp: 12", "hp: 3"));
    vault.write("todo.md", "mine\n");
    vault.write("canon/pcs/ann.txt", "mine\n");
    assertThat(vault.fcp("log", "."))
        .contains("bot ", "message m1", "hp: 12 -> 3", "external ", "+ file todo.md");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.read(ANN)).isEqualTo(before.get(ANN));
    assertThat(vault.read("todo.md") + vault.read("canon/pcs/ann.txt")).isEqualTo("mine\nmine\n");
  }

  @Test
  void a_dry_run_has_the_same_report_and_changes_nothing() {
    vault.agent("A", "a1", "field set ann location harbour", "timeline add 3 Evening Rain");
    vault.agent("B", "b1", "field set ann location mill");
    Map<String, String> edited = vault.files();
    Value.Fields planned = rollBack("--session", "A", "--dry-run");
    assertThat(vault.files()).isEqualTo(edited);
    assertThat(planned.fields())
        .containsOnlyKeys(
            "events_seen",
            "events_reversed",
            "superseded",
            "skipped_conflicts",
            "failures",
            "success");
    assertThat(list(planned, "skipped_conflicts").get(0).fields())
        .containsKeys("event_id", "event_type", "reason", "field", "expected", "current");
    assertThat(rollBack("--session", "A")).isEqualTo(planned);
    assertThat(vault.files()).isNotEqualTo(edited);
  }

  @Test
  void what_is_kept_is_named_as_people_know_it() {
    vault.agent("A", "a1", "field set ann location harbour", "timeline add 3 Evening Rain Fire");
    vault.agent("A", "a2", "thread add X y");
    vault.agent("B", "b1", "field set ann location mill");
    vault.edit(TIMELINE, text -> text.replace("- Fire", "- Fire in the port"));
    vault.write(THREADS, before.get(THREADS));
    assertThat(vault.fcp("rollback", ".", "--session", "A"))
        .contains(
            "! kept, changed since: location of canon/pcs/ann.md, by 4 bot ",
            "! kept, changed since: line \"- Fire\" of canon/timeline.md, by 5 external ",
            "! kept, not possible: thread_added of 3 bot ",
            ": its marker and its lines are gone: X\n");
  }

  @Test
  void what_is_no_longer_there_does_not_count_as_rolled_back() {
    vault.agent("A", "a1", "thread resolve \"The heir\" Found", "field set ann hp 9");
    vault.edit(THREADS, text -> text.substring(0, text.indexOf("### ~~The heir~~")));
    assertThat(rollBack("--session", "A", "--dry-run").at("events_reversed"))
        .isEqualTo(Value.of(1));
    assertThat(vault.fcp("rollback", ".", "--session", "A"))
        .contains(
            "! kept, not possible: thread_resolved of 1 bot ",
            "! rolled back 1 of 2 changes, as one step; undo reverses it\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "note append map x | map.bin cannot be edited: it is not UTF-8 text, or has more than",
        "note append large x | large.md cannot be edited: it is larger than 16 MiB",
        "field set broken hp 3 | the front matter of broken.md is not YAML with one field after",
        "field set broken a 3 | the front matter of broken.md is not YAML with one field after"
      })
  void a_file_that_cannot_be_edited_is_refused_with_the_reason(String operation, String reason) {
    vault.write("large.md", "x".repeat((16 << 20) + 1));
    vault.write("broken.md", "---\na: [\n---\n");
    Map<String, String> found = vault.files();
    ProgramRunner.Result result = vault.result("", "run", ".", operation);
    assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(result.combined()).contains("! " + reason);
    assertThat(vault.files()).isEqualTo(found);
  }

  @Test
  void untouched_lines_keep_their_bytes() {
    String dos = "\uFEFF---\r\ntype: pc  \r\nhp: 3\t# c\r\n---\r\nLine \t\r\nunix\n\r\nend";
    vault.write("canon/pcs/dos.md", dos);
    vault.agent("A", "a1", "field set dos hp 4", "note append dos \"new\"");
    assertThat(vault.read("canon/pcs/dos.md"))
        .isEqualTo(dos.replace("hp: 3", "hp: 4") + "\r\n\r\nnew");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.read("canon/pcs/dos.md")).isEqualTo(dos);
  }

  @Test
  void timeline_entries_of_many_processes_at_once_are_all_there()
      throws IOException, InterruptedException {
    vault.agent("A", "m0", "field set ann hp 9");
    int count = Tries.areAll() ? 10 : 3;
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      processes.add(
          ProgramProcesses.start(
              Main.class,
              errorsOf(i),
              "run",
              temporary.toString(),
              "--session",
              "S" + i,
              "--message",
              "m",
              "timeline add 3 Evening \"Event %d\"".formatted(i)));
    }
    for (Process process : processes) {
      assertThat(process.waitFor())
          .as(Files.readString(errorsOf(processes.indexOf(process))))
          .isZero();
    }
    for (int i = 0; i < count; i++) {
      assertThat(vault.read(TIMELINE)).containsOnlyOnce("- Event " + i + "\n");
    }
    for (int i = 0; i < count; i++) {
      vault.fcp("session", "delete", ".", "S" + i);
    }
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.files()).isEqualTo(before);
  }

  private Path errorsOf(int process) {
    return errors.resolve(String.valueOf(process));
  }
}
