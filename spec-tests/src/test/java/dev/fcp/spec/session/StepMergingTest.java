package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.journal.DelegatingJournal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps that are merged, squashed, discarded, or refused by a guard. */
class StepMergingTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final Session<Counter, CounterEvent> session =
      Session.create(
          CounterSessions.DOMAIN,
          CounterSessions.ANN,
          journal,
          new SessionSettings(() -> now, SessionSettings.standard().ids()));

  private Outcome type(int n) {
    return type(n, "typing", CounterSessions.ANN);
  }

  private Outcome type(int n, String key, Origin origin) {
    return session.step(
        EditOptions.of("type", origin).merging(key),
        builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private void advanceMillis(long millis) {
    now = now.plusMillis(millis);
  }

  private int depth() {
    return session.state().undoDepth();
  }

  @Test
  @Clause("SE-24")
  void continuous_typing_is_one_step() {
    type(1);
    advanceMillis(500);
    type(2);
    advanceMillis(500);
    type(3);
    assertThat(depth()).isEqualTo(1);
    assertThat(session.state().undoableSteps(1).get(0).events())
        .containsExactly(new CounterEvent.Added(6));
    advanceMillis(501);
    type(4);
    assertThat(depth()).isEqualTo(2);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(6);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isZero();
    session.with(options("redo")).redo(2);
    assertThat(value(session)).isEqualTo(10);
  }

  @Test
  @Clause("SE-24")
  void a_step_that_takes_longer_than_the_window_does_not_split_a_drag() {
    for (int i = 0; i < 3; i++) {
      session.step(
          options("drag").merging("drag"),
          builder -> {
            advanceMillis(692);
            builder.emit(new CounterEvent.Added(1));
          });
      advanceMillis(500);
    }
    assertThat(depth()).isEqualTo(1);
    advanceMillis(1);
    session.step(options("drag").merging("drag"), it -> it.emit(new CounterEvent.Added(1)));
    assertThat(depth()).isEqualTo(2);
  }

  @Test
  @Clause("SE-24")
  void a_slow_disk_and_slow_listeners_do_not_split_a_drag() {
    session.listen(change -> advanceMillis(692));
    type(1);
    advanceMillis(500);
    type(2);
    assertThat(depth()).isEqualTo(1);
    advanceMillis(501);
    type(3);
    assertThat(depth()).isEqualTo(2);
  }

  @Test
  @Clause("SE-24")
  void the_window_can_be_as_long_as_a_duration() {
    EditOptions typing = options("type").merging("typing", Duration.ofSeconds(Long.MAX_VALUE));
    session.step(typing, builder -> builder.emit(new CounterEvent.Added(1)));
    now = Instant.MAX;
    session.step(typing, builder -> builder.emit(new CounterEvent.Added(2)));
    assertThat(depth()).isEqualTo(1);
  }

  @Test
  @Clause("SE-24")
  void the_single_steps_stay_in_the_history() {
    type(1);
    type(2);
    assertThat(session.state().history().steps())
        .extracting(Step::events)
        .containsExactly(List.of(new CounterEvent.Added(1)), List.of(new CounterEvent.Added(3)));
    Step<CounterEvent> joined = session.state().undoableSteps(1).get(0);
    assertThat(joined.replaces()).containsExactly(session.state().history().steps().get(0).id());
  }

  @Test
  @Clause("SE-24")
  void a_step_does_not_merge_across_a_checkpoint_or_save() {
    type(1);
    type(1, "dragging", CounterSessions.ANN);
    assertThat(depth()).isEqualTo(2);
    type(1, "dragging", Origin.of("bob"));
    assertThat(depth()).isEqualTo(3);
    session.with(options("name")).checkpoint("here");
    type(1, "dragging", Origin.of("bob"));
    assertThat(depth()).isEqualTo(4);
    session
        .with(options("save"))
        .fileRecorder()
        .recordSaved("5f".repeat(32), session.state().head());
    type(1, "dragging", Origin.of("bob"));
    assertThat(depth()).isEqualTo(5);
    session.with(options("undo")).undo(1);
    session.with(options("redo")).redo(1);
    type(1, "dragging", Origin.of("bob"));
    assertThat(depth()).as("an undo and its redo do not end the merging").isEqualTo(5);
    session.batch(
        options("batch").merging("dragging"), batch -> type(1, "dragging", CounterSessions.ANN));
    type(1, "dragging", CounterSessions.ANN);
    assertThat(depth()).as("a batch ends the merging").isEqualTo(7);
    add(session, 1);
    type(1, "dragging", CounterSessions.ANN);
    assertThat(depth()).isEqualTo(9);
  }

  @Test
  @Clause({"SE-24", "BT-3"})
  void steps_with_one_merge_key_join_within_a_batch_and_not_across_its_border() {
    type(1);
    Outcome outcome =
        session.batch(
            options("macro"),
            batch -> {
              type(1);
              assertThat(type(1)).isEqualTo(new Outcome.Pending(List.of()));
            });
    assertThat(((Outcome.Committed) outcome).steps()).hasSize(1);
    type(1);
    assertThat(depth()).isEqualTo(3);
    session.with(options("undo")).undo(2);
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.verify().isValid()).isTrue();
  }

  @Test
  @Clause("SE-24")
  void the_merge_key_of_a_batch_is_that_of_its_steps_but_not_across_an_inner_batch() {
    session.batch(
        options("macro").merging("key"),
        batch -> {
          add(session, 1);
          add(session, 2);
          session.batch(options("inner"), inner -> add(session, 3));
          add(session, 4);
          type(5);
        });
    assertThat(session.state().undoableSteps(9))
        .extracting(step -> step.events().get(0))
        .containsExactly(
            new CounterEvent.Added(3),
            new CounterEvent.Added(3),
            new CounterEvent.Added(4),
            new CounterEvent.Added(5));
  }

  @Test
  @Clause("SE-24")
  void steps_of_a_batch_that_cancel_out_leave_no_step_and_keep_the_redo_tail() {
    add(session, 1);
    session.with(options("undo")).undo(1);
    Outcome outcome =
        session.batch(
            options("macro"),
            batch -> {
              type(3);
              type(-3);
            });
    assertThat(outcome).isEqualTo(new Outcome.Unchanged());
    assertThat(session.state().canRedo()).isTrue();
  }

  @Test
  @Clause("SE-24")
  void steps_of_a_batch_do_not_join_after_the_window_or_with_another_origin() {
    session.batch(
        options("macro"),
        batch -> {
          type(1);
          now = now.plusMillis(501);
          type(1);
          type(1, "typing", Origin.of("bob"));
          type(1, "other", Origin.of("bob"));
        });
    assertThat(depth()).isEqualTo(4);
  }

  @Test
  @Clause({"SE-24", "SE-32"})
  void the_edits_of_a_gesture_join_within_a_batch() {
    var gesture = session.with(options("drag")).beginGesture("drag");
    session.batch(
        options("macro"),
        batch -> {
          List.of(new CounterEvent.Added(1), new CounterEvent.Added(2))
              .forEach(event ->
                  assertThat(gesture.step(builder -> builder.emit(event)))
                      .isInstanceOf(Outcome.Pending.class));
        });
    assertThat(depth()).isEqualTo(1);
    assertThat(value(session)).isEqualTo(3);
  }

  /** A journal that refuses records while a flag is set. */
  private static final class RefusingJournal implements DelegatingJournal {

    private final InMemoryJournal delegate = InMemoryJournal.empty();
    private boolean isRefusing;

    @Override
    public InMemoryJournal delegate() {
      return delegate;
    }

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      if (isRefusing) {
        throw new JournalException("the disk is full");
      }
      return delegate.append(expectedLastNumber, record);
    }
  }

  @Test
  @Clause({"SE-24", "SE-8"})
  void a_step_that_could_not_be_written_does_not_end_the_merging() {
    RefusingJournal disk = new RefusingJournal();
    Session<Counter, CounterEvent> typed = CounterSessions.created(disk);
    EditOptions typing = options("type").merging("typing", Duration.ofHours(1));
    typed.step(typing, builder -> builder.emit(new CounterEvent.Added(1)));
    disk.isRefusing = true;
    assertThatThrownBy(() -> typed.step(typing, builder -> builder.emit(new CounterEvent.Added(2))))
        .hasMessage("the disk is full");
    disk.isRefusing = false;
    typed.step(typing, builder -> builder.emit(new CounterEvent.Added(3)));
    assertThat(typed.state().undoDepth()).isEqualTo(1);
    assertThat(value(typed)).isEqualTo(4);
  }

  @Test
  @Clause("SE-24")
  void steps_that_cancel_out_leave_no_step() {
    add(session, 7);
    type(3);
    assertThat(type(-3)).isInstanceOf(Outcome.Recorded.class);
    assertThat(depth()).isEqualTo(1);
    assertThat(value(session)).isEqualTo(7);
    type(2);
    assertThat(depth()).as("the previous step has no merge key").isEqualTo(2);
    assertThat(session.verify().isValid()).isTrue();
  }

  @Test
  @Clause("SE-24")
  void typing_in_another_session_does_not_merge_into_the_current_step() {
    add(session, 7);
    HistoryPoint seven = session.state().head();
    type(3);
    session.with(options("switch")).branches().switchTo(seven);
    type(2);
    assertThat(depth()).isEqualTo(2);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(7);
  }

  @Test
  @Clause({"SE-25", "SE-21"})
  void many_steps_are_squashed_into_one_undo() {
    add(session, 1);
    session.with(options("name")).checkpoint("start");
    add(session, 2);
    add(session, 3);
    session.with(options("name")).checkpoint("between");
    add(session, 4);
    session.with(options("name")).checkpoint("end");
    assertThat(session.with(options("all of it")).squashTo("start"))
        .isInstanceOf(Outcome.Committed.class);
    assertThat(depth()).isEqualTo(2);
    assertThat(session.state().undoLabel()).contains("all of it");
    assertThat(session.state().undoableSteps(1).get(0).events())
        .containsExactly(new CounterEvent.Added(9));
    assertThat(session.with(options("to")).undoTo("end")).isInstanceOf(Outcome.Unchanged.class);
    assertThat(reason(session.with(options("to")).undoTo("between"))).contains("another branch");
    Session<Counter, CounterEvent> resumed = CounterSessions.resumed(journal);
    resumed.with(options("undo")).undo(1);
    assertThat(value(resumed)).isEqualTo(1);
    assertThat(resumed.verify().isValid()).isTrue();
  }

  @Test
  @Clause("SE-25")
  void the_last_steps_are_squashed_into_one_undo() {
    add(session, 1);
    add(session, 2);
    add(session, 3);
    assertThat(session.with(options("1")).squash(1)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(reason(session.with(options("4")).squash(4)))
        .isEqualTo("4 steps cannot be squashed: 3 are applied");
    assertThat(session.with(options("both")).squash(2)).isInstanceOf(Outcome.Committed.class);
    assertThat(depth()).isEqualTo(2);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(1);
  }

  @Test
  @Clause("SE-25")
  void with_a_redo_tail_nothing_is_squashed() {
    session.with(options("name")).checkpoint("start");
    add(session, 1);
    add(session, 2);
    add(session, 3);
    session.with(options("undo")).undo(1);
    Outcome outcome = session.with(options("squash")).squashTo("start");
    assertThat(reason(outcome)).startsWith("there are undone steps");
    assertThat(depth()).isEqualTo(2);
    assertThat(session.state().redoDepth()).isEqualTo(1);
    assertThat(session.with(options("squash")).squashTo("nowhere"))
        .isInstanceOf(Outcome.Refused.class);
  }

  @Test
  @Clause("SE-26")
  void bailed_steps_cannot_be_redone() {
    session.with(options("name")).checkpoint("start");
    add(session, 1);
    add(session, 2);
    session.with(options("undo")).undo(1);
    assertThat(session.with(options("bail")).bailTo("start")).isInstanceOf(Outcome.Moved.class);
    assertThat(session.state().canRedo()).isFalse();
    assertThat(value(session)).isZero();
    assertThat(session.with(options("redo")).redo(1)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(session.with(options("bail")).bailTo("start")).isInstanceOf(Outcome.Unchanged.class);
    assertThat(session.state().history().steps()).hasSize(2);
    add(session, 5);
    session.with(options("undo")).undo(1);
    session.with(options("bail")).bailTo("start");
    assertThat(session.state().canRedo()).as("the redo tail is discarded as well").isFalse();
  }

  @Test
  @Clause("SE-27")
  void a_guard_refuses_before_anything_is_recorded() {
    List<SessionChange> changes = new ArrayList<>();
    Subscription guarding =
        session.addGuard((label, change) -> {
          changes.add(change);
          return label.equals("+2") ? Optional.of(Conflict.because("no twos")) : Optional.empty();
        });
    add(session, 1);
    assertThat(reason(add(session, 2))).isEqualTo("no twos");
    assertThat(value(session)).isEqualTo(1);
    assertThat(depth()).isEqualTo(1);
    session.with(options("undo")).undo(1);
    assertThat(changes)
        .extracting(SessionChange::kind)
        .containsExactly(
            SessionChange.Kind.COMMITTED, SessionChange.Kind.COMMITTED, SessionChange.Kind.UNDONE);
    guarding.close();
    assertThat(add(session, 2)).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  @Clause("SE-27")
  void a_guard_that_fails_refuses() {
    Subscription guarding =
        session.addGuard((label, change) -> {
          throw new IllegalStateException("boom");
        });
    assertThat(reason(add(session, 1))).contains("a guard failed", "boom");
    assertThat(depth()).isZero();
    guarding.close();
    assertThat(add(session, 1)).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  @Clause("SE-27")
  void a_guard_that_uses_the_session_is_refused() {
    session.addGuard((label, change) -> {
      add(session, 1);
      return Optional.empty();
    });
    assertThat(reason(add(session, 1))).contains("under way");
    assertThat(value(session)).isZero();
  }

  private static final NotesDomain NOTES = new NotesDomain();

  private static EntityModel<NoteKey, NoteEntity> notes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (NOTES.format().read(bytes)
        instanceof ReadResult.Readable<EntityModel<NoteKey, NoteEntity>> it) {
      return it.model();
    }
    throw new AssertionError(text);
  }

  @Test
  @Clause("SE-24")
  void dragging_several_things_is_one_step_with_one_event_for_each() {
    String text =
        "{\"board\":\"b\"}\n{\"id\":\"x\",\"text\":\"%d\"}\n{\"id\":\"y\",\"text\":\"%d\"}\n";
    Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> drag =
        Session.open(
            NOTES,
            new ReadResult.Readable<>(
                notes(text.formatted(0, 0)),
                Source.of(text.formatted(0, 0).getBytes(StandardCharsets.UTF_8))),
            CounterSessions.ANN,
            InMemoryJournal.empty(),
            SessionSettings.standard());
    for (int i = 1; i <= 20; i++) {
      EntityModel<NoteKey, NoteEntity> next = notes(text.formatted(i, -i));
      drag.step(
          options("drag").merging("drag", Duration.ofHours(1)),
          builder -> NOTES.diff(builder.model(), next).forEach(builder::emit));
    }
    assertThat(drag.state().undoDepth()).isEqualTo(1);
    assertThat(drag.state().undoableSteps(1).get(0).events()).hasSize(2);
    drag.with(options("undo")).undo(1);
    assertThat(drag.digest()).isEqualTo(NOTES.digest(notes(text.formatted(0, 0))));
    drag.with(options("redo")).redo(1);
    assertThat(drag.digest()).isEqualTo(NOTES.digest(notes(text.formatted(20, -20))));
    assertThatThrownBy(() -> drag.with(options("undo")).undoTo(null))
        .isInstanceOf(NullPointerException.class);
  }
}
