package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.created;
import static dev.fcp.spec.session.CounterSessions.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

@Clause("SE-23")
class SessionListenerTest {

  private static final String HASH = "0a".repeat(32);

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = created(journal);
  private final List<SessionChange> changes = Collections.synchronizedList(new ArrayList<>());

  private List<Kind> kinds() {
    return changes.stream().map(SessionChange::kind).toList();
  }

  @Test
  void each_change_is_notified_once_in_the_order_of_the_records() {
    session.listen(changes::add);
    add(session, 1);
    session.batch(
        options("batch"),
        batch -> {
          add(session, 2);
          add(session, 3);
        });
    session.with(options("name")).checkpoint("c");
    session.with(options("undo")).undo(3);
    session.with(options("redo")).redo(2);
    session.with(options("save")).fileRecorder().recordSaving(HASH, session.state().head());
    session.with(options("save")).fileRecorder().recordSaved(HASH, session.state().head());
    assertThat(kinds())
        .containsExactly(
            Kind.COMMITTED, Kind.COMMITTED, Kind.NAMED, Kind.UNDONE, Kind.REDONE, Kind.SAVED);
    assertThat(changes)
        .extracting(SessionChange::recordNumber)
        .containsExactly(2L, 3L, 4L, 5L, 6L, 8L);
    assertThat(changes)
        .extracting(change -> change.steps().size())
        .containsExactly(1, 2, 0, 3, 2, 0);
    assertThat(changes.get(3).steps().reversed().subList(0, 2)).isEqualTo(changes.get(4).steps());
  }

  @Test
  void a_refused_failed_or_empty_operation_is_not_notified() {
    session.listen(changes::add);
    session.step(options("refused"), builder -> builder.emit(new CounterEvent.Set(7, 8)));
    assertThatThrownBy(() ->
            session.step(
                options("failed"),
                builder -> {
                  throw new IllegalStateException("boom");
                }))
        .hasMessage("boom");
    session.with(options("nothing")).undo(1);
    session.step(options("empty"), builder -> {});
    assertThat(changes).isEmpty();
  }

  @Test
  void a_failing_listener_blocks_no_other() {
    session.listen(change -> {
      throw new IllegalStateException("a listener");
    });
    session.listen(changes::add);
    add(session, 1);
    add(session, 2);
    assertThat(changes).hasSize(2);
    assertThat(CounterSessions.value(session)).isEqualTo(3);
  }

  @Test
  void an_edit_by_a_listener_is_notified_after_the_change_it_reacts_to() {
    session.listen(change -> {
      if (CounterSessions.value(session) == 1) {
        add(session, 10);
      }
    });
    session.listen(changes::add);
    add(session, 1);
    assertThat(CounterSessions.value(session)).isEqualTo(11);
    assertThat(changes).extracting(SessionChange::recordNumber).containsExactly(2L, 3L);
  }

  @Test
  void a_listener_is_notified_only_after_publication_and_never_after_it_unsubscribed() {
    List<Long> numbers = new ArrayList<>();
    Subscription subscription =
        session.listen(change -> {
          changes.add(change);
          if (session.state().recordNumber() < change.recordNumber()) {
            numbers.add(change.recordNumber());
          }
        });
    add(session, 1);
    subscription.close();
    subscription.close();
    add(session, 2);
    assertThat(changes).hasSize(1);
    assertThat(numbers).isEmpty();
  }

  @Test
  void changes_of_another_session_are_notified_when_they_are_read() {
    session.listen(changes::add);
    Session<Counter, CounterEvent> other = CounterSessions.resumed(journal);
    add(other, 5);
    assertThat(changes).isEmpty();
    session.refresh();
    assertThat(kinds()).containsExactly(Kind.COMMITTED);
    add(other, 6);
    add(session, 7);
    assertThat(changes).extracting(SessionChange::recordNumber).containsExactly(2L, 3L, 4L);
  }

