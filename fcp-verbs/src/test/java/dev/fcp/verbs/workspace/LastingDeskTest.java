package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static dev.fcp.verbs.workspace.Desktop.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.Intent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A desk whose histories last, and what others do to its files meanwhile. */
class LastingDeskTest {

  private static final String FRUIT = "# Fruit\napple=3\npear=1\n";
  private static final String EDITED =
      "! ./fruit.tally was edited elsewhere: 1 change taken over as one step\n";

  @TempDir Path folder;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk = Desktop.lasting(folder, 1).file("fruit.tally", FRUIT);
  }

  @AfterEach
  void leave() {
    desk.workspace().close();
  }

  @Test
  void steps_are_there_after_a_restart() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("checkpoint v1").by(BOT, "add fig");
    desk = desk.restarted();
    assertThat(desk.told("open fruit.tally"))
        .isEqualTo("! opened ./fruit.tally: \"Fruit\"\ndigest: 4t 6n hash:HASH");
    assertThat(desk.asked("history"))
        .isEqualTo(
            """
            2 bot 12:05, add fig
            1 ann 12:05, add kiwi [v1]
            0 the beginning [saved]\
            """);
    assertThat(desk.told("undo to:v1")).startsWith("! undone: bot 12:05, add fig\n");
    desk.doing("undo").doing("save");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void an_edit_made_elsewhere_is_told_once_before_the_next_answer() {
    desk.doing("open fruit.tally").file("fruit.tally", FRUIT + "plum=2\n");
    assertThat(desk.told("status")).startsWith(EDITED + "title: Fruit\n");
    assertThat(desk.told("status")).startsWith("title: Fruit\n");
    desk.file("fruit.tally", FRUIT + "plum=3\n");
    assertThat(desk.asked("list")).isEqualTo(EDITED + "apple 3\npear 1\nplum 3");
    assertThat(desk.asked("list")).startsWith("apple 3\n");
    desk.file("fruit.tally", FRUIT);
    assertThat(desk.workspace().run(List.of("add fig"), Intent.of("call", ANN.origin())).text())
        .startsWith(EDITED + "+ ");
    assertThat(desk.asked("history").lines().map(line -> line.substring(2)))
        .startsWith("ann 12:05, add fig", "external 12:05, edited elsewhere [saved]");
  }

  @Test
  void a_refusal_tells_the_news_too() {
    desk.doing("open fruit.tally").file("fruit.tally", FRUIT + "plum=2\n");
    assertThat(desk.workspace().act("udno", ANN).text()).startsWith(EDITED + "! unknown action");
  }

  @Test
  void what_contradicts_steps_that_were_not_saved_is_named() {
    desk.doing("open fruit.tally").by(ANN, "remove pear");
    desk.file("fruit.tally", "# Fruit\napple=3\npear=2\nplum=2\n");
    assertThat(desk.told("status"))
        .startsWith(EDITED + "! kept as it is here: thing pear is not there\ntitle: Fruit\n")
        .contains("saved: no, memory ahead of disk; try: save\n");
    desk.doing("save");
    assertThat(desk.text("fruit.tally")).isEqualTo("# Fruit\napple=3\nplum=2\n");
  }

  @Test
  void the_same_content_in_other_bytes_is_told_and_no_step() {
    desk.doing("open fruit.tally").file("fruit.tally", "# Fruit\npear=1\napple=3\n");
    assertThat(desk.told("status"))
        .startsWith("! ./fruit.tally was written elsewhere, with the same content\n")
        .contains("saved: yes\n", "undo: 0, redo: 0\n");
  }

  @Test
  void a_version_that_holds_what_was_changed_here_too_is_no_other_version() {
    desk.doing("open fruit.tally").by(ANN, "remove pear").file("fruit.tally", "# Fruit\napple=3\n");
    assertThat(desk.told("status"))
        .startsWith("! ./fruit.tally was edited elsewhere, to what the document is here\n")
        .contains("saved: yes\n", "undo: 1, redo: 0\n");
    desk.doing("undo").doing("save");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void a_version_of_which_nothing_fits_is_told_once_and_asked_about_by_status() {
    desk.doing("open fruit.tally").by(ANN, "remove apple");
    desk.file("fruit.tally", "# Fruit\napple=4\npear=1\n");
    assertThat(desk.told("documents"))
        .isEqualTo(
            """
            ! ./fruit.tally holds another version: it contradicts what was changed here since: \
            thing apple is not there
            ! that version is kept, and the document is as it was
              try: revert
            ./fruit.tally "Fruit": open, the file holds another version\
            """);
    assertThat(desk.told("status"))
        .contains("saved: no, the file holds another version; try: revert\n");
    assertThat(desk.refused("save")).endsWith("\n  try: save as:./fruit-2.tally");
    assertThat(desk.told("revert"))
        .startsWith("! reverted to ./fruit.tally, as one step; undo takes that back\n");
    assertThat(desk.told("status")).contains("saved: yes\n");
  }

  @Test
  void a_version_that_cannot_be_read_is_saved_over_when_told() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").file("fruit.tally", "apple\n");
    assertThat(desk.told("status"))
        .startsWith("! ./fruit.tally holds another version: it cannot be read at byte 0: ")
        .contains("\n  try: save over:yes\n", "another version; try: save over:yes\n");
    assertThat(desk.refused("revert"))
        .isEqualTo(
            """
            ! ./fruit.tally: it cannot be read at byte 0: this is no tally
              try: save over:yes\
            """);
    assertThat(desk.refused("save")).endsWith("\n  try: save over:yes");
    assertThat(desk.told("save over:yes"))
        .startsWith("! the version that stood there is kept in the history\n! saved ./fruit.tally");
    assertThat(desk.text("fruit.tally")).isEqualTo("# Fruit\napple=3\nkiwi=1\npear=1\n");
    assertThat(desk.told("status")).startsWith("title: Fruit\n").contains("saved: yes\n");
  }

  @Test
  void saving_over_is_about_the_file_of_the_document() {
    desk.doing("open fruit.tally").file("other.tally", "# Other\n");
    assertThat(desk.refused("save as:other.tally over:yes"))
        .isEqualTo(
            """
            ! over:yes is about the file of the document, not about another
              try: save as:other.tally\
            """);
    assertThat(desk.text("other.tally")).isEqualTo("# Other\n");
    assertThat(desk.doing("new").refused("save over:yes")).contains("no file holds this document");
  }

  @Test
  void a_file_that_is_gone_is_told_once_and_written_again() throws IOException {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("save");
    Files.delete(folder.resolve("fruit.tally"));
    assertThat(desk.told("status"))
        .startsWith("! ./fruit.tally is gone; save writes it again\ntitle: Fruit\n");
    assertThat(desk.told("undo")).startsWith("! undone: add kiwi\n");
    assertThat(desk.told("save"))
        .startsWith("! ./fruit.tally is gone; save writes it again\n! saved");
    assertThat(desk.text("fruit.tally")).isEqualTo(FRUIT);
  }

  @Test
  void two_desks_share_one_history_and_one_file() {
    Desktop other = Desktop.lasting(folder, 2);
    desk.doing("open fruit.tally");
    other.doing("open fruit.tally").by(BOB, "add kiwi");
    assertThat(desk.asked("history 1"))
        .isEqualTo("! done elsewhere: bob 12:05, add kiwi\n1 bob 12:05, add kiwi");
    assertThat(desk.asked("history 1")).isEqualTo("1 bob 12:05, add kiwi");
    assertThat(desk.told("status")).contains("saved: no, memory ahead of disk");
    assertThat(desk.told("save")).startsWith("! saved ./fruit.tally");
    assertThat(other.told("status")).startsWith("title: Fruit\n").contains("saved: yes\n");
    assertThat(desk.told("undo")).startsWith("! undone: bob 12:05, add kiwi\n");
    assertThat(other.asked("list"))
        .isEqualTo("! undone elsewhere by ann: bob 12:05, add kiwi\napple 3\npear 1");
    other.workspace().close();
  }

  @Test
  void revert_is_one_step_that_can_be_taken_back() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi", "remove apple");
    assertThat(desk.told("revert"))
        .isEqualTo(
            """
            ! reverted to ./fruit.tally, as one step; undo takes that back
            digest: 2t 4n hash:HASH\
            """);
    assertThat(desk.told("revert"))
        .isEqualTo("! ./fruit.tally holds the document as it is\ndigest: 2t 4n hash:HASH");
    assertThat(desk.told("undo")).startsWith("! undone: revert\n");
    assertThat(desk.asked("list")).isEqualTo("kiwi 1\npear 1");
  }

  @Test
  void revert_of_a_draft_or_of_a_file_that_is_gone_is_refused() throws IOException {
    assertThat(desk.doing("new").refused("revert"))
        .isEqualTo("! no file holds this document yet\n  try: save as:./name.tally");
    desk.doing("open fruit.tally").by(ANN, "add kiwi");
    Files.delete(folder.resolve("fruit.tally"));
    desk.doing("status");
    assertThat(desk.refused("revert")).endsWith("! there is no file ./fruit.tally\n  try: save");
  }

  @Test
  void verify_counts_what_it_replayed() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi", "add fig").doing("undo").doing("save");
    assertThat(desk.told("verify"))
        .isEqualTo(
            """
            ! verified: 6 records, 2 steps, each with the digest that was recorded
            digest: 3t 5n hash:HASH\
            """);
    desk = desk.restarted();
    assertThat(desk.doing("open fruit.tally").told("verify")).startsWith("! verified: 6 records, ");
  }

  @Test
  void checkpoints_are_listed_with_their_places() {
    assertThat(desk.doing("open fruit.tally").told("checkpoints"))
        .isEqualTo("! this document has no checkpoints");
    desk.doing("checkpoint start").by(ANN, "add kiwi", "add fig").doing("checkpoint \"v 2\"");
    desk = desk.restarted();
    assertThat(desk.doing("open fruit.tally").told("checkpoints"))
        .isEqualTo("! \"start\" after 0 operations\n! \"v 2\" after 2 operations, here");
  }

  @Test
  void retain_shows_what_would_go_and_lets_it_go_when_told() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("checkpoint v1");
    desk.by(BOB, "add fig").by(ANN, "add plum");
    String plan = desk.told("retain steps:1 age:0m above:0");
    assertThat(plan)
        .isEqualTo(
            """
            ! would let go of 2 steps for good, up to: bob 12:05, add fig
            ! 1 step could still be undone
            ! checkpoint "v1" keeps its state
              try: retain steps:1 age:0m above:0 apply:yes\
            """);
    assertThat(desk.told("status")).contains("undo: 3, redo: 0");
    assertThat(desk.told("retain steps:1 age:0m above:0 apply:yes"))
        .startsWith("! let go of 2 steps; 1 step can be undone\n");
    desk = desk.restarted();
    assertThat(desk.doing("open fruit.tally").told("undo 9"))
        .startsWith("! undone: add plum\n! that");
    assertThat(desk.refused("undo to:v1")).contains("lies before the oldest step");
    assertThat(desk.told("retain")).isEqualTo("! nothing to let go: 0 steps can be undone");
  }

  @Test
  void retain_refuses_what_is_no_number_or_age() {
    desk.doing("open fruit.tally");
    assertThat(desk.refused("retain steps:0")).startsWith("! steps:0 is not within 1 and ");
    assertThat(desk.refused("retain age:week"))
        .isEqualTo("! age:week is no age in days, hours or minutes\n  try: retain age:7d");
    assertThat(desk.refused("retain apply:now")).contains("apply:now is not one of yes, no");
  }

  @Test
  void a_file_that_was_moved_takes_its_history_along() throws IOException {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("save").doing("close");
    Files.move(folder.resolve("fruit.tally"), folder.resolve("my fruit.tally"));
    assertThat(desk.refused("open \"my fruit.tally\""))
        .isEqualTo(
            """
            ! ./my fruit.tally: it has no history, and that of fruit.tally, which is gone, tells of it
              try: adopt "./my fruit.tally" history-of:./fruit.tally\
            """);
    assertThat(desk.told("adopt \"./my fruit.tally\" history-of:./fruit.tally"))
        .isEqualTo("! opened ./my fruit.tally: \"Fruit\"\ndigest: 3t 5n hash:HASH");
    desk.doing("undo").doing("save");
    assertThat(desk.text("my fruit.tally")).isEqualTo(FRUIT);
    assertThat(desk.refused("open fruit.tally")).contains("there is no such file");
  }

  @Test
  void a_file_that_is_gone_is_opened_by_its_history_alone() throws IOException {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("close");
    Files.delete(folder.resolve("fruit.tally"));
    assertThat(desk.refused("open fruit.tally"))
        .isEqualTo(
            """
            ! ./fruit.tally: there is no such file any more, but its history is kept
              try: adopt ./fruit.tally restore:yes\
            """);
    assertThat(desk.told("adopt ./fruit.tally restore:yes"))
        .startsWith(
            "! opened ./fruit.tally: \"Fruit\"\n! ./fruit.tally is gone; save writes it again");
    desk.doing("save");
    assertThat(desk.text("fruit.tally")).isEqualTo("# Fruit\napple=3\nkiwi=1\npear=1\n");
  }

  @Test
  void a_file_begins_a_new_history_when_told() {
    desk.doing("open fruit.tally").by(ANN, "add kiwi").doing("save");
    assertThat(desk.refused("adopt fruit.tally fresh:yes"))
        .isEqualTo("! ./fruit.tally is at hand with the history it has\n  try: close");
    desk.doing("close");
    assertThat(desk.told("adopt fruit.tally fresh:yes")).startsWith("! opened ./fruit.tally");
    assertThat(desk.asked("history")).isEqualTo("0 the beginning [saved]");
    desk.doing("close");
    assertThat(desk.told("adopt fruit.tally former:list"))
        .startsWith("! 1 replaced ")
        .endsWith(", 1 step, the last \"add kiwi\"\n  try: adopt ./fruit.tally former:1");
    assertThat(desk.told("adopt ./fruit.tally former:1"))
        .startsWith("! opened ./fruit.tally")
        .contains("! the history that ./fruit.tally had before is kept");
    assertThat(desk.asked("history")).contains("add kiwi").contains("[saved]");
  }

  @Test
  void adopt_takes_one_choice_and_a_history_that_is_there() {
    String message =
        "! adopt takes one of history-of:PATH, fresh:yes, former:N, former:list and restore:yes\n";
    assertThat(desk.refused("adopt fruit.tally")).startsWith(message);
    assertThat(desk.refused("adopt fruit.tally fresh:yes restore:yes")).startsWith(message);
    assertThat(desk.refused("adopt fruit.tally fresh:no")).startsWith(message);
    assertThat(desk.refused("adopt fruit.tally history-of:none.tally"))
        .startsWith("! ./none.tally: it has no history");
    assertThat(desk.refused("adopt fruit.tally history-of:../x.tally"))
        .isEqualTo("! ../x.tally lies outside the served folder");
    assertThat(desk.refused("adopt none.tally restore:yes"))
        .startsWith("! ./none.tally: it has no history");
  }

  @Test
  void retain_tells_of_steps_that_undo_no_longer_reaches_and_lets_them_go() {
    Desktop limited =
        Desktop.limited(folder, 2)
            .doing("new")
            .by(ANN, "add pear", "add fig", "add plum", "add kiwi");
    assertThat(limited.told("retain"))
        .isEqualTo(
            """
            ! would let go of 2 steps for good, up to: ann 12:05, add fig
            ! 2 of them cannot be undone any more
            ! 2 steps could still be undone
              try: retain apply:yes\
            """);
    assertThat(limited.told("retain apply:yes"))
        .startsWith("! let go of 2 steps; 2 steps can be undone\n");
    assertThat(limited.told("retain")).isEqualTo("! nothing to let go: 2 steps can be undone");
  }
}
