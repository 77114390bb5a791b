package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks of steps whose records were moved to the archive. */
@Clause("AR-2")
class ArchivedRollbackTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Note EMPTY =
      new Note("", Optional.empty(), Optional.empty(), OrderKey.initial(1));
  private static final Path COLD = Path.of("/cold");

  private final CrashingDisk disk = new CrashingDisk();
  private final CrashingDisk cold = new CrashingDisk();
  private CrashingDisk mounted = cold;
  private int recordsPerSnapshot;

  /**
   * Adds 30 notes and moves most records.
   *
   * @param recordsPerSnapshot an index covers four times as many
   */
  private Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> archived(int recordsPerSnapshot)
      throws IOException {
    String place = COLD.toString();
    FolderArchive unused = FolderArchive.create(cold, COLD);
    this.recordsPerSnapshot = recordsPerSnapshot;
    FileJournal journal = journal();
    journal.setArchive(place);
    Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
        Session.create(DOMAIN, Origin.of("ann"), journal, SessionSettings.standard());
    session
        .step(
            "board",
            it ->
                it.emit(
                    DOMAIN.added(
                        NoteKey.board("1"), new NoteEntity.Board("plan", OrderKey.initial(1)))))
        .orElseThrow();
    for (int note = 0; note < 30; note++) {
      NoteKey key = NoteKey.note("1", "n" + note);
      session.step("add", it -> it.emit(DOMAIN.added(key, EMPTY))).orElseThrow();
      session
          .step("write", it -> it.emit(DOMAIN.changed(key, it.model(), "text", Value.of("a"))))
          .orElseThrow();
    }
    assertThat(session.archive(ArchivePolicy.everything().withMinUndoDepth(2)))
        .hasSizeGreaterThan(5);
    return session;
  }

  private FileJournal journal() {
    return FileJournal.open(
        Path.of("/home/.fcp/a.notes"),
        FileJournal.Settings.defaults()
            .withDisk(disk)
            .withSegmentBytes(1500)
            .withSnapshotPolicy(
                new SnapshotPolicy(recordsPerSnapshot, 1L << 40, Duration.ofDays(99)))
            .withArchives(at -> new FolderArchive(mounted, Path.of(at))));
  }

  private static void rollBack(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, int step) {
    StepId id = session.state().history().stepIds().get(step);
    session
        .rollbacks()
        .rollback(session.rollbacks().plan(RollbackSelection.of(id)), Mode.ALL_OR_NOTHING)
        .orElseThrow();
  }

  @Test
  void a_moved_step_is_rolled_back() throws IOException {
    try (var session = archived(1000)) {
      int before = session.model().size();
      rollBack(session, 8);
      rollBack(session, 7);
      assertThat(session.model().size()).isEqualTo(before - 1);
      session.undo(2);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause("AR-4")
  void without_the_archive_only_local_steps_are_rolled_back() throws IOException {
    try (var session = archived(3)) {
      mounted = new CrashingDisk();
      int before = session.model().size();
      rollBack(session, 60);
      rollBack(session, 59);
      assertThat(session.model().size()).isEqualTo(before - 1);
      assertThatThrownBy(() -> rollBack(session, 7))
          .isInstanceOf(ArchiveUnavailableException.class);
      assertThat(session.model().size()).isEqualTo(before - 1);
    }
  }

  @Test
  @Clause("AR-3")
  void without_the_archive_and_the_indexes_work_goes_on() throws IOException {
    try (var session = archived(3)) {
      mounted = new CrashingDisk();
      for (Path file : disk.files().keySet()) {
        if (file.toString().endsWith(".index")) {
          disk.delete(file);
        }
      }
      FileJournal journal = journal();
      try (var alone = Session.resume(DOMAIN, journal, SessionSettings.standard())) {
        assertThat(alone.state().history().stepIds())
            .isEqualTo(session.state().history().stepIds());
        for (int step = 0; step < 20; step++) {
          String text = "text " + step;
          NoteKey key = NoteKey.note("1", "n3");
          alone
              .step("write", it -> it.emit(DOMAIN.changed(key, it.model(), "text", Value.of(text))))
              .orElseThrow();
        }
        assertThat(alone.snapshotFailure()).isEmpty();
        assertThat(journal.indexNumbers()).isNotEmpty();
        alone.undo(20);
        assertThat(alone.digest()).isEqualTo(session.digest());
      }
    }
  }
}
