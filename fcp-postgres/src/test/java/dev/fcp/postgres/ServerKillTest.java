package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed while sessions append, and started again on the same data. A step is
 * committed exactly if it was acknowledged, or is found when the journal is opened again.
 */
class ServerKillTest {

  private static final int KILLS = Tries.of(50);

  /** The kill comes after so many acknowledged steps at most. */
  private static final int MAX_STEPS = 200;

  private static final List<String> NAMES = List.of("a.counter", "b.counter", "b.counter");
  private static final String LOCKED = "c.counter";

  private static final PostgresSettings SETTINGS =
      PostgresSettings.defaults()
          .withLockTimeout(Duration.ofSeconds(2))
          .withLeaseTime(Duration.ofSeconds(1))
          .withRecordsPerSnapshot(50);

  @TempDir private Path folder;

  /** What a writer knows about its steps. */
  private record Written(String name, Set<StepId> acknowledged, Set<StepId> unknown) {

    Written(String name) {
      this(name, new HashSet<>(), new HashSet<>());
    }
  }

  @Test
  void a_step_is_committed_exactly_if_acknowledged_or_found_by_asking() throws Exception {
    Map<String, Set<StepId>> before = new HashMap<>();
    int unknown = 0;
    try (OwnServer server = OwnServer.start(folder.resolve("data"), Map.of())) {
      try (PostgresJournals journals = PostgresJournals.connect(server.url(), SETTINGS)) {
        for (String name : List.of("a.counter", "b.counter", LOCKED)) {
          Counters.created(journals.openOrCreate(name)).close();
          before.put(name, new HashSet<>());
        }
      }
      Random random = new Random(23);
      for (int kill = 0; kill < KILLS; kill++) {
        List<Written> all = writeUntilKilled(server, 1 + random.nextInt(MAX_STEPS));
        server.restart();
        unknown += all.stream().mapToInt(written -> written.unknown().size()).sum();
        requireConsistent(server, all, before);
      }
    }
    assertThat(unknown).as("steps whose outcome was unknown").isPositive();
  }

  /** Lets four writers append until the server is killed after some acknowledged steps. */
  private static List<Written> writeUntilKilled(OwnServer server, int steps) throws Exception {
    Semaphore acknowledged = new Semaphore(0);
    List<Written> result = new ArrayList<>();
    try (PostgresJournals journals = PostgresJournals.connect(server.url(), SETTINGS);
        ExecutorService threads = Executors.newFixedThreadPool(NAMES.size() + 1)) {
      List<Callable<Written>> writers = new ArrayList<>();
      for (String name : NAMES) {
        writers.add(() -> write(journals, name, false, acknowledged));
      }
      writers.add(() -> write(journals, LOCKED, true, acknowledged));
      List<Future<Written>> running = writers.stream().map(threads::submit).toList();
      acknowledged.acquire(steps);
      server.kill();
      for (Future<Written> writer : running) {
        result.add(writer.get());
      }
    }
    return result;
  }

  private static Written write(
      PostgresJournals journals, String name, boolean isLocking, Semaphore acknowledged) {
    Written written = new Written(name);
    try {
      Journal journal = journals.open(name);
      Session<Counter, CounterEvent> session = Counters.resumed(journal);
      try (Journal.WriteLock lock = isLocking ? journal.acquireWriteLock() : () -> {}) {
        assertThat(lock).isNotNull();
        while (true) {
          if (Counters.add(session, 1) instanceof Outcome.Committed committed) {
            written.acknowledged().addAll(committed.steps());
            acknowledged.release();
          }
        }
      }
    } catch (OutcomeUnknownException e) {
      written.unknown().addAll(e.steps());
    } catch (JournalException e) {
      // Nothing of the last step was written.
    }
    return written;
  }

  private static void requireConsistent(
      OwnServer server, List<Written> all, Map<String, Set<StepId>> before) {
    try (PostgresJournals journals = PostgresJournals.connect(server.url(), SETTINGS);
        PostgresDatabase database = server.database()) {
      before.forEach((name, known) -> {
        Session<Counter, CounterEvent> session = Counters.resumed(journals.open(name));
        assertThat(session.verify().isValid()).isTrue();
        Set<StepId> found = new HashSet<>();
        session.state().history().steps().stream().map(Step::id).forEach(found::add);
        assertThat(session.model().value()).isEqualTo(found.size());
        Set<StepId> possible = new HashSet<>(known);
        for (Written written : all) {
          if (written.name().equals(name)) {
            known.addAll(written.acknowledged());
            possible.addAll(written.acknowledged());
            possible.addAll(written.unknown());
          }
        }
        assertThat(found).containsAll(known);
        assertThat(possible).containsAll(found);
        known.addAll(found);
        session.close();
      });
      requireInvariants(database);
    }
  }

  /** No record is missing or beyond the last number of its document. */
  static void requireInvariants(PostgresDatabase database) {
    assertThat(
            database.strings(
                """
                SELECT name FROM fcp.documents LEFT JOIN LATERAL (
                  SELECT count(*) AS count, min(number) AS first, max(number) AS last
                  FROM fcp.records WHERE document_id = documents.id) AS records ON true
                WHERE last_number > 0 AND (count <> last_number - first_number + 1
                  OR first <> first_number OR last <> last_number)
                """))
        .isEmpty();
  }
}
