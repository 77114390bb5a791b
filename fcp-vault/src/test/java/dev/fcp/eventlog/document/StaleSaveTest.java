package dev.fcp.eventlog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.vault.VaultFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that has a folder open finds the stale saves of programs that ended. */
@Clause("DO-21")
class StaleSaveTest {

  private static final Instant START = Instant.parse("2026-02-03T04:05:06Z");

  @TempDir private Path folder;

  /** Runs tasks when the test says so. */
  private static final class HandClock implements Document.AutoSaveClock {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private long dueNanos;

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void schedule(long nanoTime, Runnable task) {
      dueNanos = nanoTime;
      tasks.add(task);
    }

    void run() {
      tasks.remove().run();
    }
  }

  /** A program that ends when it has replaced the first of two files. */
  private void endDuringSave(InstantSource time) {
    AtomicBoolean isDead = new AtomicBoolean();
    Disk dying =
        FailingDisk.withoutForcing(
            Disk.system(),
            call -> {
              if (call.kind() == FailingDisk.Kind.LINK && call.path().endsWith("b.md")) {
                isDead.set(true);
              }
              return isDead.get();
            });
    var dead =
        VaultFolders.open(
            VaultFolders.store(folder, dying, VaultFolders.settings(time, 1)), folder);
    VaultFolders.edit(dead, Map.of("a.md", "A\n", "b.md", "B\n"));
    assertThatThrownBy(() -> dead.save(VaultFolders.SAVE)).isInstanceOf(JournalException.class);
    assertThatThrownBy(dead::close).isInstanceOf(JournalException.class);
  }