  @Test
  void changes_of_another_session_are_notified_even_when_the_state_is_rebuilt() {
    session.listen(changes::add);
    Session<Counter, CounterEvent> other =
        CounterSessions.resumed(new AlwaysSnapshotJournal(journal));
    add(session, 1);
    add(other, 5);
    other.with(options("undo")).undo(2);
    assertThat(journal.snapshotNumbers()).as("a snapshot to rebuild from").contains(4L);
    session.rebuild();
    assertThat(kinds()).containsExactly(Kind.COMMITTED, Kind.COMMITTED, Kind.UNDONE);
    assertThat(changes.get(2).steps()).hasSize(2);
    session.rebuild();
    session.refresh();
    add(session, 2);
    assertThat(changes).extracting(SessionChange::recordNumber).containsExactly(2L, 3L, 4L, 5L);
  }

  /** A journal that fails once to read the second requested record. */
  private record StumblingJournal(InMemoryJournal delegate, AtomicBoolean failsNextRead)
      implements DelegatingJournal {

    @Override
    public List<JournalRecord> read(long fromNumber) {
      List<JournalRecord> records = delegate.read(fromNumber);
      return new AbstractList<>() {
        @Override
        public JournalRecord get(int index) {
          if (index == 1 && failsNextRead.getAndSet(false)) {
            throw new JournalException("unreadable for once");
          }
          return records.get(index);
        }

        @Override
        public int size() {
          return records.size();
        }
      };
    }
  }

  @Test
  void a_change_that_is_read_only_at_the_second_attempt_is_notified_once() {
    Session<Counter, CounterEvent> reader =
        CounterSessions.resumed(new StumblingJournal(journal, new AtomicBoolean(true)));
    reader.listen(changes::add);
    add(session, 1);
    add(session, 2);
    assertThatThrownBy(reader::refresh).hasMessage("unreadable for once");
    assertThat(changes).isEmpty();
    reader.refresh();
    assertThat(changes).extracting(SessionChange::recordNumber).containsExactly(2L, 3L);
  }

  @Test
  void changes_of_many_threads_are_notified_once_in_one_order() throws Exception {
    session.listen(changes::add);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < 100; i++) {
                add(session, 1);
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    // The last delivery may still be running; a delivery of our own comes after it.
    add(session, 1);
    List<Long> numbers = changes.stream().map(SessionChange::recordNumber).toList();
    assertThat(numbers).hasSize(401).isSorted().doesNotHaveDuplicates();
  }

  /** A journal that accepts records and then loses one. */
  private static final class LosingJournal implements DelegatingJournal {

    private final InMemoryJournal delegate = InMemoryJournal.empty();
    private boolean isLosing;

    @Override
    public InMemoryJournal delegate() {
      return delegate;
    }

    @Override
    public SubmitResult submit(long expectedLastNumber, JournalRecord record, Receipt predecessor) {
      if (!isLosing) {
        return DelegatingJournal.super.submit(expectedLastNumber, record, predecessor);
      }
      isLosing = false;
      return new SubmitResult.Accepted(
          expectedLastNumber + 1,
          new Receipt() {
            @Override
            public void await() {
              throw new JournalException("lost");
            }

            @Override
            public boolean hasFailed() {
              return true;
            }
          });
    }
  }

  @Test
  void a_lost_record_is_not_notified() {
    LosingJournal losing = new LosingJournal();
    Session<Counter, CounterEvent> unlucky = created(losing);
    unlucky.listen(changes::add);
    losing.isLosing = true;
    assertThatThrownBy(() -> add(unlucky, 1)).hasMessage("lost");
    assertThat(CounterSessions.value(unlucky)).isZero();
    add(unlucky, 2);
    assertThat(changes).singleElement().extracting(change -> change.steps().size()).isEqualTo(1);
    assertThat(CounterSessions.value(unlucky)).isEqualTo(2);
  }
}
