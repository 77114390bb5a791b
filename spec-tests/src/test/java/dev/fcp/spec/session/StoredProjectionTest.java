package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.DoubledCounter.PROJECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Upcasters;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Values of projections that were stored in a journal, and what a reopened session does. */
@Clause("PR-9")
class StoredProjectionTest {

  private static final SnapshotPolicy EVERY_TEN =
      new SnapshotPolicy(10, 1L << 30, Duration.ofDays(99));

  private final CrashingDisk disk = new CrashingDisk();

  /** What the projection was asked for. */
  private final List<Object> calls = new ArrayList<>();

  private final DoubledCounter doubled = new DoubledCounter(1, calls);

  private FileJournal.Settings settings() {
    return JournalFixtures.on(disk);
  }

  private static Session<Counter, CounterEvent> open(FileJournal.Settings settings) {
    return open(JournalFixtures.FOLDER, settings);
  }

  private static Session<Counter, CounterEvent> open(Path folder, FileJournal.Settings settings) {
    FileJournal journal = FileJournal.open(folder, settings);
    return journal.lastNumber() == 0
        ? CounterSessions.created(journal)
        : CounterSessions.resumed(journal);
  }

  /** Writes this number of records, of which the first begins the session, and closes it. */
  private void write(int records, FileJournal.Settings settings) {
    try (Session<Counter, CounterEvent> session = open(settings)) {
      var unused = session.readModel(doubled).now();
      for (int n = 2; n <= records; n++) {
        add(session, n);
      }
    }
    calls.clear();
  }

  /** Reads the value of a reopened session, and closes that. */
  private int reopened(FileJournal.Settings settings) {
    return reopened(settings, doubled);
  }

  private static int reopened(FileJournal.Settings settings, DoubledCounter projection) {
    try (Session<Counter, CounterEvent> session = open(settings)) {
      var reading = session.readModel(projection).now();
      assertThat(reading.value()).isEqualTo(2 * CounterSessions.value(session));
      assertThat(reading.point()).isEqualTo(session.state().head());
      assertThat(reading.recordNumber()).isEqualTo(session.state().recordNumber());
      return reading.value();
    }
  }

  private List<Path> stored() {
    return disk.files().keySet().stream()
        .filter(file -> file.toString().endsWith(".projection"))
        .toList();
  }

