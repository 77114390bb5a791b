package dev.fcp.spec.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.domains.pages.Page;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.domains.pages.PagesDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The editor on the page about texts, with two authors. */
class PageEditorTest {

  private static final Path EDITOR =
      Path.of("src/test/java/dev/fcp/spec/embedding/PageEditor.java");

  private final Session<EntityModel<String, Page>, PageEvent> session =
      Session.inMemory(new PagesDomain());
  private final PageEditor ann = new PageEditor(session, "1", Origin.of("ann"));
  private final PageEditor ben = new PageEditor(session, "1", Origin.of("ben"));

  @BeforeEach
  void create() {
    Page page = new Page("page", Text.EMPTY, session.model().orderKeyAtEnd());
    assertCommitted(
        session.step("new page", step -> step.emit(new PagesDomain().added("1", page))));
  }

  private static void assertCommitted(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private static void type(PageEditor editor, int offset, String text) {
    for (int i = 0; i < text.length(); i++) {
      assertCommitted(editor.replace(offset + i, 0, text.substring(i, i + 1)));
    }
  }

  @Test
  void the_page_shows_the_code_that_runs_here() throws IOException {
    String code = Files.readString(EDITOR);
    int from = code.indexOf("// region\n") + 10;
    String region = code.substring(from, code.indexOf("// end"));
    assertThat(SourceTree.text("docs/text.md")).contains("```java\n" + region + "```");
  }

  @Test
  @Clause({"RB-10", "SE-24"})
  void each_word_is_one_step_and_both_undo_their_own() {
    type(ann, 0, "hello world");
    type(ben, 6, "dear ");
    assertThat(session.state().undoableSteps(9)).hasSize(4);
    assertThat(ann.text()).hasToString("hello dear world");
    assertThat(ann.caret()).isEqualTo(16);
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("hello dear ");
    assertThat(ann.caret()).isEqualTo(11);
    assertCommitted(ann.undo());
    assertThat(ben.text()).hasToString("dear ");
    assertThat(ben.caret()).isEqualTo(5);
    assertCommitted(ann.redo());
    assertCommitted(ann.redo());
    assertCommitted(ben.undo());
    assertThat(ann.text()).hasToString("hello world");
  }

  @Test
  @Clause("SE-24")
  void typing_at_another_place_is_another_step() {
    type(ann, 0, "one two");
    type(ann, 1, "n");
    type(ann, 2, "n");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("one two");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("one ");
  }

  @Test
  @Clause("SE-24")
  void typing_at_two_places_of_one_word_is_two_steps() {
    type(ann, 0, "hello");
    type(ann, 1, "XY");
    type(ann, 5, "Z");
    assertThat(ann.text()).hasToString("hXYelZlo");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("hXYello");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("hello");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("");
  }

  @Test
  @Clause("SE-24")
  void deleting_at_two_places_of_one_word_is_two_steps() {
    type(ann, 0, "hello");
    assertCommitted(ann.replace(1, 1, ""));
    assertCommitted(ann.replace(3, 1, ""));
    assertThat(ann.text()).hasToString("hll");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("hllo");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("hello");
  }

  @Test
  @Clause("SE-24")
  void a_word_that_is_corrected_while_it_is_typed_is_one_step() {
    type(ann, 0, "say helo");
    assertCommitted(ann.replace(7, 1, ""));
    assertCommitted(ann.replace(6, 1, ""));
    type(ann, 6, "lo");
    assertThat(ann.text()).hasToString("say helo");
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("say ");
  }

  @Test
  @Clause({"SE-24", "RB-10"})
  void typing_goes_on_where_it_stopped_although_another_moved_it() {
    type(ann, 0, "hel");
    type(ben, 0, "> ");
    type(ann, 5, "lo");
    assertThat(ann.text()).hasToString("> hello");
    assertThat(session.state().undoableSteps(9)).hasSize(4);
    assertCommitted(ann.undo());
    assertThat(ann.text()).hasToString("> hel");
  }
}
