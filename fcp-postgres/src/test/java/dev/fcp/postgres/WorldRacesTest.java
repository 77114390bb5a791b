package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.Deleted;
import dev.fcp.postgres.WorldRefusal.InvalidTransition;
import dev.fcp.postgres.WorldResult.Done;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads with workers of their own that do the same at the same time. */
class WorldRacesTest {

  private static final int THREADS = 8;

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;

  @AfterEach
  void close() {
    worlds.close();
  }

  /** Runs tasks, all at the same time; returns their results. */
  private static <T> List<T> race(List<Callable<T>> tasks) throws Exception {
    CountDownLatch ready = new CountDownLatch(tasks.size());
    List<Future<T>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
      for (Callable<T> task : tasks) {
        futures.add(
            threads.submit(() -> {
              ready.countDown();
              ready.await();
              return task.call();
            }));
      }
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get());
    }
    return results;
  }

  @Test
  @Clause("WO-4")
  void of_a_thousand_starts_one_wins() throws Exception {
    String slug = worlds.create();
    int starts = Tries.areAll() ? 125 : 25;
    List<Callable<List<WorldResult<?>>>> tasks = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      WorldWorker worker = worlds.worker();
      tasks.add(() -> {
        List<WorldResult<?>> results = new ArrayList<>();
        for (int j = 0; j < starts; j++) {
          results.add(store.startAttempt(slug, worker));
        }
        return results;
      });
    }
    List<WorldResult<?>> results = race(tasks).stream().flatMap(List::stream).toList();
    assertThat(results).hasSize(THREADS * starts);
    assertThat(results).filteredOn(Done.class::isInstance).hasSize(1);
    assertThat(results.stream().filter(it -> !(it instanceof Done)).map(Worlds::refusal))
        .hasOnlyElementsOfType(Busy.class);
    assertThat(store.attempts(slug).orElseThrow()).hasSize(1);
  }

  /** An attempt with a step, whose lease nobody prolongs. */
  private WorldAttempt<?, ?> startAlone(String slug, WorldWorker worker) {
    var attempt = worlds.start(slug, worker);
    worker.remove(attempt.id());
    Worlds.add(attempt, "b" + attempt.info().attemptedTurn());
    return attempt;
  }

  private static boolean isDone(WorldResult<?> result) {
    return result instanceof Done;
  }

  @Test
  @Clause({"WO-4", "WO-15"})
  void a_late_commit_is_refused_exactly_if_the_start_of_another_attempt_came_first()
      throws Exception {
    String slug = worlds.create();
    WorldWorker slow = worlds.worker();
    WorldWorker quick = worlds.worker();
    for (int i = 0; i < Tries.of(300); i++) {
      var late = startAlone(slug, slow);
      worlds.expire(slug);
      List<WorldResult<?>> results =
          race(List.of(late::commit, () -> store.startAttempt(slug, quick)));
      var next = (WorldAttempt<?, ?>) results.get(1).orElseThrow();
      if (isDone(results.get(0))) {
        assertThat(next.info().turnBefore()).isEqualTo(late.info().attemptedTurn());
      } else {
        assertThat(next.info().turnBefore()).isEqualTo(late.info().turnBefore());
        assertThat(Worlds.refusal(results.get(0)))
            .isEqualTo(new InvalidTransition(late.id(), Attempt.Status.INTERRUPTED, "committed"));
      }
      next.fail("only a race").orElseThrow();
    }
    assertThat(store.verify(slug).orElseThrow().findings()).isEmpty();
  }

  @Test
  @Clause({"WO-2", "WO-3", "WO-15"})
  void an_attempt_is_committed_or_fails_and_never_both() throws Exception {
    String slug = worlds.create();
    WorldWorker worker = worlds.worker();
    for (int i = 0; i < Tries.of(300); i++) {
      var attempt = startAlone(slug, worker);
      List<WorldResult<?>> results =
          race(List.of(attempt::commit, () -> attempt.fail("no"), attempt::commit));
      // Both commits have the same content, so they end alike.
      assertThat(isDone(results.get(2))).isEqualTo(isDone(results.get(0)));
      assertThat(isDone(results.get(1))).isNotEqualTo(isDone(results.get(0)));
      assertThat(results.stream().filter(it -> !isDone(it)).map(Worlds::refusal))
          .hasOnlyElementsOfType(InvalidTransition.class);
    }
    assertThat(store.verify(slug).orElseThrow().findings()).isEmpty();
  }

  @Test
  @Clause({"WO-4", "WO-5"})
  void a_world_is_deleted_or_an_attempt_starts_and_never_both() throws Exception {
    WorldWorker worker = worlds.worker();
    for (int i = 0; i < Tries.of(100); i++) {
      String slug = worlds.create();
      List<WorldResult<?>> results =
          race(List.of(() -> store.delete(slug, "done"), () -> store.startAttempt(slug, worker)));
      assertThat(isDone(results.get(0))).isNotEqualTo(isDone(results.get(1)));
      assertThat(Worlds.refusal(results.get(isDone(results.get(0)) ? 1 : 0)))
          .isInstanceOf(isDone(results.get(0)) ? Deleted.class : Busy.class);
    }
  }

  @Test
  @Clause("WO-10")
  void of_several_creations_with_one_slug_one_wins() throws Exception {
    NewWorld world =
        new NewWorld(Worlds.fresh("w"), "W", new ScenarioRef.Inline(Worlds.boards("a")));
    List<WorldResult<World>> results =
        race(Collections.nCopies(THREADS, () -> store.create(world)));
    assertThat(results).filteredOn(Done.class::isInstance).hasSize(1);
    assertThat(results.stream().filter(it -> !(it instanceof Done)).map(Worlds::refusal))
        .hasOnlyElementsOfType(AlreadyExists.class);
  }

  @Test
  @Clause("WO-14")
  void of_several_processes_with_one_worker_id_one_gets_it() throws Exception {
    String id = Worlds.fresh("worker");
    List<WorldResult<WorldWorker>> results =
        race(Collections.nCopies(THREADS, () -> store.worker(id)));
    List<WorldResult<WorldWorker>> won = results.stream().filter(Done.class::isInstance).toList();
    assertThat(won).hasSize(1);
    won.get(0).orElseThrow().close();
  }

  /** What a worker does in one of some worlds; all of it may be refused. */
  private static void doAnything(
      Worlds all, List<String> slugs, WorldWorker worker, Random random) {
    String slug = slugs.get(random.nextInt(slugs.size()));
    switch (random.nextInt(9)) {
      case 0 -> all.store.fork(slug, Optional.empty(), Worlds.fresh("fork"), "F");
      case 1 -> all.store.worker(Worlds.fresh("worker")).orElseThrow().close();
      case 2 -> all.store.rollback(slug, worker, new WorldRollback.Work.OfTurn(1), "eve");
      case 3 -> all.store.putScenario(Worlds.fresh("s"), Worlds.boards(slug, "x"));
      case 4 -> all.store.delete(slugs.get(random.nextInt(50) % slugs.size()), "done");
      default -> {
        if (all.store.startAttempt(slug, worker) instanceof Done<WorldAttempt<?, ?>>(var begun)) {
          var attempt = Worlds.typed(begun);
          Worlds.add(attempt, "b" + random.nextInt());
          attempt.record(Worlds.occurrence("thought", Map.of()));
          attempt.heartbeat("thinking");
          if (random.nextInt(3) == 0) {
            attempt.fail("no");
          } else if (random.nextInt(5) > 0) {
            attempt.commit();
          }
        }
      }
    }
  }

  @Test
  @Clause("WO-15")
  void rows_are_locked_in_one_order_so_that_nobody_deadlocks() throws Exception {
    String name = "order_" + Worlds.fresh("o").replace('-', '_');
    worlds.sql.update("CREATE DATABASE " + name);
    String url = PostgresServer.url().replaceFirst("/postgres\\b", "/" + name);
    try (Worlds all =
        new Worlds(
            url,
            PostgresSettings.defaults().withMaxConnections(THREADS),
            WorldSettings.defaults().withAttemptLease(Duration.ofMillis(30)))) {
      assertThat(all.sql.strings("SELECT current_database()")).containsExactly(name);
      List<String> slugs = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        slugs.add(all.create());
      }
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        WorldWorker worker = all.worker();
        Random random = new Random(i);
        tasks.add(() -> {
          int count = 0;
          for (; count < Tries.of(200); count++) {
            doAnything(all, slugs.subList(count % 16, count % 16 + 4), worker, random);
          }
          return count;
        });
      }
      assertThat(race(tasks)).containsOnly(Tries.of(200));
      assertThat(all.sql.strings("SELECT count(*) FROM fcp.world_turns WHERE turn > 0"))
          .isNotEqualTo(List.of("0"));
    }
    // The processes of the server count their deadlocks at their ends at the latest.
    while (!worlds
        .sql
        .strings("SELECT pid FROM pg_stat_activity WHERE datname = ?", name)
        .isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(worlds.sql.strings("SELECT deadlocks FROM pg_stat_database WHERE datname = ?", name))
        .containsExactly("0");
    worlds.sql.update("DROP DATABASE " + name);
  }

  /** Makes turns, of which every third fails; returns how many were committed. */
  private int write(String slug, WorldWorker worker, String name, int count) {
    int committed = 0;
    for (int i = 0; i < count; ) {
      var result = store.startAttempt(slug, worker);
      if (result instanceof Done) {
        var attempt = Worlds.typed(result.orElseThrow());
        Worlds.add(attempt, name + i);
        attempt.record(Worlds.occurrence("thought", Map.of()));
        if (i % 3 == 2) {
          attempt.fail("every third").orElseThrow();
        } else {
          attempt.commit().orElseThrow();
          committed++;
        }
        i++;
      }
    }
    return committed;
  }

  private static <T> List<T> raceOrCancel(List<Callable<T>> tasks, List<? extends Future<?>> others)
      throws Exception {
    try {
      return race(tasks);
    } catch (Exception e) {
      others.forEach(it -> it.cancel(true));
      throw e;
    }
  }

  /** Reads the audit page by page until an event of a type; returns the numbers. */
  private List<Long> poll(String slug, String lastType) {
    List<Long> seqs = new ArrayList<>();
    WorldEventQuery query = WorldEventQuery.FIRST.withLimit(7).includingFailed();
    boolean isAtEnd = false;
    while (!isAtEnd && !Thread.currentThread().isInterrupted()) {
      long cursor = seqs.isEmpty() ? 0 : seqs.get(seqs.size() - 1);
      for (WorldEvent event : store.events(slug, query.after(cursor)).orElseThrow().events()) {
        seqs.add(event.seq());
        isAtEnd |= event.type().equals(lastType);
      }
    }
    return seqs;
  }

  @Test
  @Clause({"WO-2", "WO-6"})
  void readers_of_the_audit_never_see_an_event_before_one_with_a_smaller_number() throws Exception {
    String slug = worlds.create();
    int count = Tries.of(60);
    List<Callable<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      WorldWorker worker = worlds.worker();
      String name = "writer" + i + "-";
      writers.add(() -> write(slug, worker, name, count));
    }
    List<Long> expected = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<List<Long>>> readers =
          List.of(
              threads.submit(() -> poll(slug, "the_end")),
              threads.submit(() -> poll(slug, "the_end")));
      int committed = raceOrCancel(writers, readers).stream().mapToInt(Integer::intValue).sum();
      assertThat(store.get(slug).orElseThrow().currentTurn()).isEqualTo(committed);
      var last = worlds.start(slug);
      last.record(Worlds.occurrence("the_end", Map.of()));
      last.commit().orElseThrow();
      int failed = 4 * count - committed;
      for (long seq = 1; seq <= 2L * committed + 3L * failed + 1; seq++) {
        expected.add(seq);
      }
      for (Future<List<Long>> reader : readers) {
        assertThat(reader.get()).isEqualTo(expected);
      }
    }
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }
}
