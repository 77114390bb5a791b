package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.verbs.tally.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The actions {@code mark} and {@code session delete}, and the query {@code audit}. */
class MarkActionTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void open() {
    fixture =
        WorkspaceFixture.persistent(folder, 1)
            .writeFile("fruit.tally", "# Fruit\napple=3\npear=1\n")
            .act("open fruit.tally");
  }

  @AfterEach
  void close() {
    fixture.workspace().close();
  }

  /** Another program changes the file. */
  private void change(String before, String after) throws IOException {
    Path file = folder.resolve("fruit.tally");
    Files.writeString(file, Files.readString(file).replace(before, after));
  }

  private void mark(String session, String message) {
    fixture.act("mark session:%s message:%s actor:bot".formatted(session, message));
  }

  private Tally tally() {
    return fixture.workspace().document().orElseThrow().session().model();
  }

  @Test
  void what_was_changed_before_a_mark_belongs_to_the_former_owner() throws IOException {
    change("apple=3", "apple=4");
    assertThat(fixture.response("mark session:s message:m actor:bot"))
        .isEqualTo(
            """
            ! ./fruit.tally was edited elsewhere: 1 change merged as one step
            ! changes from now on belong to bot, message "m" of session "s"
            digest: 2t 5n hash:HASH\
            """);
    change("pear=1", "pear=2");
    assertThat(fixture.response("mark end:yes")).contains("! ended the marks of session \"s\"");
    change("pear=2", "pear=3");
    assertThat(fixture.answer("log"))
        .isEqualTo(
            """
            ! ./fruit.tally was edited elsewhere: 1 change merged as one step
            3 external 12:05, edited elsewhere [saved]
                * thing pear count: 2 -> 3
            message m:
              2 bot 12:05, edited elsewhere
                  * thing pear count: 1 -> 2
            1 external 12:05, edited elsewhere
                * thing apple count: 3 -> 4
            0 the beginning\
            """);
  }

  @Test
  void the_messages_of_a_session_are_numbered_if_they_have_no_id() {
    assertThat(fixture.response("mark session:0123456789 actor:bot"))
        .contains("message \"01234567-1\" of session \"0123456789\"");
    assertThat(fixture.response("mark session:0123456789 actor:bot path:*.md"))
        .contains("message \"01234567-2\"", ", in *.md");
    assertThat(fixture.answer("status"))
        .contains("mark: bot 12:05, message 01234567-2 of session 0123456789, in *.md");
    fixture.act("mark end:yes session:0123456789");
    assertThat(fixture.response("mark end:yes")).startsWith("! no mark is open\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mark message:m | ! a mark needs session:ID",
        "mark session:s message:\"\" | ! the id of a message has 1 to 200 characters",
        "mark session:s path:../x | ! path:\"../x\": a path has no . or .. in it; write a pattern"
            + " such",
        "mark session:s path:a/../../x | ! path:\"a/../../x\": a path has no . or .. in it",
        "mark session:s path:./src | ! path:\"./src\": a path has no . or .. in it",
        "mark session:s path:/etc/** | ! path:\"/etc/**\": paths are relative to the folder",
        "mark session:s path:C:/x | ! path:\"C:/x\": paths are relative to the folder",
        "mark session:s path:\"\" | ! path:\"\": it names no files",
        "mark session:s path:\" \" | ! path:\" \": it names no files",
        "mark session:s path:!x | ! path:\"!x\": it names no files",
        "mark session:s path:#x | ! path:\"#x\": it names no files",
        "rollback from-message:m9 | ! no step of message \"m9\": no step has one",
        "rollback message:m9 | ! no step of message \"m9\": no step has one",
        "session delete s9 | ! no step of session \"s9\": no step has one",
        "session remove s9 | ! session does not know \"remove\"; it knows delete"
      })
  void an_invalid_action_is_refused(String action, String reason) {
    assertThat(fixture.refusal(action)).startsWith(reason);
  }

  @Test
  void a_message_of_two_sessions_is_refused_without_its_session() throws IOException {
    mark("s", "m");
    change("apple=3", "apple=4");
    mark("t", "m");
    change("pear=1", "pear=2");
    assertThat(fixture.answer("status")).contains("mark: ");
    String reason = "! message \"m\" is in several sessions: \"t\", \"s\"; name the session too\n";
    assertThat(fixture.refusal("rollback message:m")).startsWith(reason);
    assertThat(fixture.refusal("rollback from-message:m")).startsWith(reason);
    assertThat(fixture.response("rollback from-message:m session:s"))
        .contains("rolled back 1 of 1 change");
    assertThat(fixture.response("rollback message:m session:t"))
        .contains("rolled back 1 of 1 change");
  }

  @Test
  void a_message_that_changed_nothing_is_known() {
    mark("s", "m");
    assertThat(fixture.response("rollback message:m"))
        .startsWith("! nothing to roll back: it changed nothing\n");
    assertThat(fixture.response("rollback from-message:m"))
        .startsWith("! nothing to roll back: it changed nothing\n");
    assertThat(fixture.answer("audit message:m"))
        .isEqualTo("message m of session s, bot 12:05\n    changed nothing");
  }

  @Test
  void a_rewind_takes_back_the_message_and_what_its_session_did_later() throws IOException {
    mark("s", "m1");
    change("apple=3", "apple=4");
    mark("s", "m2");
    mark("s", "m3");
    change("pear=1", "pear=2");
    mark("t", "n");
    change("pear=2", "pear=2\nkiwi=1");
    assertThat(fixture.response("rollback from-message:m2")).contains("rolled back 1 of 1 change");
    assertThat(tally().counts().toString()).contains("apple=4", "pear=1", "kiwi=1");
  }

  @Test
  void a_deleted_session_is_rolled_back_and_ended() throws IOException {
    mark("s", "m1");
    change("apple=3", "apple=4");
    mark("t", "n");
    change("apple=4", "apple=5\nkiwi=1");
    assertThat(fixture.response("session delete s dry-run:yes"))
        .contains("! kept, changed since: ", "! nothing left to roll back");
    assertThat(fixture.response("session delete s"))
        .startsWith("! ended session \"s\"\n! kept, changed since: ");
    assertThat(fixture.answer("status")).contains("session t").doesNotContain("session s");
    Value.Fields report =
        ValueJson.read(fixture.response("session delete t json:yes").lines().toList().get(0))
            .asFields();
    assertThat(report.at("events_reversed")).isEqualTo(Value.of(2));
    assertThat(tally().counts().toString()).contains("apple=4").doesNotContain("kiwi");
    assertThat(fixture.response("session delete t")).contains("! already rolled back");
    mark("t", "n2");
    change("pear=1", "pear=7");
    assertThat(fixture.response("session delete t")).contains("rolled back 1 of 1 change");
  }

  @Test
  void the_audit_lists_what_each_message_changed() throws IOException {
    mark("s", "m1");
    change("apple=3", "apple=4");
    fixture.run(ANN, "add kiwi");
    fixture.act("save").act("mark session:s message:m2 actor:bot asked:\"More pears\"");
    change("pear=1", "pear=2");
    assertThat(fixture.answer("audit").lines())
        .containsExactlyInAnyOrder(
            "! ./fruit.tally was edited elsewhere: 1 change merged as one step",
            "message m2 of session s, bot 12:05: More pears",
            "    * thing pear count: 1 -> 2",
            "ann 12:05, add kiwi",
            "    + thing kiwi",
            "message m1 of session s, bot 12:05",
            "    * thing apple count: 3 -> 4");
    assertThat(fixture.answer("audit session:s json:yes").lines())
        .hasSize(2)
        .anySatisfy(line ->
            assertThat(line)
                .contains("\"changes\":[\"* thing pear count: 1 -> 2\"]", "\"message\":\"m2\""));
  }
}
