package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  @Test
  void a_step_without_room_is_refused_and_works_once_there_is_some() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        isDone("mount", "-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs", disk.toString()),
        "this user may not mount a disk");
    try (OwnServer server = OwnServer.start(folder.resolve("data"), Map.of())) {
      fillAndContinue(server, Files.createDirectory(disk.resolve("tables")), disk);
    } finally {
      assertThat(isDone("umount", disk.toString())).isTrue();
    }
  }

  private static void fillAndContinue(OwnServer server, Path tables, Path disk) throws Exception {
    try (PostgresJournals journals =
            PostgresJournals.connect(server.url(), PostgresSettings.defaults());
        PostgresDatabase database = server.database()) {
      database.update("CREATE TABLESPACE small LOCATION '%s'".formatted(tables));
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
      assertThat(isDone("mount", "-o", "remount,size=64m", disk.toString())).isTrue();
      for (int n : List.of(10, 20)) {
        assertThat(Counters.add(session, n)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(Counters.value(journals.open("a.counter"))).isEqualTo(steps + 30);
    }
  }
}
