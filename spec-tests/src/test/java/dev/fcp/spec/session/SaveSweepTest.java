package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exception at every call to outside code while a file is opened, edited and saved. */
@Clause({"SE-8", "SE-18"})
class SaveSweepTest {

  private static final String BEFORE = " 7 # seven\n";
  private static final String AFTER = " 8 # seven\n";

  @TempDir private Path folder;

  @Test
  void whatever_fails_the_file_is_before_or_after_and_saving_again_works() throws IOException {
    Path path = folder.resolve("a.counter");
    Set<Callback> hit = EnumSet.noneOf(Callback.class);
    int calls = run(path, Set.of()).callCount();
    for (int call = 0; call < calls; call++) {
      FaultInjector faults = run(path, Set.of(call));
      assertThat(faults.thrownAt()).hasSize(1);
      hit.addAll(faults.thrownAt());
    }
    assertThat(hit).contains(Callback.WRITE_FILE, Callback.READ_FILE, Callback.CLOCK);
    assertThat(calls).isGreaterThan(20);
  }

  /** Edits and saves repeatedly until nothing fails any more. */
  private FaultInjector run(Path path, Set<Integer> failing) throws IOException {
    Files.writeString(path, BEFORE);
    FaultyEnvironment world =
        new FaultyEnvironment(new FaultInjector(failing), InMemoryJournal.empty());
    DocumentStore store = new DocumentStore(world.settings());
    Document<Counter, CounterEvent> document = null;
    SaveResult saving = null;
    while (saving == null) {
      try {
        document = document == null ? opened(store, world, path) : document;
        if (!document.session().state().canUndo()) {
          CounterSessions.add(document.session(), 1);
        }
        saving = document.save(CounterSessions.options("save"));
      } catch (RuntimeException | Error failure) {
        assertThat(world.faults().thrown()).contains(failure);
        assertThat(Files.readString(path)).isIn(BEFORE, AFTER);
      }
    }
    assertThat(saving).isInstanceOf(SaveResult.Saved.class);
    assertThat(Files.readString(path)).isEqualTo(AFTER);
    assertThat(document.session().state().isSaved()).isTrue();
    requireNothingLeftBehind();
    return world.faults();
  }

  private static Document<Counter, CounterEvent> opened(
      DocumentStore store, FaultyEnvironment world, Path path) {
    return store.open(world.domain(), path, CounterSessions.ANN).orElseThrow();
  }

  private void requireNothingLeftBehind() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }
}
