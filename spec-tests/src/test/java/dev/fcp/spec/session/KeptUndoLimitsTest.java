package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
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
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored journal of the first release, with undo limits and editor selections. */
@Clause({"JN-15", "SE-28", "SE-29"})
class KeptUndoLimitsTest {

  private static final String FIXTURE_PATH = "spec-tests/src/test/resources/journals/v1/limited";
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
      UndoLimits limits = UndoLimits.none().withMaxSteps(3);
      Session<Counter, CounterEvent> session =
          CounterSessions.opened("7\n", journal, settings.withUndoLimits(limits));
      List.of(1, 2).forEach(n -> add(session, n));
      session.with(options("name")).checkpoint("ten");
      List.of(3, 4, 5, 6).forEach(n -> add(session, n));
      session.with(options("undo")).undo(1);
    }
    Files.delete(folder.resolve("lock"));
    Files.delete(folder.resolveSibling(".gitignore"));
  }

  private static void add(Session<Counter, CounterEvent> session, int n) {
    EditorSelection selection = new EditorSelection(caret(n), caret(n + 1));
    session.step(
        options("+" + n).withEditorSelection(selection),
        builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private static Value.Fields caret(int offset) {
    return Value.Fields.of(Map.of("caret", Value.of(offset)));
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
  void undo_has_its_recorded_limit_and_returns_the_editor_selection() throws IOException {
    for (boolean withSnapshots : new boolean[] {true, false}) {
      Session<Counter, CounterEvent> session = resumed("with" + withSnapshots, withSnapshots);
      assertThat(value(session)).isEqualTo(22);
      assertThat(session.state().redoDepth()).isEqualTo(1);
      assertThat(session.with(options("undo")).undo(99))
          .isInstanceOfSatisfying(
              Outcome.Moved.class,
              moved -> assertThat(moved.editorSelection()).isEqualTo(caret(4)));
      assertThat(value(session)).isEqualTo(13);
      assertThat(session.modelNamed("ten")).contains(new Counter(10));
      assertThat(session.state().history().steps()).hasSize(6);
      assertThat(session.with(options("redo")).redo(99))
          .isInstanceOfSatisfying(
              Outcome.Moved.class,
              moved -> assertThat(moved.editorSelection()).isEqualTo(caret(7)));
      assertThat(session.verify().isValid()).isTrue();
    }
  }
}