  @Test
  void an_open_folder_is_checked_every_five_minutes() throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    AtomicReference<Instant> now = new AtomicReference<>(START);
    HandClock clock = new HandClock();
    var store =
        VaultFolders.store(folder, Disk.system(), VaultFolders.settings(now::get, 2))
            .withStaleSaves(StaleSaves.FAIL);
    try (var document = VaultFolders.open(store, folder)) {
      document.checkRegularly(clock);
      assertThat(Duration.ofNanos(clock.dueNanos)).isEqualTo(Duration.ofMinutes(5));
      endDuringSave(now::get);
      now.set(START.plus(Duration.ofMinutes(5)));
      clock.run();
      assertThat(VaultFolders.files(folder)).containsEntry("a.md", "a\n");
      var state = document.session().state();
      assertThat(state.head()).isEqualTo(HistoryPoint.BASE);
      assertThat(state.saveStatus(state.history().steps().get(0).id()))
          .isEqualTo(SaveStatus.FAILED);
      assertThat(clock.tasks).hasSize(1);
    }
    clock.run();
    assertThat(clock.tasks).as("a closed document is not checked").isEmpty();
  }

  /** A disk that runs something when a save has replaced {@code a.md} and not yet {@code b.md}. */
  private static Disk duringSave(Runnable action) {
    AtomicBoolean hasRun = new AtomicBoolean();
    return FailingDisk.observed(
        Disk.system(),
        call -> {
          if (call.kind() == FailingDisk.Kind.LINK
              && call.path().endsWith("b.md")
              && !hasRun.getAndSet(true)) {
            action.run();
          }
        });
  }

  @Test
  void the_save_of_a_process_that_lives_is_never_stale() throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    AtomicReference<Instant> now = new AtomicReference<>(START);
    List<SaveStatus> seen = new ArrayList<>();
    var impatient =
        DocumentStore.withJournals(
                VaultFolders.settings(now::get, 2),
                new JournalLayout(
                    FileJournal.Settings.defaults().withLockTimeout(Duration.ZERO),
                    folder.resolve("../drafts")))
            .withStaleSaves(StaleSaves.FAIL);
    Disk disk =
        duringSave(() -> {
          now.set(START.plus(Duration.ofDays(1)));
          assertThatThrownBy(() -> VaultFolders.open(impatient, folder))
              .isInstanceOf(JournalException.class);
          try (var reader = VaultFolders.open(impatient.forReading(), folder)) {
            var state = reader.session().state();
            seen.add(state.saveStatus(state.head().step().orElseThrow()));
            assertThat(state.failedSaves()).isEmpty();
          }
        });
    try (var document =
        VaultFolders.open(
            VaultFolders.store(folder, disk, VaultFolders.settings(now::get, 1)), folder)) {
      VaultFolders.edit(document, Map.of("a.md", "A\n", "b.md", "B\n"));
      VaultFolders.save(document);
      assertThat(document.session().state().isSaved()).isTrue();
    }
    assertThat(seen).containsExactly(SaveStatus.PENDING);
    try (var document = VaultFolders.open(impatient, folder)) {
      assertThat(document.session().state().failedSaves()).isEmpty();
      assertThat(VaultFolders.files(folder))
          .containsEntry("a.md", "A\n")
          .containsEntry("b.md", "B\n");
    }
  }

  @Test
  @Clause("DO-20")
  void a_rollback_never_takes_a_step_that_is_being_saved() throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    AtomicReference<Runnable> duringSave = new AtomicReference<>(() -> {});
    var store =
        VaultFolders.store(
            folder,
            duringSave(() -> duringSave.get().run()),
            VaultFolders.settings(InstantSource.fixed(START), 1));
    try (var document = VaultFolders.open(store, folder)) {
      VaultFolders.edit(document, Map.of("a.md", "A\n", "b.md", "B\n"));
      var session = document.session();
      var message = new RollbackSelection.Matching(StepFilter.ANY.withMessage("m1"));
      List<Outcome> outcomes = new ArrayList<>();
      duringSave.set(() -> outcomes.add(rollBack(session, message)));
      VaultFolders.save(document);
      assertThat(outcomes)
          .singleElement()
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              refused -> assertThat(refused.conflicts().toString()).contains("being saved"));
      assertThat(session.state().isSaved()).isTrue();
      assertThat(rollBack(session, message)).isInstanceOf(Outcome.Committed.class);
      VaultFolders.save(document);
      assertThat(VaultFolders.files(folder)).containsEntry("a.md", "a\n");
    }
  }

  private static <M, E> Outcome rollBack(Session<M, E> session, RollbackSelection selection) {
    Rollbacks<M, E> rollbacks = session.with(VaultFolders.SAVE).rollbacks();
    return rollbacks.rollback(rollbacks.plan(selection), Rollbacks.Mode.BEST_EFFORT);
  }

  @Test
  void a_rollback_takes_steps_that_are_not_saved_and_never_those_of_a_failed_save()
      throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    endDuringSave(InstantSource.fixed(START));
    var later = InstantSource.fixed(START.plus(Duration.ofMinutes(3)));
    var store =
        VaultFolders.store(folder, Disk.system(), VaultFolders.settings(later, 2))
            .withStaleSaves(StaleSaves.FAIL);
    try (var document = VaultFolders.open(store, folder)) {
      var session = document.session();
      StepId failed = session.state().history().steps().get(0).id();
      assertThat(session.state().saveStatus(failed)).isEqualTo(SaveStatus.FAILED);
      VaultFolders.edit(document, Map.of("c.md", "c\n"));
      StepId unsaved = session.state().head().step().orElseThrow();
      assertThat(session.state().saveStatus(unsaved)).isEqualTo(SaveStatus.UNSAVED);
      var message = new RollbackSelection.Matching(StepFilter.ANY.withMessage("m1"));
      var plan = session.rollbacks().plan(message);
      assertThat(plan.reversal().reversed())
          .extracting(Step.Reversal.Part::step)
          .containsExactly(unsaved);
      assertThat(session.rollbacks().plan(RollbackSelection.of(failed)).events()).isEmpty();
      assertThat(rollBack(session, message)).isInstanceOf(Outcome.Committed.class);
      VaultFolders.save(document);
      assertThat(VaultFolders.files(folder)).isEqualTo(Map.of("a.md", "a\n", "b.md", "b\n"));
    }
  }

  @Test
  void a_stale_save_in_which_a_file_took_the_place_of_a_folder_is_taken_back() throws IOException {
    VaultFolders.write(folder, Map.of("x/deep/a.md", "a\n", "y", "y\n"));
    for (String last : List.of("save-2.tmp", "save-3.tmp")) {
      AtomicBoolean isDead = new AtomicBoolean();
      Disk dying =
          FailingDisk.withoutForcing(
              Disk.system(),
              call -> {
                boolean isLast =
                    call.kind() == FailingDisk.Kind.RENAME && call.path().endsWith(last);
                isDead.compareAndSet(false, isLast);
                return isDead.get() && !isLast;
              });
      var settings = VaultFolders.settings(InstantSource.fixed(START), last.hashCode());
      var dead = VaultFolders.open(VaultFolders.store(folder, dying, settings), folder);
      VaultFolders.edit(dead, Map.of("x/deep/a.md", "", "x", "x\n", "y", "", "y/b.md", "b\n"));
      assertThatThrownBy(() -> dead.save(VaultFolders.SAVE)).isInstanceOf(JournalException.class);
      assertThatThrownBy(dead::close).isInstanceOf(JournalException.class);
      var later = InstantSource.fixed(START.plus(Duration.ofMinutes(3)));
      var store =
          VaultFolders.store(
                  folder, Disk.system(), VaultFolders.settings(later, 1 + last.hashCode()))
              .withStaleSaves(StaleSaves.FAIL);
      try (var document = VaultFolders.open(store, folder)) {
        assertThat(VaultFolders.files(folder))
            .as(last)
            .isEqualTo(Map.of("x/deep/a.md", "a\n", "y", "y\n"));
        assertThat(document.session().state().head()).isEqualTo(HistoryPoint.BASE);
      }
    }
  }

  @Test
  void a_save_that_began_less_than_two_minutes_ago_is_completed() throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    endDuringSave(InstantSource.fixed(START));
    var later = InstantSource.fixed(START.plus(Duration.ofMinutes(2)));
    var store =
        VaultFolders.store(folder, Disk.system(), VaultFolders.settings(later, 2))
            .withStaleSaves(StaleSaves.FAIL);
    try (var document = VaultFolders.open(store, folder)) {
      assertThat(VaultFolders.files(folder))
          .containsEntry("a.md", "A\n")
          .containsEntry("b.md", "B\n");
      assertThat(document.session().state().isSaved()).isTrue();
    }
  }

  @Test
  void a_file_that_was_edited_since_is_not_restored() throws IOException {
    VaultFolders.write(folder, Map.of("a.md", "a\n\nlast\n", "b.md", "b\n"));
    endDuringSave(InstantSource.fixed(START));
    Files.writeString(folder.resolve("a.md"), "A\nperson\n");
    var later = InstantSource.fixed(START.plus(Duration.ofMinutes(3)));
    var store =
        VaultFolders.store(folder, Disk.system(), VaultFolders.settings(later, 2))
            .withStaleSaves(StaleSaves.FAIL);
    try (var document = VaultFolders.open(store, folder)) {
      assertThat(VaultFolders.files(folder))
          .containsEntry("a.md", "A\nperson\n")
          .containsEntry("b.md", "b\n");
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
  }
}
