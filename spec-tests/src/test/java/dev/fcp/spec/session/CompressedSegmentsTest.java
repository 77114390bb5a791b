package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.append;
import static dev.fcp.spec.session.NumberedRecords.dropBefore;
import static dev.fcp.spec.session.NumberedRecords.keepSnapshot;
import static dev.fcp.spec.session.NumberedRecords.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.journal.RecoveryReport.Kind;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Closed segments are compressed, and remain readable, repairable and prunable. */
@Clause("JN-3")
class CompressedSegmentsTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;

  /** Just large enough to be compressed. */
  private static final long SEGMENT_BYTES = 5000;

  private static final int RECORDS = 100;
  private static final Path FIRST = FOLDER.resolve("000000000001.jsonl");

  private final CrashingDisk disk = new CrashingDisk();

  /** The first segment before it was compressed. */
  private byte[] plain = new byte[0];

  private static FileJournal open(Disk disk) {
    return FileJournal.open(FOLDER, JournalFixtures.on(disk).withSegmentBytes(SEGMENT_BYTES));
  }

  @BeforeEach
  void write() {
    try (FileJournal journal = open(disk)) {
      append(journal, 1, RECORDS);
      plain = disk.files().get(FIRST);
    }
  }

  @AfterEach
  void no_file_is_left_open() {
    assertThat(disk.openFiles()).isEmpty();
  }

  private static List<String> names(CrashingDisk disk) {
    return disk.files().keySet().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.contains(".jsonl"))
        .sorted()
        .toList();
  }

  private Path compressed(int index) {
    return compressed(disk, index);
  }

  private static Path compressed(CrashingDisk disk, int index) {
    return FOLDER.resolve(names(disk).get(index));
  }

  private long firstOf(int index) {
    return firstOf(disk, index);
  }

  private static long firstOf(CrashingDisk disk, int index) {
    return Long.parseLong(names(disk).get(index).substring(0, 12));
  }

  private static void requireWhole(Disk disk) {
    try (FileJournal journal = open(disk)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(1)).isEqualTo(records(1, RECORDS));
    }
  }

  @Test
  void all_segments_except_the_last_are_gzip_files_of_the_same_lines() throws IOException {
    List<String> names = names(disk);
    assertThat(names).hasSizeGreaterThan(4);
    assertThat(names.subList(0, names.size() - 1)).allMatch(name -> name.endsWith(".jsonl.gz"));
    assertThat(names.get(names.size() - 1)).endsWith(".jsonl");
    byte[] file = disk.files().get(compressed(0));
    assertThat(file.length).isLessThan(plain.length / 2);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
      assertThat(in.readAllBytes()).isEqualTo(plain);
    }
    assertThat(disk.files().get(FOLDER.resolve("format"))).asString().isEqualTo("2");
    requireWhole(disk);
  }

  @Test
  @Clause("JN-5")
  void opening_reads_no_line_of_a_closed_segment_and_a_record_is_read_from_its_segment_alone() {
    List<Path> reads = new ArrayList<>();
    Disk observed =
        FailingDisk.observed(
            disk,
            call -> {
              if (call.kind() == FailingDisk.Kind.READ && call.path().toString().endsWith(".gz")) {
                reads.add(call.path());
              }
            });
    try (FileJournal journal = open(observed)) {
      assertThat(reads)
          .as("the end of the index, the index, and the bytes of which it has the checksum")
          .hasSize(3 * (names(disk).size() - 1));
      reads.clear();
      assertThat(journal.read(2).get(0)).isEqualTo(records(2, 2).get(0));
      assertThat(reads).containsOnly(compressed(0)).hasSizeLessThan(8);
    }
  }

  @Test
  void a_step_takes_at_most_120_bytes_in_a_closed_segment() {
    CrashingDisk other = new CrashingDisk();
    long steps;
    try (FileJournal journal =
        FileJournal.open(FOLDER, JournalFixtures.on(other).withSegmentBytes(1 << 18))) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      for (int step = 0; names(other).size() < 3; step++) {
        CounterSessions.add(session, step);
      }
      steps = firstOf(other, 2) - 1;
    }
    long sizeBytes =
        other.files().get(compressed(other, 0)).length
            + other.files().get(compressed(other, 1)).length;
    assertThat(steps).isGreaterThan(500);
    assertThat(sizeBytes / steps).isLessThanOrEqualTo(120);
  }

  @Test
  void a_journal_that_fills_no_segment_keeps_its_format() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(other))) {
      append(journal, 1, RECORDS);
    }
    assertThat(other.files()).containsKey(FIRST).doesNotContainKey(FOLDER.resolve("format"));
  }

  @Test
  @Clause("JN-9")
  void after_a_crash_at_any_call_while_compressing_all_records_are_there() {
    CrashingDisk begun = new CrashingDisk();
    FileJournal unclosed = open(begun);
    append(unclosed, 1, RECORDS);
    long before = begun.callCount();
    unclosed.close();
    long after = begun.callCount();
    assertThat(after - before).isGreaterThan(20);
    Tries.sweep((int) (after - before), point -> begun.changedNamesAt(before + point + 1))
        .forEach(point -> {
          CrashingDisk cut = new CrashingDisk();
          cut.cutPowerAt(before + point + 1);
          FileJournal journal = open(cut);
          append(journal, 1, RECORDS);
          assertThatThrownBy(journal::close).isInstanceOf(JournalException.class);
          for (int seed = 0; seed < 4; seed++) {
            requireWhole(cut.afterPowerCut(new SplittableRandom(seed)));
          }
        });
  }

  @Test
  @Clause("JN-8")
  void a_segment_that_cannot_be_compressed_stays_as_it_is() {
    CrashingDisk other = new CrashingDisk();
    boolean[] fails = {false};
    FailingDisk failing =
        new FailingDisk(other, call -> fails[0] && call.kind() == FailingDisk.Kind.WRITE);
    try (FileJournal journal = open(failing)) {
      append(journal, 1, RECORDS);
      fails[0] = true;
    }
    assertThat(names(other)).allMatch(name -> name.endsWith(".jsonl"));
    requireWhole(other);
    try (FileJournal journal = open(other)) {
      append(journal, RECORDS + 1, 2 * RECORDS);
    }
    assertThat(names(other)).filteredOn(name -> name.endsWith(".jsonl")).hasSize(1);
  }

  @Test
  @Clause("JN-10")
  void a_compressed_segment_truncated_at_any_byte_keeps_the_records_before_that() {
    Path damaged = compressed(1);
    byte[] whole = disk.files().get(damaged);
    Tries.sweep(whole.length, at -> at == whole.length - 1)
        .forEach(length -> {
          CrashingDisk cut = disk.copy();
          cut.put(damaged, Arrays.copyOf(whole, length));
          requirePrefix(cut, firstOf(1) - 1);
        });
  }

  @Test
  @Clause("JN-10")
  void any_flipped_bit_of_a_compressed_segment_loses_nothing_before_it() {
    Path damaged = compressed(1);
    int bits = 8 * disk.files().get(damaged).length;
    Tries.sweep(bits, bit -> bit < 8)
        .forEach(bit -> {
          CrashingDisk flipped = disk.copy();
          flipped.flipBit(damaged, bit / 8, bit % 8);
          requirePrefix(flipped, firstOf(1) - 1);
        });
  }

  /** Requires the records up to a number, more only if they are intact, and a repaired journal. */
  private static void requirePrefix(CrashingDisk damaged, long least) {
    CrashingDisk original = damaged.copy();
    long last;
    try (FileJournal journal = open(damaged)) {
      RecoveryReport report = journal.recoveryReport();
      last = journal.lastNumber();
      assertThat(last).isBetween(least, (long) RECORDS);
      assertThat(report.isClean()).isEqualTo(last == RECORDS);
      assertThat(report.losses()).allMatch(loss -> loss.kind() == Kind.DAMAGE);
      assertThat(journal.read(1)).isEqualTo(records(1, last));
      requireSetAside(original, damaged, report);
      append(journal, last + 1, last + 1);
    }
    try (FileJournal journal = open(damaged)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(1)).isEqualTo(records(1, last + 1));
    }
  }

  /** Requires that each changed file was set aside unchanged. */
  private static void requireSetAside(
      CrashingDisk original, CrashingDisk damaged, RecoveryReport report) {
    for (RecoveryReport.Loss loss : report.losses()) {
      String aside = loss.setAsideFile().orElseThrow();
      Path file = FOLDER.resolve(aside.replace(".aside", ""));
      assertThat(damaged.files().get(FOLDER.resolve(aside))).isEqualTo(original.files().get(file));
    }
  }

  @Test
  @Clause("JN-9")
  void a_repaired_compressed_segment_survives_a_power_cut_at_any_call() {
    Path damaged = compressed(1);
    disk.flipBit(damaged, disk.files().get(damaged).length / 2, 3);
    CrashingDisk repaired = disk.copy();
    long before = repaired.callCount();
    long last;
    try (FileJournal journal = open(repaired)) {
      last = journal.lastNumber();
    }
    for (long call = before + 1; call <= repaired.callCount(); call++) {
      CrashingDisk cut = disk.copy();
      cut.cutPowerAt(call);
      try (FileJournal journal = open(cut)) {
        assertThat(journal.lastNumber()).isEqualTo(last);
      } catch (JournalException e) {
        // The power was cut.
      }
      for (int seed = 0; seed < 4; seed++) {
        try (FileJournal journal = open(cut.afterPowerCut(new SplittableRandom(seed)))) {
          assertThat(journal.lastNumber()).isEqualTo(last);
          assertThat(journal.read(1)).isEqualTo(records(1, last));
        }
      }
    }
  }

  @Test
  @Clause("JN-22")
  void intact_records_of_a_compressed_segment_that_was_set_aside_are_read() {
    Path damaged = compressed(1);
    long intact = firstOf(2);
    disk.flipBit(damaged, 20, 3);
    try (FileJournal journal = open(disk)) {
      long last = journal.lastNumber();
      assertThat(journal.recordsSetAside())
          .isSubsetOf(records(last + 1, RECORDS))
          .containsAll(records(intact, RECORDS));
    }
  }

  @Test
  @Clause("JN-10")
  void damage_before_the_snapshot_stays_in_place_until_it_is_set_aside() {
    try (FileJournal journal = open(disk)) {
      keepSnapshot(journal, RECORDS);
    }
    Path damaged = compressed(1);
    byte[] before = disk.files().get(damaged);
    disk.flipBit(damaged, 20, 3);
    byte[] flipped = disk.files().get(damaged);
    try (FileJournal journal = open(disk)) {
      assertThat(journal.recoveryReport().losses())
          .isNotEmpty()
          .allMatch(loss -> loss.kind() == Kind.BEFORE_SNAPSHOT);
      assertThat(journal.lastNumber()).isEqualTo(RECORDS);
      assertThat(disk.files().get(damaged)).isEqualTo(flipped).isNotEqualTo(before);
      long first = journal.firstNumber();
      assertThat(journal.setDamageAside()).contains(damaged.getFileName() + ".aside");
      assertThat(journal.read(first)).isEqualTo(records(first, RECORDS));
    }
    assertThat(disk.files().get(FOLDER.resolve(damaged.getFileName() + ".aside")))
        .isEqualTo(flipped);
    try (FileJournal journal = open(disk)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.lastNumber()).isEqualTo(RECORDS);
    }
  }

  @Test
  @Clause("JN-14")
  void pruning_keeps_the_rest_of_a_compressed_segment() {
    long first = firstOf(1) + 3;
    try (FileJournal journal = open(disk)) {
      dropBefore(journal, first);
      assertThat(journal.read(first)).isEqualTo(records(first, RECORDS));
    }
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      try (FileJournal journal = open(crashed)) {
        assertThat(journal.recoveryReport().isClean()).isTrue();
        assertThat(journal.firstNumber()).isIn(1L, first);
        assertThat(journal.read(first)).isEqualTo(records(first, RECORDS));
      }
    }
    assertThat(names(disk).get(0)).isEqualTo("%012d.jsonl".formatted(first));
  }

  @Test
  @Clause("JN-18")
  void a_moved_and_a_copied_journal_contain_all_records() {
    Path moved = FOLDER.resolveSibling("b.counter");
    Path copied = FOLDER.resolveSibling("c.counter");
    try (FileJournal journal = open(disk)) {
      journal.moveTo(moved);
      journal.copyTo(copied);
      assertThat(journal.read(1)).isEqualTo(records(1, RECORDS));
    }
    for (Path folder : List.of(moved, copied)) {
      try (FileJournal journal = FileJournal.open(folder, JournalFixtures.on(disk))) {
        assertThat(journal.read(1)).isEqualTo(records(1, RECORDS));
      }
    }
    assertThat(names(disk)).filteredOn(name -> name.endsWith(".gz")).hasSizeGreaterThan(7);
  }

  @Test
  @Clause("JN-7")
  void other_processes_read_and_append_while_segments_are_compressed() {
    CrashingDisk shared = new CrashingDisk();
    try (FileJournal reader = open(shared);
        FileJournal waiting = open(shared)) {
      append(reader, 1, 5);
      assertThat(waiting.lastNumber()).isEqualTo(5);
      try (FileJournal writer = open(shared)) {
        append(writer, 6, RECORDS);
        assertThat(reader.lastNumber()).isEqualTo(RECORDS);
        assertThat(reader.read(1)).isEqualTo(records(1, RECORDS));
      }
      assertThat(names(shared)).anyMatch(name -> name.endsWith(".gz"));
      assertThat(reader.read(1)).isEqualTo(records(1, RECORDS));
      append(waiting, RECORDS + 1, RECORDS + 1);
      assertThat(waiting.read(1)).isEqualTo(records(1, RECORDS + 1));
    }
  }

  @Test
  @Clause("JN-19")
  void a_read_only_journal_reads_all_records_and_changes_nothing() {
    CrashingDisk before = disk.copy();
    FileJournal.Settings settings = JournalFixtures.on(disk).withSegmentBytes(SEGMENT_BYTES);
    try (FileJournal journal = FileJournal.openReadOnly(FOLDER, settings, "test")) {
      assertThat(journal.read(1)).isEqualTo(records(1, RECORDS));
    }
    assertThat(disk.files()).usingRecursiveComparison().isEqualTo(before.files());
  }

  @Test
  @Clause("JN-16")
  void a_version_is_found_in_a_compressed_segment() {
    assertThat(FileJournal.containsVersion(FOLDER, "%064x".formatted(2), disk)).isTrue();
    assertThat(FileJournal.containsVersion(FOLDER, "%064x".formatted(RECORDS + 1), disk)).isFalse();
  }

  /** For instance, the last segment was deleted by hand. */
  @Test
  @Clause("JN-10")
  void after_a_compressed_segment_a_new_one_is_begun() throws IOException {
    List<String> names = names(disk);
    disk.delete(FOLDER.resolve(names.get(names.size() - 1)));
    long last;
    try (FileJournal journal = open(disk)) {
      last = journal.lastNumber();
      append(journal, last + 1, last + 2);
    }
    for (int seed = 0; seed < 8; seed++) {
      try (FileJournal journal = open(disk.afterPowerCut(new SplittableRandom(seed)))) {
        assertThat(journal.recoveryReport().isClean()).isTrue();
        assertThat(journal.read(1)).isEqualTo(records(1, last + 2));
      }
    }
  }
}
