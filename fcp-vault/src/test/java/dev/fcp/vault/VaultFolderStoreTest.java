package dev.fcp.vault;

import static dev.fcp.vault.VaultFolders.ANN;
import static dev.fcp.vault.VaultFolders.DOMAIN;
import static dev.fcp.vault.VaultFolders.SAVE;
import static dev.fcp.vault.VaultFolders.edit;
import static dev.fcp.vault.VaultFolders.files;
import static dev.fcp.vault.VaultFolders.open;
import static dev.fcp.vault.VaultFolders.opened;
import static dev.fcp.vault.VaultFolders.save;
import static dev.fcp.vault.VaultFolders.settings;
import static dev.fcp.vault.VaultFolders.store;
import static dev.fcp.vault.VaultFolders.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways to open a vault in a folder, and what happens when one fails. */
@Clause("DO-18")
class VaultFolderStoreTest {

  private static final EditOptions UNDO = EditOptions.of("undo", ANN);
  private static final Map<String, String> EDITS =
      Map.of("a.md", "A\n", "b.md", "B\n", "new/c.md", "c\n");

  @TempDir private Path temporary;
  private Path folder;
  private SortedMap<String, String> first;

  @BeforeEach
  void writeFiles() throws IOException {
    folder = Files.createDirectory(temporary.resolve("vault"));
    write(folder, Map.of("a.md", "a\n", "b.md", "b\n"));
    Files.write(folder.resolve("picture.bin"), new byte[] {0, 1, 2, (byte) 0xFF});
    first = files(folder);
  }

  private static Document<EntityModel<String, VaultFile>, VaultEvent> document(
      OpenResult<EntityModel<String, VaultFile>, VaultEvent> result) {
    return result.orElseThrow();
  }

  @Test
  void a_store_in_memory_leaves_no_history() throws IOException {
    DocumentStore inMemory = new DocumentStore(settings(InstantSource.system(), 1));
    try (var document = document(inMemory.open(DOMAIN, folder, ANN))) {
      edit(document, EDITS);
      save(document);
      document.session().with(UNDO).undo();
      save(document);
    }
    try (Stream<Path> found = Files.walk(folder)) {
      assertThat(found.filter(it -> it.toString().contains(".fcp"))).isEmpty();
    }
    assertThat(files(folder)).isEqualTo(first);
  }

  @Test
  void a_history_can_begin_with_the_first_change() throws IOException {
    DocumentStore store = store(folder);
    var reading = document(store.withoutNewHistories().open(DOMAIN, folder, ANN));
    assertThat(folder.resolve(".fcp")).doesNotExist();
    try (var document = store.beginHistory(reading).orElseThrow()) {
      edit(document, EDITS);
      save(document);
    }
    try (var document = open(store(folder), folder)) {
      document.session().with(UNDO).undo();
      save(document);
      Files.delete(folder.resolve("picture.bin"));
      document.revert(SAVE);
      document.session().with(UNDO).undo();
      save(document);
    }
    assertThat(files(folder)).isEqualTo(first);
  }

  @Test
  void a_history_can_be_inspected_archived_restored_and_deleted() throws IOException {
    DocumentStore store = store(folder);
    try (var document = open(store, folder)) {
      edit(document, EDITS);
      save(document);
    }
    try (var inspected = document(store.inspectHistory(DOMAIN, folder))) {
      assertThat(inspected.session().verify().isValid()).isTrue();
      assertThat(inspected.session().state().undoDepth()).isEqualTo(1);
    }
    try (var fresh = document(store.openWithNewHistory(DOMAIN, folder, ANN))) {
      assertThat(fresh.session().state().undoDepth()).isZero();
    }
    String id = store.archivedHistories(folder).get(0).id();
    try (var restored = document(store.openWithArchivedHistory(DOMAIN, folder, id))) {
      restored.session().with(UNDO).undo();
      save(restored);
      assertThat(files(folder)).isEqualTo(first);
    }
    assertThat(store.hasHistory(folder)).isTrue();
    store.deleteHistory(folder);
    assertThat(store.hasHistory(folder)).isFalse();
    assertThat(files(folder)).isEqualTo(first);
  }

  @Test
  void changes_are_discarded_and_a_conflict_is_kept() throws IOException {
    try (var document = open(store(folder), folder)) {
      edit(document, Map.of("a.md", "ours\n"));
      write(folder, Map.of("a.md", "theirs\n", "b.md", "b\nmore\n"));
      assertThat(document.checkFile())
          .isInstanceOfSatisfying(
              FileChange.Merged.class, merged -> assertThat(merged.conflicts()).isNotEmpty());
    }
    try (var document = open(store(folder), folder)) {
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      write(folder, Map.of("b.md", "b\nmore\nand more\n"));
      assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
      save(document);
      assertThat(files(folder))
          .containsEntry("a.md", "ours\ntheirs\n")
          .containsEntry("b.md", "b\nmore\nand more\n");
      edit(document, Map.of("a.md", "discarded\n"));
      assertThat(document.discardUnsaved(UNDO)).isInstanceOf(Outcome.Moved.class);
    }
    assertThat(files(folder)).containsEntry("a.md", "ours\ntheirs\n");
  }

