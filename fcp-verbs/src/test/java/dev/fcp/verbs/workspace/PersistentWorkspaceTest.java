package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace with persistent histories, and external changes of its files. */
class PersistentWorkspaceTest {

  private static final String FRUIT = "# Fruit\napple=3\npear=1\n";
  private static final String EDITED =
      "! ./fruit.tally was edited elsewhere: 1 change merged as one step\n";

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture = WorkspaceFixture.persistent(folder, 1).writeFile("fruit.tally", FRUIT);
  }

  @AfterEach
  void close_workspace() {
    fixture.workspace().close();
  }

  @Test
  void steps_survive_a_restart() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("checkpoint v1").run(BOT, "add fig");
    fixture = fixture.restart();
    assertThat(fixture.response("open fruit.tally"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 4t 6n hash:HASH");
    assertThat(fixture.answer("history"))
        .isEqualTo(
            """
            2 bot 12:05, add fig
            1 ann 12:05, add kiwi [v1]
            0 the beginning [saved]\
            """);
    assertThat(fixture.response("undo to:v1")).startsWith("! undone: bot 12:05, add fig\n");
    fixture.act("undo").act("save");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void a_call_that_is_cancelled_between_operations_leaves_nothing() throws IOException {
    fixture.act("open fruit.tally").run(ANN, "add kiwi", "add fig").act("undo");
    Map<Path, String> files = filesBelow(folder);
    SessionState<Tally, TallyEvent> state = fixture.state();
    for (int i = 0; i <= 2; i++) {
      Iterator<Boolean> answers = List.of(i == 0, i == 1, i == 2).iterator();
      List<String> operations = List.of("add plum", "add lime");
      EditOptions options = EditOptions.of("call", BOT.origin());
      assertThatThrownBy(() -> fixture.workspace().run(operations, options, answers::next))
          .isInstanceOf(CancellationException.class);
    }
    assertThat(fixture.state()).isEqualTo(state);
    assertThat(filesBelow(folder)).isEqualTo(files);
    fixture.run(BOT, "add plum");
  }

  private static Map<Path, String> filesBelow(Path folder) throws IOException {
    Map<Path, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(path, Files.readString(path));
      }
    }
    return files;
  }

  @Test
  void an_external_edit_is_reported_once_before_the_next_response() {
    fixture.act("open fruit.tally").writeFile("fruit.tally", FRUIT + "plum=2\n");
    assertThat(fixture.response("status")).startsWith(EDITED + "title: Fruit\n");
    assertThat(fixture.response("status")).startsWith("title: Fruit\n");
    fixture.writeFile("fruit.tally", FRUIT + "plum=3\n");
    assertThat(fixture.answer("list")).isEqualTo(EDITED + "apple 3\npear 1\nplum 3");
    assertThat(fixture.answer("list")).startsWith("apple 3\n");
    fixture.writeFile("fruit.tally", FRUIT);
    assertThat(
            fixture
                .workspace()
                .run(List.of("add fig"), EditOptions.of("call", ANN.origin()))
                .text())
        .startsWith(EDITED + "+ ");
    assertThat(fixture.answer("history").lines().map(line -> line.substring(2)))
        .startsWith("ann 12:05, add fig", "external 12:05, edited elsewhere [saved]");
  }

  @Test
  void a_refusal_reports_external_changes_too() {
    fixture.act("open fruit.tally").writeFile("fruit.tally", FRUIT + "plum=2\n");
    assertThat(fixture.workspace().act("udno", ANN).text()).startsWith(EDITED + "! unknown action");
  }

  @Test
  void conflicts_with_unsaved_steps_are_listed() {
    fixture.act("open fruit.tally").run(ANN, "remove pear");
    fixture.writeFile("fruit.tally", "# Fruit\napple=3\npear=2\nplum=2\n");
    assertThat(fixture.response("status"))
        .startsWith(EDITED + "! not merged: thing pear is not there\ntitle: Fruit\n")
        .contains("saved: no, memory ahead of disk; try: save\n");
    fixture.act("save");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo("# Fruit\napple=3\nplum=2\n");
  }

  @Test
  void the_same_content_in_other_bytes_is_reported_without_a_step() {
    fixture.act("open fruit.tally").writeFile("fruit.tally", "# Fruit\npear=1\napple=3\n");
    assertThat(fixture.response("status"))
        .startsWith("! ./fruit.tally was written elsewhere, with the same content\n")
        .contains("saved: yes\n", "undo: 0, redo: 0\n");
  }

  @Test
  void an_external_version_with_the_same_changes_is_merged() {
    fixture
        .act("open fruit.tally")
        .run(ANN, "remove pear")
        .writeFile("fruit.tally", "# Fruit\napple=3\n");
    assertThat(fixture.response("status"))
        .startsWith("! ./fruit.tally was edited elsewhere, with the same result as here\n")
        .contains("saved: yes\n", "undo: 1, redo: 0\n");
    fixture.act("undo").act("save");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void a_conflicting_version_is_reported_once_and_shown_by_status() {
    fixture.act("open fruit.tally").run(ANN, "remove apple");
    fixture.writeFile("fruit.tally", "# Fruit\napple=4\npear=1\n");
    assertThat(fixture.response("documents"))
        .isEqualTo(
            """
            ! ./fruit.tally holds another version: it contradicts what was changed here since: \
            thing apple is not there
            ! that version is kept; the document is unchanged
              try: revert
            ./fruit.tally "Fruit": open, the file holds another version\
            """);
    assertThat(fixture.response("status"))
        .contains("saved: no, the file holds another version; try: revert\n");
    assertThat(fixture.refusal("save")).endsWith("\n  try: save as:./fruit-2.tally");
    assertThat(fixture.response("revert"))
        .startsWith("! reverted to ./fruit.tally, as one step; undo reverses it\n");
    assertThat(fixture.response("status")).contains("saved: yes\n");
  }

  @Test
  void a_conflicting_version_is_reported_once_for_each_document() {
    fixture.act("open fruit.tally").run(ANN, "remove apple");
    fixture.writeFile("other.tally", FRUIT).act("open other.tally").run(ANN, "remove apple");
    fixture.writeFile("fruit.tally", "# Fruit\napple=4\npear=1\n");
    fixture.writeFile("other.tally", "# Fruit\napple=5\npear=1\n");
    List<String> files = List.of("fruit.tally", "other.tally", "fruit.tally", "other.tally");
    assertThat(files.stream().map(this::changedElsewhere))
        .containsExactly(true, true, false, false);
  }

  private boolean changedElsewhere(String file) {
    return fixture
        .workspace()
        .on(file, BOT, () -> fixture.workspace().query("list"))
        .text()
        .startsWith("! ./" + file + " holds another version");
  }

  @Test
  void an_unreadable_version_is_overwritten_when_asked() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").writeFile("fruit.tally", "apple\n");
    assertThat(fixture.response("status"))
        .startsWith("! ./fruit.tally holds another version: it cannot be read at byte 0: ")
        .contains("\n  try: save over:yes\n", "another version; try: save over:yes\n");
    assertThat(fixture.refusal("revert"))
        .isEqualTo(
            """
            ! ./fruit.tally: it cannot be read at byte 0: this is no tally
              try: save over:yes\
            """);
    assertThat(fixture.refusal("save")).endsWith("\n  try: save over:yes");
    assertThat(fixture.response("save over:yes"))
        .startsWith("! the replaced version is kept in the history\n! saved ./fruit.tally");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo("# Fruit\napple=3\nkiwi=1\npear=1\n");
    assertThat(fixture.response("status")).startsWith("title: Fruit\n").contains("saved: yes\n");
  }

  @Test
  void overwriting_applies_to_the_file_of_the_document_only() {
    fixture.act("open fruit.tally").writeFile("other.tally", "# Other\n");
    assertThat(fixture.refusal("save as:other.tally over:yes"))
        .isEqualTo("! over:yes applies only to the document's own file");
    assertThat(fixture.readFile("other.tally")).isEqualTo("# Other\n");
    assertThat(fixture.act("new").refusal("save over:yes")).contains("no file holds this document");
  }

  @Test
  void a_deleted_file_is_reported_once_and_written_again() throws IOException {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("save");
    fixture.deleteFile("fruit.tally");
    assertThat(fixture.response("status"))
        .startsWith("! ./fruit.tally was deleted; save writes it again\ntitle: Fruit\n");
    assertThat(fixture.response("undo")).startsWith("! undone: add kiwi\n");
    assertThat(fixture.response("save"))
        .startsWith("! ./fruit.tally was deleted; save writes it again\n! saved");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void two_workspaces_share_one_history_and_one_file() {
    WorkspaceFixture other = WorkspaceFixture.persistent(folder, 2);
    fixture.act("open fruit.tally");
    other.act("open fruit.tally").run(BOB, "add kiwi");
    assertThat(fixture.answer("history 1"))
        .isEqualTo("! done elsewhere: bob 12:05, add kiwi\n1 bob 12:05, add kiwi");
    assertThat(fixture.answer("history 1")).isEqualTo("1 bob 12:05, add kiwi");
    assertThat(fixture.response("status")).contains("saved: no, memory ahead of disk");
    assertThat(fixture.response("save")).startsWith("! saved ./fruit.tally");
    assertThat(other.response("status")).startsWith("title: Fruit\n").contains("saved: yes\n");
    assertThat(fixture.response("undo")).startsWith("! undone: bob 12:05, add kiwi\n");
    assertThat(other.answer("list"))
        .isEqualTo("! undone elsewhere by ann: bob 12:05, add kiwi\napple 3\npear 1");
    other.workspace().close();
  }

  @Test
  void revert_is_one_undoable_step() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi", "remove apple");
    assertThat(fixture.response("revert"))
        .isEqualTo(
            """
            ! reverted to ./fruit.tally, as one step; undo reverses it
            digest: 2t 4n hash:HASH\
            """);
    assertThat(fixture.response("revert"))
        .isEqualTo(
            "! nothing to revert: ./fruit.tally holds this document\ndigest: 2t 4n hash:HASH");
    assertThat(fixture.response("undo")).startsWith("! undone: revert\n");
    assertThat(fixture.answer("list")).isEqualTo("kiwi 1\npear 1");
  }

  @Test
  void revert_of_a_draft_or_of_a_deleted_file_is_refused() throws IOException {
    assertThat(fixture.act("new").refusal("revert"))
        .isEqualTo("! no file holds this document yet\n  try: save as:./name.tally");
    fixture.act("open fruit.tally").run(ANN, "add kiwi");
    fixture.deleteFile("fruit.tally");
    fixture.act("status");
    assertThat(fixture.refusal("revert")).endsWith("! there is no file ./fruit.tally\n  try: save");
  }

  @Test
  void verify_counts_what_it_replayed() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi", "add fig").act("undo").act("save");
    assertThat(fixture.response("verify"))
        .isEqualTo(
            """
            ! verified: 6 records, 2 steps, all digests match
            digest: 3t 5n hash:HASH\
            """);
    fixture = fixture.restart();
    assertThat(fixture.act("open fruit.tally").response("verify"))
        .startsWith("! verified: 6 records, ");
  }

  @Test
  void checkpoints_are_listed_with_their_step_counts() {
    assertThat(fixture.act("open fruit.tally").response("checkpoints"))
        .isEqualTo("! this document has no checkpoints");
    fixture.act("checkpoint start").run(ANN, "add kiwi", "add fig").act("checkpoint \"v 2\"");
    fixture = fixture.restart();
    assertThat(fixture.act("open fruit.tally").response("checkpoints"))
        .isEqualTo("! \"start\" after 0 operations\n! \"v 2\" after 2 operations, here");
  }

  @Test
  void retain_shows_the_plan_and_prunes_when_asked() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("checkpoint v1");
    fixture.run(BOB, "add fig").run(ANN, "add plum");
    String plan = fixture.response("retain steps:1 age:0m above:0");
    assertThat(plan)
        .isEqualTo(
            """
            ! would permanently prune 2 steps, up to: bob 12:05, add fig
            ! 1 step could still be undone
            ! checkpoint "v1" keeps its state
              try: retain steps:1 age:0m above:0 apply:yes\
            """);
    assertThat(fixture.response("status")).contains("undo: 3, redo: 0");
    assertThat(fixture.response("retain steps:1 age:0m above:0 apply:yes"))
        .startsWith("! pruned 2 steps; 1 step can be undone\n");
    fixture = fixture.restart();
    assertThat(fixture.act("open fruit.tally").response("undo 9"))
        .startsWith("! undone: add plum\n! no more steps to undo");
    assertThat(fixture.refusal("undo to:v1")).contains("lies before the oldest step");
    assertThat(fixture.response("retain")).isEqualTo("! nothing to prune: 0 steps can be undone");
  }

  @Test
  void retain_refuses_an_invalid_number_or_age() {
    fixture.act("open fruit.tally");
    assertThat(fixture.refusal("retain steps:0")).startsWith("! steps:0 must be at least 1");
    assertThat(fixture.refusal("retain age:week"))
        .isEqualTo("! age:week is not an age in days, hours or minutes");
    assertThat(fixture.refusal("retain apply:now")).contains("apply:now is not one of yes, no");
  }

  @Test
  void a_moved_file_keeps_its_history_when_adopted() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("save").act("close");
    fixture.moveFile("fruit.tally", "my fruit.tally");
    assertThat(fixture.refusal("open \"my fruit.tally\""))
        .isEqualTo(
            """
            ! ./my fruit.tally: it has no history, but that of fruit.tally, which is missing, \
            contains this version
              try: adopt "./my fruit.tally" history-of:./fruit.tally\
            """);
    assertThat(fixture.response("adopt \"./my fruit.tally\" history-of:./fruit.tally"))
        .isEqualTo("! opened ./my fruit.tally: \"Fruit\"\ndigest: 3t 5n hash:HASH");
    fixture.act("undo").act("save");
    assertThat(fixture.readFile("my fruit.tally")).isEqualTo(FRUIT);
    assertThat(fixture.refusal("open fruit.tally")).contains("there is no such file");
  }

  @Test
  void a_deleted_file_is_opened_from_its_history() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("close");
    fixture.deleteFile("fruit.tally");
    assertThat(fixture.refusal("open fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally: there is no such file any more, but its history is kept
              try: adopt ./fruit.tally restore:yes\
            """);
    assertThat(fixture.response("adopt ./fruit.tally restore:yes"))
        .startsWith(
            "! opened ./fruit.tally: \"Fruit\"\n! ./fruit.tally was deleted; save writes it again");
    fixture.act("save");
    assertThat(fixture.readFile("fruit.tally")).isEqualTo("# Fruit\napple=3\nkiwi=1\npear=1\n");
  }

  @Test
  void a_file_begins_a_new_history_when_asked() {
    fixture.act("open fruit.tally").run(ANN, "add kiwi").act("save");
    assertThat(fixture.refusal("adopt fruit.tally fresh:yes"))
        .isEqualTo("! ./fruit.tally is already open with its history\n  try: close");
    fixture.act("close");
    assertThat(fixture.response("adopt fruit.tally fresh:yes"))
        .startsWith("! opened ./fruit.tally");
    assertThat(fixture.answer("history")).isEqualTo("0 the beginning [saved]");
    fixture.act("close");
    assertThat(fixture.response("adopt fruit.tally former:list"))
        .startsWith("! 1 replaced ")
        .endsWith(", 1 step, the last \"add kiwi\"\n  try: adopt ./fruit.tally former:1");
    assertThat(fixture.response("adopt ./fruit.tally former:1"))
        .startsWith("! opened ./fruit.tally")
        .contains("! the previous history of ./fruit.tally is kept");
    assertThat(fixture.answer("history")).contains("add kiwi").contains("[saved]");
  }

  @Test
  void adopt_takes_one_choice_and_an_existing_history() {
    String message =
        "! adopt takes one of history-of:PATH, fresh:yes, former:N, former:list and restore:yes\n";
    assertThat(fixture.refusal("adopt fruit.tally")).startsWith(message);
    assertThat(fixture.refusal("adopt fruit.tally fresh:yes restore:yes")).startsWith(message);
    assertThat(fixture.refusal("adopt fruit.tally fresh:no")).startsWith(message);
    assertThat(fixture.refusal("adopt fruit.tally history-of:none.tally"))
        .startsWith("! ./none.tally: it has no history");
    assertThat(fixture.refusal("adopt fruit.tally history-of:../x.tally"))
        .isEqualTo("! ../x.tally is outside the served folder");
    assertThat(fixture.refusal("adopt none.tally restore:yes"))
        .startsWith("! ./none.tally: it has no history");
  }

  @Test
  void retain_lists_and_prunes_steps_beyond_the_undo_limit() {
    WorkspaceFixture limited =
        WorkspaceFixture.withUndoLimit(folder, 2)
            .act("new")
            .run(ANN, "add pear", "add fig", "add plum", "add kiwi");
    assertThat(limited.response("retain"))
        .isEqualTo(
            """
            ! would permanently prune 2 steps, up to: ann 12:05, add fig
            ! 2 of them can no longer be undone
            ! 2 steps could still be undone
              try: retain apply:yes\
            """);
    assertThat(limited.response("retain apply:yes"))
        .startsWith("! pruned 2 steps; 2 steps can be undone\n");
    assertThat(limited.response("retain")).isEqualTo("! nothing to prune: 2 steps can be undone");
  }
}
