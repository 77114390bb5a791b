package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.Attempt.Status;
import dev.fcp.postgres.CuttingProxy.Cut;
import dev.fcp.postgres.CuttingProxy.Sender;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.InvalidTransition;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection of a worker is cut at each message of an operation in turn, and other things
 * break. What was acknowledged, or is found by asking again, is committed; nothing else is.
 */
class WorldFaultsTest {

  private static final String APPLICATION = "cut-world";

  /** More messages than an operation has. */
  private static final int MAX_MESSAGES = 400;

  private final CuttingProxy proxy = new CuttingProxy(PostgresServer.url(), APPLICATION);
  private final Worlds direct = new Worlds();
  private final Worlds cut = through(PostgresSettings.defaults().withMaxConnections(1));
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private boolean isCut;

  private Worlds through(PostgresSettings settings) {
    return new Worlds(proxy.url(), settings, WorldSettings.defaults());
  }

  @AfterEach
  void close() {
    proxy.disarm();
    cut.close();
    direct.close();
    proxy.close();
  }

  /** Makes an operation while the connection is cut at a message. */
  @FunctionalInterface
  private interface Operation {
    void run(String slug, Cut at);
  }

  /** Makes an operation at each message in turn, each time in a world of its own. */
  private void sweep(Sender sender, boolean isTorn, Operation operation) throws IOException {
    sweepOthers(
        sender,
        isTorn,
        at -> {
          String slug = direct.create();
          operation.run(slug, at);
          assertThat(direct.store.verify(slug).orElseThrow().isIntact()).isTrue();
        });
  }

  private void sweepOthers(Sender sender, boolean isTorn, Consumer<Cut> operation)
      throws IOException {
    int last =
        Tries.sweep(message -> {
          operation.accept(new Cut(sender, message + 1, isTorn));
          return isCut && message < MAX_MESSAGES;
        });
    assertThat(last).isBetween(5, MAX_MESSAGES - 1);
    WorldInvariants.requireAll(direct.sql);
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
  }

  /** Checks that the sweep met some outcomes; with few tries it may miss the last. */
  private void requireOutcomes(String... all) {
    assertThat(outcomes)
        .containsKeys(Tries.areAll() ? all : new String[] {"acknowledged", "failed"});
  }

  /**
   * Runs something while the connection may be cut, and checks every invariant before anything is
   * repaired; returns the failure.
   */
  private Optional<JournalException> failureOf(Cut at, Runnable work) {
    proxy.arm(at);
    Optional<JournalException> failure = Optional.empty();
    try {
      work.run();
    } catch (JournalException e) {
      failure = Optional.of(e);
    } finally {
      isCut = proxy.disarm();
      awaitEndOfTransactions();
    }
    count(failure.isPresent() ? "failed" : "acknowledged");
    WorldInvariants.requireAll(direct.sql);
    return failure;
  }

  /** Counts an outcome: whatever is acknowledged is done. */
  private void countDone(Optional<JournalException> failure, boolean isDone) {
    assertThat(failure.isPresent() || isDone).isTrue();
    count(failure.isPresent() && isDone ? "done nevertheless" : "as told");
  }

