package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.SessionState.Mark;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Marks, which say to whom external changes belong, and rollbacks from a message on. */
class MessageMarksTest extends TwoAuthorsFixture {

  private static final Origin HELPER = Origin.of("helper", "run", "2");
  private static final Origin OTHER = Origin.of("other", "walk", "1");

  private void mark(Origin origin, String... paths) {
    assertThat(session.by(origin).mark(String.join("", paths)))
        .isInstanceOf(Outcome.Recorded.class);
  }

  private void end(Origin origin) {
    assertThat(session.by(origin).endMarks()).isInstanceOf(Outcome.Recorded.class);
  }

  private Optional<Origin> owner(String path) {
    return session.state().ownerOf(Optional.of(path));
  }

  private List<Origin> open() {
    return session.state().openMarks().stream().map(Mark::origin).toList();
  }

  private RollbackPlan<NoteEvent> planFrom(String message) {
    return session
        .rollbacks()
        .plan(new RollbackSelection.From(StepFilter.ANY.withMessage(message)));
  }

  private void rollBackFrom(String message) {
    Outcome unused =
        session
            .with(EditOptions.of("rewind", ANN))
            .rollbacks()
            .rollback(planFrom(message), Mode.ALL_OR_NOTHING);
  }

  @Test
  @Clause("DO-22")
  void the_newest_open_mark_for_a_file_owns_its_changes() {
    mark(AGENT);
    mark(OTHER, "canon/*.md");
    assertThat(owner("canon/a.md")).contains(OTHER);
    assertThat(owner("canon/deep/a.md")).contains(AGENT);
    assertThat(session.state().ownerOf(Optional.empty())).contains(AGENT);
    end(OTHER);
    assertThat(owner("canon/a.md")).contains(AGENT);
    end(AGENT);
    assertThat(owner("canon/a.md")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x", "a/../b", "./a", "/etc/passwd", "C:\\\\x", " ", "!a", "# a", "a\nb"})
  @Clause("DO-22")
  void a_pattern_that_leaves_the_folder_or_names_no_files_is_refused(String pattern) {
    long records = session.state().recordNumber();
    assertThat(session.by(AGENT).mark(pattern)).isInstanceOf(Outcome.Refused.class);
    assertThat(open()).isEmpty();
    assertThat(session.state().messages()).isEmpty();
    assertThat(session.state().recordNumber()).isEqualTo(records + 1);
  }

  @Test
  @Clause("DO-22")
  void a_mark_of_a_folder_or_a_name_covers_all_files_below_it() {
    mark(AGENT, "canon/pcs");
    assertThat(owner("canon/pcs/deep/ann.md")).contains(AGENT);
    assertThat(owner("canon/npcs/bo.md")).isEmpty();
    mark(AGENT, "*.md");
    assertThat(owner("canon/npcs/bo.md")).contains(AGENT);
    assertThat(owner("canon/npcs/bo.txt")).isEmpty();
    assertThat(open()).as("of the same message").hasSize(2);
  }

  @Test
  @Clause("DO-22")
  void a_session_has_one_message_at_a_time_and_a_mark_is_open_once() {
    mark(AGENT);
    mark(AGENT, "a");
    mark(OTHER);
    mark(AGENT_LATER);
    mark(AGENT_LATER);
    assertThat(open()).containsExactly(AGENT_LATER, OTHER);
    end(AGENT_LATER);
    assertThat(open()).containsExactly(OTHER);
  }

  @Test
  @Clause("DO-22")
  void a_mark_without_a_session_is_refused() {
    assertThat(session.by(Origin.of("agent")).mark("")).isInstanceOf(Outcome.Refused.class);
    assertThat(session.by(Origin.of("agent")).endMarks()).isInstanceOf(Outcome.Refused.class);
    assertThat(session.state().messages()).isEmpty();
  }

  @Test
  @Clause({"DO-22", "SE-1"})
  void marks_survive_a_restart() {
    board(ANN);
    mark(AGENT, "a/**");
    mark(OTHER);
    List<Mark> marks = session.state().openMarks();
    List<Mark> messages = session.state().messages();
    restart();
    assertThat(session.state().openMarks()).isEqualTo(marks);
    assertThat(session.state().messages()).isEqualTo(messages).hasSize(2);
  }

  @Test
  @Clause({"DO-22", "RB-11"})
  void a_message_exists_from_its_mark_on_even_if_it_changed_nothing() {
    board(ANN);
    add(AGENT, "a");
    mark(AGENT_LATER);
    Origin last = Origin.of("agent", "run", "3");
    add(last, "b");
    add(ANN, "mine");
    assertThat(planFrom("2").examinedCount()).isEqualTo(1);
    rollBackFrom("2");
    assertThat(has("a") && has("mine")).isTrue();
    assertThat(has("b")).isFalse();
  }

  @Test
  @Clause("RB-11")
  void from_a_message_on_the_steps_of_its_session_are_selected_whatever_their_actor() {
    board(ANN);
    add(AGENT, "a");
    add(HELPER, "b");
    add(OTHER, "c");
    assertThat(planFrom("1").examinedCount()).isEqualTo(2);
    rollBackFrom("1");
    assertThat(has("a") || has("b")).isFalse();
    assertThat(has("c")).isTrue();
  }

  @Test
  @Clause("RB-11")
  void a_message_begins_with_its_mark_or_its_first_step_whichever_is_earlier() {
    board(ANN);
    add(AGENT_LATER, "a");
    mark(AGENT);
    add(HELPER, "b");
    add(AGENT, "c");
    mark(AGENT_LATER);
    assertThat(planFrom("1").examinedCount()).isEqualTo(2);
    assertThat(planFrom("2").examinedCount()).isEqualTo(3);
  }

  @Test
  @Clause("RB-11")
  void steps_that_were_undone_when_a_message_began_are_earlier() {
    board(ANN);
    add(AGENT, "a");
    session.with(EditOptions.of("undo", ANN)).undo(1);
    mark(AGENT_LATER);
    session.with(EditOptions.of("redo", ANN)).redo(1);
    assertThat(planFrom("2").examinedCount()).isZero();
  }

  @Test
  @Clause("DO-22")
  void a_message_that_began_before_the_kept_history_is_forgotten() {
    board(ANN);
    add(ANN, "x");
    mark(AGENT);
    end(AGENT);
    add(ANN, "a");
    add(ANN, "b");
    mark(OTHER);
    assertThat(session.by(ANN).prune(new RetentionPolicy(1, Duration.ZERO, 0)))
        .isInstanceOf(Outcome.Recorded.class);
    assertThat(session.state().messages()).extracting(Mark::origin).containsExactly(OTHER);
    assertThat(open()).containsExactly(OTHER);
    List<Mark> messages = session.state().messages();
    restart();
    assertThat(session.state().messages()).isEqualTo(messages);
  }

  @Test
  @Clause("SE-17")
  void a_mark_is_a_record() {
    mark(AGENT, "src/**");
    assertThat(((InMemoryJournal) journal).lines().get(1))
        .startsWith(
            "{\"type\":\"marked\",\"kind\":\"begin\",\"origin\":{\"actor\":\"agent\",\"message\":\"1\","
                + "\"session\":\"run\"},\"paths\":\"src/**\",\"time\":");
    assertThat(journal.read(2)).singleElement().isInstanceOf(JournalRecord.Marked.class);
  }
}
