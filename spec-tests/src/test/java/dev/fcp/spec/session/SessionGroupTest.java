package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionGroup;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several documents and one pair of undo and redo buttons. */
@Clause("SE-30")
class SessionGroupTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> one = CounterSessions.created(journal);
  private final Session<Counter, CounterEvent> two = CounterSessions.created();
  private final SessionGroup group = new SessionGroup();
  private final Subscription first = group.add(one);
  private final Subscription second = group.add(two);
  private final List<SessionGroup.Change> changes = new ArrayList<>();

  @Test
  void undo_and_redo_go_to_the_active_session() {
    add(one, 1);
    add(two, 2);
    group.activate(two);
    assertThat(group.undo(1)).isInstanceOf(Outcome.Moved.class);
    assertThat(List.of(value(one), value(two))).containsExactly(1, 0);
    assertThat(group.redo(1)).isInstanceOf(Outcome.Moved.class);
    group.activate(one);
    group.undo(1);
    assertThat(List.of(value(one), value(two))).containsExactly(0, 2);
  }

  @Test
  void undo_and_redo_depths_are_those_of_the_active_session() {
    add(one, 1);
    add(two, 2);
    two.with(options("undo")).undo(1);
    group.activate(one);
    assertThat(List.of(group.canUndo(), group.canRedo())).containsExactly(true, false);
    assertThat(group.undoLabel()).contains("+1");
    assertThat(group.redoLabel()).isEmpty();
    group.activate(two);
    assertThat(List.of(group.canUndo(), group.canRedo())).containsExactly(false, true);
    assertThat(group.redoLabel()).contains("+2");
    assertThat(group.isSaved()).isFalse();
  }

  @Test
  void without_an_active_session_there_is_nothing_to_undo() {
    add(one, 1);
    assertThat(group.active()).isEmpty();
    assertThat(group.undo(1)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(group.redo(1)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(List.of(group.canUndo(), group.canRedo(), group.isSaved()))
        .containsExactly(false, false, true);
    assertThat(value(one)).isEqualTo(1);
  }

  @Test
  void listeners_are_notified_of_the_active_session_and_its_changes() {
    group.listen(changes::add);
    add(one, 1);
    group.activate(one);
    group.activate(one);
    add(one, 1);
    add(two, 2);
    group.activate(two);
    group.undo(1);
    group.deactivate();
    add(two, 2);
    assertThat(changes)
        .extracting(SessionGroupTest::describe)
        .containsExactly("active", "COMMITTED", "active", "UNDONE", "none");
    assertThat(changes.get(2)).isEqualTo(new SessionGroup.Change.Activated(Optional.of(two)));
  }

  private static String describe(SessionGroup.Change change) {
    return switch (change) {
      case SessionGroup.Change.Activated(var session) -> session.isPresent() ? "active" : "none";
      case SessionGroup.Change.Changed(var session, SessionChange what) -> what.kind().name();
    };
  }

  @Test
  void changes_by_a_listener_are_notified_later_and_a_failing_listener_blocks_no_other() {
    group.listen(change -> {
      if (change.equals(new SessionGroup.Change.Activated(Optional.of(one)))) {
        group.activate(two);
        assertThat(group.active()).contains(two);
      }
      throw new IllegalStateException("a listener");
    });
    Subscription listening = group.listen(changes::add);
    group.activate(one);
    assertThat(changes)
        .containsExactly(
            new SessionGroup.Change.Activated(Optional.of(one)),
            new SessionGroup.Change.Activated(Optional.of(two)));
    listening.close();
    group.activate(one);
    assertThat(changes).hasSize(2);
  }

  @Test
  void a_removed_session_is_no_longer_active() {
    group.activate(two);
    group.listen(changes::add);
    second.close();
    second.close();
    assertThat(group.active()).isEmpty();
    assertThat(group.sessions()).isEqualTo(List.of(one));
    assertThat(changes).containsExactly(new SessionGroup.Change.Activated(Optional.empty()));
    add(two, 2);
    one.step(options("both"), builder -> add(two, 2));
    assertThat(value(two)).as("a removed session is not affected by the group").isEqualTo(4);
    assertThatThrownBy(() -> group.activate(two)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> group.add(one)).isInstanceOf(IllegalArgumentException.class);
    first.close();
    assertThat(group.sessions()).isEmpty();
  }

  @Test
  void an_edit_of_two_documents_is_refused_in_both() {
    long records = two.state().recordNumber();
    Outcome outcome =
        one.step(
            options("both"),
            builder -> {
              builder.emit(new CounterEvent.Added(1));
              add(two, 2);
            });
    assertThat(reason(outcome)).startsWith("an edit of two documents cannot be one step");
    assertThat(List.of(value(one), value(two))).containsExactly(0, 0);
    assertThat(two.state().recordNumber()).isEqualTo(records);
    assertThat(journal.read(2)).singleElement().isInstanceOf(JournalRecord.Refused.class);
    add(one, 1);
    add(two, 2);
    assertThat(List.of(value(one), value(two))).containsExactly(1, 2);
  }

  @Test
  void a_change_of_another_document_is_refused_in_a_batch() {
    add(two, 2);
    Outcome outcome =
        one.batch(
            options("both"),
            batch -> {
              add(one, 1);
              two.with(options("undo")).undo(1);
            });
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(List.of(value(one), value(two))).containsExactly(0, 2);
    assertThat(two.state().redoDepth()).isZero();
  }

  @Test
  void a_body_that_catches_the_refusal_continues_without_the_other_document() {
    one.step(
        options("one of both"),
        builder -> {
          builder.emit(new CounterEvent.Added(1));
          assertThatThrownBy(() -> add(two, 2)).isInstanceOf(RefusedException.class);
        });
    assertThat(List.of(value(one), value(two))).containsExactly(1, 0);
  }

  @Test
  void a_group_of_resumed_sessions_behaves_the_same() {
    add(one, 1);
    add(one, 2);
    SessionGroup otherGroup = new SessionGroup();
    Session<Counter, CounterEvent> resumed = CounterSessions.resumed(journal);
    try (Subscription member = otherGroup.add(resumed)) {
      otherGroup.activate(resumed);
      assertThat(otherGroup.undoLabel()).contains("+2");
      otherGroup.undo(1);
      assertThat(member).isNotNull();
    }
    assertThat(value(resumed)).isEqualTo(1);
  }

  @Test
  void notifications_of_many_threads_come_one_at_a_time_and_the_last_names_the_active_session()
      throws Exception {
    AtomicInteger inside = new AtomicInteger();
    List<Integer> together = new ArrayList<>();
    group.listen(change -> {
      together.add(inside.incrementAndGet());
      changes.add(change);
      inside.decrementAndGet();
    });
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Session<Counter, CounterEvent> next = i % 2 == 0 ? one : two;
        all.add(threads.submit(() -> group.activate(next)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    assertThat(together).isNotEmpty().containsOnly(1);
    assertThat(changes.get(changes.size() - 1))
        .isEqualTo(new SessionGroup.Change.Activated(group.active()));
  }
}
