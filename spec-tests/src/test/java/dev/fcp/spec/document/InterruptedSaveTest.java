package dev.fcp.spec.document;

import static dev.fcp.spec.document.Counters.DOMAIN;
import static dev.fcp.spec.document.Counters.SAVE;
import static dev.fcp.spec.document.Counters.add;
import static dev.fcp.spec.document.Counters.depth;
import static dev.fcp.spec.document.Counters.intent;
import static dev.fcp.spec.document.Counters.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Saving;
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
 * A program that ends in the middle of a save, at every call that it makes to the disk: from then
 * on no call does anything, those that would clean up included.
 */
@Clause({"DO-12", "DO-4"})
class InterruptedSaveTest {

  private static final String FOREIGN = "70\n";

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  /** Lets a program end at a call, and somebody else write the file at the last moment. */
  private static final class End {
    private final Path file;
    private final int at;
    private final boolean someoneWrites;
    private int calls;
    private boolean begun;
    private boolean hasWritten;

    End(Path file, int at, boolean someoneWrites) {
      this.file = file;
      this.at = at;
      this.someoneWrites = someoneWrites;
    }

    synchronized void begin() {
      begun = true;
    }

    synchronized boolean hasCome() {
      return calls > at;
    }

    private synchronized boolean isOver(Call call) {
      if (!begun) {
        return false;
      }
      boolean isOver = calls++ >= at;
      if (call.kind() == Kind.LINK && !isOver && someoneWrites && !hasWritten) {
        hasWritten = true;
        write(file, FOREIGN);
      }
      return isOver;
    }

    FileJournal.Settings settings() {
      return FileJournal.Settings.standard().on(FailingDisk.unforced(new FileDisk(), this::isOver));
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path seven(Path folder) throws IOException {
    return Files.writeString(folder.resolve("a.counter"), "7\n");
  }

  /** Adds 1 to a seven, or nothing, and saves, until it ends. */
  private static void save(Path path, boolean adds, End end) {
    Document<Counter, CounterEvent> document =
        Counters.in(path.getParent(), end.settings()).open(path);
    if (adds) {
      add(document, 1);
    }
    end.begin();
    try {
      document.save(SAVE);
      document.close();
    } catch (JournalException e) {
      assertThat(end.hasCome()).as(e.toString()).isTrue();
      leave(document);
    }
  }

  /** A save of a document in a folder of its own that ended at a call, or by itself. */
  private End savedUntil(int call, boolean adds, boolean someoneWrites) throws IOException {
    Path path = seven(Files.createTempDirectory(folder, "run"));
    End end = new End(path, call, someoneWrites);
    save(path, adds, end);
    return end;
  }

  /** Gives back what a process that has ended does not hold. */
  private static void leave(Document<?, ?> document) {
    assertThat(catchThrowable(document::close))
        .satisfiesAnyOf(
            told -> assertThat(told).isNull(),
            told -> assertThat(told).isInstanceOf(JournalException.class));
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

  /** The version that somebody wrote is in the history, whatever became of it in the file. */
  private static void requireKept(Path folder) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : namesIn(folder)) {
      if (name.endsWith(".source")) {
        texts.add(Files.readString(folder.resolve(name)));
      }
    }
    assertThat(texts).contains(FOREIGN);
  }

  @Test
  void wherever_a_save_ends_the_next_look_leaves_nothing_behind_and_nothing_is_lost()
      throws IOException {
    boolean ends = true;
    int n = 0;
    for (; ends; n++) {
      End end = savedUntil(n, true, false);
      Path path = end.file;
      Path own = path.getParent();
      ends = end.hasCome();
      assertThat(Files.readString(path)).isIn("7\n", "8\n");
      try (var document = Counters.in(own).open(path)) {
        requireNothingLeft(own);
        assertThat(value(document)).as("call " + n).isEqualTo(8);
        assertThat(depth(document)).isEqualTo(1);
        assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
      }
      assertThat(path).hasContent("8\n");
      requireNothingLeft(own);
    }
    assertThat(n).isGreaterThan(15);
  }

  @Test
  void wherever_a_save_ends_what_somebody_wrote_at_the_last_moment_is_a_step() throws IOException {
    boolean ends = true;
    int told = 0;
    for (int n = 0; ends; n++) {
      End end = savedUntil(n, false, true);
      Path path = end.file;
      Path own = path.getParent();
      ends = end.hasCome();
      Opening<Counter, CounterEvent> opening = opened(path);
      told += news(opening) instanceof FileNews.TakenIn ? 1 : 0;
      try (var document = opening.orElseThrow()) {
        requireNothingLeft(own);
        if (end.hasWritten && value(document) == 7) {
          // It was noted, and that it was replaced was not: that looks as if somebody had put the
          // file back, which is a step as well.
          assertThat(depth(document)).isEqualTo(2);
          document.session().undo(intent("undo"), 1);
        }
        assertThat(value(document)).as("call " + n).isEqualTo(end.hasWritten ? 70 : 7);
        assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
      }
      assertThat(path).hasContent(end.hasWritten ? FOREIGN : "7\n");
    }
    assertThat(told).isGreaterThan(3);
  }

