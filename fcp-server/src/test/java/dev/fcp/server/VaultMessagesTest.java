package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions and messages of agents in the folder of a vault: which steps belong to them. */
class VaultMessagesTest {

  private static final String ANN = "canon/pcs/ann.md";
  private static final String THREADS = "canon/open-threads.md";

  @TempDir Path temporary;
  private FolderFixture vault;
  private Map<String, String> before = Map.of();

  @BeforeEach
  void write_vault() {
    vault = new FolderFixture(temporary);
    vault.write(ANN, "---\ntype: pc\nlocation: the-salty-sigil\nhp: 12\n---\n* strong\n");
    vault.write("canon/timeline.md", "## Day 3\n\n### Evening\n");
    vault.write(THREADS, "## Medium Priority\n\n## Completed\n");
    vault.write("notes.md", "No final newline");
    before = vault.files();
  }

  @Test
  void after_a_rewind_the_former_way_can_be_switched_to() {
    vault.agent("A", "m1", "field set ann hp 9");
    vault.agent("A", "m2", "thread add X y");
    Map<String, String> former = vault.files();
    vault.fcp("rollback", ".", "--from-message", "m2");
    vault.fcp("checkpoint", ".", "rewound");
    vault.agent("A", "m3", "thread add Z y");
    Map<String, String> present = vault.files();
    vault.fcp("jump", ".", "2");
    assertThat(vault.files()).isEqualTo(former);
    vault.fcp("jump", ".", "rewound");
    assertThat(vault.read(THREADS)).isEqualTo(before.get(THREADS));
    vault.fcp("jump", ".", "4");
    assertThat(vault.files()).isEqualTo(present);
  }

  @Test
  void after_undo_to_a_message_and_other_work_the_former_branch_can_be_switched_to() {
    vault.agent("A", "m1", "field set ann hp 9");
    vault.agent("A", "m2", "thread add X y");
    Map<String, String> former = vault.files();
    vault.fcp("undo", ".");
    vault.agent("A", "m3", "thread add Z y");
    Map<String, String> present = vault.files();
    vault.fcp("switch", ".", otherBranch());
    assertThat(vault.files()).isEqualTo(former);
    vault.fcp("switch", ".", otherBranch());
    assertThat(vault.files()).isEqualTo(present);
  }

  /** The branch that {@code branches} suggests. */
  private String otherBranch() {
    return vault.fcp("branches", ".").replaceAll("(?s).*try: fcp switch \\. (\\S+).*", "$1");
  }

  @Test
  void a_rewind_takes_back_all_later_steps_of_the_session_whatever_the_actor() {
    vault.agent("A", "m1", "field set ann hp 9");
    Map<String, String> afterFirst = vault.files();
    vault.agent("A", "m2", "thread add X y");
    vault.fcp("run", ".", "--actor", "ann", "--session", "A", "timeline add 4 Night Rain");
    vault.fcp(
        "run", ".", "--actor", "cid", "--session", "A", "--message", "m0", "file remove notes");
    assertThat(vault.fcp("rollback", ".", "--from-message", "m2")).contains("rolled back");
    assertThat(vault.files()).isEqualTo(afterFirst);
  }

