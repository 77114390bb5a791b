package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.dropBefore;
import static dev.fcp.spec.session.NumberedRecords.found;
import static dev.fcp.spec.session.NumberedRecords.keepSnapshot;
import static dev.fcp.spec.session.NumberedRecords.record;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.journal.RecoveryReport.Loss;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Read-only access to a journal. */
@Clause("JN-19")
class ReadOnlyJournalTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Path SEGMENT = FOLDER.resolve("000000000001.jsonl");
  private static final Source TEXT = Source.of("7\n".getBytes(StandardCharsets.UTF_8));

  private final CrashingDisk disk = new CrashingDisk();

  private FileJournal written() {
    return FileJournal.open(FOLDER, JournalFixtures.on(disk));
  }

  private FileJournal shown() {
    return FileJournal.openReadOnly(FOLDER, JournalFixtures.on(disk), "it hangs on the wall");
  }

  @AfterEach
  void no_file_is_left_open() {
    assertThat(disk.openFiles()).isEmpty();
  }

  @Test
  void it_returns_the_same_as_the_journal() {
    Journal.StepLocation location;
    try (FileJournal journal = written()) {
      CounterSessions.withThreeSteps(journal);
      long last = journal.lastNumber();
      journal.append(last, found(TEXT));
      journal.writeNamedSnapshot("one", Snapshot.of(2, Value.Fields.of(Map.of()), new byte[] {1}));
      dropBefore(journal, 3);
      location = journal.stepLocations(journal.firstNumber(), 4).get(0);
    }
    try (FileJournal shown = shown();
        FileJournal journal = written()) {
      assertThat(shown.folder()).isEqualTo(FOLDER);
      assertThat(shown.readOnlyReason()).contains("it hangs on the wall");
      assertThat(shown.firstNumber()).isEqualTo(3);
      assertThat(shown.lastNumber()).isEqualTo(journal.lastNumber());
      assertThat(shown.read(3)).isEqualTo(journal.read(3));
      assertThat(shown.stepLocations(shown.firstNumber(), 4))
          .contains(location)
          .isEqualTo(journal.stepLocations(journal.firstNumber(), 4));
      assertThat(shown.source(TEXT.id())).contains(TEXT);
      assertThat(shown.snapshotNumbers()).containsExactly(3L);
      assertThat(shown.snapshot(3).orElseThrow().recordNumber()).isEqualTo(3);
      assertThat(shown.namedSnapshot("one").orElseThrow().model()).containsExactly(1);
      append(journal, journal.lastNumber() + 1, journal.lastNumber() + 1);
      assertThat(shown.lastNumber()).as("what others write").isEqualTo(journal.lastNumber());
    }
  }

  @Test
  void every_write_is_refused_with_the_reason() {
    try (FileJournal journal = written()) {
      append(journal, 1, 2);
      keepSnapshot(journal, 2);
    }
    try (FileJournal shown = shown()) {
      Snapshot snapshot = shown.snapshot(2).orElseThrow();
      List<ThrowingCallable> writes =
          List.of(
              () -> shown.append(2, record(3)),
              () -> shown.writeSnapshot(snapshot),
              () -> shown.writeNamedSnapshot("two", snapshot),
              () -> shown.deleteProjections(),
              () -> shown.discardBefore(2));
      for (ThrowingCallable write : writes) {
        assertThatThrownBy(write)
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("it can only be read: it hangs on the wall; work on a copy");
      }
      assertThat(shown.read(1)).isEqualTo(records(1, 2));
    }
  }

  @Test
  @Clause("JN-10")
  void damage_is_reported_and_left_in_place() {
    try (FileJournal journal = written()) {
      append(journal, 1, 3);
    }
    byte[] torn = Arrays.copyOf(disk.files().get(SEGMENT), disk.files().get(SEGMENT).length - 9);
    disk.put(SEGMENT, torn);
    try (FileJournal shown = shown()) {
      assertThat(shown.read(1)).isEqualTo(records(1, 2));
      assertThat(shown.recoveryReport().losses())
          .hasSize(1)
          .allMatch(loss -> loss.kind() == Kind.TORN_TAIL)
          .extracting(Loss::setAsideFile)
          .containsExactly(Optional.empty());
    }
    assertThat(disk.files()).containsEntry(SEGMENT, torn);
  }

  @Test
  void a_line_that_is_complete_at_the_next_read_is_not_a_loss() {
    try (FileJournal journal = written()) {
      append(journal, 1, 3);
    }
    byte[] original = disk.files().get(SEGMENT);
    disk.put(SEGMENT, Arrays.copyOf(original, original.length - 9));
    int[] closed = {0};
    FailingDisk meanwhile =
        FailingDisk.observed(
            disk,
            call -> {
              if (call.kind() == FailingDisk.Kind.LIST && closed[0]++ == 8) {
                disk.put(SEGMENT, original);
              }
            });
    try (FileJournal shown =
        FileJournal.openReadOnly(FOLDER, JournalFixtures.on(meanwhile), "others write")) {
      assertThat(closed[0]).isGreaterThan(8);
      assertThat(shown.recoveryReport().isClean()).isTrue();
      assertThat(shown.read(1)).isEqualTo(records(1, 3));
    }
  }

  @Test
  void an_unwritable_file_gives_read_only_access() {
    try (FileJournal journal = written()) {
      append(journal, 1, 1);
    }
    assertThat(FileJournal.isReadOnly(FOLDER, disk)).isFalse();
    FailingDisk refusing =
        new FailingDisk(disk, call -> call.kind() == FailingDisk.Kind.IS_WRITABLE);
    assertThat(FileJournal.isReadOnly(FOLDER, refusing)).isTrue();
  }
}