  @Test
  void equal_contents_are_stored_once_and_compressed_under_their_hash() throws IOException {
    String text = "one line of a note\n".repeat(5_000);
    for (int i = 0; i < 20; i++) {
      write(folder, Map.of("notes/%d.md".formatted(i), text));
    }
    open(store(folder), folder).close();
    long sizeBytes = 0;
    try (Stream<Path> found = Files.walk(folder.resolve(".fcp/.folder"))) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        sizeBytes += Files.size(file);
      }
    }
    assertThat(sizeBytes).isLessThan(text.length() / 2);
    write(folder, Map.of("notes/3.md", "other\n"));
    try (var document = open(store(folder), folder)) {
      assertThat(document.session().with(UNDO).undo()).isInstanceOf(Outcome.Moved.class);
      save(document);
    }
    assertThat(files(folder)).containsEntry("notes/3.md", text);
  }

  @Test
  void a_snapshot_holds_only_the_hashes_of_files_that_never_changed() throws IOException {
    for (int i = 0; i < 100; i++) {
      write(folder, Map.of("notes/%d.md".formatted(i), "one\ntwo\nthree\n".repeat(200)));
    }
    var everyRecord = new SnapshotPolicy(1, 1, Duration.ofDays(1));
    DocumentStore store =
        DocumentStore.withJournals(
            settings(InstantSource.system(), 1),
            new JournalLayout(
                FileJournal.Settings.defaults().withSnapshotPolicy(everyRecord), temporary));
    try (var document = open(store, folder)) {
      edit(document, EDITS);
      save(document);
    }
    try (Stream<Path> found = Files.list(folder.resolve(".fcp/.folder"))) {
      assertThat(found.filter(it -> it.toString().endsWith(".snapshot")))
          .hasSizeGreaterThan(1)
          .allSatisfy(it -> assertThat(Files.size(it)).isLessThan(100 * 200));
    }
    try (var document = open(store(folder), folder)) {
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      assertThat(document.session().verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause("DO-3")
  void a_version_of_which_nothing_fits_waits_for_a_decision() throws IOException {
    try (var document = open(store(folder), folder)) {
      edit(document, Map.of("a.md", ""));
      write(folder, Map.of("a.md", "theirs\n"));
      assertThat(document.checkFile()).isInstanceOf(FileChange.Undecided.class);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(files(folder)).containsEntry("a.md", "theirs\n");
    }
    try (var document = open(store(folder), folder)) {
      assertThat(document.checkFile()).isInstanceOf(FileChange.Undecided.class);
      assertThat(document.revert(UNDO)).isInstanceOf(Outcome.Committed.class);
      assertThat(document.session().state().isSaved()).isTrue();
      document.session().with(UNDO).undo();
      save(document);
      assertThat(files(folder)).doesNotContainKey("a.md").hasSize(2);
    }
  }

  @Test
  @Clause("DO-19")
  void a_save_that_fails_halfway_leaves_all_files_as_they_were() throws IOException {
    AtomicBoolean isFull = new AtomicBoolean();
    Disk disk =
        new FailingDisk(
            Disk.system(),
            call ->
                isFull.get()
                    && call.kind() == FailingDisk.Kind.RENAME
                    && call.path().endsWith("save-1.tmp"));
    try (var document = open(store(folder, disk, settings(InstantSource.system(), 1)), folder)) {
      edit(document, EDITS);
      isFull.set(true);
      assertThatThrownBy(() -> document.save(SAVE))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("b.md");
      assertThat(files(folder)).isEqualTo(first);
      var state = document.session().state();
      assertThat(state.undoDepth()).isEqualTo(1);
      assertThat(state.failedSaves()).hasSize(1);
      assertThat(state.saveStatus(state.head().step().orElseThrow())).isEqualTo(SaveStatus.UNSAVED);
      isFull.set(false);
      save(document);
      assertThat(files(folder)).containsAllEntriesOf(EDITS);
    }
  }

  @Test
  @Clause("DO-20")
  void a_save_that_cannot_be_completed_is_undone() throws IOException {
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
    var dead = open(store(folder, dying, settings(InstantSource.system(), 1)), folder);
    edit(dead, EDITS);
    assertThatThrownBy(() -> dead.save(SAVE)).isInstanceOf(JournalException.class);
    assertThatThrownBy(dead::close).isInstanceOf(JournalException.class);
    assertThat(files(folder)).containsEntry("a.md", "A\n").containsEntry("b.md", "b\n");
    write(folder, Map.of("new", "in the way\n"));
    var reopened =
        opened(store(folder, Disk.system(), settings(InstantSource.system(), 2)), folder);
    try (var document = reopened.document()) {
      var state = document.session().state();
      assertThat(state.pendingFolderSave()).isEmpty();
      assertThat(state.failedSaves()).hasSize(1);
      assertThat(files(folder))
          .as("the files that were written before the failure are as they were")
          .containsAllEntriesOf(first)
          .containsEntry("new", "in the way\n")
          .hasSize(first.size() + 1);
      assertThat(document.session().verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause("DO-9")
  void two_programs_have_one_history() throws IOException {
    try (var one = open(store(folder, Disk.system(), settings(InstantSource.system(), 1)), folder);
        var other =
            open(store(folder, Disk.system(), settings(InstantSource.system(), 2)), folder)) {
      edit(one, Map.of("a.md", "A\n"));
      save(one);
      other.session().refresh();
      edit(other, Map.of("b.md", "B\n"));
      save(other);
      assertThat(one.checkFile()).isEqualTo(new FileChange.None());
      assertThat(one.session().state().isSaved()).isTrue();
      assertThat(one.session().state().undoDepth()).isEqualTo(2);
    }
  }

  @Test
  @Clause("DO-13")
  void another_folder_is_no_place_to_save() throws IOException {
    Path other = Files.createDirectory(temporary.resolve("other"));
    try (var document = open(store(folder), folder)) {
      edit(document, EDITS);
      assertThat(document.saveAs(SAVE, other)).isInstanceOf(SaveResult.Refused.class);
      assertThat(document.saveAs(SAVE, other.resolve("file")))
          .isInstanceOf(SaveResult.Refused.class);
      assertThat(other).isEmptyDirectory();
    }
  }
}
