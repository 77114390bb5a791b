package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored journal of the first release, with named branches and switches between them. */
@Clause({"JN-15", "HI-1", "HI-2", "SE-21"})
class KeptBranchesTest {

  private static final String FIXTURE_PATH = "spec-tests/src/test/resources/journals/v1/branches";
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path folder;

  /** Writes the journal to a folder, for a new version of the format. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    SessionSettings settings =
        new SessionSettings(() -> START, new UlidGenerator(() -> START, new Random(1)));
    SnapshotPolicy often = new SnapshotPolicy(7, 1L << 30, Duration.ofDays(9999));
    FileJournal.Settings files =
        FileJournal.Settings.defaults().withSnapshotPolicy(often).withClock(() -> START);
    try (FileJournal journal = FileJournal.open(folder, files)) {
      Session<Counter, CounterEvent> session = CounterSessions.opened("7\n", journal, settings);
      List.of(1, 2).forEach(n -> add(session, n));
      session.with(options("name")).branches().name("left", session.state().head());
      session.with(options("undo")).undo(1);
      add(session, 10);
      StepId right = session.state().head().step().orElseThrow();
      session.with(options("switch")).branches().switchTo("left");
      add(session, 3);
      session.with(options("switch")).branches().switchTo(HistoryPoint.after(right));
    }
    Files.delete(folder.resolve("lock"));
    Files.delete(folder.resolveSibling(".gitignore"));
  }

  private Session<Counter, CounterEvent> resumed(String name, boolean withSnapshots)
      throws IOException {
    Path copy = Files.createDirectories(folder.resolve(".fcp").resolve(name));
    try (Stream<Path> files = Files.list(SourceTree.root().resolve(FIXTURE_PATH))) {
      for (Path file : files.toList()) {
        if (withSnapshots || !file.toString().endsWith(".snapshot")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    return CounterSessions.resumed(FileJournal.open(copy, FileJournal.Settings.defaults()));
  }

  @Test
  void the_undo_stack_and_the_names_are_unchanged_and_each_branch_is_reached() throws IOException {
    for (boolean withSnapshots : new boolean[] {true, false}) {
      Session<Counter, CounterEvent> session = resumed("with" + withSnapshots, withSnapshots);
      assertThat(value(session)).isEqualTo(18);
      assertThat(session.branches().list())
          .extracting(branch -> branch.names())
          .containsExactly(List.of(), List.of("left"));
      session.with(options("switch")).branches().switchTo("left");
      assertThat(value(session)).isEqualTo(13);
      assertThat(session.state().undoDepth()).isEqualTo(3);
      session.with(options("undo")).undo(3);
      assertThat(value(session)).isEqualTo(7);
      assertThat(session.verify().isValid()).isTrue();
    }
  }
}
