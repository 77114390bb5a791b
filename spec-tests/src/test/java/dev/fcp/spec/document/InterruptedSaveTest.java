package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that ends during a save, at each of its disk calls: from then on no call has an effect,
 * including those that would clean up.
 */
@Clause({"DO-12", "DO-4"})
class InterruptedSaveTest {

  private static final String EXTERNAL_TEXT = "70\n";

  @TempDir(factory = InMemoryTempDir.class)
  private Path folder;

  /**
   * Stops the program at a disk call; optionally another program writes the file at the last
   * moment.
   */
  private static final class Interruption {
    private final Path file;
    private final int interruptedCall;
    private final boolean someoneWrites;
    private int callCount;
    private boolean hasBegun;
    private boolean hasWritten;

    Interruption(Path file, int interruptedCall, boolean someoneWrites) {
      this.file = file;
      this.interruptedCall = interruptedCall;
      this.someoneWrites = someoneWrites;
    }

    synchronized void begin() {
      hasBegun = true;
    }

    synchronized boolean isReached() {
      return callCount > interruptedCall;
    }

    private synchronized boolean isInterruptedAt(Call call) {
      if (!hasBegun) {
        return false;
      }
      boolean isOver = callCount++ >= interruptedCall;
      if (call.kind() == Kind.LINK && !isOver && someoneWrites && !hasWritten) {
        hasWritten = true;
        write(file, EXTERNAL_TEXT);
      }
      return isOver;
    }

    FileJournal.Settings settings() {
      return FileJournal.Settings.defaults()
          .withDisk(FailingDisk.withoutForcing(new FileDisk(), this::isInterruptedAt));
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path writeSeven(Path folder) throws IOException {
    return Files.writeString(folder.resolve("a.counter"), "7\n");
  }

  /** Adds 1 to 7, or nothing, and saves, until the interruption. */
  private static void save(Path path, boolean adds, Interruption interruption) {
    Document<Counter, CounterEvent> document =
        CounterDocuments.openIn(path.getParent(), interruption.settings()).open(path);
    if (adds) {
      add(document, 1);
    }
    interruption.begin();
    try {
      document.save(SAVE);
      document.close();
    } catch (JournalException e) {
      assertThat(interruption.isReached()).as(e.toString()).isTrue();
      closeAbandoned(document);
    }
  }

  /** A save of a document in its own folder that was interrupted at a call, or completed. */
  private Interruption saveInterruptedAt(int call, boolean adds, boolean someoneWrites)
      throws IOException {
    Path path = writeSeven(Files.createTempDirectory(folder, "run"));
    Interruption interruption = new Interruption(path, call, someoneWrites);
    save(path, adds, interruption);
    return interruption;
  }

  /** Releases what a process that has ended no longer holds. */
  private static void closeAbandoned(Document<?, ?> document) {
    assertThat(catchThrowable(document::close))
        .satisfiesAnyOf(
            exception -> assertThat(exception).isNull(),
            exception -> assertThat(exception).isInstanceOf(JournalException.class));
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static void requireNothingLeft(Path folder) throws IOException {
    assertThat(namesIn(folder))
        .allMatch(name -> name.startsWith(".fcp/") || name.endsWith(".counter"))
        .noneMatch(name -> name.endsWith(".tmp") || name.endsWith(".old"));
  }

  /** The external version is in the history, even if it was overwritten in the file. */
  private static void requireKept(Path folder) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : namesIn(folder)) {
      if (name.endsWith(".source")) {
        texts.add(Files.readString(folder.resolve(name)));
      }
    }
    assertThat(texts).contains(EXTERNAL_TEXT);
  }

  @Test
  void wherever_a_save_is_interrupted_the_next_open_cleans_up_and_nothing_is_lost()
      throws IOException {
    boolean isInterrupted = true;
    int n = 0;
    for (; isInterrupted; n++) {
      Interruption interruption = saveInterruptedAt(n, true, false);
      Path path = interruption.file;
      Path own = path.getParent();
      isInterrupted = interruption.isReached();
      assertThat(Files.readString(path)).isIn("7\n", "8\n");
      try (var document = CounterDocuments.openIn(own).open(path)) {
        requireNothingLeft(own);
        assertThat(value(document)).as("call " + n).isEqualTo(8);
        assertThat(depth(document)).isEqualTo(1);
        assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      }
      assertThat(path).hasContent("8\n");
      requireNothingLeft(own);
    }
    assertThat(n).isGreaterThan(15);
  }