  @Test
  void a_message_exists_from_its_mark_on_even_if_it_changed_nothing() {
    vault.fcp("mark", ".", "--session", "A", "--message", "m1", "--actor", "bot");
    vault.fcp("mark", ".", "--session", "A", "--message", "m2", "--actor", "bot");
    vault.fcp("mark", ".", "--end");
    vault.agent("A", "m3", "timeline add 3 Evening Rain");
    assertThat(vault.fcp("rollback", ".", "--message", "m1"))
        .startsWith("! nothing to roll back: it changed nothing\n");
    vault.fcp("rollback", ".", "--from-message", "m2");
    assertThat(vault.files()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rollback . --session Z | ! no step of session \"Z\": known are \"B\", \"A\"",
        "rollback . --from-message m9 | ! no step of message \"m9\": known are \"m1\"",
        "rollback . --from-message m1 | ! message \"m1\" is in several sessions: \"B\", \"A\";"
            + " name",
        "rollback . --message m1 --json | ! message \"m1\" is in several sessions: \"B\", \"A\";"
            + " name",
        "rollback . --from-message m1 --session Z | ! no step matches all of these",
        "session delete . Z | ! no step of session \"Z\": known are \"B\", \"A\""
      })
  void unknown_and_ambiguous_ids_are_refused(String command, String reason) {
    vault.agent("A", "m1", "field set ann hp 9");
    vault.agent("B", "m1", "timeline add 3 Evening Rain");
    Map<String, String> edited = vault.files();
    ProgramRunner.Result result = vault.result("", command.split(" "));
    assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(result.combined()).startsWith(reason);
    assertThat(vault.files()).isEqualTo(edited);
  }

  @Test
  void a_deleted_session_has_ended() {
    vault.fcp("mark", ".", "--session", "A", "--message", "m1", "--actor", "bot");
    vault.edit(ANN, text -> text + "* theirs\n");
    vault.fcp("session", "delete", ".", "A");
    assertThat(vault.files()).isEqualTo(before);
    vault.edit(ANN, text -> text + "* mine\n");
    assertThat(vault.fcp("session", "delete", ".", "A")).contains("! already rolled back\n");
    assertThat(vault.read(ANN)).endsWith("* mine\n");
  }

  @Test
  void a_write_protected_file_does_not_block_the_deletion_of_a_session() {
    vault.fcp("mark", ".", "--session", "A", "--message", "m1", "--actor", "bot");
    vault.edit(ANN, text -> text + "* theirs\n");
    vault.edit("notes.md", text -> text + ", theirs");
    vault.write("new/plan.md", "Theirs\n");
    vault.protect("notes.md");
    Value.Fields planned = vault.json("session", "delete", ".", "A", "--dry-run", "--json");
    Value.Fields report = vault.json("session", "delete", ".", "A", "--json");
    assertThat(report).isEqualTo(planned);
    assertThat(report.at("success")).isEqualTo(Value.of(false));
    assertThat(report.at("failures").asSequence())
        .singleElement()
        .satisfies(failed ->
            assertThat(failed.asFields().text("reason")).isEqualTo("notes.md is write-protected"));
    Map<String, String> expected = new TreeMap<>(before);
    expected.put("notes.md", "No final newline, theirs");
    assertThat(vault.files()).isEqualTo(expected);

    vault.edit(ANN, text -> text + "* mine\n");
    assertThat(vault.fcp("session", "delete", ".", "A"))
        .contains("! kept, not possible: lines_modified of 1 bot ", "notes.md is write-protected")
        .contains("! ended session \"A\"");
    vault.unprotect("notes.md");
    vault.fcp("session", "delete", ".", "A");
    expected.putAll(before);
    expected.merge(ANN, "* mine\n", String::concat);
    assertThat(vault.files()).isEqualTo(expected);
  }

  @Test
  void the_audit_says_what_each_message_changed() {
    vault.agent(
        "A", "m1", "field set ann location gilded-quill", "timeline add 3 Evening Rain Sun");
    vault.fcp("mark", ".", "--session", "A", "--message", "m2", "--actor", "bot");
    assertThat(vault.fcp("audit", ".", "--session", "A").replaceAll(", bot .*", ", bot"))
        .isEqualTo(
            """
            message m2 of session A, bot
                changed nothing
            message m1 of session A, bot
                * canon/pcs/ann.md location: the-salty-sigil -> gilded-quill
                + timeline: +2 (Day 3, Evening)
            """);
    assertThat(vault.fcp("audit", ".", "--message", "m1", "--json"))
        .startsWith("{")
        .contains("\"message\":\"m1\"");
  }
}
