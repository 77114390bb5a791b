package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.run.Answer;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of the work of another process on the same document. */
class MeanwhileTest {

  @TempDir Path folder;
  private Desktop here;
  private Desktop there;

  @BeforeEach
  void open_one_document_twice() {
    here = Desktop.lasting(folder, 1).file("fruit.tally", "# Fruit\napple=3\n");
    there = Desktop.lasting(folder, 2);
    here.doing("open fruit.tally").by(ANN, "add fig");
    there.doing("open fruit.tally");
  }

  @AfterEach
  void close() {
    here.workspace().close();
    there.workspace().close();
  }

  private String news() {
    String answer = here.asked("last");
    return answer.substring(0, Math.max(0, answer.lastIndexOf('\n')));
  }

  @Test
  void each_kind_of_change_is_told_once() {
    there.doing("checkpoint v1").by(BOB, "add kiwi", "add lime");
    assertThat(news())
        .isEqualTo("! done elsewhere: bob 12:05, add kiwi\n! done elsewhere: bob 12:05, add lime");
    assertThat(news()).isEmpty();
    there.doing("undo");
    assertThat(news()).isEqualTo("! undone elsewhere by ann: bob 12:05, add lime");
    there.doing("redo");
    assertThat(news()).isEqualTo("! redone elsewhere by ann: bob 12:05, add lime");
    there.doing("squash to:v1");
    assertThat(news()).isEqualTo("! made one step elsewhere: ann 12:05, squash to:v1");
    there.doing("bail to:v1");
    assertThat(news()).isEqualTo("! left for good elsewhere by ann: ann 12:05, squash to:v1");
    there.doing("save").doing("checkpoint v2");
    assertThat(news()).isEmpty();
  }

  @Test
  void it_is_told_with_a_refusal_as_well() {
    there.by(BOB, "add kiwi");
    Answer refused = here.workspace().act("undo to:nowhere", ANN);
    assertThat(refused.isError()).isTrue();
    assertThat(refused.lines()).startsWith("! done elsewhere: bob 12:05, add kiwi");
  }

  @Test
  void what_is_done_here_is_not_told_whoever_does_it() {
    here.by(BOB, "add kiwi").doing("undo").doing("redo").doing("rollback actor:bob");
    assertThat(news()).isEmpty();
  }

  @Test
  void a_version_of_the_file_is_told_once_whoever_finds_it() {
    here.doing("save");
    here.file("fruit.tally", "# Fruit\napple=4\nfig=1\n");
    assertThat(there.told("status")).startsWith("! ./fruit.tally was edited elsewhere: 1 change");
    assertThat(news()).isEqualTo("! done elsewhere: external 12:05, edited elsewhere");
    here.file("fruit.tally", "# Fruit\napple=5\nfig=1\n");
    assertThat(news())
        .isEqualTo("! ./fruit.tally was edited elsewhere: 1 change taken over as one step");
    here.file("fruit.tally", "# Fruit\napple=6\nfig=1\n").doing("save");
    assertThat(news()).isEmpty();
  }

  @Test
  void of_many_steps_the_first_ones_are_told() {
    IntStream.range(0, 30).forEach(i -> there.by(BOB, "add x" + i));
    assertThat(news().lines())
        .hasSize(21)
        .contains("! done elsewhere: bob 12:05, add x19")
        .endsWith("! done elsewhere: 10 more, see history");
  }

  @Test
  void a_parked_document_is_told_of_when_it_lies_open_again() {
    here.doing("new");
    there.by(BOB, "add kiwi");
    assertThat(here.told("open fruit.tally"))
        .startsWith("! done elsewhere: bob 12:05, add kiwi\n! back at ./fruit.tally");
    assertThat(news()).isEmpty();
  }
}