  @Test
  void wherever_a_save_is_interrupted_a_last_moment_external_write_becomes_a_step()
      throws IOException {
    boolean isInterrupted = true;
    int mergedCount = 0;
    for (int n = 0; isInterrupted; n++) {
      Interruption interruption = saveInterruptedAt(n, false, true);
      Path path = interruption.file;
      Path own = path.getParent();
      isInterrupted = interruption.isReached();
      OpenResult<Counter, CounterEvent> openResult = open(path);
      mergedCount += fileChangeOf(openResult) instanceof FileChange.Merged ? 1 : 0;
      try (var document = openResult.orElseThrow()) {
        requireNothingLeft(own);
        if (interruption.hasWritten && value(document) == 7) {
          // The version was recorded but its replacement was not: that looks as if another program
          // had restored the file, which is a step as well.
          assertThat(depth(document)).isEqualTo(2);
          document.session().with(options("undo")).undo(1);
        }
        assertThat(value(document)).as("call " + n).isEqualTo(interruption.hasWritten ? 70 : 7);
        assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      }
      assertThat(path).hasContent(interruption.hasWritten ? EXTERNAL_TEXT : "7\n");
    }
    assertThat(mergedCount).isGreaterThan(3);
  }

  /** The external version sets the value that the document has changed, too. */
  @Test
  void wherever_a_save_is_interrupted_a_conflicting_version_is_kept_and_reported()
      throws IOException {
    boolean isInterrupted = true;
    int overwrittenCount = 0;
    for (int n = 0; isInterrupted; n++) {
      Interruption interruption = saveInterruptedAt(n, true, true);
      Path path = interruption.file;
      Path own = path.getParent();
      isInterrupted = interruption.isReached();
      OpenResult<Counter, CounterEvent> openResult = open(path);
      boolean isThere = Files.readString(path).equals(EXTERNAL_TEXT);
      assertThat(fileChangeOf(openResult) instanceof FileChange.Undecided)
          .as("call " + n)
          .isEqualTo(isThere);
      overwrittenCount += fileChangeOf(openResult) instanceof FileChange.Overwritten ? 1 : 0;
      try (var document = openResult.orElseThrow()) {
        requireNothingLeft(own);
        assertThat(value(document)).isEqualTo(8);
        assertThat(document.save(SAVE) instanceof SaveResult.Refused).isEqualTo(isThere);
        assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Saved.class);
      }
      if (interruption.hasWritten) {
        requireKept(own);
      }
      assertThat(path).hasContent("8\n");
    }
    assertThat(overwrittenCount).isPositive();
  }

  private static OpenResult<Counter, CounterEvent> open(Path path) {
    return CounterDocuments.openIn(path.getParent())
        .store()
        .open(DOMAIN, path, CounterDocuments.ANN);
  }

