package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.add;
import static dev.fcp.spec.session.Sessions.created;
import static dev.fcp.spec.session.Sessions.intent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
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
  private final List<SessionChange> told = Collections.synchronizedList(new ArrayList<>());

  private List<Kind> kinds() {
    return told.stream().map(SessionChange::kind).toList();
  }

  @Test
  void each_change_is_told_once_in_the_order_of_the_records() {
    session.listen(told::add);
    add(session, 1);
    session.batch(
        intent("batch"),
        batch -> {
          add(session, 2);
          add(session, 3);
        });
    session.checkpoint(intent("name"), "c");
    session.undo(intent("undo"), 3);
    session.redo(intent("redo"), 2);
    session.file().saving(intent("save"), HASH, session.state().head());
    session.file().saved(intent("save"), HASH, session.state().head());
    assertThat(kinds())
        .containsExactly(
            Kind.COMMITTED, Kind.COMMITTED, Kind.NAMED, Kind.UNDONE, Kind.REDONE, Kind.SAVED);
    assertThat(told)
        .extracting(SessionChange::recordNumber)
        .containsExactly(2L, 3L, 4L, 5L, 6L, 8L);
    assertThat(told).extracting(change -> change.steps().size()).containsExactly(1, 2, 0, 3, 2, 0);
    assertThat(told.get(3).steps().reversed().subList(0, 2)).isEqualTo(told.get(4).steps());
  }

  @Test
  void what_was_refused_or_failed_or_did_nothing_is_not_told() {
    session.listen(told::add);
    session.step(intent("refused"), stage -> stage.emit(new CounterEvent.Set(7, 8)));
    assertThatThrownBy(() ->
            session.step(
                intent("failed"),
                stage -> {
                  throw new IllegalStateException("boom");
                }))
        .hasMessage("boom");
    session.undo(intent("nothing"), 1);
    session.step(intent("empty"), stage -> {});
    assertThat(told).isEmpty();
  }

  @Test
  void a_listener_that_fails_keeps_nobody_from_being_told() {
    session.listen(change -> {
      throw new IllegalStateException("a listener");
    });
    session.listen(told::add);
    add(session, 1);
    add(session, 2);
    assertThat(told).hasSize(2);
    assertThat(Sessions.value(session)).isEqualTo(3);
  }

  @Test
  void an_edit_of_a_listener_is_told_behind_the_change_it_answers() {
    session.listen(change -> {
      if (Sessions.value(session) == 1) {
        add(session, 10);
      }
    });
    session.listen(told::add);
    add(session, 1);
    assertThat(Sessions.value(session)).isEqualTo(11);
    assertThat(told).extracting(SessionChange::recordNumber).containsExactly(2L, 3L);
  }

  @Test
  void nothing_is_told_before_it_is_published_nor_after_a_listener_left() {
    List<Long> ahead = new ArrayList<>();
    Subscription subscription =
        session.listen(change -> {
          told.add(change);
          if (session.state().recordNumber() < change.recordNumber()) {
            ahead.add(change.recordNumber());
          }
        });
    add(session, 1);
    subscription.close();
    subscription.close();
    add(session, 2);
    assertThat(told).hasSize(1);
    assertThat(ahead).isEmpty();
  }

  @Test
  void what_another_session_on_the_journal_did_is_told_when_it_is_taken_up() {
    session.listen(told::add);
    Session<Counter, CounterEvent> other = Sessions.resumed(journal);
    add(other, 5);
    assertThat(told).isEmpty();
    session.refresh();
    assertThat(kinds()).containsExactly(Kind.COMMITTED);
    add(other, 6);
    add(session, 7);
    assertThat(told).extracting(SessionChange::recordNumber).containsExactly(2L, 3L, 4L);
  }

  @Test
  void what_another_session_did_is_told_also_when_the_state_is_built_anew() {
    session.listen(told::add);
    Session<Counter, CounterEvent> other = Sessions.resumed(new EagerJournal(journal));
    add(session, 1);
    add(other, 5);
    other.undo(intent("undo"), 2);
    assertThat(journal.snapshots()).as("a short way to the state").contains(4L);
    session.restore();
    assertThat(kinds()).containsExactly(Kind.COMMITTED, Kind.COMMITTED, Kind.UNDONE);
    assertThat(told.get(2).steps()).hasSize(2);
    session.restore();
    session.refresh();
    add(session, 2);
    assertThat(told).extracting(SessionChange::recordNumber).containsExactly(2L, 3L, 4L, 5L);
  }

  /** A journal of which the second record that is asked for cannot be read once. */
  private record Stumbling(InMemoryJournal kept, AtomicBoolean stumbles) implements Journal {

    @Override
    public long lastNumber() {
      return kept.lastNumber();
    }

    @Override
    public Appended append(long expectedLastNumber, JournalRecord record) {
      return kept.append(expectedLastNumber, record);
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      List<JournalRecord> records = kept.read(fromNumber);
      return new AbstractList<>() {
        @Override
        public JournalRecord get(int index) {
          if (index == 1 && stumbles.getAndSet(false)) {
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
  void what_could_be_taken_up_only_at_the_second_try_is_told_once() {
    Session<Counter, CounterEvent> reader =
        Sessions.resumed(new Stumbling(journal, new AtomicBoolean(true)));
    reader.listen(told::add);
    add(session, 1);
    add(session, 2);
    assertThatThrownBy(reader::refresh).hasMessage("unreadable for once");
    assertThat(told).isEmpty();
    reader.refresh();
    assertThat(told).extracting(SessionChange::recordNumber).containsExactly(2L, 3L);
  }

  @Test
  void many_threads_are_told_of_in_one_order_each_change_once() throws Exception {
    session.listen(told::add);
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
    // Whoever delivers last may still be about it; a delivery of our own comes behind.
    add(session, 1);
    List<Long> numbers = told.stream().map(SessionChange::recordNumber).toList();
    assertThat(numbers).hasSize(401).isSorted().doesNotHaveDuplicates();
  }

  /** A journal that takes records and then loses one. */
  private static final class Losing implements Journal {

    private final InMemoryJournal kept = InMemoryJournal.empty();
    private boolean loses;

    @Override
    public long lastNumber() {
      return kept.lastNumber();
    }

    @Override
    public Appended append(long expectedLastNumber, JournalRecord record) {
      return kept.append(expectedLastNumber, record);
    }

    @Override
    public Submitted submit(long expectedLastNumber, JournalRecord record, Receipt builtOn) {
      if (!loses) {
        return Journal.super.submit(expectedLastNumber, record, builtOn);
      }
      loses = false;
      return new Submitted.Accepted(
          expectedLastNumber + 1,
          new Receipt() {
            @Override
            public void await() {
              throw new JournalException("lost");
            }

            @Override
            public boolean isLost() {
              return true;
            }
          });
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      return kept.read(fromNumber);
    }
  }

  @Test
  void what_the_journal_lost_is_not_told() {
    Losing losing = new Losing();
    Session<Counter, CounterEvent> unlucky = created(losing);
    unlucky.listen(told::add);
    losing.loses = true;
    assertThatThrownBy(() -> add(unlucky, 1)).hasMessage("lost");
    assertThat(Sessions.value(unlucky)).isZero();
    add(unlucky, 2);
    assertThat(told).singleElement().extracting(change -> change.steps().size()).isEqualTo(1);
    assertThat(Sessions.value(unlucky)).isEqualTo(2);
  }
}
