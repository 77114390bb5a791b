package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.Attempt.Status;
import dev.fcp.postgres.WorldRefusal.AttemptNotFound;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.CommitRaceLost;
import dev.fcp.postgres.WorldRefusal.Deleted;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.InvalidTransition;
import dev.fcp.postgres.WorldRefusal.LeaseInvalid;
import dev.fcp.postgres.WorldRefusal.NotFound;
import dev.fcp.spec.Clause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How attempts begin and end. */
class WorldAttemptTest {

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create();

  @AfterEach
  void close() {
    worlds.close();
  }

  private Attempt stored(UUID attempt) {
    return store.attempt(slug, attempt).orElseThrow();
  }

  private long currentTurn() {
    return store.get(slug).orElseThrow().currentTurn();
  }

  /** Changes the row of the world without the checks of the database. */
  private void force(String change) {
    worlds.sql.update("SET session_replication_role = replica");
    worlds.sql.update("UPDATE fcp.worlds SET " + change + " WHERE slug = ?", slug);
    worlds.sql.update("SET session_replication_role = DEFAULT");
  }

  @Test
  @Clause({"WO-2", "WO-4"})
  void a_committed_attempt_produces_the_next_turn() {
    var attempt = worlds.start(slug);
    assertThat(attempt.info().status()).isEqualTo(Status.RUNNING);
    assertThat(attempt.info().attemptedTurn()).isEqualTo(1);
    assertThat(attempt.info().enqueuedAt()).isBeforeOrEqualTo(attempt.info().startedAt());
    Worlds.add(attempt, "a");
    Turn turn = attempt.commit().orElseThrow();
    assertThat(turn.attempt()).contains(attempt.id());
    Attempt ended = stored(attempt.id());
    assertThat(ended.status()).isEqualTo(Status.COMMITTED);
    assertThat(ended.producedTurn()).contains(1L);
    assertThat(ended.delta().orElseThrow().text())
        .isEqualTo("{\"created\":1,\"deleted\":0,\"events\":1,\"modified\":0,\"steps\":1}");
    assertThat(currentTurn()).isEqualTo(1);
    assertThat(worlds.start(slug).stateBefore().turn()).isEqualTo(turn);
  }

  @Test
  @Clause("WO-2")
  void an_attempt_without_steps_is_a_turn_too() {
    assertThat(worlds.start(slug).commit().orElseThrow().turn()).isEqualTo(1);
    assertThat(worlds.start(slug).commit().orElseThrow().turn()).isEqualTo(2);
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }

  @Test
  @Clause("WO-2")
  void a_turn_may_have_more_steps_than_a_statement_has_arguments() {
    var attempt = worlds.start(slug);
    for (int i = 0; i < 2500; i++) {
      Worlds.add(attempt, "b" + i);
    }
    assertThat(attempt.commit().orElseThrow().entityCount()).isEqualTo(2500);
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }

