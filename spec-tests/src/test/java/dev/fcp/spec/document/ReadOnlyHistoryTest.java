package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.common.primitives.Bytes;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading histories that cannot be written, or that another process has locked. */
@Clause("JN-19")
class ReadOnlyHistoryTest {

  /** All calls that a user without write permission is refused; acquiring a lock opens its file. */
  private static final Set<Kind> REFUSED =
      EnumSet.of(
          Kind.OPEN,
          Kind.FOLDER,
          Kind.RENAME,
          Kind.LINK,
          Kind.DELETE,
          Kind.WRITE,
          Kind.TRUNCATE,
          Kind.LOCK,
          Kind.IS_WRITABLE);

  @TempDir private Path folder;

  private CounterDocuments reader() {
    FailingDisk disk = new FailingDisk(Disk.system(), call -> REFUSED.contains(call.kind()));
    return CounterDocuments.openIn(folder, FileJournal.Settings.defaults().withDisk(disk));
  }

  /** A document with 7 to which 1 was added, and another 1 that was undone. */
  private Path eight() throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      add(document, 1);
      document.session().with(options("name")).checkpoint("eight");
      add(document, 1);
      document.session().with(options("undo")).undo(1);
      document.save(SAVE);
    }
    return path;
  }

  private Map<String, List<Byte>> files() throws IOException {
    Map<String, List<Byte>> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        files.put(folder.relativize(file).toString(), Bytes.asList(bytes));
      }
    }
    return files;
  }

  @Test
  void a_read_only_history_can_be_opened_and_verified() throws IOException {
    Path path = eight();
    Map<String, List<Byte>> before = files();
    try (var document = reader().open(path)) {
      assertThat(document.readOnlyReason())
          .hasValueSatisfying(reason ->
              assertThat(reason).contains("nothing can be written in").endsWith(".fcp/a.counter"));
      assertThat(value(document)).isEqualTo(8);
      assertThat(depth(document)).isEqualTo(1);
      assertThat(document.session().state().redoDepth()).isEqualTo(1);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.session().verify().isValid()).isTrue();
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      assertThat(document.isPersistent()).isTrue();
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void a_writable_history_is_not_read_only() throws IOException {
    try (var document = CounterDocuments.openIn(folder).open(eight())) {
      assertThat(document.readOnlyReason()).isEmpty();
    }
  }

  @Test
  void every_write_is_refused_with_the_reason_and_changes_nothing() throws IOException {
    Path path = eight();
    Map<String, List<Byte>> before = files();
    try (var document = reader().open(path)) {
      List<Runnable> writes =
          List.of(
              () -> add(document, 5),
              () -> document.session().with(options("undo")).undo(1),
              () -> document.session().with(options("redo")).redo(1),
              () -> document.session().with(options("name")).checkpoint("other"),
              () -> document.save(SAVE),
              () -> document.saveOverwriting(SAVE),
              () -> document.saveAs(SAVE, folder.resolve("b.counter")));
      for (Runnable write : writes) {
        assertThatThrownBy(write::run)
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("can only be read: nothing can be written in");
        assertThat(value(document)).isEqualTo(8);
        assertThat(depth(document)).isEqualTo(1);
      }
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void an_external_version_is_shown_and_recorded_by_the_next_writer() throws IOException {
    Path path = eight();
    Files.writeString(path, "70\n");
    Map<String, List<Byte>> before = files();
    try (var document = reader().open(path)) {
      assertThat(value(document)).isEqualTo(70);
      assertThat(depth(document)).isEqualTo(2);
      assertThat(document.session().verify().isValid()).isTrue();
    }
    assertThat(files()).isEqualTo(before);
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      assertThat(value(document)).isEqualTo(70);
      assertThat(depth(document)).isEqualTo(2);
    }
  }

  @Test
  void an_incomplete_line_is_reported_and_left_in_place() throws IOException {
    Path path = eight();
    Path segment = folder.resolve(".fcp/a.counter/000000000001.jsonl");
    String original = Files.readString(segment);
    Files.writeString(segment, original.substring(0, original.length() - 9));
    Map<String, List<Byte>> before = files();
    try (var document = reader().open(path)) {
      assertThat(value(document)).isEqualTo(8);
      assertThat(document.recoveryReport().orElseThrow().losses())
          .singleElement()
          .satisfies(loss -> assertThat(loss.setAsideFile()).isEmpty());
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void records_of_other_writers_are_seen() throws IOException {
    Path path = eight();
    try (var writer = CounterDocuments.openIn(folder).open(path);
        var document = reader().open(path)) {
      add(writer, 10);
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      assertThat(value(document)).isEqualTo(18);
      for (int i = 0; i < 20; i++) {
        add(writer, 1);
        document.checkFile();
        assertThat(value(document)).isEqualTo(19 + i);
      }
    }
  }

  @Test
  @Clause("JN-7")
  void a_locked_history_can_be_read() throws IOException {
    Path path = eight();
    FileJournal.Settings shortTimeout =
        FileJournal.Settings.defaults().withLockTimeout(Duration.ofMillis(30));
    DocumentStore store = CounterDocuments.openIn(folder, shortTimeout).store();
    try (FileJournal journal = FileJournal.open(folder.resolve(".fcp/a.counter"), shortTimeout)) {
      Journal.WriteLock writeLock = journal.acquireWriteLockAsOwner();
      assertThatThrownBy(() -> store.open(DOMAIN, path, CounterDocuments.ANN))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("it is held by process");
      Document<Counter, CounterEvent> document =
          store.forReading().open(DOMAIN, path, CounterDocuments.ANN).orElseThrow();
      assertThat(document.readOnlyReason())
          .hasValueSatisfying(reason -> assertThat(reason).contains("it is held by process"));
      assertThat(value(document)).isEqualTo(8);
      assertThatThrownBy(() -> add(document, 1)).isInstanceOf(JournalException.class);
      document.close();
      writeLock.close();
    }
    try (var document = store.forReading().open(DOMAIN, path, CounterDocuments.ANN).orElseThrow()) {
      assertThat(document.readOnlyReason()).isEmpty();
    }
  }

  @Test
  @Clause("JN-16")
  void an_inaccessible_history_is_not_treated_as_missing() throws IOException {
    assumeFalse(
        "root".equals(System.getProperty("user.name")), "modes of files say nothing to root");
    Path path = eight();
    Path histories = folder.resolve(".fcp");
    Files.setPosixFilePermissions(histories, PosixFilePermissions.fromString("---------"));
    try {
      DocumentStore store = CounterDocuments.openIn(folder).store();
      assertThatThrownBy(() -> store.hasHistory(path))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("cannot be read");
      assertThatThrownBy(() -> store.open(DOMAIN, path, CounterDocuments.ANN))
          .isInstanceOf(JournalException.class);
    } finally {
      Files.setPosixFilePermissions(histories, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void without_a_history_nothing_is_read_and_the_first_failure_is_reported() throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    assertThatThrownBy(() -> reader().open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be opened");
  }
}