  /** It sets the value that the document has changed as well. */
  @Test
  void wherever_a_save_ends_what_does_not_fit_is_kept_and_told() throws IOException {
    boolean ends = true;
    int told = 0;
    for (int n = 0; ends; n++) {
      End end = savedUntil(n, true, true);
      Path path = end.file;
      Path own = path.getParent();
      ends = end.hasCome();
      Opening<Counter, CounterEvent> opening = opened(path);
      boolean isThere = Files.readString(path).equals(FOREIGN);
      assertThat(news(opening) instanceof FileNews.Undecided).as("call " + n).isEqualTo(isThere);
      told += news(opening) instanceof FileNews.Kept ? 1 : 0;
      try (var document = opening.orElseThrow()) {
        requireNothingLeft(own);
        assertThat(value(document)).isEqualTo(8);
        assertThat(document.save(SAVE) instanceof Saving.Refused).isEqualTo(isThere);
        assertThat(document.saveOver(SAVE)).isInstanceOf(Saving.Saved.class);
      }
      if (end.hasWritten) {
        requireKept(own);
      }
      assertThat(path).hasContent("8\n");
    }
    assertThat(told).isPositive();
  }

  private static Opening<Counter, CounterEvent> opened(Path path) {
    return Counters.in(path.getParent()).store().open(DOMAIN, path, Counters.ANN);
  }

  private static FileNews news(Opening<?, ?> opening) {
    return switch (opening) {
      case Opening.Opened<?, ?>(var document, var news) -> news;
      case Opening.Undecided<?, ?> undecided -> throw new AssertionError(undecided.toString());
      case Opening.Unreadable<?, ?> unreadable -> throw new AssertionError(unreadable.toString());
    };
  }

  /** At which call that is, as far as it is known. */
  private int callOfReplacement;

  /** A program that ended right after it replaced what somebody had just written. */
  private Path replacedUnseen(Path own) throws IOException {
    Path path = seven(own);
    boolean found = false;
    for (int n = callOfReplacement; !found; n++) {
      Files.writeString(path, "7\n");
      DocumentStore store = Counters.in(own).store();
      store.forget(path);
      save(path, false, new End(path, n, true));
      Path former = own.resolve(".fcp/a.counter/replaced.old");
      found = Files.exists(former) && Files.readString(path).equals("7\n");
      callOfReplacement = n;
    }
    return path;
  }

  @Test
  void wherever_the_look_after_it_ends_too_nothing_is_left_and_nothing_is_lost()
      throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = replacedUnseen(own);
          End end = new End(path, n, false);
          end.begin();
          boolean ends = !isOpened(own, path, end);
          try (var document = Counters.in(own).open(path)) {
            requireNothingLeft(own);
            requireKept(own);
            assertThat(document.session().state().history().steps())
                .extracting(step -> step.origin().actor())
                .contains("external");
            assertThat(document.session().verify().holds()).isTrue();
            assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
          }
          return ends;
        });
    assertThat(last).isGreaterThan(15);
  }

  /** Opens and closes a document; tells whether it came to that. */
  private static boolean isOpened(Path own, Path path, End end) {
    Document<Counter, CounterEvent> document;
    try {
      document = Counters.in(own, end.settings()).open(path);
    } catch (JournalException e) {
      assertThat(end.hasCome()).as(e.toString()).isTrue();
      return false;
    }
    try {
      document.close();
      return !end.hasCome();
    } catch (JournalException e) {
      assertThat(end.hasCome()).as(e.toString()).isTrue();
      return false;
    }
  }

  @Test
  void a_version_of_which_nothing_fits_is_told_and_kept_though_the_file_is_ours()
      throws IOException {
    Path path = replacedUnseen(folder);
    Path former = folder.resolve(".fcp/a.counter/replaced.old");
    Files.delete(former);
    Files.writeString(former, "no counter\n");
    Opening<Counter, CounterEvent> opening = opened(path);
    try (var document = opening.orElseThrow()) {
      assertThat(news(opening)).isInstanceOf(FileNews.Kept.class);
      assertThat(((FileNews.Kept) news(opening)).version().bytes())
          .isEqualTo(bytes("no counter\n"));
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(value(document)).isEqualTo(7);
      assertThat(document.look()).isEqualTo(new FileNews.Nothing());
    }
    assertThat(path).hasContent("7\n");
    requireNothingLeft(folder);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  @Clause("DO-7")
  void wherever_the_first_save_of_a_draft_ends_its_history_is_in_one_place() throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = own.resolve("a.counter");
          End end = new End(path, n, false);
          Document<Counter, CounterEvent> draft =
              Counters.in(own, end.settings()).store().create(DOMAIN, Counters.ANN);
          add(draft, 3);
          end.begin();
          try {
            draft.saveAs(SAVE, path);
            draft.close();
          } catch (JournalException e) {
            leave(draft);
          }
          requireHistory(own, path, n);
          return end.hasCome();
        });
    assertThat(last).isGreaterThan(30);
  }

  private static void requireHistory(Path own, Path path, int n) throws IOException {
    DocumentStore store = Counters.in(own).store();
    List<String> drafts = store.drafts(DOMAIN);
    boolean isFile = store.hasHistory(path);
    assertThat(drafts.size() + (isFile ? 1 : 0)).as("call " + n).isPositive();
    if (isFile) {
      try (var document = store.open(DOMAIN, path, Counters.ANN).orElseThrow()) {
        assertThat(depth(document)).isEqualTo(1);
      }
    }
    for (String name : drafts) {
      try (var document = store.openDraft(DOMAIN, name)) {
        assertThat(document.look()).isEqualTo(new FileNews.Nothing());
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
    try (var document = Counters.in(folder).store().create(DOMAIN, Counters.ANN)) {
      add(document, 3);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(Saving.Saved.class);
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(path).hasContent("4\n");
    requireNothingLeft(other);
    requireNothingLeft(folder);
  }
}