  @Test
  void it_is_stored_with_a_snapshot_of_the_session() {
    try (FileJournal journal =
        FileJournal.open(JournalFixtures.FOLDER, settings().withSnapshotPolicy(EVERY_TEN))) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      var unused = session.readModel(doubled).now();
      for (int n = 1; n <= 13; n++) {
        add(session, n);
      }
      assertThat(calls).as("the snapshot is after record 11").hasSize(2);
    }
    calls.clear();
    assertThat(reopened(settings())).isEqualTo(182);
    assertThat(calls)
        .containsExactly(
            List.of(
                new CounterEvent.Added(11),
                new CounterEvent.Added(12),
                new CounterEvent.Added(13)));
  }

  @Test
  void it_is_stored_when_the_session_is_closed_after_a_hundred_records() {
    write(99, settings());
    assertThat(stored()).isEmpty();
    write(2, settings());
    assertThat(stored()).hasSize(1);
    reopened(settings());
    assertThat(calls).isEmpty();
  }

  @Test
  void it_is_not_stored_again_before_another_hundred_records() {
    write(100, settings());
    byte[] before = disk.files().get(stored().get(0));
    write(100, settings());
    assertThat(disk.files().get(stored().get(0))).isEqualTo(before);
    reopened(settings());
    assertThat(calls).hasSize(1);
    write(2, settings());
    assertThat(disk.files().get(stored().get(0))).isNotEqualTo(before);
  }

  @Test
  void nothing_is_stored_that_was_never_read_or_has_no_codec() {
    try (Session<Counter, CounterEvent> session = open(settings().withSnapshotPolicy(EVERY_TEN))) {
      var unread = session.readModel(doubled);
      assertThat(unread.projection()).isEqualTo(doubled);
      var read = session.readModel(Projection.recomputing("value", Counter::value));
      for (int n = 0; n < 150; n++) {
        add(session, n);
      }
      assertThat(read.now().value()).isEqualTo(CounterSessions.value(session));
    }
    assertThat(stored()).isEmpty();
    assertThat(calls).isEmpty();
  }

  @Test
  void it_is_the_start_after_undo_and_on_another_branch() {
    write(101, settings());
    try (Session<Counter, CounterEvent> session = open(settings())) {
      session.undo(2);
      add(session, 7);
    }
    reopened(settings());
    assertThat(calls)
        .containsExactly(
            List.of(
                new CounterEvent.Added(-101),
                new CounterEvent.Added(-100),
                new CounterEvent.Added(7)));
  }

  @Test
  void a_damaged_one_is_ignored_and_replaced() {
    write(100, settings());
    Path file = stored().get(0);
    byte[] intact = disk.files().get(file);
    Tries.sweep(intact.length)
        .forEach(offset -> {
          calls.clear();
          disk.put(file, intact);
          disk.flipBit(file, offset, offset % 8);
          reopened(settings());
          assertThat(calls).as("byte %d", offset).containsExactly(PROJECT);
          reopened(settings());
          assertThat(calls).as("replaced, byte %d", offset).hasSize(1);
        });
  }

  @Test
  void one_of_another_journal_is_ignored() {
    write(100, settings());
    byte[] file = disk.files().get(stored().get(0));
    Path other = JournalFixtures.FOLDER.resolveSibling("b.counter");
    try (Session<Counter, CounterEvent> session = open(other, settings())) {
      for (int n = 0; n < 150; n++) {
        add(session, n);
      }
    }
    disk.put(other.resolve(stored().get(0).getFileName()), file);
    calls.clear();
    try (Session<Counter, CounterEvent> session = open(other, settings())) {
      assertThat(session.readModel(doubled).now().value())
          .isEqualTo(2 * CounterSessions.value(session));
    }
    assertThat(calls).containsExactly(PROJECT);
  }

  @Test
  void it_goes_with_the_journal_to_another_folder() {
    write(100, settings());
    Path other = JournalFixtures.FOLDER.resolveSibling("b.counter");
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, settings())) {
      journal.moveTo(other);
    }
    try (Session<Counter, CounterEvent> session = open(other, settings())) {
      assertThat(session.readModel(doubled).now().value())
          .isEqualTo(2 * CounterSessions.value(session));
    }
    assertThat(calls).isEmpty();
    assertThat(stored()).allMatch(file -> file.startsWith(other)).hasSize(1);
  }

  @Test
  void one_that_was_made_with_other_upcasters_is_ignored() {
    write(100, settings());
    reopened(settings().withUpcasters(Upcasters.none().with("gone", 1, List::of)));
    assertThat(calls).containsExactly(PROJECT);
  }

  @Test
  @Clause("PR-10")
  void one_of_another_version_of_the_projection_is_ignored_and_replaced() {
    write(100, settings());
    reopened(settings(), new DoubledCounter(2, calls));
    assertThat(calls).containsExactly(PROJECT);
    calls.clear();
    reopened(settings(), new DoubledCounter(2, calls));
    assertThat(calls).isEmpty();
    reopened(settings(), new DoubledCounter(1, calls));
    assertThat(calls).containsExactly(PROJECT);
  }

  @Test
  @Clause("PR-11")
  void pruning_deletes_them_all() {
    write(100, settings());
    try (Session<Counter, CounterEvent> session = open(settings())) {
      session.prune(new RetentionPolicy(5, Duration.ZERO, 5));
      assertThat(stored()).as("of a projection that is not registered").isEmpty();
      assertThat(session.readModel(doubled).now().value())
          .isEqualTo(2 * CounterSessions.value(session));
    }
    calls.clear();
    reopened(settings());
    assertThat(calls).as("stored again on closing").isEmpty();
  }

  @Test
  @Clause("PR-11")
  void a_session_that_did_not_see_the_pruning_stores_nothing() {
    write(100, settings());
    try (Session<Counter, CounterEvent> other = open(settings())) {
      try (Session<Counter, CounterEvent> session = open(settings())) {
        var unused = other.readModel(doubled).now();
        session.prune(new RetentionPolicy(5, Duration.ZERO, 5));
      }
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  @Clause("JN-19")
  void a_read_only_journal_reads_it_and_stores_none() {
    write(100, settings());
    write(50, settings());
    byte[] before = disk.files().get(stored().get(0));
    try (FileJournal journal =
            FileJournal.openReadOnly(JournalFixtures.FOLDER, settings(), "it is shown");
        Session<Counter, CounterEvent> session = CounterSessions.resumed(journal)) {
      assertThat(session.readModel(new DoubledCounter(2, calls)).now().value())
          .isEqualTo(2 * CounterSessions.value(session));
    }
    assertThat(calls).containsExactly(PROJECT);
    try (FileJournal journal =
            FileJournal.openReadOnly(JournalFixtures.FOLDER, settings(), "it is shown");
        Session<Counter, CounterEvent> session = CounterSessions.resumed(journal)) {
      var unused = session.readModel(doubled).now();
    }
    assertThat(calls).hasSize(2).doesNotHaveDuplicates();
    assertThat(disk.files().get(stored().get(0))).isEqualTo(before);
  }

  @Test
  @Clause("PR-6")
  void a_projection_that_cannot_be_stored_is_no_failure_of_the_session() {
    Projection<Counter, CounterEvent, Integer> broken = new BrokenCodec();
    FileJournal.Settings settings = settings().withSnapshotPolicy(EVERY_TEN);
    try (Session<Counter, CounterEvent> session = open(settings)) {
      var unused = session.readModel(broken).now();
      var other = session.readModel(doubled).now();
      for (int n = 1; n <= 10; n++) {
        add(session, n);
      }
      assertThat(session.snapshotFailure().orElseThrow())
          .hasMessageContaining("projection \"broken\"");
      assertThat(other.value()).isZero();
      assertThat(session.readModel(broken).now().value()).isEqualTo(55);
    }
    assertThat(stored()).as("the other one").hasSize(1);
    assertThat(reopened(settings)).isEqualTo(110);
  }

  /** A projection whose values cannot be encoded. */
  private record BrokenCodec()
      implements Projection<Counter, CounterEvent, Integer>, ModelCodec<Integer> {

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public Integer project(Counter model) {
      return model.value();
    }

    @Override
    public Integer apply(Integer value, List<CounterEvent> events, Counter model) {
      return model.value();
    }

    @Override
    public Optional<ModelCodec<Integer>> codec() {
      return Optional.of(this);
    }

    @Override
    public byte[] encode(Integer value) {
      throw new AssertionError("it has no form");
    }

    @Override
    public Integer decode(byte[] bytes) {
      return 0;
    }
  }

  @Test
  @Clause("AR-3")
  void a_missing_archive_is_not_needed() {
    ArchivedJournals.create(disk);
    FileJournal.Settings settings =
        ArchivedJournals.settings(disk, disk)
            .withSegmentBytes(1000)
            .withSnapshotPolicy(new SnapshotPolicy(40, 1L << 30, Duration.ofDays(99)));
    ArchivedJournals.open(settings).close();
    write(100, settings);
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, settings)) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      for (int n = 0; n < 99; n++) {
        add(session, n);
      }
      assertThat(session.archive(ArchivedJournals.TWO_STEPS)).isNotEmpty();
    }
    CrashingDisk empty = new CrashingDisk();
    reopened(ArchivedJournals.settings(disk, empty));
    assertThat(calls).containsExactly(PROJECT);
  }

  @Test
  void a_journal_in_memory_stores_it_too() {
    InMemoryJournal journal = InMemoryJournal.empty();
    try (Session<Counter, CounterEvent> session = CounterSessions.created(journal)) {
      var unused = session.readModel(doubled).now();
      for (int n = 1; n < 100; n++) {
        add(session, n);
      }
    }
    calls.clear();
    Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
    assertThat(session.readModel(doubled).now().value()).isEqualTo(9900);
    assertThat(calls).isEmpty();
    session.with(options("prune")).prune(new RetentionPolicy(5, Duration.ZERO, 5));
    assertThat(journal.projection("doubled")).isEmpty();
  }
}
