package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks of what was removed and came back, or was made anew under the same name. */
@Clause("RB-1")
class RollbackReplacedTest extends NotesOfTwo {

  /** Begins with a file of one board. */
  private void open(String file) {
    var read = DOMAIN.format().read(file.getBytes(StandardCharsets.UTF_8));
    session =
        Session.open(
            DOMAIN,
            (ReadResult.Readable<EntityModel<NoteKey, Item>>) read,
            ANN,
            InMemoryJournal.empty(),
            SessionSettings.standard());
  }

  @Test
  void a_note_that_was_made_anew_is_changed_to_what_it_was_and_not_removed_again() {
    board(ANN);
    add(ANN, "a");
    addBelow(ANN, "b", "a");
    set(ANN, "a", "text", "ann's");
    StepId removed = remove(AGENT, "a");
    StepId again = add(AGENT, "a");
    RollbackPlan<NoteEvent> plan = plan(removed, again);
    assertThat(plan.events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("ann's")));
    rollBack(removed, again);
    assertThat(text("a")).isEqualTo("ann's");
  }

  @Test
  void each_value_of_a_note_from_a_file_comes_back_when_it_was_made_anew() {
    open("{\"board\":\"plan\"}\n{\"id\":\"a\",\"text\":\"from the file\"}\n");
    set(ANN, "a", "text", "ann's");
    StepId seen = set(AGENT, "a", "see", "a");
    StepId removed = remove(AGENT, "a");
    StepId again = add(AGENT, "a");
    rollBack(seen, removed, again);
    assertThat(text("a")).isEqualTo("ann's");
    assertThat(((Note) session.model().at(note("a"))).see()).isEmpty();
  }

  @Test
  void a_value_that_a_note_was_made_with_once_more_is_not_set_twice() {
    board(ANN);
    add(ANN, "a");
    set(ANN, "a", "text", "ann's");
    set(ANN, "a", "text", "");
    StepId removed = remove(AGENT, "a");
    StepId again = add(AGENT, "a");
    StepId written = set(AGENT, "a", "text", "agent's");
    RollbackPlan<NoteEvent> plan = plan(removed, again, written);
    assertThat(plan.isSuccess()).isTrue();
    assertThat(plan.events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("")));
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void a_board_that_was_made_anew_as_it_was_keeps_what_others_put_on_it() {
    board(ANN);
    StepId removed = step(AGENT, DOMAIN.removed(BOARD, session.model()));
    StepId again = board(AGENT);
    add(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(removed, again);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.isWhole()).isTrue();
  }

  @Test
  void a_note_that_was_brought_back_stays_when_a_later_text_is_taken_back() {
    board(ANN);
    step(ANN, DOMAIN.added(note("a"), content("old", Optional.empty(), Optional.empty())));
    rollBack(remove(AGENT, "a"));
    StepId written = set(AGENT, "a", "text", "new");
    assertThat(plan(written).events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("old")));
  }
}