  @Test
  @Clause("WO-2")
  void committing_equal_content_again_returns_the_turn_and_other_content_is_refused() {
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "a");
    Turn turn = attempt.commit().orElseThrow();
    assertThat(attempt.commit().orElseThrow()).isEqualTo(turn);
    worlds.turn(slug, "next");
    assertThat(attempt.commit().orElseThrow()).isEqualTo(turn);
    assertThat(Worlds.refusal(attempt.commit(7)))
        .isEqualTo(new InvalidTransition(attempt.id(), Status.COMMITTED, "committed"));
    Worlds.add(attempt, "b");
    assertThat(Worlds.refusal(attempt.commit())).isInstanceOf(InvalidTransition.class);
    assertThat(Worlds.refusal(attempt.fail("no")))
        .isEqualTo(new InvalidTransition(attempt.id(), Status.COMMITTED, "failed"));
    assertThat(currentTurn()).isEqualTo(2);
  }

  @Test
  @Clause("WO-3")
  void a_failed_attempt_moves_nothing_and_its_events_are_in_the_audit_when_asked_for() {
    worlds.turn(slug, "a");
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "b");
    Attempt failed = attempt.fail("the agent \0 gave up").orElseThrow();
    assertThat(failed.failureReason()).contains("the agent \ufffd gave up");
    assertThat(failed.producedTurn()).isEmpty();
    assertThat(currentTurn()).isEqualTo(1);
    assertThat(store.events(slug, WorldEventQuery.FIRST).orElseThrow().events()).hasSize(1);
    List<WorldEvent> all =
        store.events(slug, WorldEventQuery.FIRST.includingFailed()).orElseThrow().events();
    assertThat(all)
        .extracting(WorldEvent::type, WorldEvent::turn, WorldEvent::attemptStatus)
        .containsExactly(
            tuple("board_added", 1L, Status.COMMITTED),
            tuple("board_added", 2L, Status.FAILED),
            tuple("attempt_failed", 2L, Status.FAILED));
    assertThat(Worlds.refusal(attempt.commit())).isInstanceOf(InvalidTransition.class);
    assertThat(Worlds.refusal(attempt.fail("again"))).isInstanceOf(InvalidTransition.class);
    assertThat(worlds.turn(slug, "b").turn()).isEqualTo(2);
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }

  @Test
  @Clause("WO-3")
  void attempt_failed_is_added_only_if_the_program_did_not_say_it() {
    var attempt = worlds.start(slug);
    attempt.record(Worlds.occurrence("attempt_failed", Map.of()));
    attempt.fail("no").orElseThrow();
    assertThat(store.events(slug, WorldEventQuery.FIRST.includingFailed()).orElseThrow().events())
        .extracting(WorldEvent::type)
        .containsExactly("attempt_failed");
    var other = worlds.start(slug);
    assertThat(Worlds.refusal(other.fail(" "))).isInstanceOf(Invalid.class);
    other.fail("no").orElseThrow();
  }

  @Test
  @Clause({"WO-3", "WO-9"})
  void what_cannot_be_stored_cannot_be_committed_but_can_fail() {
    for (String text : List.of("a\0", "\ud800")) {
      var attempt = worlds.start(slug);
      Worlds.add(attempt, text);
      assertThat(Worlds.refusal(attempt.commit())).isInstanceOf(Invalid.class);
      assertThat(stored(attempt.id()).status()).isEqualTo(Status.RUNNING);
      assertThat(Worlds.refusal(attempt.heartbeat(text))).isInstanceOf(Invalid.class);
      attempt.session().undo().orElseThrow();
      attempt.commit().orElseThrow();
      var failing = worlds.start(slug);
      Worlds.add(failing, text);
      failing.session().step("x", step -> Worlds.rename(step, text, text + "!")).orElseThrow();
      failing.fail(text).orElseThrow();
    }
    assertThat(currentTurn()).isEqualTo(2);
  }

  @Test
  @Clause("WO-4")
  void a_second_attempt_is_refused_while_one_runs() {
    var attempt = worlds.start(slug);
    WorldWorker other = worlds.worker();
    Busy refusal = (Busy) Worlds.refusal(store.startAttempt(slug, other));
    assertThat(refusal.message()).contains(slug, attempt.id().toString());
    attempt.fail("done").orElseThrow();
    assertThat(store.startAttempt(slug, other).orElseThrow().info().turnBefore()).isZero();
  }

  @Test
  @Clause({"WO-3", "WO-4"})
  void a_start_interrupts_an_expired_attempt_whose_late_commit_is_refused() {
    var late = worlds.start(slug);
    Worlds.add(late, "late");
    worlds.expire(slug);
    var next = worlds.start(slug);
    Attempt interrupted = stored(late.id());
    assertThat(interrupted.status()).isEqualTo(Status.INTERRUPTED);
    assertThat(interrupted.failureReason()).contains("process restart before commit");
    for (WorldResult<?> result :
        List.of(late.commit(), late.fail("late"), late.heartbeat("late"))) {
      assertThat(Worlds.refusal(result))
          .isInstanceOfSatisfying(
              InvalidTransition.class, it -> assertThat(it.status()).isEqualTo(Status.INTERRUPTED));
    }
    Worlds.add(next, "a");
    next.commit().orElseThrow();
    assertThat(Worlds.refusal(late.commit())).isInstanceOf(InvalidTransition.class);
  }

  @Test
  @Clause("WO-4")
  void an_expired_attempt_may_commit_as_long_as_nobody_interrupted_it() {
    var attempt = worlds.start(slug);
    worlds.expire(slug);
    assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(1);
  }

  @Test
  @Clause("WO-4")
  void a_heartbeat_prolongs_the_lease_and_tells_the_progress() {
    var attempt = worlds.start(slug);
    worlds.expire(slug);
    Attempt now = attempt.heartbeat("half").orElseThrow();
    assertThat(now.progress()).contains("half");
    assertThat(now.expiresAt()).isAfterOrEqualTo(attempt.info().expiresAt());
    assertThat(now.heartbeatAt()).isAfter(attempt.info().heartbeatAt());
    assertThat(Worlds.refusal(store.startAttempt(slug, worlds.worker()))).isInstanceOf(Busy.class);
  }

  @Test
  @Clause("WO-14")
  void a_worker_id_in_use_is_refused_and_free_when_its_worker_is_closed() {
    String id = Worlds.fresh("worker");
    WorldWorker first = store.worker(id).orElseThrow();
    try (Worlds elsewhere = new Worlds()) {
      assertThat(Worlds.refusal(elsewhere.store.worker(id))).isInstanceOf(Busy.class);
      first.close();
      elsewhere.store.worker(id).orElseThrow().close();
    }
    assertThatThrownBy(() -> store.startAttempt(slug, first))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id);
  }

  @Test
  @Clause("WO-14")
  void opening_a_worker_interrupts_what_an_earlier_process_left_behind() {
    String id = Worlds.fresh("worker");
    String expired = worlds.create();
    String other = worlds.create();
    var running = worlds.start(other);
    var left = worlds.start(expired);
    worlds.expire(expired);
    WorldWorker first = store.worker(id).orElseThrow();
    var own = worlds.start(slug, first);
    first.close();
    store.worker(id).orElseThrow().close();
    assertThat(stored(own.id()).status()).isEqualTo(Status.INTERRUPTED);
    assertThat(store.attempt(expired, left.id()).orElseThrow().failureReason())
        .contains("process restart before commit");
    assertThat(store.attempt(other, running.id()).orElseThrow().status()).isEqualTo(Status.RUNNING);
    assertThat(store.get(slug).orElseThrow().activeAttempt()).isEmpty();
  }

  @Test
  @Clause("WO-15")
  void an_attempt_that_lost_its_world_is_refused() {
    var attempt = worlds.start(slug);
    force("active_attempt_id = NULL");
    assertThat(Worlds.refusal(attempt.commit())).isEqualTo(new LeaseInvalid(attempt.id()));
    assertThat(Worlds.refusal(attempt.fail("x"))).isEqualTo(new LeaseInvalid(attempt.id()));
    assertThat(Worlds.refusal(store.startAttempt(slug, worlds.worker()))).isInstanceOf(Busy.class);
    force("active_attempt_id = '%s'".formatted(attempt.id()));
    attempt.commit().orElseThrow();
  }

  @Test
  @Clause("WO-15")
  void an_attempt_in_a_deleted_world_is_refused() {
    var attempt = worlds.start(slug);
    String deleted = "status = 'deleted', deleted_at = now(), deleted_reason = 'x'";
    force(deleted + ", active_attempt_id = NULL");
    assertThat(Worlds.refusal(attempt.commit())).isEqualTo(new Deleted(slug, "x"));
    assertThat(Worlds.refusal(attempt.fail("x"))).isEqualTo(new Deleted(slug, "x"));
    force("status = 'active', deleted_at = NULL, deleted_reason = NULL");
    force("active_attempt_id = '%s'".formatted(attempt.id()));
    attempt.commit().orElseThrow();
  }

  @Test
  @Clause("WO-15")
  void an_attempt_that_lost_the_race_is_refused() {
    var attempt = worlds.start(slug);
    force("current_turn = 4");
    CommitRaceLost lost = new CommitRaceLost(attempt.id(), 0, 4);
    assertThat(Worlds.refusal(attempt.commit())).isEqualTo(lost);
    assertThat(Worlds.refusal(attempt.fail("x"))).isEqualTo(lost);
    force("current_turn = 0");
    attempt.commit().orElseThrow();
  }

  @Test
  @Clause("WO-15")
  void unknown_worlds_and_attempts_are_refused() {
    var attempt = worlds.start(worlds.create());
    UUID id = attempt.id();
    assertThat(Worlds.refusal(store.attempt(slug, id))).isEqualTo(new AttemptNotFound(slug, id));
    assertThat(Worlds.refusal(store.attempt("no-world", id))).isEqualTo(new NotFound("no-world"));
    assertThat(Worlds.refusal(store.startAttempt("no-world", worlds.worker())))
        .isEqualTo(new NotFound("no-world"));
  }

  @Test
  @Clause("WO-3")
  void an_attempt_whose_journal_cannot_be_read_is_interrupted_at_once() {
    worlds.turn(slug, "a");
    String record =
        """
        UPDATE fcp.records SET checksum = checksum + 1
        WHERE document_id = (SELECT document_id FROM fcp.worlds WHERE slug = ?)
        """;
    worlds.sql.update(record, slug);
    // Another process: this one knows the state after its last commit.
    WorldStore other = WorldStore.over(worlds.journals, Worlds.DOMAINS, WorldSettings.defaults());
    WorldWorker worker = worlds.worker();
    assertThatThrownBy(() -> other.startAttempt(slug, worker)).isInstanceOf(JournalException.class);
    assertThat(store.get(slug).orElseThrow().activeAttempt()).isEmpty();
    assertThat(store.attempts(slug).orElseThrow().get(1).failureReason().orElseThrow())
        .contains("the attempt could not begin", "checksum");
  }

  @Test
  @Clause("WO-13")
  void nothing_is_open_while_an_agent_thinks() {
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "a");
    attempt.record(Worlds.occurrence("thought", Map.of()));
    assertThat(
            worlds.sql.strings(
                """
                SELECT pid FROM pg_stat_activity WHERE xact_start IS NOT NULL
                  AND pid <> pg_backend_pid() AND backend_type = 'client backend'
                """))
        .isEmpty();
    assertThat(
            worlds.sql.strings(
                "SELECT slug FROM fcp.worlds WHERE slug = ? FOR UPDATE NOWAIT", slug))
        .containsExactly(slug);
    attempt.commit().orElseThrow();
  }

  @Test
  @Clause("WO-4")
  void leases_do_not_depend_on_the_clocks_of_workers() {
    Duration hour = Duration.ofHours(1);
    try (Worlds behind = new Worlds(hour.negated());
        Worlds ahead = new Worlds(hour)) {
      var attempt = behind.start(slug);
      assertThat(Worlds.refusal(ahead.store.startAttempt(slug, ahead.worker())))
          .isInstanceOf(Busy.class);
      Worlds.add(attempt, "a");
      attempt.commit().orElseThrow();
      ahead.turn(slug, "b");
      behind.turn(slug, "c");
      List<Attempt> attempts = store.attempts(slug).orElseThrow();
      assertThat(attempts).extracting(Attempt::startedAt).isSorted();
      assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
      assertThat(attempts)
          .extracting(Attempt::producedTurn)
          .containsExactly(Optional.of(1L), Optional.of(2L), Optional.of(3L));
    }
  }
}
