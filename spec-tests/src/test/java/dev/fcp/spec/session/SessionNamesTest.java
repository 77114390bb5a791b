package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.created;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.session.FileRecorder;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionNamesTest {

  private static final String HASH = "0a".repeat(32);

  @Test
  @Clause("SE-6")
  void undo_to_a_checkpoint_goes_back_to_the_named_step() {
    Session<Counter, CounterEvent> session = created();
    add(session, 1);
    session.with(options("name")).checkpoint("one");
    add(session, 2);
    add(session, 3);
    assertThat(session.with(options("back")).undoTo("one")).isInstanceOf(Outcome.Moved.class);
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.with(options("back")).undoTo("one")).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("SE-6")
  void a_checkpoint_before_the_first_step_names_the_base() {
    Session<Counter, CounterEvent> session = created();
    session.with(options("name")).checkpoint("start");
    add(session, 1);
    assertThat(session.state().checkpoints())
        .containsExactly(new NamedState(NamedState.Kind.CHECKPOINT, "start", HistoryPoint.BASE));
    session.with(options("back")).undoTo("start");
    assertThat(value(session)).isZero();
  }

  @Test
  @Clause("SE-6")
  void an_unknown_name_lists_the_known_ones() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    assertThat(reason(session.with(options("back")).undoTo("x")))
        .isEqualTo("unknown checkpoint \"x\": this document has none");
    assertThat(session.state().checkpointConflict("x").reason())
        .isEqualTo("unknown checkpoint \"x\": this document has none");
    session.with(options("name")).checkpoint("b");
    session.with(options("name")).checkpoint("a");
    assertThat(reason(session.with(options("back")).undoTo("x")))
        .isEqualTo("unknown checkpoint \"x\": known are \"a\", \"b\"");
  }

  @Test
  @Clause("SE-6")
  void a_checkpoint_after_the_cursor_is_refused_with_its_distance() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("name")).checkpoint("end");
    session.with(options("undo")).undo(2);
    Outcome outcome = session.with(options("back")).undoTo("end");
    assertThat(reason(outcome))
        .isEqualTo("checkpoint \"end\" is among the undone steps; redo to reach it");
    assertThat(((Outcome.Refused) outcome).conflicts().get(0).suggestion())
        .contains(new Suggestion.Redo(2));
    assertThat(value(session)).isEqualTo(1);
  }

  @Test
  @Clause({"SE-6", "SE-13"})
  void undo_to_a_name_on_another_branch_says_where_that_forked() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("name")).checkpoint("end");
    session.with(options("undo")).undo(1);
    String fork = session.state().head().step().orElseThrow().ulid();
    add(session, 10);
    assertThat(reason(session.with(options("back")).undoTo("end")))
        .isEqualTo(
            "checkpoint \"end\" lies on another branch, which left this one after step "
                + fork
                + " \"+2\"");
  }

  @Test
  @Clause({"SE-6", "SE-13"})
  void undo_to_a_name_on_a_branch_from_the_base_says_so() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("name")).checkpoint("end");
    session.with(options("undo")).undo(3);
    add(session, 10);
    assertThat(reason(session.with(options("back")).undoTo("end")))
        .isEqualTo("checkpoint \"end\" lies on another branch, which left this one at the base");
  }

  @Test
  @Clause("SE-6")
  void undo_to_a_name_before_the_oldest_kept_step_says_so() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = created(journal);
    session.with(options("name")).checkpoint("start");
    add(session, 1);
    StepId one = session.state().head().step().orElseThrow();
    add(session, 2);
    journal.append(
        journal.lastNumber(), new JournalRecord.Pruned(Instant.EPOCH, CounterSessions.ANN, one));
    assertThat(reason(session.with(options("back")).undoTo("start")))
        .isEqualTo("checkpoint \"start\" lies before the oldest step that can be undone");
  }

  @Test
  @Clause("SE-6")
  void the_newest_use_of_a_name_wins() {
    Session<Counter, CounterEvent> session = created();
    session.with(options("name")).checkpoint("c");
    add(session, 1);
    session.with(options("name")).checkpoint("c");
    add(session, 2);
    session.with(options("back")).undoTo("c");
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.state().checkpoints()).hasSize(1);
  }

  @Test
  @Clause("SE-6")
  void naming_a_state_keeps_the_redo_tail() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("undo")).undo(1);
    session.with(options("name")).checkpoint("c");
    assertThat(session.state().redoDepth()).isEqualTo(1);
    session.with(options("redo")).redo(1);
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-6")
  void a_blank_name_is_refused() {
    assertThat(reason(created().with(options("name")).checkpoint(" ")))
        .isEqualTo("a checkpoint needs a name");
  }

  @Test
  @Clause("SE-22")
  void an_external_version_that_fits_completely_is_saved_with_its_step() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    Source eleven = Source.of("11 # mine\n".getBytes(StandardCharsets.US_ASCII));
    int depth = session.state().undoDepth();
    session
        .with(options("external"))
        .fileRecorder()
        .mergeExternal(
            eleven,
            MergeExtent.WHOLE,
            builder -> builder.emit(new CounterEvent.Added(11 - value(session))));
    assertThat(value(session)).isEqualTo(11);
    assertThat(session.state().undoDepth()).isEqualTo(depth + 1);
    assertThat(session.state().isSaved()).isTrue();
    assertThat(session.state().isKnownFile(eleven.id())).isTrue();
    assertThat(session.state().sourcesForWriting().get(0)).isEqualTo(eleven);
  }

  @Test
  @Clause("SE-22")
  void a_version_that_fits_in_part_or_not_at_all_is_not_a_saved_state() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    session.with(options("save")).fileRecorder().recordSaved(HASH, session.state().head());
    Source part = Source.of("12\n".getBytes(StandardCharsets.US_ASCII));
    session
        .with(options("external"))
        .fileRecorder()
        .mergeExternal(part, MergeExtent.PART, builder -> {});
    assertThat(session.state().isSaved()).isFalse();
    assertThat(session.state().savedMark()).isEmpty();
    assertThat(session.state().externalVersion())
        .contains(new ExternalVersion(part, MergeExtent.PART));
    assertThat(session.state().sourcesForWriting()).contains(part);
    Source none = Source.of("13\n".getBytes(StandardCharsets.US_ASCII));
    session.with(options("external")).fileRecorder().recordUndecided(none);
    assertThat(session.state().externalVersion())
        .contains(new ExternalVersion(none, MergeExtent.NONE));
    assertThat(session.state().sourcesForWriting()).doesNotContain(none);
    assertThat(session.state().modelOfFile().map(Counter::value)).contains(12);
    session.with(options("save")).fileRecorder().recordSaved(HASH, session.state().head());
    assertThat(session.state().isSaved()).isTrue();
    assertThat(session.state().externalVersion()).isEmpty();
  }

  @Test
  @Clause("SE-7")
  void a_document_is_saved_exactly_at_the_point_of_the_newest_save() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    assertThat(session.state().isSaved()).isFalse();
    session.with(options("save")).fileRecorder().recordSaved(HASH, session.state().head());
    assertThat(session.state().isSaved()).isTrue();
    session.with(options("undo")).undo(1);
    assertThat(session.state().isSaved()).isFalse();
    session.with(options("redo")).redo(1);
    assertThat(session.state().isSaved()).isTrue();
  }

  @Test
  @Clause("SE-7")
  void a_file_that_was_opened_is_saved_and_a_new_document_is_not() {
    assertThat(CounterSessions.opened("5\n", InMemoryJournal.empty()).state().isSaved()).isTrue();
    assertThat(created().state().isSaved()).isFalse();
  }

  @Test
  @Clause("SE-7")
  void the_version_being_saved_is_known_until_it_is_saved() {
    Session<Counter, CounterEvent> session = created();
    session.with(options("save")).fileRecorder().recordSaving(HASH, HistoryPoint.BASE);
    assertThat(session.state().isKnownFile(HASH)).isTrue();
    assertThat(session.state().isSaved()).isFalse();
    session.with(options("save")).fileRecorder().recordSaved("1b".repeat(32), HistoryPoint.BASE);
    assertThat(session.state().isKnownFile(HASH)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "sha256",
        "0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A"
      })
  @Clause("SE-7")
  void a_save_is_recorded_only_with_a_hash(String hash) {
    Session<Counter, CounterEvent> session = created();
    FileRecorder<Counter, CounterEvent> recorder = session.fileRecorder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> recorder.recordSaving(hash, HistoryPoint.BASE))
        .withMessageContaining("64 hex digits");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> recorder.recordSaved(hash, HistoryPoint.BASE))
        .withMessageContaining("\"" + hash + "\"");
    assertThat(session.state().recordNumber()).isEqualTo(1);
  }

  @Test
  @Clause("SE-7")
  void an_unknown_state_cannot_be_saved() {
    Session<Counter, CounterEvent> one = withThreeSteps();
    Session<Counter, CounterEvent> other = withThreeSteps();
    assertThatThrownBy(
            () -> one.with(options("save")).fileRecorder().recordSaved(HASH, other.state().head()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