  /** Waits until the server has finished what it received over the connection that was cut. */
  private void awaitEndOfTransactions() {
    while (!direct
        .sql
        .strings(
            "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND state <> 'idle'",
            APPLICATION)
        .isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> started(String slug) {
    WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> attempt = cut.start(slug);
    Worlds.add(attempt, "a");
    attempt.record(Worlds.occurrence("seen", Map.of()));
    Worlds.add(attempt, "b");
    return attempt;
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "CLIENT, true", "SERVER, false", "SERVER, true"})
  @Clause("WO-2")
  void a_turn_is_committed_exactly_if_acknowledged_or_found_by_committing_again(
      Sender sender, boolean isTorn) throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          var attempt = started(slug);
          Optional<JournalException> failure = failureOf(at, () -> attempt.commit().orElseThrow());
          long turn = direct.store.get(slug).orElseThrow().currentTurn();
          count(failure.isPresent() && turn == 1 ? "committed nevertheless" : "as told");
          assertThat(failure.isPresent() || turn == 1).isTrue();
          assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
          assertThat(direct.store.events(slug, WorldEventQuery.FIRST).orElseThrow().events())
              .hasSize(3);
        });
    requireOutcomes("acknowledged", "failed", "committed nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, true", "SERVER, false"})
  @Clause("WO-3")
  void an_attempt_has_failed_exactly_if_acknowledged_or_found_by_asking(
      Sender sender, boolean isTorn) throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          var attempt = started(slug);
          Optional<JournalException> failure =
              failureOf(at, () -> attempt.fail("no").orElseThrow());
          Status now = direct.store.attempt(slug, attempt.id()).orElseThrow().status();
          count(failure.isPresent() && now == Status.FAILED ? "failed nevertheless" : "as told");
          if (now == Status.FAILED) {
            assertThat(Worlds.refusal(attempt.fail("no")))
                .isEqualTo(new InvalidTransition(attempt.id(), Status.FAILED, "failed"));
          } else {
            assertThat(failure).isPresent();
            attempt.fail("no").orElseThrow();
          }
          assertThat(
                  direct
                      .store
                      .events(slug, WorldEventQuery.FIRST.includingFailed())
                      .orElseThrow()
                      .events())
              .hasSize(4);
        });
    requireOutcomes("acknowledged", "failed", "failed nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause({"WO-3", "WO-4"})
  void an_attempt_that_was_not_acknowledged_does_not_block_its_world(Sender sender, boolean isTorn)
      throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          WorldWorker worker = cut.worker();
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.startAttempt(slug, worker).orElseThrow());
          World world = direct.store.get(slug).orElseThrow();
          assertThat(failure.isPresent() || world.activeAttempt().isPresent()).isTrue();
          count(world.attemptCount() == 1 ? "found" : "not found");
          if (failure.isPresent() && world.activeAttempt().isPresent()) {
            // The connection to interrupt it was cut too; nobody prolongs it.
            direct.expire(slug);
          }
          if (failure.isPresent()) {
            direct.start(slug).commit().orElseThrow();
          }
          worker.close();
        });
    requireOutcomes("acknowledged", "failed", "found", "not found");
  }

  private boolean exists(String slug) {
    return isDone(direct.store.getIncludingDeleted(slug));
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-1")
  void a_world_is_created_as_a_whole_or_not_at_all(Sender sender, boolean isTorn)
      throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          NewWorld world =
              new NewWorld(Worlds.fresh("w"), "W", new ScenarioRef.Inline(Worlds.boards("a")));
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.create(world).orElseThrow());
          countDone(failure, exists(world.slug()));
          if (exists(world.slug())) {
            assertThat(Worlds.refusal(direct.store.create(world)))
                .isInstanceOf(AlreadyExists.class);
          } else {
            direct.store.create(world).orElseThrow();
          }
          assertThat(direct.turn(world.slug(), "b").turn()).isEqualTo(1);
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-10")
  void a_scenario_is_stored_with_its_name_and_components_or_not_at_all(
      Sender sender, boolean isTorn) throws IOException {
    sweepOthers(
        sender,
        isTorn,
        at -> {
          // The pool has a connection again, whose first messages are not counted.
          assertThat(repeated(cut.store::scenarios)).isNotNull();
          String name = Worlds.fresh("scenario");
          Scenario scenario =
              Scenario.of(
                  "{\"domain\":\"notes\",\"profile\":{\"label\":\"x\",\"components\":{\"p\":\"%s\"}}}"
                      .formatted(name));
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.putScenario(name, scenario).orElseThrow());
          boolean isNamed = isDone(direct.store.scenario(new ScenarioRef.ByName(name)));
          countDone(failure, isNamed);
          assertThat(isDone(direct.store.scenario(new ScenarioRef.ByHash(scenario.hash()))))
              .isEqualTo(isNamed);
          assertThat(
                  direct.sql.strings(
                      "SELECT kind FROM fcp.components WHERE content = to_jsonb(?::text)", name))
              .hasSize(isNamed ? 1 : 0);
          assertThat(direct.store.putScenario(name, scenario).orElseThrow().name()).contains(name);
        });
    requireOutcomes("acknowledged", "failed", "as told");
    if (sender == Sender.SERVER) {
      // The last message of the client is the commit; that of the server acknowledges it.
      requireOutcomes("acknowledged", "failed", "done nevertheless");
    }
  }

  private static boolean isDone(WorldResult<?> result) {
    return result instanceof WorldResult.Done;
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause({"WO-1", "WO-11"})
  void a_fork_is_created_as_a_whole_or_not_at_all(Sender sender, boolean isTorn)
      throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          String fork = Worlds.fresh("fork");
          direct.turn(slug, "a");
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.fork(slug, Optional.empty(), fork, "F").orElseThrow());
          countDone(failure, exists(fork));
          if (!exists(fork)) {
            direct.store.fork(slug, Optional.empty(), fork, "F").orElseThrow();
          }
          assertThat(direct.store.diffWorlds(slug, fork).orElseThrow().isEmpty()).isTrue();
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-5")
  void a_world_is_deleted_with_its_expired_attempt_or_not_at_all(Sender sender, boolean isTorn)
      throws IOException {
    List<String> worlds = new ArrayList<>();
    sweepOthers(
        sender,
        isTorn,
        at -> {
          String slug = direct.create();
          worlds.add(slug);
          UUID attempt = direct.start(slug).id();
          direct.expire(slug);
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.delete(slug, "done").orElseThrow());
          World world = direct.store.getIncludingDeleted(slug).orElseThrow();
          countDone(failure, !world.isActive());
          assertThat(world.activeAttempt())
              .isEqualTo(world.isActive() ? Optional.of(attempt) : Optional.empty());
          if (world.isActive()) {
            direct.store.delete(slug, "done").orElseThrow();
          }
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
    assertThat(worlds).noneMatch(it -> isDone(direct.store.get(it)));
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-4")
  void a_heartbeat_prolongs_the_attempt_or_leaves_it(Sender sender, boolean isTorn)
      throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          var attempt = started(slug);
          Optional<JournalException> failure =
              failureOf(at, () -> attempt.heartbeat("far").orElseThrow());
          Attempt now = direct.store.attempt(slug, attempt.id()).orElseThrow();
          assertThat(now.status()).isEqualTo(Status.RUNNING);
          countDone(failure, now.progress().equals(Optional.of("far")));
          assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-14")
  void a_worker_that_opens_interrupts_an_attempt_or_leaves_it(Sender sender, boolean isTorn)
      throws IOException {
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          UUID attempt = direct.start(slug).id();
          direct.expire(slug);
          String id = Worlds.fresh("worker");
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.worker(id).orElseThrow().close());
          Status now = direct.store.attempt(slug, attempt).orElseThrow().status();
          countDone(failure, now == Status.INTERRUPTED);
          direct.store.worker(Worlds.fresh("worker")).orElseThrow().close();
          assertThat(direct.store.attempt(slug, attempt).orElseThrow().status())
              .isEqualTo(Status.INTERRUPTED);
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  @Clause("WO-12")
  void a_rollback_is_a_turn_or_nothing(Sender sender, boolean isTorn) throws IOException {
    WorldRollback.Work first = new WorldRollback.Work.OfTurn(1);
    sweep(
        sender,
        isTorn,
        (slug, at) -> {
          direct.turn(slug, "a");
          WorldWorker worker = cut.worker();
          Optional<JournalException> failure =
              failureOf(at, () -> cut.store.rollback(slug, worker, first, "eve").orElseThrow());
          worker.close();
          countDone(failure, direct.store.get(slug).orElseThrow().currentTurn() == 2);
          if (direct.store.get(slug).orElseThrow().currentTurn() == 1) {
            direct.expire(slug);
            WorldWorker other = direct.worker();
            direct.store.rollback(slug, other, first, "eve").orElseThrow();
          }
          assertThat(direct.store.turn(slug, 2).orElseThrow().turn().entityCount()).isZero();
        });
    requireOutcomes("acknowledged", "failed", "as told", "done nevertheless");
  }

  @Test
  @Clause("WO-14")
  void the_id_of_a_killed_worker_is_free_and_its_attempt_is_interrupted() {
    String slug = direct.create();
    String id = Worlds.fresh("worker");
    WorldWorker killed = cut.store.worker(id).orElseThrow();
    var attempt = cut.start(slug, killed);
    Worlds.add(attempt, "a");
    assertThat(Worlds.refusal(direct.store.worker(id))).isInstanceOf(Busy.class);
    direct.sql.strings(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?",
        APPLICATION);
    awaitEndOfConnections();
    cut.sql.reconnect();
    try (WorldWorker next = direct.store.worker(id).orElseThrow()) {
      assertThat(direct.store.attempt(slug, attempt.id()).orElseThrow().status())
          .isEqualTo(Status.INTERRUPTED);
      assertThat(direct.start(slug, next).commit().orElseThrow().turn()).isEqualTo(1);
      assertThat(Worlds.refusal(repeated(attempt::commit))).isInstanceOf(InvalidTransition.class);
      assertThat(Worlds.refusal(cut.store.startAttempt(slug, killed))).isInstanceOf(Busy.class);
    } finally {
      killed.close();
    }
  }

  @Test
  @Clause("WO-4")
  void an_attempt_is_prolonged_although_the_lock_of_its_worker_is_lost() {
    WorldSettings brief = WorldSettings.defaults().withAttemptLease(Duration.ofMillis(300));
    try (Worlds worlds = new Worlds(proxy.url(), PostgresSettings.defaults(), brief)) {
      String slug = direct.create();
      WorldWorker worker = worlds.worker();
      var attempt = worlds.start(slug, worker);
      // Another session takes the lock before the worker can have it again.
      direct.sql.update("BEGIN");
      while (direct
          .sql
          .strings(
              "SELECT 1 WHERE pg_try_advisory_xact_lock(hashtextextended('fcp worker ' || ?, 0))",
              worker.id())
          .isEmpty()) {
        direct.sql.strings(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
              AND pid IN (SELECT pid FROM pg_stat_activity WHERE application_name = ?)
            """,
            APPLICATION);
      }
      Instant before = direct.store.attempt(slug, attempt.id()).orElseThrow().heartbeatAt();
      while (!direct
          .store
          .attempt(slug, attempt.id())
          .orElseThrow()
          .heartbeatAt()
          .isAfter(before)) {
        Thread.onSpinWait();
      }
      assertThat(Worlds.refusal(worlds.store.startAttempt(slug, worker))).isInstanceOf(Busy.class);
      direct.sql.update("ROLLBACK");
      assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
    }
  }

  /** Repeats an operation whose connection was closed by the server. */
  private static <T> T repeated(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (JournalException e) {
      return operation.get();
    }
  }

  private void awaitEndOfConnections() {
    while (!direct
        .sql
        .strings("SELECT pid FROM pg_stat_activity WHERE application_name = ?", APPLICATION)
        .isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Clause({"WO-2", "WO-14"})
  void an_attempt_is_committed_after_a_restart_of_the_server(@TempDir Path folder) {
    try (OwnServer server = OwnServer.start(folder.resolve("data"), Map.of());
        Worlds worlds =
            new Worlds(server.url(), PostgresSettings.defaults(), WorldSettings.defaults())) {
      String slug = worlds.create();
      worlds.turn(slug, "a");
      var attempt = worlds.start(slug);
      Worlds.add(attempt, "b");
      server.restart();
      worlds.sql.reconnect();
      assertThat(repeated(attempt::commit).orElseThrow().turn()).isEqualTo(2);
      assertThat(worlds.turn(slug, "c").turn()).isEqualTo(3);
      assertThat(worlds.store.verify(slug).orElseThrow().isIntact()).isTrue();
    }
  }

  @Test
  @Clause("WO-2")
  void an_attempt_survives_that_no_connection_is_free() throws SQLException {
    PostgresSettings small =
        PostgresSettings.defaults().withMaxConnections(1).withLockTimeout(Duration.ofMillis(250));
    try (Worlds worlds = through(small)) {
      String slug = direct.create();
      var attempt = worlds.start(slug);
      Worlds.add(attempt, "a");
      try (Connection taken = worlds.journals.database().pool().getConnection()) {
        assertThat(taken.isClosed()).isFalse();
        assertThatThrownBy(attempt::commit).isInstanceOf(JournalException.class);
        assertThatThrownBy(() -> worlds.store.startAttempt(slug, worlds.worker()))
            .isInstanceOf(JournalException.class);
      }
      assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
    }
  }

  @Test
  @Clause("WO-2")
  void a_commit_that_waits_too_long_for_its_world_changes_nothing_and_can_be_repeated() {
    PostgresSettings hasty =
        PostgresSettings.defaults().withStatementTimeout(Duration.ofMillis(200));
    try (Worlds worlds = new Worlds(PostgresServer.url(), hasty, WorldSettings.defaults())) {
      String slug = direct.create();
      var attempt = worlds.start(slug);
      direct.sql.update("BEGIN");
      direct.sql.update("UPDATE fcp.worlds SET name = name WHERE slug = ?", slug);
      assertThatThrownBy(attempt::commit)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("statement timeout");
      direct.sql.update("ROLLBACK");
      assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
    }
  }
}
