package dev.fcp.eventlog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.JournalException;
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
