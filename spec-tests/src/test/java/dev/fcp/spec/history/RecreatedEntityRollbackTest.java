package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks of entities that were removed and restored, or recreated with the same key. */
@Clause("RB-1")
class RecreatedEntityRollbackTest extends TwoAuthorsFixture {

  /** Begins with a file of one board. */
  private void open(String file) {
    var read = DOMAIN.format().read(file.getBytes(StandardCharsets.UTF_8));
    session =
        Session.open(
            DOMAIN,
            (ReadResult.Readable<EntityModel<NoteKey, NoteEntity>>) read,
            ANN,
            InMemoryJournal.empty(),
            SessionSettings.standard());
  }

  @Test
  void a_recreated_note_is_changed_to_its_former_state_and_not_removed() {
    board(ANN);
    add(ANN, "a");
    addBelow(ANN, "b", "a");
    set(ANN, "a", "text", "ann's");
    StepId removed = remove(AGENT, "a");
    StepId recreation = add(AGENT, "a");
    RollbackPlan<NoteEvent> plan = plan(removed, recreation);
    assertThat(plan.events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("ann's")));
    rollBack(removed, recreation);
    assertThat(text("a")).isEqualTo("ann's");
  }

  @Test
  void each_value_of_a_loaded_note_is_restored_after_it_was_recreated() {
    open("{\"board\":\"plan\"}\n{\"id\":\"a\",\"text\":\"from the file\"}\n");
    set(ANN, "a", "text", "ann's");
    StepId seen = set(AGENT, "a", "see", "a");
    StepId removed = remove(AGENT, "a");
    StepId recreation = add(AGENT, "a");
    rollBack(seen, removed, recreation);
    assertThat(text("a")).isEqualTo("ann's");
    assertThat(((Note) session.model().at(note("a"))).see()).isEmpty();
  }

  @Test
  void a_value_that_a_note_was_recreated_with_is_not_set_twice() {
    board(ANN);
    add(ANN, "a");
    set(ANN, "a", "text", "ann's");
    set(ANN, "a", "text", "");
    StepId removed = remove(AGENT, "a");
    StepId recreation = add(AGENT, "a");
    StepId written = set(AGENT, "a", "text", "agent's");
    RollbackPlan<NoteEvent> plan = plan(removed, recreation, written);
    assertThat(plan.isSuccess()).isTrue();
    assertThat(plan.events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("")));
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void a_board_recreated_unchanged_keeps_the_notes_of_others() {
    board(ANN);
    StepId removed = step(AGENT, DOMAIN.removed(BOARD, session.model()));
    StepId recreation = board(AGENT);
    add(ANN, "a");
    RollbackPlan<NoteEvent> plan = plan(removed, recreation);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  void a_restored_note_stays_when_a_later_text_is_rolled_back() {
    board(ANN);
    step(ANN, DOMAIN.added(note("a"), content("old", Optional.empty(), Optional.empty())));
    rollBack(remove(AGENT, "a"));
    StepId written = set(AGENT, "a", "text", "new");
    assertThat(plan(written).events())
        .containsExactly(DOMAIN.changed(note("a"), session.model(), "text", Value.of("old")));
  }
}
