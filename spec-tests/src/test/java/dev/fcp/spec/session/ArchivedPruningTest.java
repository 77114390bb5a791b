package dev.fcp.spec.session;

import static dev.fcp.spec.session.ArchivedJournals.ARCHIVE;
import static dev.fcp.spec.session.ArchivedJournals.TWO_STEPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Pruned.StepGroup;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is pruned goes to the archive, and the record of pruning says what it was. */
@Clause("AR-8")
class ArchivedPruningTest {

  private static final RetentionPolicy THREE_STEPS = new RetentionPolicy(3, Duration.ZERO, 3);
  private static final Origin ANN = Origin.of("ann", "s-1", "m-1");
  private static final Origin BOT = Origin.of("bot", "s-2", "m-7");

  private final CrashingDisk disk = new CrashingDisk();
  private final CrashingDisk cold = new CrashingDisk();
  private CrashingDisk mounted = cold;

  private FileJournal.Settings settings() {
    return JournalFixtures.on(disk)
        .withSegmentBytes(2000)
        .withArchives(place -> new FolderArchive(mounted, Path.of(place)));
  }

  private FileJournal open() {
    ArchivedJournals.create(cold);
    return ArchivedJournals.open(settings());
  }

  private static Session<Counter, CounterEvent> written(Journal journal) {
    Session<Counter, CounterEvent> session =
        CounterSessions.opened(" 07 # seven\n", journal, JournalFixtures.settings());
    for (int step = 1; step <= 20; step++) {
      int n = step;
      session
          .by(step % 4 == 0 ? BOT : ANN)
          .step("+" + n, builder -> builder.emit(new CounterEvent.Added(n)));
    }
    return session;
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    FileJournal.forEachLine(JournalFixtures.FOLDER, settings(), lines::add);
    return lines;
  }

  @Test
  void the_pruned_records_are_in_the_archive_and_in_raw_output() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = written(journal);
      List<String> before = lines();
      session.prune(THREE_STEPS);
      assertThat(journal.firstNumber()).isEqualTo(18);
      List<ArchivedObject> objects = journal.archiveStatus().objects();
      assertThat(objects).hasSizeGreaterThan(2).allMatch(ArchivedObject::isPruned);
      assertThat(objects.get(0).firstRecord()).isEqualTo(1);
      assertThat(objects.getLast().lastRecord()).isEqualTo(17);
      assertThat(lines()).hasSize(22).startsWith(before.toArray(String[]::new));
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  void records_that_were_moved_before_stay_where_they_are() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = written(journal);
      List<ArchivedObject> moved = session.archive(TWO_STEPS.withMinUndoDepth(5));
      assertThat(moved).isNotEmpty();
      List<String> before = lines();
      session.prune(THREE_STEPS);
      assertThat(journal.archiveStatus().objects())
          .startsWith(
              moved.stream()
                  .map(it ->
                      new ArchivedObject(
                          it.name(),
                          it.sha256(),
                          it.firstRecord(),
                          it.lastRecord(),
                          it.sizeBytes(),
                          true))
                  .toArray(ArchivedObject[]::new));
      assertThat(lines()).startsWith(before.toArray(String[]::new));
    }
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, settings())) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(CounterSessions.resumed(journal).verify().isValid()).isTrue();
    }
  }

  @Test
  void the_state_after_pruning_is_that_without_an_archive() {
    Session<Counter, CounterEvent> plain = written(InMemoryJournal.empty());
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = written(journal);
      plain.prune(THREE_STEPS);
      session.prune(THREE_STEPS);
      assertThat(Observation.of(session.state())).isEqualTo(Observation.of(plain.state()));
    }
  }

  @Test
  void while_the_archive_cannot_be_reached_nothing_is_pruned() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = written(journal);
      mounted = new CrashingDisk();
      assertThatThrownBy(() -> session.prune(THREE_STEPS))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("there is no archive in /cold");
      assertThat(journal.lastNumber()).isEqualTo(21);
      assertThat(session.state().undoDepth()).isEqualTo(20);
      mounted = cold;
      assertThat(session.prune(THREE_STEPS)).isInstanceOf(Outcome.Recorded.class);
    }
  }

  @Test
  void sources_that_nothing_needs_any_more_are_in_the_archive() {
    Source text = Source.of("5 # found\n".getBytes(StandardCharsets.US_ASCII));
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal).by(ANN);
      session.fileRecorder().recordUndecided(text);
      session.fileRecorder().recordSaving("5f".repeat(32), session.state().head());
      session.fileRecorder().recordSaved("5f".repeat(32), session.state().head());
      for (int step = 0; step < 8; step++) {
        CounterSessions.add(session, 1);
      }
      assertThat(journal.source(text.id())).isPresent();
      session.prune(THREE_STEPS);
      assertThat(journal.source(text.id())).isEmpty();
      assertThat(cold.files().get(ARCHIVE.resolve(text.id() + ".source"))).isEqualTo(text.bytes());
    }
  }

  private static JournalRecord.Pruned pruned(Journal journal) {
    return (JournalRecord.Pruned) journal.read(journal.lastNumber()).get(0);
  }

  @Test
  @Clause("AR-9")
  void the_record_counts_the_steps_of_each_message() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = written(journal);
    List<Step<CounterEvent>> steps = List.copyOf(session.state().history().steps());
    session.prune(THREE_STEPS);
    assertThat(session.state().history().steps()).isEqualTo(steps.subList(16, 20));
    assertThat(pruned(journal).summary())
        .containsExactly(
            new StepGroup(
                ANN, 12, steps.get(0).id(), steps.get(14).id(), steps.get(14).digestAfter()),
            new StepGroup(
                BOT, 4, steps.get(3).id(), steps.get(15).id(), steps.get(15).digestAfter()));
    assertThat(JournalRecordCodec.toLine(pruned(journal)))
        .contains("\"summary\":[{\"actor\":\"ann\",\"after\":{")
        .contains("\"count\":12,\"first\":\"" + steps.get(0).id().ulid());
  }

  @Test
  @Clause("AR-9")
  void a_record_of_an_older_release_has_no_summary() {
    String line =
        "{\"type\":\"retained\",\"origin\":{\"actor\":\"ann\"},"
            + "\"place\":\"01KDYAK348KKC6HYREDXM4VYCJ\",\"time\":\"2026-01-02T03:04:05Z\"}";
    JournalRecord record = JournalRecordCodec.fromLine(line);
    assertThat(((JournalRecord.Pruned) record).summary()).isEmpty();
    assertThat(JournalRecordCodec.toLine(record)).isEqualTo(line);
  }
}
