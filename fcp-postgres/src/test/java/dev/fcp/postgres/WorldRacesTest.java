package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldResult.Done;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
