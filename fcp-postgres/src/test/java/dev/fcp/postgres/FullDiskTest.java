package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk with the tables is full, for which the test mounts a small one if it may. */
class FullDiskTest {

  @TempDir private Path folder;

  private static boolean isDone(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** What a test does on a server with an empty table space on the small disk. */
  @FunctionalInterface
  private interface Filling {
    void run(OwnServer server, Path disk) throws Exception;
  }

  private void onSmallDisk(Filling filling) throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        isDone("mount", "-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs", disk.toString()),
        "this user may not mount a disk");
    try (OwnServer server = OwnServer.start(folder.resolve("data"), Map.of());
        PostgresDatabase database = server.database()) {
      Path tables = Files.createDirectory(disk.resolve("tables"));
      database.update("CREATE TABLESPACE small LOCATION '%s'".formatted(tables));
      filling.run(server, disk);
    } finally {
      assertThat(isDone("umount", disk.toString())).isTrue();
    }
  }

  private static void enlarge(Path disk) throws Exception {
    assertThat(isDone("mount", "-o", "remount,size=64m", disk.toString())).isTrue();
  }

  @Test
  void a_step_without_room_is_refused_and_works_once_there_is_some() throws Exception {
    onSmallDisk(FullDiskTest::fillAndContinue);
  }

  @Test
  @Clause("WO-2")
  void a_turn_without_room_changes_nothing_and_is_committed_once_there_is_some() throws Exception {
    onSmallDisk(FullDiskTest::fillWithTurns);
  }

  /** Text that cannot be compressed. */
  private static String noise(Random random) {
    return random
        .ints(3000, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static void fillWithTurns(OwnServer server, Path disk) throws Exception {
    Random random = new Random(1);
    try (Worlds worlds =
        new Worlds(server.url(), PostgresSettings.defaults(), WorldSettings.defaults())) {
      worlds.sql.update("ALTER TABLE fcp.world_turns SET TABLESPACE small");
      String slug = worlds.create();
      int turns = 0;
      WorldAttempt<?, ?> attempt = null;
      JournalException failure = null;
      while (failure == null) {
        var next = worlds.start(slug);
        String board = "b" + turns;
        Worlds.add(next, board);
        String title = noise(random);
        next.session().step("title", it -> Worlds.rename(it, board, title)).orElseThrow();
        next.record(Worlds.occurrence("seen", Map.of()));
        attempt = next;
        try {
          next.commit().orElseThrow();
          turns++;
        } catch (JournalException e) {
          failure = e;
        }
      }
      assertThat(failure).hasMessageContaining("No space left on device");
      assertThat(turns).isPositive();
      WorldInvariants.requireAll(worlds.sql);
      World world = worlds.store.get(slug).orElseThrow();
      assertThat(world.currentTurn()).isEqualTo(turns);
      assertThat(world.activeAttempt()).contains(attempt.id());
      assertThat(worlds.store.verify(slug).orElseThrow().findings()).isEmpty();
      assertThatThrownBy(attempt::commit).hasMessageContaining("No space left");
      enlarge(disk);
      assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(turns + 1);
      assertThat(worlds.turn(slug, "last").turn()).isEqualTo(turns + 2);
      assertThat(worlds.store.verify(slug).orElseThrow().findings()).isEmpty();
    }
  }

  private static void fillAndContinue(OwnServer server, Path disk) throws Exception {
    try (PostgresJournals journals =
            PostgresJournals.connect(server.url(), PostgresSettings.defaults());
        PostgresDatabase database = server.database()) {
      database.update("ALTER TABLE fcp.records SET TABLESPACE small");
      Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate("a.counter"));
      int steps = 0;
      JournalException failure = null;
      while (failure == null) {
        try {
          assertThat(Counters.add(session, 1)).isInstanceOf(Outcome.Committed.class);
          steps++;
        } catch (JournalException e) {
          failure = e;
        }
      }
      assertThat(failure)
          .isNotInstanceOf(OutcomeUnknownException.class)
          .hasMessageContainingAll("nothing of it was written", "No space left on device");
      assertThatThrownBy(() -> Counters.add(session, 1)).hasMessageContaining("No space left");
      assertThat(Counters.value(journals.open("a.counter"))).isEqualTo(steps);
      ServerKillTest.requireInvariants(database);
      enlarge(disk);
      for (int n : List.of(10, 20)) {
        assertThat(Counters.add(session, n)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(Counters.value(journals.open("a.counter"))).isEqualTo(steps + 30);
    }
  }
}
