package dev.fcp.spec.session;

import static dev.fcp.spec.session.ArchivedJournals.ARCHIVE;
import static dev.fcp.spec.session.ArchivedJournals.TWO_STEPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Old records of a journal are in its archive, and are read from there. */
@Clause("AR-2")
class ArchivedJournalTest {

  private static final int STEPS = 60;
  private static final Path FOLDER = JournalFixtures.FOLDER;

  private final CrashingDisk disk = new CrashingDisk();
  private final CrashingDisk cold = new CrashingDisk();

  /** The disk of the archive; replaced by an empty one while the archive is missing. */
  private CrashingDisk mounted = cold;

  private FileJournal journal;
  private Session<Counter, CounterEvent> session;

  private FileJournal.Settings settings() {
    return JournalFixtures.on(disk)
        .withSegmentBytes(2000)
        .withArchives(place -> new FolderArchive(mounted, Path.of(place)));
  }

  private FileJournal open() {
    return FileJournal.open(FOLDER, settings());
  }

  @BeforeEach
  void write() {
    ArchivedJournals.create(cold);
    journal = ArchivedJournals.open(settings());
    session = JournalFixtures.open(journal, JournalFixtures.settings());
    for (int step = 1; step <= STEPS; step++) {
      CounterSessions.add(session, step);
    }
  }

  @AfterEach
  void close() {
    session.close();
    assertThat(disk.openFiles()).isEmpty();
  }

