package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents on a real disk that is full, or on which nothing can be written. */
@Clause({"JN-8", "JN-11", "JN-18", "JN-19"})
@DeepOnly
class RealDiskTest {

  private static final int SIZE_MEBIBYTES = 16;
  private static final int MANY = 20_000;

  @TempDir private Path folder;
  private Optional<LoopMountedDisk> mounted = Optional.empty();

  @BeforeEach
  void mount() throws Exception {
    mounted = LoopMountedDisk.mounted(folder, SIZE_MEBIBYTES);
    assumeTrue(mounted.isPresent(), "no disk can be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted.isPresent()) {
      mounted.get().unmount();
    }
  }

  private LoopMountedDisk disk() {
    return mounted.orElseThrow();
  }

  private CounterDocuments counters() {
    return CounterDocuments.openIn(disk().folder());
  }

  private Path seven() throws IOException {
    return Files.writeString(disk().folder().resolve("a.counter"), "7\n");
  }

  /** Adds 1 until the disk is full; returns how often that was acknowledged. */
  private static int addUntilFull(Document<Counter, CounterEvent> document) {
    for (int i = 0; i < MANY; i++) {
      int before = value(document);
      try {
        add(document, 1);
      } catch (JournalException e) {
        assertThat(e).hasMessageContaining("No space left on device");
        assertThat(value(document)).isEqualTo(before);
        return i;
      }
    }
    throw new AssertionError("the disk is never full");
  }

  @Test
  void a_full_disk_is_reported_and_all_acknowledged_records_are_there() throws Exception {
    Path path = seven();
    int steps;
    try (var document = counters().open(path)) {
      add(document, 1);
      disk().fill();
      steps = 1 + addUntilFull(document);
      assertThat(value(document)).isEqualTo(7 + steps);
      assertThatThrownBy(() -> document.save(SAVE)).isInstanceOf(JournalException.class);
      assertThat(path).hasContent("7\n");
    }
    disk().empty();
    try (var document = counters().open(path)) {
      assertThat(value(document)).isEqualTo(7 + steps);
      assertThat(depth(document)).isEqualTo(steps);
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      document.session().with(options("undo")).undo(steps + 1);
      document.save(SAVE);
    }
    assertThat(path).hasContent("7\n");
  }

  @Test
  void a_disk_with_less_space_than_is_preallocated_takes_records() throws Exception {
    Path path = seven();
    try (var document = counters().open(path)) {
      disk().fill();
      disk().free(64);
      for (int i = 0; i < 50; i++) {
        add(document, 1);
      }
      disk().empty();
    }
    try (var document = counters().open(path)) {
      assertThat(document.recoveryReport().orElseThrow().isClean()).isTrue();
      assertThat(value(document)).isEqualTo(57);
    }
  }

  @Test
  void the_same_session_continues_when_there_is_space_again() throws Exception {
    Path path = seven();
    int steps;
    try (var document = counters().open(path)) {
      disk().fill();
      steps = addUntilFull(document);
      disk().empty();
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(path).hasContent(7 + steps + 1 + "\n");
    try (var document = counters().open(path)) {
      assertThat(depth(document)).isEqualTo(steps + 1);
      assertThat(document.session().verify().isValid()).isTrue();
    }
  }

  @Test
  void a_disk_that_is_full_from_the_beginning_leaves_the_file_unchanged() throws Exception {
    Path path = seven();
    disk().fill();
    assertThatThrownBy(() -> counters().open(path)).isInstanceOf(JournalException.class);
    assertThat(path).hasContent("7\n");
    disk().empty();
    try (var document = counters().open(path)) {
      assertThat(value(document)).isEqualTo(7);
    }
  }

  @Test
  void a_read_only_disk_is_reported_with_the_path() throws Exception {
    Path path = seven();
    Path known = Files.writeString(disk().folder().resolve("b.counter"), "9\n");
    try (var document = counters().open(known)) {
      add(document, 1);
    }
    disk().setReadOnly(true);
    assertThatThrownBy(() -> counters().open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(".fcp/a.counter")
        .hasMessageContaining("Read-only file system");
    try (var document = counters().open(known)) {
      assertThat(value(document)).isEqualTo(10);
      assertThat(document.session().verify().isValid()).isTrue();
      assertThatThrownBy(() -> add(document, 1))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("it can only be read: nothing can be written in")
          .hasMessageContaining(".fcp/b.counter");
    }
    disk().setReadOnly(false);
    try (var document = counters().open(known)) {
      assertThat(value(document)).isEqualTo(10);
    }
  }

  @Test
  void a_draft_is_saved_to_another_disk_with_its_history() throws Exception {
    Path here = Files.createDirectory(folder.resolve("here"));
    CounterDocuments counters = CounterDocuments.openIn(here);
    Path path = disk().folder().resolve("a.counter");
    try (var document = counters.store().create(DOMAIN, CounterDocuments.ANN)) {
      add(document, 3);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
      add(document, 4);
    }
    assertThat(counters.store().drafts(DOMAIN)).isEmpty();
    try (var document = counters().open(path)) {
      assertThat(value(document)).isEqualTo(7);
      assertThat(depth(document)).isEqualTo(2);
    }
  }

  @Test
  void a_draft_for_which_another_disk_has_no_space_stays_a_draft() throws Exception {
    Path here = Files.createDirectory(folder.resolve("here"));
    CounterDocuments counters = CounterDocuments.openIn(here);
    Path path = disk().folder().resolve("a.counter");
    disk().fill();
    try (var document = counters.store().create(DOMAIN, CounterDocuments.ANN)) {
      add(document, 3);
      assertThatThrownBy(() -> document.saveAs(SAVE, path)).isInstanceOf(JournalException.class);
      assertThat(document.path()).isEmpty();
      add(document, 4);
    }
    String name = counters.store().drafts(DOMAIN).get(0);
    try (var document = counters.store().openDraft(DOMAIN, name)) {
      assertThat(value(document)).isEqualTo(7);
    }
  }
}
