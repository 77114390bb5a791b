package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sources that only pruned records named. */
@Clause("JN-14")
class DiscardedSourcesTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Source OPENED = text("opened");
  private static final Source SNAPPED = text("named by the snapshot");
  private static final Source NAMED = text("named by a named state");
  private static final Source DROPPED = text("named by nothing else");
  private static final Source TWICE = text("named before and after");
  private static final long KEPT = 6;

  private final CrashingDisk disk = new CrashingDisk();

  private static Source text(String text) {
    return Source.of(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static FileJournal open(CrashingDisk disk) {
    return FileJournal.open(FOLDER, JournalFixtures.on(disk));
  }

  private static void append(Journal journal, Source text) {
    JournalRecord record =
        JournalRecord.External.of(Instant.EPOCH, CounterSessions.ANN, text, HistoryPoint.BASE);
    append(journal, record);
  }

  private static void append(Journal journal, JournalRecord record) {
    assertThat(journal.append(journal.lastNumber(), record))
        .isInstanceOf(Journal.AppendResult.Written.class);
  }

  private static Snapshot snapshot(long number, Source names) {
    Value found =
        new Value.Sequence(List.of(Value.Fields.of(Map.of("source", Value.of(names.id())))));
    return Snapshot.of(number, Value.Fields.of(Map.of("found", found)), new byte[0]);
  }

  /** Writes sources in records 1 to 5, a snapshot after 6, and a source in record 7. */
  private static void write(FileJournal journal) {
    Digest base = new Digest(1, "n=5", 5, 5);
    append(
        journal,
        new JournalRecord.Opened(
            Instant.EPOCH, CounterSessions.ANN, "counter", 1, Optional.of(OPENED), base));
    Stream.of(SNAPPED, NAMED, DROPPED, TWICE).forEach(text -> append(journal, text));
    append(
        journal,
        new JournalRecord.Saving(
            Instant.EPOCH, CounterSessions.ANN, "ab".repeat(32), HistoryPoint.BASE));
    append(journal, TWICE);
    journal.writeNamedSnapshot("state", snapshot(2, NAMED));
    journal.writeSnapshot(snapshot(KEPT, SNAPPED));
  }

  private static void requireReferencedSources(FileJournal journal) {
    assertThat(journal.recoveryReport().lostSources()).isEmpty();
    assertThat(journal.source(SNAPPED.id())).contains(SNAPPED);
    assertThat(journal.source(NAMED.id())).contains(NAMED);
    assertThat(journal.source(TWICE.id())).contains(TWICE);
  }

  @Test
  void sources_that_no_record_names_are_deleted_and_the_rest_stays() {
    try (FileJournal journal = open(disk)) {
      write(journal);
      journal.discardBefore(KEPT);
      requireReferencedSources(journal);
      assertThat(journal.source(OPENED.id())).isEmpty();
      assertThat(journal.source(DROPPED.id())).isEmpty();
      append(journal, DROPPED);
      assertThat(journal.source(DROPPED.id())).contains(DROPPED);
    }
    try (FileJournal journal = open(disk)) {
      requireReferencedSources(journal);
      assertThat(journal.read(KEPT)).hasSize(3);
    }
  }

  @Test
  void a_source_whose_record_is_being_written_stays() throws Exception {
    Source late = text("stored while others discard");
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      List<Future<?>> discards = new ArrayList<>();
      AtomicReference<FileJournal> open = new AtomicReference<>();
      FailingDisk watched =
          FailingDisk.observed(
              disk,
              call -> {
                if (call.kind() == Kind.RENAME && call.path().toString().contains(late.id())) {
                  discards.add(thread.submit(() -> open.get().discardBefore(KEPT)));
                }
              });
      try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(watched))) {
        open.set(journal);
        write(journal);
        append(journal, late);
        assertThat(discards).hasSize(1);
        discards.get(0).get();
        assertThat(journal.firstNumber()).isEqualTo(KEPT);
        assertThat(journal.source(late.id())).contains(late);
      }
    }
  }

  @Test
  void no_source_is_deleted_while_a_snapshot_is_unreadable() {
    try (FileJournal journal = open(disk)) {
      write(journal);
      disk.flipBit(FOLDER.resolve("000000000006.snapshot"), 100, 3);
      journal.discardBefore(KEPT);
      assertThat(journal.source(DROPPED.id())).contains(DROPPED);
      assertThat(journal.source(SNAPPED.id())).contains(SNAPPED);
    }
  }

  @Test
  @Tag("many")
  void after_a_crash_at_any_call_every_referenced_source_is_there() {
    CrashingDisk baseline = new CrashingDisk();
    long[] calls = {0, 0};
    try (FileJournal journal = open(baseline)) {
      write(journal);
      calls[0] = baseline.callCount();
      journal.discardBefore(KEPT);
      calls[1] = baseline.callCount();
    }
    assertThat(calls[1] - calls[0]).isGreaterThan(30);
    for (long call = calls[0] + 1; call <= calls[1]; call++) {
      for (int state = 0; state < 4; state++) {
        requireTexts(crashedAt(call, state));
      }
    }
  }

  private static CrashingDisk crashedAt(long call, int state) {
    CrashingDisk disk = new CrashingDisk();
    disk.cutPowerAt(call);
    try (FileJournal journal = open(disk)) {
      write(journal);
      journal.discardBefore(KEPT);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining("the power is cut");
    }
    return disk.afterPowerCut(new SplittableRandom(call * 31 + state));
  }

  private static void requireTexts(CrashingDisk disk) {
    try (FileJournal journal = open(disk)) {
      assertThat(journal.lastNumber()).isEqualTo(KEPT + 1);
      requireReferencedSources(journal);
      journal.discardBefore(KEPT);
      requireReferencedSources(journal);
      assertThat(journal.source(DROPPED.id())).isEmpty();
    }
  }
}
