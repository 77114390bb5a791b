package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many writers edit one document; each makes its steps again until they are committed. */
class SharedDocumentTest {

  private static final int STEPS = 10;
  private static final int PROCESSES = Tries.areAll() ? 10 : 3;

  private final PostgresJournals journals = PostgresServer.journals();
  private final String name = PostgresServer.newName();

  @BeforeEach
  void create() {
    Counters.created(journals.openOrCreate(name)).close();
  }

  @AfterEach
  void close() {
    journals.close();
  }

  /** A process that adds one some times: the arguments are URL, name and count. */
  static final class Adder {

    private Adder() {}

    public static void main(String[] args) {
      try (PostgresJournals journals =
          PostgresJournals.connect(args[0], PostgresSettings.defaults())) {
        addAll(journals.open(args[1]), Integer.parseInt(args[2]), false);
      }
    }
  }

  private static void addAll(Journal journal, int count, boolean isLocking) {
    Session<Counter, CounterEvent> session = Counters.resumed(journal);
    for (int i = 0; i < count; i++) {
      try (Journal.WriteLock lock = isLocking ? journal.acquireWriteLock() : () -> {}) {
        assertThat(lock).isNotNull();
        Counters.addOne(session);
      }
    }
    session.close();
  }

  private void inTenThreads(boolean isLocking) throws Exception {
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      writers.add(() -> {
        PostgresSettings settings = PostgresSettings.defaults().withMaxConnections(2);
        try (PostgresJournals own = PostgresServer.journals(settings)) {
          addAll(own.open(name), STEPS, isLocking);
        }
        return true;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
      for (Future<Boolean> writer : threads.invokeAll(writers)) {
        assertThat(writer.get()).isTrue();
      }
    }
  }

  private void requireSum(int sum) {
    Session<Counter, CounterEvent> session = Counters.resumed(journals.open(name));
    assertThat(session.model().value()).isEqualTo(sum);
    assertThat(session.state().history().steps()).hasSize(sum);
    assertThat(session.verify().isValid()).isTrue();
  }

  @Test
  void no_step_of_ten_sessions_with_connections_of_their_own_is_lost() throws Exception {
    inTenThreads(false);
    requireSum(10 * STEPS);
  }

  @Test
  void no_step_of_ten_sessions_that_take_the_lock_in_turn_is_lost() throws Exception {
    inTenThreads(true);
    requireSum(10 * STEPS);
  }

  @Test
  void no_step_of_several_processes_is_lost() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(process().start());
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
    }
    requireSum(PROCESSES * STEPS);
  }

  private ProcessBuilder process() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(
        List.of(Adder.class.getName(), PostgresServer.url(), name, Integer.toString(STEPS)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
