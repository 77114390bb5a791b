package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.ANN;
import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks on which nothing can be written: full, or not for this user. */
@Clause({"JN-8", "JN-11"})
class UnwritableDiskTest {

  private static final Set<Kind> CHANGES =
      EnumSet.of(Kind.OPEN, Kind.FOLDER, Kind.RENAME, Kind.LINK, Kind.DELETE, Kind.WRITE);

  @TempDir private Path folder;
  private boolean isUnwritable;

  private Path seven() throws IOException {
    return Files.writeString(folder.resolve("a.counter"), "7\n");
  }

  /** A store on a disk that refuses these calls while the flag is set. */
  private CounterDocuments counters(Set<Kind> refused) {
    FailingDisk disk =
        new FailingDisk(Disk.system(), call -> isUnwritable && refused.contains(call.kind()));
    return CounterDocuments.openIn(folder, FileJournal.Settings.defaults().withDisk(disk));
  }

  @Test
  void on_a_full_disk_a_step_fails_and_the_next_one_succeeds() throws IOException {
    Path path = seven();
    try (var document = counters(Set.of(Kind.WRITE)).open(path)) {
      add(document, 1);
      isUnwritable = true;
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> add(document, 10))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining(".fcp/a.counter: nothing of it was written")
            .hasMessageContaining("no space left on device");
        assertThat(value(document)).isEqualTo(8);
      }
      assertThatThrownBy(() -> document.save(SAVE)).isInstanceOf(JournalException.class);
      assertThat(path).hasContent("7\n");
      isUnwritable = false;
      add(document, 2);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    try (var document = counters(Set.of()).open(path)) {
      assertThat(document.recoveryReport().orElseThrow().isClean()).isTrue();
      assertThat(value(document)).isEqualTo(10);
      document.session().with(options("undo")).undo(2);
      document.save(SAVE);
    }
    assertThat(path).hasContent("7\n");
  }

  @Test
  void on_a_full_disk_a_first_open_fails_and_succeeds_later() throws IOException {
    Path path = seven();
    CounterDocuments counters = counters(Set.of(Kind.WRITE));
    isUnwritable = true;
    assertThatThrownBy(() -> counters.open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("no space left on device");
    assertThat(path).hasContent("7\n");
    isUnwritable = false;
    try (var document = counters.open(path)) {
      assertThat(value(document)).isEqualTo(7);
    }
  }

  @Test
  void a_history_begun_on_a_full_disk_does_not_hinder_reading() throws IOException {
    Path path = seven();
    CounterDocuments counters = counters(Set.of(Kind.WRITE));
    Path begun = Files.createDirectories(folder.resolve(".fcp/a.counter"));
    Files.createFile(begun.resolve("000000000001.jsonl"));
    isUnwritable = true;
    assertThatThrownBy(() -> counters.open(path)).isInstanceOf(JournalException.class);
    for (DocumentStore store :
        List.of(counters.store().forReading(), counters.store().withoutNewHistories())) {
      try (var document = store.open(DOMAIN, path, ANN).orElseThrow()) {
        assertThat(value(document)).isEqualTo(7);
        assertThat(document.isPersistent()).isFalse();
      }
    }
    assertThat(counters.store().inspectHistory(DOMAIN, path))
        .isInstanceOf(OpenResult.Unreadable.class);
  }

  @Test
  void if_nothing_can_be_written_opening_reports_where_and_why() throws IOException {
    Path path = seven();
    CounterDocuments counters = counters(CHANGES);
    isUnwritable = true;
    assertThatThrownBy(() -> counters.open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("journal " + folder.toRealPath().resolve(".fcp/a.counter"))
        .hasMessageContaining("the disk fails at");
    assertThat(path).hasContent("7\n");
    isUnwritable = false;
    try (var document = counters.open(path)) {
      add(document, 1);
    }
  }

  @Test
  void a_revoked_permission_is_reported_and_nothing_is_lost() throws IOException {
    Path path = seven();
    CounterDocuments counters = counters(CHANGES);
    try (var document = counters.open(path)) {
      add(document, 1);
      isUnwritable = true;
      assertThatThrownBy(() -> add(document, 10)).isInstanceOf(JournalException.class);
      assertThatThrownBy(() -> document.saveAs(SAVE, folder.resolve("b.counter")))
          .isInstanceOf(JournalException.class);
      assertThat(value(document)).isEqualTo(8);
      isUnwritable = false;
      add(document, 2);
    }
    try (var document = counters.open(path)) {
      assertThat(value(document)).isEqualTo(10);
      assertThat(depth(document)).isEqualTo(2);
    }
  }

  /** There may be too little space for the preallocated blanks only. */
  @Test
  void with_little_space_left_steps_are_recorded_without_preallocation() throws IOException {
    Path path = seven();
    Path segment = folder.resolve(".fcp/a.counter/000000000001.jsonl");
    AtomicInteger writes = new AtomicInteger();
    FailingDisk disk =
        new FailingDisk(
            Disk.system(),
            call -> isUnwritable && call.kind() == Kind.WRITE && writes.getAndIncrement() == 0);
    CounterDocuments counters =
        CounterDocuments.openIn(folder, FileJournal.Settings.defaults().withDisk(disk));
    counters.open(path).close();
    try (var document = counters.open(path)) {
      isUnwritable = true;
      add(document, 1);
      assertThat(writes).hasValue(2);
      assertThat(Files.readString(segment)).endsWith("}\n");
      add(document, 2);
      assertThat(Files.readString(segment)).endsWith("}\n");
    }
    try (var document = counters.open(path)) {
      assertThat(document.recoveryReport().orElseThrow().isClean()).isTrue();
      assertThat(value(document)).isEqualTo(10);
    }
  }

  @Test
  @Clause("DO-7")
  void a_draft_whose_step_may_not_be_durable_is_not_deleted() throws IOException {
    CounterDocuments counters = counters(Set.of(Kind.FORCE));
    var draft = counters.store().create(DOMAIN, CounterDocuments.ANN);
    isUnwritable = true;
    assertThatThrownBy(() -> add(draft, 3)).isInstanceOf(OutcomeUnknownException.class);
    isUnwritable = false;
    assertThatThrownBy(draft::close).isInstanceOf(OutcomeUnknownException.class);
    List<String> names = counters.store().drafts(DOMAIN);
    assertThat(names).hasSize(1);
    try (var document = counters.store().openDraft(DOMAIN, names.get(0))) {
      assertThat(value(document)).isEqualTo(3);
    }
  }

  @Test
  void a_folder_that_the_user_may_not_write_is_reported() throws IOException {
    assumeFalse(
        "root".equals(System.getProperty("user.name")), "modes of files say nothing to root");
    Path path = seven();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-x---"));
    try {
      assertThatThrownBy(() -> CounterDocuments.openIn(folder).open(path))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("no permission for ");
      assertThat(path).hasContent("7\n");
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    }
  }

  @Test
  void a_history_that_the_user_may_not_read_is_reported_by_name() throws IOException {
    assumeFalse(
        "root".equals(System.getProperty("user.name")), "modes of files say nothing to root");
    Path path = seven();
    CounterDocuments.openIn(folder).open(path).close();
    Path segment = folder.resolve(".fcp/a.counter/000000000001.jsonl");
    Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("---------"));
    assertThatThrownBy(() -> CounterDocuments.openIn(folder).open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageEndingWith("no permission for " + segment);
    assertThat(path).hasContent("7\n");
  }
}