  private static List<String> names(CrashingDisk disk, String ending) {
    return disk.files().keySet().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(ending))
        .toList();
  }

  private void unmount() {
    mounted = new CrashingDisk();
  }

  private void mount() {
    mounted = cold;
  }

  private StepId step(int number) {
    return session.state().history().stepIds().get(number - 1);
  }

  @Test
  @Clause("AR-7")
  void a_journal_with_an_archive_has_version_3_before_anything_moves() {
    assertThat(names(disk, ".jsonl.archived")).isEmpty();
    assertThat(disk.files().get(FOLDER.resolve("archive"))).asString().startsWith("/cold");
    assertThat(disk.files().get(FOLDER.resolve("format"))).asString().isEqualTo("3");
  }

  @Test
  void the_objects_are_the_compressed_segments_and_the_others_stay() throws IOException {
    List<JournalRecord> records = List.copyOf(journal.read(1));
    List<ArchivedObject> moved = session.archive(TWO_STEPS);
    assertThat(moved).hasSizeGreaterThan(5);
    assertThat(moved.get(0).firstRecord()).isEqualTo(1);
    for (int i = 1; i < moved.size(); i++) {
      assertThat(moved.get(i).firstRecord()).isEqualTo(moved.get(i - 1).lastRecord() + 1);
    }
    assertThat(names(cold, ".jsonl.gz"))
        .containsExactlyElementsOf(moved.stream().map(ArchivedObject::name).toList());
    assertThat(names(disk, ".jsonl.archived")).hasSameSizeAs(moved);
    assertThat(names(disk, ".jsonl").size()).isBetween(1, 3);
    assertThat(disk.files().get(FOLDER.resolve("format"))).asString().isEqualTo("3");
    byte[] object = cold.files().get(ARCHIVE.resolve(moved.get(0).name()));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(object))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("{\"crc\":")
          .contains("\"type\":\"opened\"");
    }
    assertThat(journal.read(1)).isEqualTo(records);
    try (FileJournal other = open()) {
      assertThat(other.recoveryReport().isClean()).isTrue();
      assertThat(other.firstNumber()).isEqualTo(1);
      assertThat(other.read(1)).isEqualTo(records);
    }
  }

  @Test
  void reading_the_history_gives_the_same_as_before() {
    HistoryPoint early = HistoryPoint.after(step(3));
    List<Journal.StepLocation> locations = journal.stepLocations(1, journal.lastNumber());
    Observation before = Observation.of(session.state());
    var page = session.audit().after(AuditQuery.ALL, 0, 1000);
    var plan = session.rollbacks().plan(RollbackSelection.of(step(2)));
    session.archive(TWO_STEPS);
    for (Session<Counter, CounterEvent> reader :
        List.of(session, CounterSessions.resumed(journal))) {
      assertThat(Observation.of(reader.state())).isEqualTo(before);
      assertThat(reader.audit().after(AuditQuery.ALL, 0, 1000).toString())
          .isEqualTo(page.toString());
      assertThat(reader.views().viewAt(early).orElseThrow().model().value()).isEqualTo(7 + 6);
      assertThat(reader.rollbacks().plan(RollbackSelection.of(step(2))).events())
          .isEqualTo(plan.events());
      assertThat(reader.verify().isValid()).isTrue();
    }
    assertThat(journal.stepLocations(1, journal.lastNumber())).isEqualTo(locations);
    assertThat(journal.stepLocations(5, 9)).isEqualTo(locations.subList(3, 8));
  }

  @Test
  void undo_and_switches_reach_the_moved_steps() {
    session.archive(TWO_STEPS);
    session.undo(STEPS - 1);
    assertThat(session.model().value()).isEqualTo(8);
    CounterSessions.add(session, 5);
    session.branches().switchTo(HistoryPoint.after(step(STEPS)));
    assertThat(session.state().undoDepth()).isEqualTo(STEPS);
    assertThat(session.verify().isValid()).isTrue();
  }

  @Test
  @Clause("JN-7")
  void other_processes_that_have_the_journal_open_read_on() {
    try (FileJournal other = open()) {
      Session<Counter, CounterEvent> reader = CounterSessions.resumed(other);
      List<JournalRecord> records = List.copyOf(other.read(1));
      session.archive(TWO_STEPS);
      assertThat(other.read(1)).isEqualTo(records);
      CounterSessions.add(reader, 1);
      CounterSessions.add(session, 1);
      assertThat(reader.refresh().recordNumber()).isEqualTo(journal.lastNumber());
      assertThat(reader.verify().isValid()).isTrue();
      assertThat(other.archiveStatus()).isEqualTo(journal.archiveStatus());
    }
  }

  @Test
  void each_part_of_the_policy_keeps_records() {
    long all = session.archivable(TWO_STEPS).size();
    assertThat(session.archivable(TWO_STEPS.withMinRecords(30)))
        .isNotEmpty()
        .hasSizeLessThan((int) all)
        .allMatch(object -> object.lastRecord() <= journal.lastNumber() - 30);
    assertThat(session.archivable(TWO_STEPS.withMinBytes(6000)).size())
        .isLessThan((int) all)
        .isGreaterThan(0);
    assertThat(session.archivable(TWO_STEPS.withMinBytes(1 << 20))).isEmpty();
    assertThat(session.archivable(ArchivePolicy.everything())).isEmpty();
    assertThat(names(cold, ".gz")).isEmpty();
    assertThat(names(disk, ".archived")).isEmpty();
  }

  @Test
  void records_younger_than_the_policy_says_stay() {
    Instant[] now = {Instant.parse("2026-01-01T00:00:30Z").plus(Duration.ofDays(30))};
    FileJournal.Settings later = settings().withClock(() -> now[0]);
    try (FileJournal other = FileJournal.open(FOLDER, later)) {
      Session<Counter, CounterEvent> old = CounterSessions.resumed(other);
      ArchivePolicy policy = TWO_STEPS.withMinAge(Duration.ofDays(30));
      List<ArchivedObject> some = old.archivable(policy);
      assertThat(some).isNotEmpty().hasSizeLessThan(session.archivable(TWO_STEPS).size());
      now[0] = now[0].plus(Duration.ofDays(1));
      assertThat(old.archivable(policy)).isEqualTo(session.archivable(TWO_STEPS));
    }
  }

  @Test
  void a_dry_run_says_what_moves() {
    List<ArchivedObject> planned = session.archivable(TWO_STEPS);
    assertThat(session.archive(TWO_STEPS)).isEqualTo(planned);
    assertThat(session.archive(TWO_STEPS)).isEmpty();
    CounterSessions.add(session, 1);
    assertThat(journal.archiveStatus().objects()).isEqualTo(planned);
  }

  @Test
  void a_journal_without_an_archive_moves_nothing() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal plain = FileJournal.open(FOLDER, JournalFixtures.on(other))) {
      Session<Counter, CounterEvent> counter = CounterSessions.withThreeSteps(plain);
      assertThatThrownBy(() -> counter.archive(TWO_STEPS))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("has no archive");
      assertThat(plain.archiveStatus().place()).isEmpty();
    }
  }

  @Test
  void a_journal_in_memory_needs_no_archive() {
    assertThat(CounterSessions.withThreeSteps().archive(TWO_STEPS)).isEmpty();
  }

  @Test
  @Clause("AR-3")
  void without_the_archive_a_journal_is_opened_edited_and_undone_as_far_as_promised() {
    session.archive(TWO_STEPS.withMinUndoDepth(7));
    session.undo(2);
    unmount();
    try (FileJournal other = open()) {
      assertThat(other.recoveryReport().isClean()).isTrue();
      Session<Counter, CounterEvent> alone = CounterSessions.resumed(other);
      assertThat(alone.digest()).isEqualTo(session.digest());
      assertThat(alone.state().undoStack()).isEqualTo(session.state().undoStack());
      assertThat(alone.state().history().stepIds()).isEqualTo(session.state().history().stepIds());
      alone.redo(2);
      alone.undo(7);
      assertThat(alone.state().redoableSteps(100)).hasSize(7);
      alone.redo(7);
      CounterSessions.add(alone, 3);
      alone.checkpoint("here");
      alone.fileRecorder().recordSaving("5f".repeat(32), alone.state().head());
      alone.fileRecorder().recordSaved("5f".repeat(32), alone.state().head());
      assertThat(alone.state().undoDepth()).isEqualTo(STEPS + 1);
      assertThat(alone.snapshotFailure()).isEmpty();
      alone.rebuild();
    }
    try (FileJournal other = FileJournal.openReadOnly(FOLDER, settings(), "test")) {
      assertThat(CounterSessions.resumed(other).state().undoDepth()).isEqualTo(STEPS + 1);
    }
  }

  @Test
  @Clause("AR-3")
  void if_undo_has_limits_all_that_they_allow_stays() {
    session.setUndoLimits(UndoLimits.none().withMaxSteps(STEPS / 2));
    CounterSessions.add(session, 1);
    session.archive(TWO_STEPS);
    assertThat(journal.archiveStatus().objects()).isNotEmpty();
    unmount();
    session.undo(STEPS);
    assertThat(session.state().undoDepth()).isZero();
    try (FileJournal other = open()) {
      Session<Counter, CounterEvent> alone = CounterSessions.resumed(other);
      alone.redo(STEPS);
      alone.undo(STEPS);
      assertThat(alone.state().redoableSteps(100)).hasSize(STEPS / 2);
    }
  }

  @Test
  @Clause("AR-3")
  void the_records_since_the_saved_state_stay() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal plain =
        ArchivedJournals.open(ArchivedJournals.settings(other, cold).withSegmentBytes(500))) {
      Session<Counter, CounterEvent> counter =
          JournalFixtures.open(plain, JournalFixtures.settings());
      CounterSessions.add(counter, 1);
      counter.fileRecorder().recordSaving("5f".repeat(32), counter.state().head());
      counter.fileRecorder().recordSaved("5f".repeat(32), counter.state().head());
      for (int step = 0; step < STEPS; step++) {
        CounterSessions.add(counter, 1);
      }
      assertThat(counter.archive(TWO_STEPS)).allMatch(object -> object.lastRecord() < 2);
    }
  }

  @Test
  @Clause("AR-4")
  void a_missing_archive_is_named_and_nothing_changes() {
    List<ArchivedObject> moved = session.archive(TWO_STEPS);
    unmount();
    try (FileJournal other = open()) {
      Session<Counter, CounterEvent> alone = CounterSessions.resumed(other);
      assertThatThrownBy(() -> alone.undo(STEPS))
          .isInstanceOfSatisfying(
              ArchiveUnavailableException.class,
              e -> {
                assertThat(e.object()).isIn(moved);
                assertThat(e.place()).isEqualTo(ARCHIVE.toString());
                assertThat(e)
                    .hasMessageContaining(e.object().name())
                    .hasMessageContaining("/cold")
                    .hasMessageContaining(
                        "records %d to %d"
                            .formatted(e.object().firstRecord(), e.object().lastRecord()))
                    .hasMessageContaining("it is missing");
              });
      assertThatThrownBy(alone::verify).isInstanceOf(ArchiveUnavailableException.class);
      assertThatThrownBy(() -> other.read(1).get(0))
          .isInstanceOf(ArchiveUnavailableException.class);
      assertThatThrownBy(() -> alone.views().viewAfter(3))
          .isInstanceOf(ArchiveUnavailableException.class);
      assertThat(alone.digest()).isEqualTo(session.digest());
      assertThat(other.lastNumber()).isEqualTo(journal.lastNumber());
      mount();
      assertThat(alone.verify().isValid()).isTrue();
      alone.undo(STEPS);
      assertThat(alone.model().value()).isEqualTo(7);
    }
  }

  @Test
  @Clause("AR-4")
  void a_damaged_or_foreign_object_is_not_read() {
    List<ArchivedObject> moved = session.archive(TWO_STEPS);
    ArchivedObject object = moved.get(1);
    Path file = ARCHIVE.resolve(object.name());
    byte[] content = cold.files().get(file);
    List<byte[]> others =
        List.of(new byte[0], cold.files().get(ARCHIVE.resolve(moved.get(0).name())));
    for (byte[] other : others) {
      cold.put(file, other);
      try (FileJournal reader = open()) {
        assertThatThrownBy(() -> reader.read(object.firstRecord()).get(0))
            .isInstanceOf(ArchiveUnavailableException.class)
            .hasMessageContaining("its content has another SHA-256");
      }
    }
    cold.put(file, content);
    try (FileJournal reader = open()) {
      assertThat(reader.read(1)).hasSize((int) journal.lastNumber());
    }
  }

  @Test
  @Clause("AR-4")
  void raw_output_has_all_other_records_and_then_says_what_is_missing() {
    ArchivedObject object = session.archive(TWO_STEPS).get(1);
    cold.put(ARCHIVE.resolve(object.name()), new byte[] {1});
    List<String> lines = new ArrayList<>();
    assertThatThrownBy(() -> FileJournal.forEachLine(FOLDER, settings(), lines::add))
        .isInstanceOf(ArchiveUnavailableException.class)
        .hasMessageContaining(object.name());
    assertThat(lines)
        .hasSize((int) (journal.lastNumber() - object.lastRecord() + object.firstRecord() - 1));
  }

  @Test
  @Clause("AR-4")
  void what_is_kept_of_a_segment_can_be_damaged() {
    session.archive(TWO_STEPS);
    Path kept = FOLDER.resolve("000000000001.jsonl.archived");
    disk.flipBit(kept, disk.files().get(kept).length / 2, 3);
    try (FileJournal other = open()) {
      assertThat(other.recoveryReport().losses())
          .extracting(RecoveryReport.Loss::kind)
          .containsExactly(RecoveryReport.Kind.BEFORE_SNAPSHOT);
      assertThat(other.firstNumber()).isEqualTo(6);
      Session<Counter, CounterEvent> rest = CounterSessions.resumed(other);
      assertThat(rest.digest()).isEqualTo(session.digest());
      assertThat(other.setDamageAside()).contains(kept.getFileName() + ".aside");
    }
    try (FileJournal other = open()) {
      assertThat(other.recoveryReport().isClean()).isTrue();
    }
  }

  @Test
  @Clause({"AR-4", "JN-10"})
  void any_flipped_bit_of_what_is_kept_is_noticed_and_the_state_stays() {
    session.archive(TWO_STEPS);
    Path kept = FOLDER.resolve("000000000006.jsonl.archived");
    int bits = 8 * disk.files().get(kept).length;
    CrashingDisk whole = disk.copy();
    Tries.sweep(bits, bit -> bit < 8)
        .forEach(bit -> {
          CrashingDisk flipped = whole.copy();
          flipped.flipBit(kept, bit / 8, bit % 8);
          try (FileJournal other = FileJournal.open(FOLDER, settings().withDisk(flipped))) {
            assertThat(other.recoveryReport().isClean()).as("bit %d", bit).isFalse();
            assertThat(other.firstNumber()).as("bit %d", bit).isEqualTo(11);
            assertThat(CounterSessions.resumed(other).digest()).isEqualTo(session.digest());
          }
        });
  }

  @Test
  @Clause("AR-4")
  void a_version_that_only_moved_records_name_is_not_found_and_the_archive_not_searched() {
    session.fileRecorder().recordSaving("ab".repeat(32), session.state().head());
    session.fileRecorder().recordSaved("ab".repeat(32), session.state().head());
    session.fileRecorder().recordSaving("cd".repeat(32), session.state().head());
    session.fileRecorder().recordSaved("cd".repeat(32), session.state().head());
    for (int step = 0; step < STEPS; step++) {
      CounterSessions.add(session, 1);
    }
    session.fileRecorder().recordSaving("ef".repeat(32), session.state().head());
    session.fileRecorder().recordSaved("ef".repeat(32), session.state().head());
    assertThat(FileJournal.containsVersion(FOLDER, "ab".repeat(32), disk)).isTrue();
    session.archive(TWO_STEPS);
    unmount();
    assertThat(FileJournal.containsVersion(FOLDER, "ab".repeat(32), disk)).isFalse();
    assertThat(FileJournal.containsVersion(FOLDER, "ef".repeat(32), disk)).isTrue();
  }

  @Test
  @Clause("AR-7")
  void another_place_is_accepted_if_all_objects_are_there() throws IOException {
    List<ArchivedObject> moved = session.archive(TWO_STEPS);
    Path elsewhere = Path.of("/elsewhere");
    assertThatThrownBy(() -> journal.setArchive(elsewhere.toString()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("there is no archive in /elsewhere");
    FolderArchive archive = FolderArchive.create(cold, elsewhere);
    assertThatThrownBy(() -> journal.setArchive(elsewhere.toString()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(
            "%d objects are not in the archive /elsewhere".formatted(moved.size()))
        .hasMessageContaining(moved.get(0).name());
    assertThat(journal.archiveStatus().place()).hasValue("/cold");
    for (ArchivedObject object : moved) {
      byte[] content = cold.files().get(ARCHIVE.resolve(object.name()));
      archive.put(object.name(), object.sha256(), content);
      cold.delete(ARCHIVE.resolve(object.name()));
    }
    assertThat(journal.archiveStatus().missing()).isEqualTo(moved);
    journal.setArchive(elsewhere.toString());
    assertThat(journal.archiveStatus().place()).hasValue("/elsewhere");
    assertThat(journal.archiveStatus().missing()).isEmpty();
    try (FileJournal other = open()) {
      assertThat(CounterSessions.resumed(other).verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause({"AR-7", "JN-18"})
  void a_moved_journal_keeps_its_archive() {
    session.archive(TWO_STEPS);
    Path moved = FOLDER.resolveSibling("b.counter");
    journal.moveTo(moved);
    assertThat(session.verify().isValid()).isTrue();
    CounterSessions.add(session, 1);
    session.archive(TWO_STEPS);
    try (FileJournal other = FileJournal.open(moved, settings())) {
      assertThat(CounterSessions.resumed(other).verify().isValid()).isTrue();
      assertThat(other.archiveStatus().place()).hasValue("/cold");
    }
  }
}