  private static FileChange fileChangeOf(OpenResult<?, ?> openResult) {
    return switch (openResult) {
      case OpenResult.Opened<?, ?>(var document, var fileChange) -> fileChange;
      case OpenResult.Undecided<?, ?> undecided -> throw new AssertionError(undecided.toString());
      case OpenResult.Unreadable<?, ?> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  /** The number of that call, if it is known. */
  private int callOfReplacement;

  /** A program that ended right after it replaced what another program had just written. */
  private Path saveOverUnseenVersion(Path own) throws IOException {
    Path path = writeSeven(own);
    boolean found = false;
    for (int n = callOfReplacement; !found; n++) {
      Files.writeString(path, "7\n");
      DocumentStore store = CounterDocuments.openIn(own).store();
      store.deleteHistory(path);
      save(path, false, new Interruption(path, n, true));
      Path replacedFile = own.resolve(".fcp/a.counter/replaced.old");
      found = Files.exists(replacedFile) && Files.readString(path).equals("7\n");
      callOfReplacement = n;
    }
    return path;
  }

  @Test
  void wherever_the_next_open_is_interrupted_too_nothing_is_left_over_and_nothing_is_lost()
      throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = saveOverUnseenVersion(own);
          Interruption interruption = new Interruption(path, n, false);
          interruption.begin();
          boolean isInterrupted = !canBeOpened(own, path, interruption);
          try (var document = CounterDocuments.openIn(own).open(path)) {
            requireNothingLeft(own);
            requireKept(own);
            assertThat(document.session().state().history().steps())
                .extracting(step -> step.origin().actor())
                .contains("external");
            assertThat(document.session().verify().isValid()).isTrue();
            assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
          }
          return isInterrupted;
        });
    assertThat(last).isGreaterThan(15);
  }

  /** Opens and closes a document; returns whether that was not interrupted. */
  private static boolean canBeOpened(Path own, Path path, Interruption interruption) {
    Document<Counter, CounterEvent> document;
    try {
      document = CounterDocuments.openIn(own, interruption.settings()).open(path);
    } catch (JournalException e) {
      assertThat(interruption.isReached()).as(e.toString()).isTrue();
      return false;
    }
    try {
      document.close();
      return !interruption.isReached();
    } catch (JournalException e) {
      assertThat(interruption.isReached()).as(e.toString()).isTrue();
      return false;
    }
  }

  @Test
  void a_conflicting_version_is_reported_and_kept_though_the_file_is_ours() throws IOException {
    Path path = saveOverUnseenVersion(folder);
    Path replacedFile = folder.resolve(".fcp/a.counter/replaced.old");
    Files.delete(replacedFile);
    Files.writeString(replacedFile, "no counter\n");
    OpenResult<Counter, CounterEvent> openResult = open(path);
    try (var document = openResult.orElseThrow()) {
      assertThat(fileChangeOf(openResult)).isInstanceOf(FileChange.Overwritten.class);
      assertThat(((FileChange.Overwritten) fileChangeOf(openResult)).version().bytes())
          .isEqualTo(bytes("no counter\n"));
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(value(document)).isEqualTo(7);
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
    }
    assertThat(path).hasContent("7\n");
    requireNothingLeft(folder);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  @Clause("DO-7")
  void wherever_the_first_save_of_a_draft_is_interrupted_its_history_exists_once()
      throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = own.resolve("a.counter");
          Interruption interruption = new Interruption(path, n, false);
          Document<Counter, CounterEvent> draft =
              CounterDocuments.openIn(own, interruption.settings())
                  .store()
                  .create(DOMAIN, CounterDocuments.ANN);
          add(draft, 3);
          interruption.begin();
          try {
            draft.saveAs(SAVE, path);
            draft.close();
          } catch (JournalException e) {
            closeAbandoned(draft);
          }
          requireHistory(own, path, n);
          return interruption.isReached();
        });
    assertThat(last).isGreaterThan(30);
  }

  private static void requireHistory(Path own, Path path, int n) throws IOException {
    DocumentStore store = CounterDocuments.openIn(own).store();
    List<String> drafts = store.drafts(DOMAIN);
    boolean isFile = store.hasHistory(path);
    assertThat(drafts.size() + (isFile ? 1 : 0)).as("call " + n).isPositive();
    if (isFile) {
      try (var document = store.open(DOMAIN, path, CounterDocuments.ANN).orElseThrow()) {
        assertThat(depth(document)).isEqualTo(1);
      }
    }
    for (String name : drafts) {
      try (var document = store.openDraft(DOMAIN, name)) {
        assertThat(document.checkFile()).isEqualTo(new FileChange.None());
        assertThat(value(document)).isEqualTo(3);
      }
    }
    requireNothingLeft(own);
  }

  @Test
  void a_document_on_another_disk_than_its_history_is_saved_and_nothing_is_left(@TempDir Path other)
      throws IOException {
    assumeFalse(
        Files.getFileStore(folder).equals(Files.getFileStore(other)), "there is one disk only");
    Path path = other.resolve("a.counter");
    try (var document =
        CounterDocuments.openIn(folder).store().create(DOMAIN, CounterDocuments.ANN)) {
      add(document, 3);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(path).hasContent("4\n");
    requireNothingLeft(other);
    requireNothingLeft(folder);
  }
}
