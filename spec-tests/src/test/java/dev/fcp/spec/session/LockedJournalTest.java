package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that another process has locked. */
@Clause({"JN-7", "JN-17"})
class LockedJournalTest {

  private static final FileJournal.Settings SHORT_LOCK_TIMEOUT =
      FileJournal.Settings.defaults().withLockTimeout(Duration.ofMillis(30));

  @TempDir private Path folder;
  private Process holder;
  private BufferedReader out;

  private Path path() {
    return folder.resolve(".fcp/a.counter");
  }

  @BeforeEach
  void letAnotherProcessHoldAJournal() throws IOException {
    try (FileJournal journal = FileJournal.open(path(), FileJournal.Settings.defaults())) {
      CounterSessions.withThreeSteps(journal);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(LockHolderProcess.class.getName(), path().toString()));
    holder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out = holder.inputReader();
    assertThat(out.readLine()).isEqualTo("holds it");
  }

  @AfterEach
  void endIt() throws InterruptedException {
    holder.destroyForcibly().waitFor();
  }

  @Test
  void opening_it_names_the_process_and_since_when() {
    assertThatThrownBy(() -> FileJournal.open(path(), SHORT_LOCK_TIMEOUT))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith("journal " + path() + ": cannot be opened")
        .hasMessageMatching(
            "(?s).*held by process %d since 20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*Z"
                .formatted(holder.pid()));
  }

  @Test
  void the_holder_keeps_writing_and_releases_the_lock() throws Exception {
    holder.outputWriter().append('x').flush();
    assertThat(out.readLine()).isEqualTo("added");
    holder.outputWriter().close();
    assertThat(holder.waitFor()).isZero();
    try (FileJournal journal = FileJournal.open(path(), SHORT_LOCK_TIMEOUT)) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThat(CounterSessions.value(session)).isEqualTo(16);
      CounterSessions.add(session, 1);
    }
  }

  @Test
  void a_process_that_waits_long_enough_gets_the_lock_and_all_records() throws Exception {
    holder.outputWriter().append('x').flush();
    assertThat(out.readLine()).isEqualTo("added");
    holder.outputWriter().close();
    FileJournal.Settings patient =
        FileJournal.Settings.defaults().withLockTimeout(Duration.ofMinutes(5));
    try (FileJournal journal = FileJournal.open(path(), patient)) {
      assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(16);
    }
  }

  /** The information that the killed process wrote about itself is ignored. */
  @Test
  void a_killed_holder_loses_the_lock() throws Exception {
    holder.destroyForcibly().waitFor();
    assertThat(path().resolve("owner")).exists();
    try (FileJournal journal = FileJournal.open(path(), SHORT_LOCK_TIMEOUT)) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      CounterSessions.add(session, 1);
      assertThat(CounterSessions.value(session)).isEqualTo(7);
      try (FileJournal other = FileJournal.open(path(), SHORT_LOCK_TIMEOUT);
          Journal.WriteLock writeLock = journal.acquireWriteLockAsOwner()) {
        assertThat(writeLock).isNotNull();
        assertThatThrownBy(() -> CounterSessions.add(CounterSessions.resumed(other), 1))
            .hasMessageContaining("held by process " + ProcessHandle.current().pid());
      }
    }
    assertThat(path().resolve("owner")).doesNotExist();
  }
}
