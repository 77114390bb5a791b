package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conflicts in the database, an exhausted pool, and clocks that disagree. */
class InjectedFaultsTest {

  private final String name = PostgresServer.newName();
  private final PostgresDatabase database = PostgresServer.database();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdown();
    database.close();
  }

  /** The URL of connections that the list of the server shows under the name of the document. */
  private String url(String options) {
    String url = PostgresServer.url();
    return url
        + (url.contains("?") ? "&" : "?")
        + "ApplicationName="
        + name
        + (options.isEmpty() ? "" : "&options=" + options.replace(" ", "%20"));
  }

  private PostgresJournals journals(String options) {
    return PostgresJournals.connect(url(options), PostgresSettings.defaults());
  }

  private void awaitBlockedStatement() {
    while (database
        .strings(
            "SELECT pid FROM pg_stat_activity WHERE application_name = ?"
                + " AND wait_event_type = 'Lock'",
            name)
        .isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private void lockRow() {
    database.update("BEGIN");
    database.update("UPDATE fcp.documents SET name = name WHERE name = ?", name);
  }

  @Test
  void a_step_that_a_deadlock_rolled_back_is_tried_again() throws Exception {
    try (PostgresJournals journals = journals("-c deadlock_timeout=10ms")) {
      Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate(name));
      database.update("SET deadlock_timeout = '1h'");
      database.update("BEGIN");
      database.update(
          "INSERT INTO fcp.records (document_id, number, checksum, record)"
              + " SELECT id, 2, 0, '{}' FROM fcp.documents WHERE name = ?",
          name);
      Future<Outcome> step = threads.submit(() -> Counters.add(session, 1));
      awaitBlockedStatement();
      // The step waits for this record, and this statement for the row that the step has changed.
      database.update("UPDATE fcp.documents SET last_number = last_number WHERE name = ?", name);
      database.update("ROLLBACK");
      assertThat(step.get()).isInstanceOf(Outcome.Committed.class);
      assertThat(Counters.value(journals.open(name))).isEqualTo(1);
    }
  }

  @Test
  void a_step_that_a_serialization_failure_rolled_back_is_tried_again() {
    try (PostgresJournals journals = journals("")) {
      Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate(name));
      for (String table : List.of("documents", "records")) {
        try (InjectedConflicts conflicts =
            new InjectedConflicts(
                database,
                InjectedConflicts.SERIALIZATION_FAILURE,
                name,
                table,
                Database.MAX_TRIES - 1)) {
          assertThat(Counters.add(session, 1)).isInstanceOf(Outcome.Committed.class);
          assertThat(conflicts.count()).isEqualTo(Database.MAX_TRIES - 1);
        }
      }
      assertThat(Counters.value(journals.open(name))).isEqualTo(2);
    }
  }

  @Test
  void a_step_that_never_succeeds_is_reported_and_nothing_is_written() {
    try (PostgresJournals journals = journals("")) {
      Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate(name));
      try (InjectedConflicts conflicts =
          new InjectedConflicts(
              database,
              InjectedConflicts.SERIALIZATION_FAILURE,
              name,
              "documents",
              Integer.MAX_VALUE)) {
        assertThatThrownBy(() -> Counters.add(session, 1))
            .isInstanceOf(JournalException.class)
            .isNotInstanceOf(OutcomeUnknownException.class)
            .hasMessageContainingAll("nothing of it was written", "injected");
        assertThat(conflicts.count()).isEqualTo(Database.MAX_TRIES);
      }
      assertThat(Counters.add(session, 2)).isInstanceOf(Outcome.Committed.class);
      assertThat(Counters.value(journals.open(name))).isEqualTo(2);
    }
  }

  @Test
  void an_exhausted_pool_fails_the_step_that_waits_and_no_other_one() throws Exception {
    PostgresSettings one =
        PostgresSettings.defaults().withMaxConnections(1).withLockTimeout(Duration.ofMillis(300));
    String second = PostgresServer.newName();
    try (PostgresJournals journals = PostgresJournals.connect(url(""), one)) {
      Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate(name));
      Session<Counter, CounterEvent> other = Counters.created(journals.openOrCreate(second));
      lockRow();
      Future<Outcome> step = threads.submit(() -> Counters.add(session, 1));
      awaitBlockedStatement();
      assertThatThrownBy(() -> Counters.add(other, 1))
          .isInstanceOf(JournalException.class)
          .isNotInstanceOf(OutcomeUnknownException.class)
          .hasMessageContainingAll(second, "not available");
      database.update("ROLLBACK");
      assertThat(step.get()).isInstanceOf(Outcome.Committed.class);
      assertThat(Counters.add(other, 2)).isInstanceOf(Outcome.Committed.class);
      assertThat(Counters.value(journals.open(second))).isEqualTo(2);
    }
  }

  /** A session of a machine whose clock is wrong. */
  private static Session<Counter, CounterEvent> sessionWithClock(Journal journal, Duration offset) {
    return Session.resume(
        Counters.DOMAIN,
        journal,
        new SessionSettings(() -> Instant.now().plus(offset), SessionSettings.standard().ids()));
  }

  @Test
  void writers_whose_clocks_are_two_hours_apart_respect_each_others_lock() {
    PostgresSettings impatient =
        PostgresSettings.defaults().withLockTimeout(Duration.ofMillis(200));
    try (PostgresJournals one = journals("");
        PostgresJournals two = PostgresJournals.connect(url(""), impatient)) {
      Counters.created(one.openOrCreate(name)).close();
      Journal slow = one.open(name);
      Session<Counter, CounterEvent> late = sessionWithClock(slow, Duration.ofHours(-1));
      Session<Counter, CounterEvent> early = sessionWithClock(two.open(name), Duration.ofHours(1));
      try (Journal.WriteLock lock = slow.acquireWriteLock()) {
        assertThat(lock).isNotNull();
        assertThat(Counters.add(late, 1)).isInstanceOf(Outcome.Committed.class);
        assertThatThrownBy(() -> Counters.add(early, 1))
            .hasMessageContainingAll("another writer holds its lock", "nothing was written");
        assertThat(
                database.strings(
                    "SELECT lease_until BETWEEN clock_timestamp() AND"
                        + " clock_timestamp() + interval '10 seconds'"
                        + " FROM fcp.documents WHERE name = ?",
                    name))
            .containsExactly("t");
      }
      Counters.addOne(early);
      Counters.addOne(late);
      assertThat(Counters.value(one.open(name))).isEqualTo(3);
      assertThat(late.refresh().model().value()).isEqualTo(3);
      assertThat(late.verify().isValid()).isTrue();
    }
  }
}
