package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents that are moved, copied, replaced, or saved under another name, and drafts. */
class MovedDocumentsTest extends PersistentNotesFixture {

  @Test
  @Clause("DO-6")
  void another_document_at_the_same_path_does_not_share_its_history() throws IOException {
    StringBuilder many = new StringBuilder("{\"board\":\"one\"}\n");
    StringBuilder others = new StringBuilder("{\"board\":\"two\"}\n");
    for (int i = 0; i < 20; i++) {
      many.append("{\"id\":\"a%d\",\"text\":\"note %d\"}\n".formatted(i, i));
      others.append("{\"id\":\"b%d\",\"text\":\"other %d\"}\n".formatted(i, i));
    }
    Path path = Files.writeString(folder.resolve("a.notes"), many);
    open(path).close();
    Files.writeString(path, others);
    FileChange fileChange = fileChangeOf(path);
    assertThat(fileChange).isInstanceOf(FileChange.Undecided.class);
    assertThat(((FileChange.Undecided) fileChange).reason()).contains("another document");
    try (var document = store().openWithNewHistory(DOMAIN, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isZero();
      assertThat(document.session().state().isSaved()).isTrue();
    }
    try (Stream<Path> archive = Files.list(folder.resolve(".fcp/.former"))) {
      assertThat(archive.filter(Files::isDirectory))
          .singleElement()
          .asString()
          .endsWith("-a.notes");
    }
  }

  @Test
  @Clause("DO-6")
  void a_moved_document_is_detected_and_keeps_its_history_on_request() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    Path moved = Files.move(path, folder.resolve("b.notes"));
    assertThat(store().open(DOMAIN, moved, ANN))
        .isEqualTo(
            new OpenResult.Undecided<>(
                moved,
                "it has no history, but that of a.notes, which is missing, contains this version",
                List.of(folder.toRealPath().resolve("a.notes"))));
    assertThat(folder.resolve(".fcp/b.notes")).doesNotExist();
    try (var document = store().openWithHistoryOf(DOMAIN, moved, path, ANN).orElseThrow()) {
      assertThat(document.path()).contains(moved);
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(moved)).isEqualTo(INITIAL_TEXT);
    assertThat(path).doesNotExist();
    assertThat(fileChangeOf(moved)).isEqualTo(new FileChange.None());
  }

  @Test
  @Clause("DO-6")
  void a_copy_starts_its_own_history_or_adopts_a_copy() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    Path copy = Files.copy(path, folder.resolve("b.notes"));
    try (var document = open(copy)) {
      assertThat(document.session().state().undoDepth()).isZero();
    }
    try (var document = store().openWithHistoryOf(DOMAIN, copy, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
  }

  @Test
  @Clause("DO-6")
  void a_deleted_document_is_restored_from_its_history() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    byte[] saved = Files.readAllBytes(path);
    Files.delete(path);
    assertThat(store().open(DOMAIN, path, ANN)).isInstanceOf(OpenResult.Undecided.class);
    try (var document = store().openFromHistory(DOMAIN, path).orElseThrow()) {
      assertThat(document.checkFile()).isEqualTo(new FileChange.Deleted());
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(saved);
    Path other = folder.resolve("z.notes");
    assertThat(store().openFromHistory(DOMAIN, other))
        .isEqualTo(new OpenResult.Unreadable<>(other, 0, "it has no history", Optional.empty()));
  }

  @Test
  @Clause("DO-7")
  void a_draft_is_durable_and_its_history_moves_to_the_file_it_is_saved_as() throws IOException {
    try (var document = store().create(DOMAIN, ANN)) {
      edit(document, INITIAL_TEXT);
    }
    List<String> drafts = store().drafts(DOMAIN);
    assertThat(drafts).hasSize(1);
    Path path = folder.resolve("new one \u00e4.notes");
    try (var document = store().openDraft(DOMAIN, drafts.get(0))) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
      edit(document, INITIAL_TEXT.replace("apples", "pears"));
    }
    assertThat(store().drafts(DOMAIN)).isEmpty();
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
  }

  @Test
  @Clause("DO-7")
  void an_unused_draft_leaves_no_files() {
    store().create(DOMAIN, ANN).close();
    assertThat(store().drafts(DOMAIN)).isEmpty();
  }

  @Test
  @Clause("DO-7")
  void saved_under_another_name_both_files_have_the_history() throws IOException {
    Path path = path();
    Path other = folder.resolve("other.notes");
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("apples", "pears"));
      document.saveAs(SAVE, other);
      edit(document, INITIAL_TEXT.replace("apples", "plums"));
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(other)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
      undo(document, 2);
      document.save(SAVE);
    }
    assertThat(Files.readString(other)).isEqualTo(INITIAL_TEXT);
  }
}
