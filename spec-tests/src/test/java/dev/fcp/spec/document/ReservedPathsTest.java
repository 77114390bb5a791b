package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents with unusual paths. */
class ReservedPathsTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);

  /** A letter that takes three bytes. */
  private static final String WIDE = "\u56f3";

  @TempDir private Path folder;

  private DocumentStore store() {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "7\n");
  }

  private Document<Counter, CounterEvent> opened(Path path) {
    return store().open(DOMAIN, path, ANN).orElseThrow();
  }

  @Test
  @Clause({"DO-1", "JN-7"})
  void a_file_of_a_history_is_never_opened_as_a_document() throws IOException {
    opened(file("a.counter")).close();
    Path lock = folder.resolve(".fcp/a.counter/lock");
    var refusal =
        new OpenResult.Unreadable<Counter, CounterEvent>(
            lock, 0, "it belongs to a history and is no document", Optional.empty());
    assertThat(store().open(DOMAIN, lock, ANN)).isEqualTo(refusal);
    assertThat(store().openWithNewHistory(DOMAIN, lock, ANN)).isEqualTo(refusal);
    Path link = Files.createSymbolicLink(folder.resolve("link.counter"), lock);
    assertThat(store().open(DOMAIN, link, ANN)).isInstanceOf(OpenResult.Unreadable.class);
  }

  @Test
  @Clause("DO-4")
  void a_document_cannot_be_saved_inside_the_history_folder() throws IOException {
    Path path = folder.resolve(".fcp/b.counter");
    try (Document<Counter, CounterEvent> document = opened(file("a.counter"))) {
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Refused.class);
      assertThat(path).doesNotExist();
    }
  }

  @Test
  @Clause("DO-6")
  void a_file_with_a_name_of_the_maximum_length_keeps_its_history() throws IOException {
    Path path = file(WIDE.repeat(80) + ".counter");
    opened(path).close();
    store().openWithNewHistory(DOMAIN, path, ANN).orElseThrow().close();
    try (Stream<Path> archive = Files.list(folder.resolve(".fcp/.former"))) {
      assertThat(archive.filter(Files::isDirectory)).hasSize(1);
    }
  }

  @Test
  @Clause("DO-3")
  void a_file_change_that_could_not_be_recorded_is_detected_again() throws IOException {
    Path path = file("a.counter");
    try (Document<Counter, CounterEvent> document = opened(path)) {
      try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
        large.setLength(DocumentStore.MAX_FILE_BYTES + 1);
      }
      Files.setLastModifiedTime(path, FileTime.from(Instant.EPOCH));
      assertThatThrownBy(document::checkFile).isInstanceOf(JournalException.class);
      assertThatThrownBy(document::checkFile).isInstanceOf(JournalException.class);
    }
  }
}
