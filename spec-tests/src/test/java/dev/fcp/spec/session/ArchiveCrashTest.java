package dev.fcp.spec.session;

import static dev.fcp.spec.session.ArchivedJournals.ARCHIVE;
import static dev.fcp.spec.session.ArchivedJournals.TWO_STEPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Archive;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The power is cut at any call of the disk that holds a journal and its archive, while records are
 * moved or pruned: all records can be read afterwards, and moving can be repeated.
 */
@Clause("AR-5")
class ArchiveCrashTest {

  private static final int STEPS = 25;
  private static final RetentionPolicy FOUR_STEPS = new RetentionPolicy(4, Duration.ZERO, 5);

  /** An archive that fails, or keeps something else. */
  private interface Fault {
    Archive around(Archive archive);
  }

  private static FileJournal.Settings settings(CrashingDisk disk) {
    return ArchivedJournals.settings(disk, disk)
        .withSegmentBytes(1500)
        .withSnapshotPolicy(new SnapshotPolicy(9, 1L << 30, Duration.ofDays(99)));
  }

  private static FileJournal open(CrashingDisk disk) {
    return FileJournal.open(JournalFixtures.FOLDER, settings(disk));
  }

  /** Writes a journal of records of all kinds without an archive. */
  private static CrashingDisk written(int rounds) {
    CrashingDisk disk = new CrashingDisk();
    ArchivedJournals.create(disk);
    try (FileJournal journal = ArchivedJournals.open(settings(disk))) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      for (int round = 0; round < rounds; round++) {
        if (round % 13 != 12) {
          JournalFixtures.runRound(session, round);
        }
      }
      for (int step = 0; step < 8; step++) {
        CounterSessions.add(session, step);
      }
    }
    return disk;
  }

  private static void move(CrashingDisk disk) {
    try (FileJournal journal = open(disk)) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      session.archive(TWO_STEPS);
    }
  }

  private static Observation observed(CrashingDisk disk) {
    try (FileJournal journal = open(disk)) {
      return Observation.of(CounterSessions.resumed(journal).state());
    }
  }

  private static List<String> lines(CrashingDisk disk) {
    List<String> lines = new ArrayList<>();
    FileJournal.forEachLine(JournalFixtures.FOLDER, settings(disk), lines::add);
    return lines;
  }

  @Test
  void after_a_power_cut_at_any_call_while_moving_all_records_are_there() {
    CrashingDisk before = written(40);
    List<String> lines = lines(before);
    Observation observation = observed(before);
    CrashingDisk whole = before.copy();
    move(whole);
    assertThat(whole.files().keySet()).filteredOn(ArchiveCrashTest::isKept).hasSizeGreaterThan(3);
    int calls = (int) whole.callCount();
    assertThat(calls).isGreaterThan(200);
    Tries.sweep(calls, point -> whole.changedNamesAt(point + 1))
        .forEach(point -> {
          CrashingDisk cut = before.copy();
          cut.cutPowerAt(point + 1L);
          try {
            move(cut);
          } catch (JournalException e) {
            // The power was cut.
          }
          for (int seed = 0; seed < 3; seed++) {
            CrashingDisk after = cut.afterPowerCut(new SplittableRandom(31L * point + seed));
            String where = "call %d, seed %d".formatted(point + 1, seed);
            assertThat(lines(after.copy())).as(where).isEqualTo(lines);
            assertThat(observed(after)).as(where).isEqualTo(observation);
            move(after);
            assertThat(lines(after)).as(where).isEqualTo(lines);
            try (FileJournal journal = open(after)) {
              assertThat(journal.recoveryReport().isClean()).as(where).isTrue();
              assertThat(CounterSessions.resumed(journal).verify().isValid()).as(where).isTrue();
              assertThat(journal.archiveStatus().missing()).as(where).isEmpty();
            }
            assertThat(after.files().keySet())
                .filteredOn(ArchiveCrashTest::isKept)
                .containsExactlyElementsOf(
                    whole.files().keySet().stream().filter(ArchiveCrashTest::isKept).toList());
          }
        });
  }

  private static boolean isKept(Path file) {
    return file.toString().endsWith(".archived")
        || (file.startsWith(ARCHIVE) && !file.toString().endsWith(".tmp"));
  }

  private static void moveAndPrune(CrashingDisk disk) {
    try (FileJournal journal = open(disk)) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      session.archive(TWO_STEPS.withMinUndoDepth(9));
      session.prune(FOUR_STEPS);
    }
  }

  @Test
  @Clause("AR-8")
  void after_a_power_cut_at_any_call_while_pruning_no_record_is_lost() {
    CrashingDisk before = written(STEPS);
    List<String> lines = lines(before);
    CrashingDisk whole = before.copy();
    moveAndPrune(whole);
    assertThat(lines(whole)).startsWith(lines.toArray(String[]::new));
    assertThat(whole.files().keySet()).anyMatch(file -> file.toString().endsWith(".pruned"));
    Tries.sweep((int) whole.callCount(), point -> whole.changedNamesAt(point + 1))
        .forEach(point -> {
          CrashingDisk cut = before.copy();
          cut.cutPowerAt(point + 1L);
          try {
            moveAndPrune(cut);
          } catch (JournalException e) {
            // The power was cut.
          }
          for (int seed = 0; seed < 3; seed++) {
            CrashingDisk after = cut.afterPowerCut(new SplittableRandom(17L * point + seed));
            String where = "call %d, seed %d".formatted(point + 1, seed);
            assertThat(lines(after)).as(where).startsWith(lines.toArray(String[]::new));
            try (FileJournal journal = open(after)) {
              Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
              assertThat(session.verify().isValid()).as(where).isTrue();
              assertThat(journal.archiveStatus().missing()).as(where).isEmpty();
              assertThat(journal.recoveryReport().lostSources()).as(where).isEmpty();
            }
          }
        });
  }

  private static void requireNothingMoved(Fault fault, String message) {
    CrashingDisk disk = written(STEPS);
    List<String> lines = lines(disk);
    FileJournal.Settings faulty =
        settings(disk).withArchives(place -> fault.around(new FolderArchive(disk, Path.of(place))));
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, faulty)) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThatThrownBy(() -> session.archive(TWO_STEPS))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(message);
    }
    assertThat(disk.files().keySet()).noneMatch(file -> file.toString().endsWith(".archived"));
    assertThat(lines(disk)).isEqualTo(lines);
  }

  @Test
  void nothing_is_deleted_if_the_archive_loses_or_changes_what_it_stored() {
    requireNothingMoved(archive -> new FaultyArchive(archive, false, Optional.empty()), "no space");
    requireNothingMoved(
        archive -> new FaultyArchive(archive, true, Optional.empty()), "did not keep the object");
    requireNothingMoved(
        archive -> new FaultyArchive(archive, true, Optional.of(new byte[] {1})),
        "did not keep the object");
  }

  /**
   * An archive that stores nothing.
   *
   * @param says whether it says that it did
   * @param found what it returns
   */
  private record FaultyArchive(Archive archive, boolean says, Optional<byte[]> found)
      implements Archive {

    @Override
    public void put(String name, String sha256, byte[] content) throws IOException {
      if (!says) {
        throw new IOException("no space");
      }
    }

    @Override
    public Optional<byte[]> get(String name) {
      return found;
    }

    @Override
    public List<String> list() throws IOException {
      return archive.list();
    }
  }

  @Test
  @Clause("AR-6")
  void two_processes_that_move_the_same_records_store_the_same_objects() {
    CrashingDisk disk = written(STEPS);
    CrashingDisk once = disk.copy();
    move(once);
    try (FileJournal one = open(disk);
        FileJournal two = open(disk)) {
      Session<Counter, CounterEvent> first = CounterSessions.resumed(one);
      Session<Counter, CounterEvent> second = CounterSessions.resumed(two);
      assertThat(second.archivable(TWO_STEPS)).isNotEmpty();
      first.archive(TWO_STEPS);
      assertThat(second.archive(TWO_STEPS)).isEmpty();
      assertThat(two.archiveStatus().objects()).isEqualTo(one.archiveStatus().objects());
      assertThat(second.verify().isValid()).isTrue();
    }
    assertThat(new TreeSet<>(disk.files().keySet())).containsAll(once.files().keySet());
  }

  @Test
  @Clause("AR-6")
  void a_copy_of_a_journal_stores_the_same_objects() {
    CrashingDisk disk = written(STEPS);
    Path copied = JournalFixtures.FOLDER.resolveSibling("b.counter");
    try (FileJournal journal = open(disk)) {
      journal.copyTo(copied);
    }
    move(disk);
    List<Path> objects =
        disk.files().keySet().stream().filter(file -> file.startsWith(ARCHIVE)).toList();
    try (FileJournal copy = FileJournal.open(copied, settings(disk))) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(copy);
      assertThat(session.archive(TWO_STEPS)).isNotEmpty();
      assertThat(session.verify().isValid()).isTrue();
    }
    assertThat(disk.files().keySet().stream().filter(file -> file.startsWith(ARCHIVE)).toList())
        .isEqualTo(objects);
  }

  @Test
  @Clause("AR-6")
  void another_object_with_the_name_of_one_stops_the_move() {
    CrashingDisk disk = written(STEPS);
    List<String> lines = lines(disk);
    CrashingDisk once = disk.copy();
    move(once);
    Path object =
        once.files().keySet().stream()
            .filter(file -> file.toString().endsWith(".jsonl.gz") && file.startsWith(ARCHIVE))
            .findFirst()
            .orElseThrow();
    disk.put(object, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> move(disk))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("there is another object " + object.getFileName());
    assertThat(lines(disk)).isEqualTo(lines);
    assertThat(disk.files().get(object)).containsExactly(1, 2, 3);
  }
}
