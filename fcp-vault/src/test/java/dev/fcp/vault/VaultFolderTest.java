package dev.fcp.vault;

import static dev.fcp.vault.VaultFolders.ANN;
import static dev.fcp.vault.VaultFolders.SAVE;
import static dev.fcp.vault.VaultFolders.edit;
import static dev.fcp.vault.VaultFolders.files;
import static dev.fcp.vault.VaultFolders.open;
import static dev.fcp.vault.VaultFolders.opened;
import static dev.fcp.vault.VaultFolders.save;
import static dev.fcp.vault.VaultFolders.store;
import static dev.fcp.vault.VaultFolders.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vault in a folder is a document. */
class VaultFolderTest {

  private static final EditOptions UNDO = EditOptions.of("undo", ANN);

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    folder = Files.createDirectory(temporary.resolve("vault"));
    write(
        folder,
        Map.of(
            "a.md", "# A\n\none\ntwo\nthree\n",
            "b.md", "b\r\nno end",
            "sub/c.md", "c\n"));
    Files.write(folder.resolve("picture.bin"), new byte[] {0, 1, 2, (byte) 0xFF});
  }

  @Test
  @Clause({"DO-18", "DO-8"})
  void undo_and_save_give_the_first_bytes_of_all_files() throws IOException {
    SortedMap<String, String> first = files(folder);
    try (var document = open(store(folder), folder)) {
      edit(document, Map.of("a.md", "# A\n\none\n2\nthree\n", "new/d.md", "d\n", "sub/c.md", ""));
      save(document);
      assertThat(files(folder))
          .containsEntry("a.md", "# A\n\none\n2\nthree\n")
          .containsEntry("new/d.md", "d\n")
          .doesNotContainKey("sub/c.md");
    }
    try (var document = open(store(folder), folder)) {
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.session().with(UNDO).undo()).isInstanceOf(Outcome.Moved.class);
      save(document);
    }
    assertThat(files(folder)).isEqualTo(first);
    assertThat(folder.resolve("new")).doesNotExist();
    assertThat(folder.resolve("sub")).exists();
  }

  @Test
  @Clause({"DO-18", "DO-3"})
  void foreign_edits_between_looks_become_one_step_line_by_line() throws IOException {
    try (var document = open(store(folder), folder)) {
      edit(document, Map.of("a.md", "# A\n\none\ntwo\n3\n"));
      write(folder, Map.of("a.md", "# A\n\n1\ntwo\nthree\n", "e.md", "e\n", "sub/c.md", ""));
      Files.move(folder.resolve("b.md"), folder.resolve("renamed.md"));
      assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
      save(document);
      assertThat(files(folder))
          .containsEntry("a.md", "# A\n\n1\ntwo\n3\n")
          .containsEntry("e.md", "e\n")
          .containsEntry("renamed.md", "b\r\nno end")
          .doesNotContainKeys("b.md", "sub/c.md");
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
  }

  @Test
  @Clause({"DO-18", "DO-3"})
  void a_foreign_version_that_equals_the_model_after_its_step_is_saved() throws IOException {
    try (var document = open(store(folder), folder)) {
      write(folder, Map.of("a.md", "other\n"));
      Files.write(folder.resolve("picture.bin"), new byte[] {0, 9});
      assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      document.session().with(UNDO).undo();
      save(document);
      assertThat(Files.readAllBytes(folder.resolve("picture.bin")))
          .containsExactly(0, 1, 2, (byte) 0xFF);
      document.session().with(UNDO).redo();
      save(document);
      assertThat(Files.readAllBytes(folder.resolve("picture.bin"))).containsExactly(0, 9);
    }
  }

  @Test
  @Clause({"DO-19", "DO-4"})
  void an_edit_during_a_save_becomes_a_step_and_stays_to_be_saved() throws IOException {
    AtomicBoolean isArmed = new AtomicBoolean();
    Disk disk =
        FailingDisk.observed(
            Disk.system(),
            call -> {
              if (call.kind() == FailingDisk.Kind.LINK
                  && call.path().endsWith("b.md")
                  && isArmed.getAndSet(false)) {
                try {
                  Files.writeString(folder.resolve("b.md"), "b\r\nforeign\nno end");
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
            });
    var settings = VaultFolders.settings(InstantSource.system(), 1);
    try (var document = open(store(folder, disk, settings), folder)) {
      edit(document, Map.of("a.md", "# A\n", "b.md", "B\r\nno end"));
      isArmed.set(true);
      assertThat(document.save(SAVE))
          .isInstanceOfSatisfying(
              SaveResult.Saved.class,
              saved -> assertThat(saved.fileChange()).isInstanceOf(FileChange.Merged.class));
      assertThat(files(folder)).containsEntry("b.md", "B\r\nno end");
      assertThat(document.session().state().isSaved()).isFalse();
      save(document);
      assertThat(files(folder)).containsEntry("b.md", "B\r\nforeign\nno end");
    }
  }

  @Test
  @Clause({"DO-19", "DO-13"})
  void protected_and_obstructed_files_are_refused_before_anything_is_written() throws IOException {
    try (var document = open(store(folder), folder)) {
      edit(document, Map.of("a.md", "A\n", "b.md", "B\n", "sub/c.md", "C\n", "x/y.md", "y\n"));
      Files.setPosixFilePermissions(
          folder.resolve("b.md"), PosixFilePermissions.fromString("r--r--r--"));
      Files.createSymbolicLink(folder.resolve("x"), temporary);
      SortedMap<String, String> before = files(folder);
      long records = document.recordCount();
      assertThat(document.save(SAVE))
          .isInstanceOfSatisfying(
              SaveResult.Refused.class,
              refused ->
                  assertThat(refused.conflicts())
                      .extracting(Object::toString)
                      .anyMatch(it -> it.contains("b.md is write-protected"))
                      .anyMatch(it -> it.contains("x is in the way, which is a link")));
      assertThat(files(folder)).isEqualTo(before);
      assertThat(document.recordCount()).isEqualTo(records);
      Files.delete(folder.resolve("x"));
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Saved.class);
      assertThat(Files.readString(folder.resolve("b.md"))).isEqualTo("B\n");
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("b.md"))))
          .isEqualTo("r--r--r--");
    }
  }

  @Test
  @Clause("DO-21")
  void a_stale_save_fails_and_its_steps_become_a_branch() throws IOException {
    SortedMap<String, String> first = files(folder);
    Instant start = Instant.parse("2026-02-03T04:05:06Z");
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
    var settings = VaultFolders.settings(InstantSource.fixed(start), 1);
    var dead = open(store(folder, dying, settings), folder);
    edit(dead, Map.of("a.md", "A\n", "b.md", "B\n"));
    HistoryPoint point = dead.session().state().head();
    try {
      dead.save(SAVE);
    } catch (RuntimeException e) {
      assertThat(isDead).isTrue();
    }
    closeAbandoned(dead);
    var later = VaultFolders.settings(InstantSource.fixed(start.plusSeconds(121)), 2);
    var failing =
        store(folder, Disk.system(), later)
            .withStaleSaves(dev.fcp.eventlog.document.DocumentStore.StaleSaves.FAIL);
    try (var document = open(failing, folder)) {
      var state = document.session().state();
      assertThat(files(folder)).isEqualTo(first);
      assertThat(state.head()).isEqualTo(HistoryPoint.BASE);
      assertThat(state.isSaved()).isTrue();
      assertThat(state.saveStatus(point.step().orElseThrow())).isEqualTo(SaveStatus.FAILED);
      assertThat(state.failedSaves())
          .extracting(it -> it.cause())
          .containsExactly("timeout_pending");
      assertThat(document.session().with(UNDO).branches().switchTo(point))
          .isInstanceOf(Outcome.Moved.class);
      save(document);
      assertThat(files(folder)).containsEntry("a.md", "A\n").containsEntry("b.md", "B\n");
      assertThat(document.session().state().saveStatus(point.step().orElseThrow()))
          .isEqualTo(SaveStatus.SAVED);
    }
  }

  private static void closeAbandoned(AutoCloseable document) {
    try {
      document.close();
    } catch (Exception e) {
      assertThat(e).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  @Clause({"DO-19", "DO-20"})
  void killed_at_any_call_each_file_is_before_or_after_and_opening_completes_the_save()
      throws IOException {
    assertCompletedWhereverKilled(
        Map.of("a.md", "A\n", "b.md", "B\n", "sub/c.md", "", "n/d.md", "d\n"));
  }

  @Test
  @Clause({"DO-19", "DO-20"})
  void killed_while_a_file_takes_the_place_of_a_folder_the_save_is_completed() throws IOException {
    assertCompletedWhereverKilled(
        Map.of("sub/c.md", "", "sub", "file\n", "a.md", "", "a.md/deep/x.md", "x\n"));
  }

  /** The kill sweep: from a call on, no call has an effect. */
  private void assertCompletedWhereverKilled(Map<String, String> edits) throws IOException {
    SortedMap<String, String> before = files(folder);
    boolean isDone = false;
    int completed = 0;
    for (int last = 0; !isDone; last++) {
      Path run = Files.createDirectory(temporary.resolve("run" + last));
      write(
          run,
          Map.of("a.md", "# A\n\none\ntwo\nthree\n", "b.md", "b\r\nno end", "sub/c.md", "c\n"));
      Files.write(run.resolve("picture.bin"), new byte[] {0, 1, 2, (byte) 0xFF});
      int limit = last;
      int[] count = {0};
      AtomicBoolean hasBegun = new AtomicBoolean();
      Disk disk =
          FailingDisk.withoutForcing(Disk.system(), call -> hasBegun.get() && count[0]++ >= limit);
      var document = open(store(run, disk, VaultFolders.settings(InstantSource.system(), 1)), run);
      edit(document, edits);
      HistoryPoint point = document.session().state().head();
      hasBegun.set(true);
      try {
        document.save(SAVE);
      } catch (RuntimeException e) {
        assertThat(count[0]).isGreaterThan(limit);
      }
      isDone = count[0] <= limit;
      closeAbandoned(document);
      SortedMap<String, String> after = files(run);
      edits.forEach((path, text) ->
          assertThat(after.getOrDefault(path, "")).isIn(before.getOrDefault(path, ""), text));
      var reopened =
          opened(store(run, Disk.system(), VaultFolders.settings(InstantSource.system(), 2)), run);
      try (var found = reopened.document()) {
        SaveStatus status = found.session().state().saveStatus(point.step().orElseThrow());
        assertThat(status).describedAs("call " + limit).isIn(SaveStatus.SAVED, SaveStatus.UNSAVED);
        assertThat(reopened.fileChange())
            .describedAs("call " + limit)
            .isEqualTo(new FileChange.None());
        SortedMap<String, String> now = files(run);
        edits.forEach((path, text) ->
            assertThat(now.getOrDefault(path, ""))
                .describedAs(path + " at call " + limit)
                .isEqualTo(status == SaveStatus.SAVED ? text : before.getOrDefault(path, "")));
        completed += status == SaveStatus.SAVED ? 1 : 0;
        assertThat(found.session().state().head()).isEqualTo(point);
        save(found);
        found.session().with(UNDO).undo();
        save(found);
        assertThat(files(run)).isEqualTo(before);
        assertThat(files(run.resolve(".fcp/.folder")))
            .doesNotContainKeys("save-0.tmp", "replaced-0.old");
      }
    }
    assertThat(completed).isGreaterThan(10);
  }

  @Test
  @Clause("DO-20")
  void a_person_edits_the_files_of_a_save_that_was_killed() throws IOException {
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
    var dead = open(store(folder, dying, VaultFolders.settings(InstantSource.system(), 1)), folder);
    edit(
        dead,
        Map.of("a.md", "# A\n\none\ntwo\n3\n", "b.md", "b\r\nagent\nno end", "sub/c.md", "C\n"));
    try {
      dead.save(SAVE);
    } catch (RuntimeException e) {
      assertThat(isDead).isTrue();
    }
    closeAbandoned(dead);
    assertThat(files(folder))
        .containsEntry("a.md", "# A\n\none\ntwo\n3\n")
        .containsEntry("b.md", "b\r\nno end");
    Files.writeString(folder.resolve("a.md"), "# A\n\nperson\ntwo\n3\n");
    Files.writeString(folder.resolve("b.md"), "person\r\nb\r\nno end", StandardCharsets.UTF_8);
    try (var document =
        open(
            store(folder, Disk.system(), VaultFolders.settings(InstantSource.system(), 2)),
            folder)) {
      save(document);
      assertThat(files(folder))
          .containsEntry("a.md", "# A\n\nperson\ntwo\n3\n")
          .containsEntry("b.md", "person\r\nb\r\nagent\nno end")
          .containsEntry("sub/c.md", "C\n");
    }
  }
}
