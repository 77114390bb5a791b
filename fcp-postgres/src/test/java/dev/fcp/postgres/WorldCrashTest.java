package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.WorldResult.Done;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed at random while workers make turns; it writes before it acknowledges. */
class WorldCrashTest {

  private static final int KILLS = Tries.areAll() ? 50 : 1;
  private static final int WRITERS = 3;

  private final AtomicBoolean isDone = new AtomicBoolean();
  private final AtomicBoolean isGivenUp = new AtomicBoolean();

  /** A permit for each committed turn. */
  private final Semaphore committed = new Semaphore(0);

  /**
   * Makes turns in a world of its own until it is told to end, and commits each again if it was not
   * acknowledged; returns the hashes of the acknowledged states by turn.
   */
  private Map<Long, String> write(Worlds worlds, String slug, WorldWorker worker) {
    Map<Long, String> acknowledged = new HashMap<>();
    while (!isDone.get()) {
      try {
        if (store(worlds, slug, worker)
            instanceof Done<WorldAttempt<?, ?>>(WorldAttempt<?, ?> attempt)) {
          Worlds.add(Worlds.typed(attempt), "b" + acknowledged.size());
          Turn turn = committed(attempt);
          acknowledged.put(turn.turn(), turn.stateHash());
          committed.release();
        }
      } catch (JournalException e) {
        // The server is down.
        Thread.onSpinWait();
      }
    }
    return acknowledged;
  }

  private static WorldResult<WorldAttempt<?, ?>> store(
      Worlds worlds, String slug, WorldWorker worker) {
    return worlds.store.startAttempt(slug, worker);
  }

  private Turn committed(WorldAttempt<?, ?> attempt) {
    while (true) {
      try {
        return attempt.commit().orElseThrow();
      } catch (JournalException e) {
        if (isGivenUp.get()) {
          throw e;
        }
      }
    }
  }

  @Test
  @Clause({"WO-1", "WO-2"})
  void no_acknowledged_turn_is_lost_when_the_server_is_killed(@TempDir Path folder)
      throws Exception {
    Random random = new Random(1);
    PostgresSettings settings = PostgresSettings.defaults().withLockTimeout(Duration.ofSeconds(1));
    try (OwnServer server = OwnServer.start(folder.resolve("data"), Map.of());
        Worlds worlds =
            new Worlds(
                server.url(),
                settings,
                WorldSettings.defaults().withAttemptLease(Duration.ofSeconds(1)));
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<String> slugs = new ArrayList<>();
      List<Future<Map<Long, String>>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String slug = worlds.create();
        WorldWorker worker = worlds.worker();
        slugs.add(slug);
        writers.add(threads.submit(() -> writeUntilTheEnd(worlds, slug, worker)));
      }
      try {
        for (int kill = 0; kill < KILLS; kill++) {
          committed.acquire(random.nextInt(1, 20));
          server.kill();
          server.restart();
          worlds.sql.reconnect();
          WorldInvariants.requireAll(worlds.sql);
        }
      } catch (RuntimeException | Error e) {
        isGivenUp.set(true);
        throw e;
      } finally {
        isDone.set(true);
      }
      for (int i = 0; i < WRITERS; i++) {
        requireTurns(worlds, slugs.get(i), writers.get(i).get());
      }
    }
  }

  private Map<Long, String> writeUntilTheEnd(Worlds worlds, String slug, WorldWorker worker) {
    try {
      return write(worlds, slug, worker);
    } finally {
      // If it failed, the test does not wait for its turns.
      committed.release(1000);
    }
  }

  private static void requireTurns(Worlds worlds, String slug, Map<Long, String> acknowledged) {
    acknowledged.forEach((turn, hash) ->
        assertThat(worlds.store.turn(slug, turn).orElseThrow().turn().stateHash()).isEqualTo(hash));
    assertThat(worlds.store.get(slug).orElseThrow().currentTurn()).isEqualTo(acknowledged.size());
    assertThat(worlds.store.verify(slug).orElseThrow().findings()).isEmpty();
  }
}
