package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.run.Response;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How changes of another process to the same document are reported. */
class ExternalChangesTest {

  @TempDir Path folder;
  private WorkspaceFixture here;
  private WorkspaceFixture there;

  @BeforeEach
  void open_one_document_twice() {
    here = WorkspaceFixture.persistent(folder, 1).writeFile("fruit.tally", "# Fruit\napple=3\n");
    there = WorkspaceFixture.persistent(folder, 2);
    here.act("open fruit.tally").run(ANN, "add fig");
    there.act("open fruit.tally");
  }

  @AfterEach
  void close() {
    here.workspace().close();
    there.workspace().close();
  }

  private String externalChanges() {
    String response = here.answer("last");
    return response.substring(0, Math.max(0, response.lastIndexOf('\n')));
  }

  @Test
  void each_kind_of_change_is_reported_once() {
    there.act("checkpoint v1").run(BOB, "add kiwi", "add lime");
    assertThat(externalChanges())
        .isEqualTo("! done elsewhere: bob 12:05, add kiwi\n! done elsewhere: bob 12:05, add lime");
    assertThat(externalChanges()).isEmpty();
    there.act("undo");
    assertThat(externalChanges()).isEqualTo("! undone elsewhere by ann: bob 12:05, add lime");
    there.act("redo");
    assertThat(externalChanges()).isEqualTo("! redone elsewhere by ann: bob 12:05, add lime");
    there.act("squash to:v1");
    assertThat(externalChanges()).isEqualTo("! squashed elsewhere: ann 12:05, squash to:v1");
    there.act("bail to:v1");
    assertThat(externalChanges()).isEqualTo("! bailed elsewhere by ann: ann 12:05, squash to:v1");
    there.act("save").act("checkpoint v2");
    assertThat(externalChanges()).isEmpty();
  }

  @Test
  void changes_are_reported_with_a_refusal_as_well() {
    there.run(BOB, "add kiwi");
    Response refused = here.workspace().act("undo to:nowhere", ANN);
    assertThat(refused.isError()).isTrue();
    assertThat(refused.lines()).startsWith("! done elsewhere: bob 12:05, add kiwi");
  }

  @Test
  void changes_made_here_are_not_reported() {
    here.run(BOB, "add kiwi").act("undo").act("redo").act("rollback actor:bob");
    assertThat(externalChanges()).isEmpty();
  }

  @Test
  void an_external_version_is_reported_once_whichever_process_finds_it() {
    here.act("save");
    here.writeFile("fruit.tally", "# Fruit\napple=4\nfig=1\n");
    assertThat(there.response("status"))
        .startsWith("! ./fruit.tally was edited elsewhere: 1 change");
    assertThat(externalChanges()).isEqualTo("! done elsewhere: external 12:05, edited elsewhere");
    here.writeFile("fruit.tally", "# Fruit\napple=5\nfig=1\n");
    assertThat(externalChanges())
        .isEqualTo("! ./fruit.tally was edited elsewhere: 1 change merged as one step");
    here.writeFile("fruit.tally", "# Fruit\napple=6\nfig=1\n").act("save");
    assertThat(externalChanges()).isEmpty();
  }

  @Test
  void only_the_first_of_many_steps_are_listed() {
    IntStream.range(0, 30).forEach(i -> there.run(BOB, "add x" + i));
    assertThat(externalChanges().lines())
        .hasSize(21)
        .contains("! done elsewhere: bob 12:05, add x19")
        .endsWith("! done elsewhere: 10 more, see history");
  }

  @Test
  void changes_to_a_parked_document_are_reported_when_it_is_reopened() {
    here.act("new");
    there.run(BOB, "add kiwi");
    assertThat(here.response("open fruit.tally"))
        .startsWith("! done elsewhere: bob 12:05, add kiwi\n! back at ./fruit.tally");
    assertThat(externalChanges()).isEmpty();
  }
}
