package dev.fcp.postgres;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresJournalTest {

  private final PostgresJournals journals =
      PostgresServer.journals(
          PostgresSettings.defaults()
              .withLockTimeout(Duration.ofMillis(500))
              .withRecordsPerSnapshot(5));
  private final PostgresDatabase database = PostgresServer.database();
  private final String name = PostgresServer.newName();
  private PostgresJournal journal = journals.openOrCreate(name);
  private final Session<Counter, CounterEvent> session = Counters.created(journal);

  @BeforeEach
  void addSix() {
    List.of(1, 2, 3).forEach(n -> Counters.add(session, n));
  }

  @AfterEach
  void close() {
    journal.close();
    database.close();
    journals.close();
  }

  private int lease(String until) {
    return database.update(
        "UPDATE fcp.documents SET lease_token = coalesce(lease_token, gen_random_uuid()),"
            + " lease_owner = 'process 7 of bob', lease_until = clock_timestamp() + ?::interval"
            + " WHERE name = ?",
        until,
        name);
  }

  @Test
  void two_sessions_write_to_one_journal_and_see_each_others_steps() {
    Session<Counter, CounterEvent> other = Counters.resumed(journals.open(name));
    Counters.add(other, 4);
    session.with(Counters.options("undo")).undo(2);
    Counters.add(other, 5);
    assertThat(session.refresh().model().value()).isEqualTo(8);
    assertThat(other.verify().isValid()).isTrue();
  }

  @Test
  void the_writer_that_holds_the_lock_for_too_long_is_named_and_nothing_is_written() {
    lease("1 hour");
    assertThatThrownBy(() -> Counters.add(session, 4))
        .isInstanceOf(JournalException.class)
        .hasMessageContainingAll(name, "process 7 of bob until 2", "nothing was written");
    assertThat(journal.lastNumber()).isEqualTo(4);
    assertThatThrownBy(journal::acquireWriteLock).hasMessageContaining("process 7 of bob");
  }

  @Test
  void a_lock_that_has_expired_by_the_clock_of_the_database_excludes_nobody() {
    lease("-1 second");
    assertThat(Counters.add(session, 4)).isInstanceOf(Outcome.Committed.class);
    assertThat(database.strings("SELECT lease_owner FROM fcp.documents WHERE name = ?", name))
        .containsOnlyNulls();
  }

  @Test
  void the_holder_of_an_expired_lock_writes_nothing_once_another_writer_has_appended() {
    Journal.WriteLock lock = journal.acquireWriteLock();
    lease("-1 second");
    Session<Counter, CounterEvent> other = Counters.resumed(journals.open(name));
    Counters.add(other, 4);
    assertThatThrownBy(() -> Counters.add(session, 5))
        .isInstanceOf(JournalException.class)
        .hasMessageContainingAll("its lock was lost: it expired", "nothing of it was written");
    lock.close();
    assertThat(Counters.add(session, 6)).isInstanceOf(Outcome.Committed.class);
    assertThat(Counters.value(journals.open(name))).isEqualTo(16);
  }

  @Test
  void the_holder_of_an_expired_lock_writes_nothing_once_another_writer_has_taken_it() {
    Journal.WriteLock lock = journal.acquireWriteLock();
    lease("-1 second");
    try (PostgresJournal other = journals.open(name);
        Journal.WriteLock taken = other.acquireWriteLock()) {
      // There is no other record, so that only the token differs.
      assertThat(taken).isNotNull();
      assertThat(other.lastNumber()).isEqualTo(4);
      assertThatThrownBy(() -> Counters.add(session, 5))
          .isInstanceOf(JournalException.class)
          .hasMessageContainingAll("its lock was lost: now process", "nothing of it was written");
      assertThat(Counters.add(Counters.resumed(other), 7)).isInstanceOf(Outcome.Committed.class);
    }
    lock.close();
    assertThat(Counters.value(journals.open(name))).isEqualTo(13);
  }

  private String leaseUntil() {
    return String.valueOf(
        database.strings("SELECT lease_until FROM fcp.documents WHERE name = ?", name).get(0));
  }

  @Test
  void a_lock_is_renewed_while_it_is_held_and_not_afterwards() {
    PostgresSettings brief = PostgresSettings.defaults().withLeaseTime(Duration.ofMillis(300));
    try (PostgresJournals others = PostgresServer.journals(brief);
        PostgresJournal held = others.open(name)) {
      try (Journal.WriteLock lock = held.acquireWriteLock()) {
        assertThat(lock).isNotNull();
        for (int renewals = 0; renewals < 3; renewals++) {
          String before = leaseUntil();
          while (leaseUntil().equals(before)) {
            Thread.onSpinWait();
          }
        }
      }
      assertThat(leaseUntil()).isEqualTo("null");
    }
  }

  @Test
  void records_of_several_threads_share_a_transaction_under_the_lock() throws Exception {
    List<Callable<Outcome>> steps = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      steps.add(() -> Counters.add(session, 1));
    }
    try (Journal.WriteLock lock = journal.acquireWriteLock();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      assertThat(lock).isNotNull();
      for (Future<Outcome> step : threads.invokeAll(steps)) {
        assertThat(step.get()).isInstanceOf(Outcome.Committed.class);
      }
    }
    assertThat(Counters.value(journals.open(name))).isEqualTo(70);
    List<String> transactions =
        database.strings(
            "SELECT DISTINCT records.xmin FROM fcp.records JOIN fcp.documents"
                + " ON documents.id = document_id WHERE name = ? AND number > 4",
            name);
    assertThat(transactions).hasSizeLessThan(64);
  }

  @Test
  void a_changed_record_is_found_by_its_checksum() {
    database.update(
        "UPDATE fcp.records SET record = replace(record::text, '+2', '+7')::json"
            + " WHERE number = 3 AND document_id = (SELECT id FROM fcp.documents WHERE name = ?)",
        name);
    Journal reopened = journals.open(name);
    assertThat(reopened.read(1).get(1)).isNotNull();
    assertThatThrownBy(() -> reopened.read(3).get(0))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("record 3: its checksum is ");
  }

  @Test
  void pruned_records_are_deleted_and_a_checkpoint_keeps_its_model() {
    String longest =
        new Random(1).ints(3000, 'a', 'z').mapToObj(Character::toString).collect(joining());
    for (String checkpoint : List.of("six", "\0\ud800", longest)) {
      session.with(Counters.options("name")).checkpoint(checkpoint);
    }
    for (int i = 0; i < 10; i++) {
      Counters.add(session, 10);
    }
    session.with(Counters.options("retain")).prune(new RetentionPolicy(4, Duration.ZERO, 5));
    assertThat(
            database.strings(
                "SELECT min(number) FROM fcp.records JOIN fcp.documents"
                    + " ON documents.id = document_id WHERE name = ?",
                name))
        .isNotEqualTo(List.of("1"));
    journal.close();
    journal = journals.open(name);
    Session<Counter, CounterEvent> resumed = Counters.resumed(journal);
    for (String checkpoint : List.of("six", "\0\ud800", longest)) {
      assertThat(resumed.modelNamed(checkpoint)).contains(new Counter(6));
    }
    resumed.with(Counters.options("undo")).undo(99);
    assertThat(resumed.model().value()).isEqualTo(66);
    assertThat(resumed.verify().isValid()).isTrue();
  }

  @Test
  void a_deleted_journal_fails_for_those_who_have_it_open() {
    journals.delete(name);
    assertThat(journals.contains(name)).isFalse();
    assertThatThrownBy(() -> Counters.add(session, 4))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("it was deleted; open the document again");
    assertThatThrownBy(() -> journals.open(name)).hasMessageContaining("there is none");
  }

  @Test
  void who_did_what_for_which_message_is_one_query() {
    List<String> labels =
        database.strings(
            """
            SELECT step ->> 'label'
            FROM fcp.records JOIN fcp.documents ON documents.id = document_id,
              json_array_elements(record -> 'steps') AS step
            WHERE name = ? AND step -> 'origin' ->> 'actor' = 'ann'
              AND step -> 'origin' ->> 'message' = 'message-1'
            ORDER BY number
            """,
            name);
    assertThat(labels).containsExactly("+1", "+2", "+3");
  }

  @Test
  void names_without_a_visible_character_are_rejected() {
    assertThatThrownBy(() -> journals.openOrCreate("a\u0000b"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> journals.openOrCreate(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
