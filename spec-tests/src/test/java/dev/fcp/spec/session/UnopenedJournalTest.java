package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be determined about a journal without opening it. */
@Clause("JN-16")
class UnopenedJournalTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final String SAVED = "ab".repeat(32);
  private static final String UNKNOWN = "cd".repeat(32);

  private final CrashingDisk disk = new CrashingDisk();

  private boolean mentions(String hash) {
    return FileJournal.containsVersion(FOLDER, hash, disk);
  }

  @Test
  void a_folder_holds_a_journal_when_there_is_a_record() {
    assertThat(FileJournal.exists(FOLDER, disk)).isFalse();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      assertThat(FileJournal.exists(FOLDER, disk)).isFalse();
      CounterSessions.created(journal);
      assertThat(FileJournal.exists(FOLDER, disk)).isTrue();
    }
    FileJournal.delete(FOLDER, JournalFixtures.on(disk));
    assertThat(FileJournal.exists(FOLDER, disk)).isFalse();
  }

  @Test
  void versions_that_were_opened_found_or_saved_are_known() {
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
      session
          .with(CounterSessions.options("save"))
          .fileRecorder()
          .recordSaving(SAVED, session.state().head());
      assertThat(mentions(SAVED)).isTrue();
    }
    assertThat(mentions(source("5 # five\n"))).isTrue();
    assertThat(mentions(source("6 # six\n"))).isFalse();
    assertThat(mentions(UNKNOWN)).isFalse();
  }

  private static String source(String file) {
    return Source.of(file.getBytes(StandardCharsets.US_ASCII)).id();
  }

  @Test
  void a_version_is_known_after_the_record_of_its_save_was_pruned() {
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      session
          .with(CounterSessions.options("save"))
          .fileRecorder()
          .recordSaved(SAVED, session.state().head());
      for (int i = 0; i < 9; i++) {
        CounterSessions.add(session, 1);
      }
      session
          .with(CounterSessions.options("retain"))
          .prune(new RetentionPolicy(2, Duration.ZERO, 3));
      assertThat(journal.firstNumber()).isGreaterThan(2);
    }
    assertThat(mentions(SAVED)).isTrue();
  }

  @Test
  void a_text_that_is_not_a_hash_is_not_known() {
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      CounterSessions.created(journal);
    }
    assertThat(mentions("committed")).isFalse();
    assertThat(mentions("")).isFalse();
    assertThat(mentions("../000000000001.jsonl")).isFalse();
  }

  /** Long segments are read in chunks. */
  @Test
  void a_hash_is_found_at_any_position() {
    int chunkBytes = 1 << 22;
    for (int at = chunkBytes - 70; at < chunkBytes + 5; at++) {
      byte[] segment = new byte[chunkBytes + 500];
      Arrays.fill(segment, (byte) 'a');
      byte[] hash = ('"' + SAVED + '"').getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(hash, 0, segment, at, hash.length);
      disk.put(FOLDER.resolve("000000000001.jsonl"), segment);
      assertThat(mentions(SAVED)).as("at %d", at).isTrue();
    }
    assertThat(mentions(UNKNOWN)).isFalse();
  }

  @Test
  void a_partly_copied_folder_holds_no_journal_and_is_cleared_when_it_is_opened() {
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      CounterSessions.opened("5 # five\n", journal);
    }
    disk.put(FOLDER.resolve("unfinished"), new byte[0]);
    assertThat(FileJournal.exists(FOLDER, disk)).isFalse();
    assertThat(mentions(source("5 # five\n"))).isFalse();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(disk))) {
      assertThat(journal.lastNumber()).isZero();
    }
    assertThat(disk.files()).containsOnlyKeys(FOLDER.resolveSibling(".gitignore"));
  }

  @Test
  void inspecting_writes_nothing(@TempDir Path real) throws IOException {
    Path folder = real.resolve(".fcp/a.counter");
    assertThat(FileJournal.exists(folder, Disk.system())).isFalse();
    assertThat(FileJournal.containsVersion(folder, SAVED, Disk.system())).isFalse();
    assertThat(folder.getParent()).doesNotExist();
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("000000000001.jsonl"), "\"" + SAVED + "\"");
    assertThat(FileJournal.exists(folder, Disk.system())).isTrue();
    assertThat(FileJournal.containsVersion(folder, SAVED, Disk.system())).isTrue();
    assertThat(folder).isDirectoryNotContaining("glob:**{lock,owner,*.tmp}");
  }
}
