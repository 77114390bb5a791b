package dev.fcp.eventlog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Saves that fail: what is reported, and that the next one works. */
@Clause({"SE-7", "SE-18"})
class DocumentSavingTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);

  @TempDir private Path folder;

  private static Document<Counter, CounterEvent> created(Journal journal) {
    return new Document<>(
        DOMAIN,
        Session.create(DOMAIN, ANN, journal, SessionSettings.standard()),
        journal,
        JournalStore.inMemory(SessionSettings.standard()),
        Optional.empty(),
        Optional.empty());
  }

  private static void add(Document<Counter, CounterEvent> document) {
    document
        .session()
        .step(EditOptions.of("+1", ANN), builder -> builder.emit(new CounterEvent.Added(1)));
  }

  /**
   * In an archive the folder cannot be forced after the first save, and no file can be replaced.
   */
  @Test
  void after_repeated_failed_saves_the_file_still_counts_as_ours() throws IOException {
    try (FileSystem archive =
        FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
      Document<Counter, CounterEvent> document = created(InMemoryJournal.empty());
      Path path = archive.getPath("/a.counter");
      assertThatThrownBy(() -> document.saveAs(SAVE, path))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("it holds the new version, but a power cut may undo that");
      for (int save = 2; save <= 4; save++) {
        add(document);
        assertThatThrownBy(() -> document.saveAs(SAVE, path))
            .as("save %d is not refused, because the file is ours", save)
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("is there already");
        assertThat(Files.readString(path)).isEqualTo("0\n");
      }
      Files.delete(path);
      Files.writeString(path, "7\n");
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Refused.class);
    }
  }

  @Test
  void a_file_that_cannot_be_forced_changes_nothing_and_the_next_save_works() throws IOException {
    FailingForceFileSystemProvider disk = new FailingForceFileSystemProvider();
    Document<Counter, CounterEvent> document = created(InMemoryJournal.empty());
    Path path = disk.path(folder.resolve("a.counter"));
    assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
    add(document);
    disk.failNextForce();
    assertThatThrownBy(() -> document.save(SAVE))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("it holds its former version")
        .hasMessageContaining("Input/output error");
    assertThat(disk.failed()).singleElement().asString().startsWith("fcp-");
    assertThat(Files.readString(folder.resolve("a.counter"))).isEqualTo("0\n");
    assertThat(folder.toFile().list()).containsExactly("a.counter");
    assertThat(document.session().state().isSaved()).isFalse();
    assertThat(document.session().model()).isEqualTo(new Counter(1));
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    assertThat(Files.readString(folder.resolve("a.counter"))).isEqualTo("1\n");
    assertThat(document.session().state().isSaved()).isTrue();
  }

  /** A journal to which another writer appends just before the end of a save is recorded. */
  private record SharedJournal(InMemoryJournal delegate) implements DelegatingJournal {

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      if (record instanceof JournalRecord.Saved saved) {
        delegate.append(
            delegate.lastNumber(),
            new JournalRecord.Refused(saved.time(), Origin.of("bob"), "edit", "it does not fit"));
      }
      return delegate.append(expectedLastNumber, record);
    }
  }

  @Test
  void a_save_whose_record_fails_is_reported_with_the_content_of_the_file() throws IOException {
    Document<Counter, CounterEvent> document = created(new SharedJournal(InMemoryJournal.empty()));
    Path path = folder.resolve("a.counter");
    add(document);
    assertThatThrownBy(() -> document.saveAs(SAVE, path))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith("document " + path + ": it holds the new version, but the journal")
        .hasMessageContaining("another session changed the document in between");
    assertThat(path).hasContent("1\n");
    assertThat(document.path()).contains(path);
    assertThat(document.session().state().isSaved()).isFalse();
    add(document);
    assertThatThrownBy(() -> document.save(SAVE))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith("what the file holds cannot be noted");
    assertThat(path).hasContent("1\n");
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_pipe_is_not_read_and_not_replaced() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Document<Counter, CounterEvent> document = created(InMemoryJournal.empty());
    assertThat(document.saveAs(SAVE, pipe)).isEqualTo(noFile(pipe));
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  @Test
  void a_folder_is_not_replaced() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Document<Counter, CounterEvent> document = created(InMemoryJournal.empty());
    assertThat(document.saveAs(SAVE, inner)).isEqualTo(noFile(inner));
    assertThat(inner).isEmptyDirectory();
  }

  private static SaveResult noFile(Path path) {
    return new SaveResult.Refused(
        List.of(
            Conflict.because(path + " is no file that could be replaced")
                .withSuggestion(new Suggestion.SaveAs("another file"))));
  }
}
