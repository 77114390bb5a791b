package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The former histories of a file that got another one. */
@Clause("DO-6")
class ArchivedHistoriesTest {

  @TempDir(factory = InMemoryTempDir.class)
  private Path folder;

  /** A document whose first history has one step, the second one two, and the third none. */
  private static Path withTwo(Path own) throws IOException {
    Path path = Files.writeString(own.resolve("a.counter"), "7\n");
    DocumentStore store = CounterDocuments.openIn(own).store();
    try (var document = CounterDocuments.openIn(own).open(path)) {
      add(document, 1);
      document.save(SAVE);
    }
    try (var document =
        store.openWithNewHistory(DOMAIN, path, CounterDocuments.ANN).orElseThrow()) {
      add(document, 2);
      add(document, 3);
      document.save(SAVE);
    }
    store.openWithNewHistory(DOMAIN, path, CounterDocuments.ANN).orElseThrow().close();
    return path;
  }

  @Test
  void they_are_listed_with_their_contents_the_newest_first() throws IOException {
    Path path = withTwo(folder);
    var formers = CounterDocuments.openIn(folder).store().archivedHistories(path);
    assertThat(formers).extracting(ArchivedHistory::stepCount).containsExactly(2, 1);
    assertThat(formers)
        .extracting(ArchivedHistory::lastLabel)
        .containsExactly(Optional.of("+3"), Optional.of("+1"));
    assertThat(formers)
        .allSatisfy(archived ->
            assertThat(archived.archivedAt())
                .isBetween(Instant.now().minus(Duration.ofHours(1)), Instant.now()));
    assertThat(
            CounterDocuments.openIn(folder).store().archivedHistories(folder.resolve("b.counter")))
        .isEmpty();
  }

  @Test
  void a_restored_history_replaces_the_current_one() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = CounterDocuments.openIn(folder).store();
    String newest = store.archivedHistories(path).get(0).id();
    try (var document = store.openWithArchivedHistory(DOMAIN, path, newest).orElseThrow()) {
      assertThat(depth(document)).isEqualTo(2);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.session().verify().isValid()).isTrue();
    }
    assertThat(store.archivedHistories(path))
        .extracting(ArchivedHistory::stepCount)
        .containsExactly(0, 1);
  }

  @Test
  void the_file_may_be_missing_and_is_saved_again() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = CounterDocuments.openIn(folder).store();
    Files.delete(path);
    store.deleteHistory(path);
    String oldest = store.archivedHistories(path).get(1).id();
    try (var document = store.openWithArchivedHistory(DOMAIN, path, oldest).orElseThrow()) {
      assertThat(value(document)).isEqualTo(8);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(path).hasContent("8\n");
  }

  @Test
  void restoring_a_missing_history_is_refused_and_changes_nothing() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = CounterDocuments.openIn(folder).store();
    for (String id : new String[] {"", "x", ".gitignore", "01KDYAK348KKC6HYREDXM4VYCJ"}) {
      assertThatThrownBy(() -> store.openWithArchivedHistory(DOMAIN, path, id))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(store.archivedHistories(path)).hasSize(2);
    assertThat(store.hasHistory(path)).isTrue();
  }

  @Test
  void wherever_restoring_is_interrupted_no_history_is_lost() throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = withTwo(own);
          String id = CounterDocuments.openIn(own).store().archivedHistories(path).get(0).id();
          boolean ends = !isRestored(own, path, id, n);
          DocumentStore store = CounterDocuments.openIn(own).store();
          int there = store.hasHistory(path) ? 1 : 0;
          // A history being moved may be in both folders.
          assertThat(store.archivedHistories(path).size() + there).as("call " + n).isBetween(3, 4);
          if (there == 0) {
            store.openWithArchivedHistory(DOMAIN, path, id).orElseThrow().close();
          }
          try (var document = CounterDocuments.openIn(own).open(path)) {
            assertThat(value(document)).isEqualTo(13);
          }
          return ends;
        });
    assertThat(last).isGreaterThan(50);
  }

  /** Whether a program interrupted at a call completed the restoration. */
  private static boolean isRestored(Path own, Path path, String id, int at) {
    AtomicInteger calls = new AtomicInteger();
    FailingDisk disk =
        FailingDisk.withoutForcing(new FileDisk(), call -> calls.getAndIncrement() >= at);
    DocumentStore store =
        CounterDocuments.openIn(own, FileJournal.Settings.defaults().withDisk(disk)).store();
    try {
      store.openWithArchivedHistory(DOMAIN, path, id).orElseThrow().close();
      return calls.get() <= at;
    } catch (JournalException e) {
      assertThat(calls.get()).as(e.toString()).isGreaterThan(at);
      return false;
    }
  }
}
