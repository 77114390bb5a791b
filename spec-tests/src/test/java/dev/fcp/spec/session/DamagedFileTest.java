package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.DelegatingJournal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are truncated at every byte, or have any bit flipped. */
class DamagedFileTest {

  private static final Path SEGMENT = JournalFixtures.FOLDER.resolve("000000000001.jsonl");
  private static final Path BASE = JournalFixtures.FOLDER.resolve("000000000001.snapshot");

  private final CrashingDisk disk = new CrashingDisk();
  private List<Observation> observations = List.of();

  /** Writes a journal without pruning, so that all records are in one file. */
  private void write(int minRecords, Function<Journal, List<Observation>> program) {
    try (FileJournal journal = open(disk)) {
      observations = program.apply(new SnapshotKeepingJournal(journal));
      assertThat(journal.lastNumber()).isGreaterThanOrEqualTo(minRecords);
      assertThat(RecordKinds.of(journal.read(1))).isEqualTo(RecordKinds.all());
    }
    assertThat(disk.files().keySet()).contains(SEGMENT, BASE);
  }

  private static FileJournal open(CrashingDisk disk) {
    return FileJournal.open(JournalFixtures.FOLDER, JournalFixtures.on(disk));
  }

  @Test
  @Tag("many")
  @Clause("JN-9")
  void a_journal_truncated_at_any_byte_keeps_the_records_before_that() {
    requirePrefixes(whole -> Tries.sweep(whole.length, at -> whole[at] == '\n'));
  }

  @Test
  @Clause("JN-9")
  void a_journal_truncated_at_some_bytes_keeps_the_records_before_that() {
    requirePrefixes(whole -> strides(whole.length, 1009));
  }

  private void requirePrefixes(Function<byte[], IntStream> lengths) {
    write(200, journal -> JournalFixtures.write(journal, 200));
    byte[] whole = disk.files().get(SEGMENT);
    lengths
        .apply(whole)
        .forEach(length -> {
          CrashingDisk cut = disk.copy();
          cut.put(SEGMENT, Arrays.copyOf(whole, length));
          int records = lines(whole, length);
          requirePrefix(cut, records, records > 0 && whole[length - 1] == '\n');
        });
  }

  private static IntStream strides(int size, int stride) {
    return IntStream.iterate(0, at -> at < size, at -> at + stride);
  }

  private static int lines(byte[] bytes, int length) {
    int lines = 0;
    for (int i = 0; i < length; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** If the first record is missing, the base snapshot replaces it. */
  private void requirePrefix(CrashingDisk damaged, int records, boolean clean) {
    try (FileJournal journal = open(damaged)) {
      RecoveryReport report = journal.recoveryReport();
      assertThat(report.lastNumber()).isEqualTo(Math.max(1, records));
      assertThat(report.isClean()).isEqualTo(clean);
      if (clean || records % 50 == 0) {
        assertThat(observe(journal)).isEqualTo(observations.get(Math.max(1, records)));
      }
    }
  }

  private static Observation observe(Journal journal) {
    return Observation.of(
        Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard()).state());
  }

  @Test
  @Tag("many")
  @Clause({"JN-9", "JN-10"})
  void any_flipped_bit_loses_the_records_from_there_on_and_is_reported() {
    requireLosses(
        whole -> Tries.sweep(8 * whole.length, bit -> bit % 8 == 0 && whole[bit / 8] == '\n'));
  }

  @Test
  @Clause({"JN-9", "JN-10"})
  void a_sample_of_flipped_bits_loses_the_records_from_there_on() {
    requireLosses(whole -> strides(8 * whole.length, 8 * 113));
  }

  private void requireLosses(Function<byte[], IntStream> bits) {
    write(20, JournalFixtures::writeEveryKind);
    byte[] whole = disk.files().get(SEGMENT);
    bits.apply(whole)
        .forEach(bit -> {
          CrashingDisk flipped = disk.copy();
          flipped.flipBit(SEGMENT, bit / 8, bit % 8);
          requireLoss(flipped, whole, bit / 8, bit % (8 * 16) == 0);
        });
  }

  private void requireLoss(CrashingDisk flipped, byte[] original, int offset, boolean resumes) {
    int before = lines(original, offset);
    try (FileJournal journal = open(flipped)) {
      RecoveryReport report = journal.recoveryReport();
      // The base snapshot also covers the first record: everything after it is intact.
      boolean joins = original[offset] == '\n';
      long last = before > 0 || joins ? Math.max(1, before) : observations.size() - 1;
      assertThat(report.lastNumber()).isEqualTo(last);
      assertThat(report.losses()).isNotEmpty();
      assertThat(report.losses())
          .anyMatch(loss -> loss.offsetBytes() == startOfLine(original, offset));
      if (resumes) {
        assertThat(observe(journal)).isEqualTo(observations.get((int) last));
      }
    }
    if (before > 0) {
      requireSetAside(flipped, original, startOfLine(original, offset));
    } else {
      assertThat(setAside(flipped)).hasSize(original[offset] == '\n' ? original.length : 0);
    }
  }

  private static int startOfLine(byte[] bytes, int offset) {
    int start = offset;
    while (start > 0 && bytes[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  private static String setAside(CrashingDisk disk) {
    return disk.files().entrySet().stream()
        .filter(file -> file.getKey().toString().endsWith(".aside"))
        .map(file -> new String(file.getValue(), StandardCharsets.ISO_8859_1))
        .collect(Collectors.joining());
  }

  /** Requires that everything from the damaged line on was set aside unchanged. */
  private static void requireSetAside(CrashingDisk flipped, byte[] original, int start) {
    assertThat(flipped.files().get(SEGMENT)).isEqualTo(Arrays.copyOf(original, start));
    String rest = new String(original, start, original.length - start, StandardCharsets.ISO_8859_1);
    assertThat(setAside(flipped)).hasSameSizeAs(rest).isNotEqualTo(rest);
  }

  /** A journal that does not prune. */
  private record SnapshotKeepingJournal(FileJournal delegate) implements DelegatingJournal {

    @Override
    public boolean isSnapshotDue() {
      return delegate.isSnapshotDue() && delegate.lastNumber() == 1;
    }

    @Override
    public void writeSnapshot(Snapshot snapshot) {
      if (snapshot.recordNumber() == 1) {
        delegate.writeSnapshot(snapshot);
      }
    }
  }
}
