package dev.fcp.spec.plaintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.plaintext.EditingTrace.Patch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded editing of real people, forward, undone, and rolled back by author. The recordings do
 * not say who typed what, so the authors are invented: they take turns of 50 edits.
 */
class EditingTraceTest {

  private static final String[] AUTHORS = {"ann", "ben"};

  /** The number of edits after which the other author edits. */
  private static final int TURN = 50;

  private static final int OWN_UNDO_PATCHES = 200;

  /** The patches of a recording in a session; all, if every declared try is made. */
  private static final int SESSION_PATCHES = Tries.areAll() ? Integer.MAX_VALUE : 5_000;

  private static EditingTrace trace(String name) throws IOException {
    Optional<Path> file = EditingTrace.file(name);
    assumeTrue(file.isPresent(), "no shared/corpus/text above this folder");
    return EditingTrace.read(file.get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"automerge-paper", "friendsforever_flat", "sveltecomponent"})
  @Clause({"DM-2", "DM-16"})
  void a_recording_leads_to_its_end_and_back(String name) throws IOException {
    EditingTrace trace = trace(name);
    InsertionIds ids = new InsertionIds(new Random(1));
    Text start = Text.of(trace.start());
    Text text = start;
    List<TextEdit> edits = new ArrayList<>();
    for (Patch patch : trace.patches()) {
      TextEdit edit = text.splice(patch.offset(), patch.deleted(), patch.inserted(), ids);
      text = text.apply(edit);
      edits.add(edit);
    }
    assertThat(text).hasToString(trace.end());
    assertThat(text.content()).isEqualTo(Text.of(trace.end()).content());
    assertThat(Text.decode(text.encode())).isEqualTo(text);
    for (TextEdit edit : edits.reversed()) {
      text = text.apply(edit.inverse());
    }
    assertThat(text).isEqualTo(start);
    assertThat(text.forgetting(List.of()).runCount()).isEqualTo(start.runCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"automerge-paper", "friendsforever_flat", "sveltecomponent"})
  @Clause({"RB-1", "RB-10", "SE-24"})
  void each_of_two_invented_authors_is_rolled_back_alone_and_all_is_undone(String name)
      throws IOException {
    EditingTrace trace = trace(name);
    TextSession page = TextSession.of(trace.start());
    CharactersOfAuthors expected = new CharactersOfAuthors(trace.start());
    int count = Math.min(SESSION_PATCHES, trace.patches().size());
    edit(page, expected, trace.patches().subList(0, count));
    for (int author = 0; author < AUTHORS.length; author++) {
      RollbackPlan<PageEvent> plan =
          page.rollBack(
              "admin", new RollbackSelection.Matching(StepFilter.ANY.withActor(AUTHORS[author])));
      assertThat(plan.isComplete()).isTrue();
      assertThat(page.body()).isEqualTo(expected.text(author));
      assertThat(page.session.undo()).isInstanceOf(Outcome.Moved.class);
      assertThat(page.body()).isEqualTo(expected.text(-1));
    }
    assertThat(page.reloaded().body()).isEqualTo(expected.text(-1));
    assertThat(page.session.undo(count)).isInstanceOf(Outcome.Moved.class);
    assertThat(page.body()).isEqualTo(trace.start());
    assertThat(page.session.redo(count)).isInstanceOf(Outcome.Moved.class);
    assertThat(page.body()).isEqualTo(expected.text(-1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"automerge-paper", "friendsforever_flat", "sveltecomponent"})
  @Clause({"RB-10", "SE-24"})
  void both_invented_authors_undo_their_own_until_nothing_is_left(String name) throws IOException {
    EditingTrace trace = trace(name);
    TextSession page = TextSession.of(trace.start());
    CharactersOfAuthors expected = new CharactersOfAuthors(trace.start());
    edit(page, expected, trace.patches().subList(0, OWN_UNDO_PATCHES));
    for (int i = OWN_UNDO_PATCHES - 1; i >= 0; i--) {
      page.undoOwn(AUTHORS[author(i)]);
    }
    assertThat(page.body()).isEqualTo(trace.start());
    for (int i = 0; i < OWN_UNDO_PATCHES; i++) {
      page.redoOwn(AUTHORS[author(i)]);
    }
    assertThat(page.body()).isEqualTo(expected.text(-1));
    assertThat(page.reloaded().body()).isEqualTo(expected.text(-1));
  }

  private static int author(int patch) {
    return patch / TURN % AUTHORS.length;
  }

  /** Commits the patches, each in turn of its author. */
  private static void edit(TextSession page, CharactersOfAuthors expected, List<Patch> patches) {
    for (int i = 0; i < patches.size(); i++) {
      Patch patch = patches.get(i);
      page.splice(AUTHORS[author(i)], patch.offset(), patch.deleted(), patch.inserted());
      expected.splice(author(i), patch.offset(), patch.deleted(), patch.inserted());
    }
    assertThat(page.body()).isEqualTo(expected.text(-1));
  }

  /** A naive text that knows who wrote and who deleted each character. */
  private static final class CharactersOfAuthors {

    /** A character in a linked list of all characters, including deleted ones. */
    private static final class Character {
      final int codePoint;
      final int writer;
      int deleter = -1;
      Character next;

      Character(int codePoint, int writer) {
        this.codePoint = codePoint;
        this.writer = writer;
      }
    }

    /** Stands before the first character. */
    private final Character start = new Character(0, -1);

    private final List<Character> visible = new ArrayList<>();

    CharactersOfAuthors(String text) {
      splice(-1, 0, 0, text);
    }

    void splice(int author, int offset, int deleted, String inserted) {
      for (Character character : visible.subList(offset, offset + deleted)) {
        character.deleter = author;
      }
      visible.subList(offset, offset + deleted).clear();
      Character previous = offset == 0 ? start : visible.get(offset - 1);
      int index = offset;
      for (int codePoint : inserted.codePoints().toArray()) {
        Character character = new Character(codePoint, author);
        character.next = previous.next;
        previous.next = character;
        previous = character;
        visible.add(index++, character);
      }
    }

    /** The text as if an author had done nothing. */
    String text(int withoutAuthor) {
      StringBuilder text = new StringBuilder();
      for (Character it = start.next; it != null; it = it.next) {
        boolean isWritten = it.writer < 0 || it.writer != withoutAuthor;
        boolean isDeleted = it.deleter >= 0 && it.deleter != withoutAuthor;
        if (isWritten && !isDeleted) {
          text.appendCodePoint(it.codePoint);
        }
      }
      return text.toString();
    }
  }
}
