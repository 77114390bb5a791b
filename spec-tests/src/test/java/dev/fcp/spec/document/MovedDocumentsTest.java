package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents that are moved, copied, replaced, or saved under another name, and drafts. */
class MovedDocumentsTest extends LastingNotes {

  @Test
  @Clause("DO-6")
  void another_document_in_the_place_of_one_is_not_mixed_with_it() throws IOException {
    StringBuilder many = new StringBuilder("{\"board\":\"one\"}\n");
    StringBuilder others = new StringBuilder("{\"board\":\"two\"}\n");
    for (int i = 0; i < 20; i++) {
      many.append("{\"id\":\"a%d\",\"text\":\"note %d\"}\n".formatted(i, i));
      others.append("{\"id\":\"b%d\",\"text\":\"other %d\"}\n".formatted(i, i));
    }
    Path path = Files.writeString(folder.resolve("a.notes"), many);
    open(path).close();
    Files.writeString(path, others);
    FileNews news = newsOf(path);
    assertThat(news).isInstanceOf(FileNews.Undecided.class);
    assertThat(((FileNews.Undecided) news).reason()).contains("another document");
    try (var document = store().adopt(DOMAIN, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isZero();
      assertThat(document.session().state().isSaved()).isTrue();
    }
    try (Stream<Path> former = Files.list(folder.resolve(".fcp/.former"))) {
      assertThat(former.filter(Files::isDirectory)).singleElement().asString().endsWith("-a.notes");
    }
  }

  @Test
  @Clause("DO-6")
  void a_document_that_was_moved_is_asked_about_and_takes_its_history_along() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    Path moved = Files.move(path, folder.resolve("b.notes"));
    assertThat(store().open(DOMAIN, moved, ANN))
        .isEqualTo(
            new Opening.Undecided<>(
                moved,
                "it has no history, and that of a.notes, which is gone, tells of it",
                List.of(folder.toRealPath().resolve("a.notes"))));
    assertThat(folder.resolve(".fcp/b.notes")).doesNotExist();
    try (var document = store().adoptHistory(DOMAIN, moved, path, ANN).orElseThrow()) {
      assertThat(document.path()).contains(moved);
      undo(document, 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(moved)).isEqualTo(FIRST);
    assertThat(path).doesNotExist();
    assertThat(newsOf(moved)).isEqualTo(new FileNews.Nothing());
  }

  @Test
  @Clause("DO-6")
  void a_copy_begins_a_history_of_its_own_or_adopts_a_copy() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    Path copy = Files.copy(path, folder.resolve("b.notes"));
    try (var document = open(copy)) {
      assertThat(document.session().state().undoDepth()).isZero();
    }
    try (var document = store().adoptHistory(DOMAIN, copy, path, ANN).orElseThrow()) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
  }

  @Test
  @Clause("DO-6")
  void a_document_that_is_gone_is_restored_from_its_history() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      editAndSave(document, FIRST.replace("apples", "pears"));
    }
    byte[] saved = Files.readAllBytes(path);
    Files.delete(path);
    assertThat(store().open(DOMAIN, path, ANN)).isInstanceOf(Opening.Undecided.class);
    try (var document = store().restore(DOMAIN, path).orElseThrow()) {
      assertThat(document.look()).isEqualTo(new FileNews.Gone());
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(saved);
    Path other = folder.resolve("z.notes");
    assertThat(store().restore(DOMAIN, other))
        .isEqualTo(new Opening.Unreadable<>(other, 0, "it has no history", Optional.empty()));
  }

  @Test
  @Clause("DO-7")
  void a_draft_lasts_and_its_history_follows_to_the_file_it_is_saved_as() throws IOException {
    try (var document = store().create(DOMAIN, ANN)) {
      edit(document, FIRST);
    }
    List<String> drafts = store().drafts(DOMAIN);
    assertThat(drafts).hasSize(1);
    Path path = folder.resolve("new one \u00e4.notes");
    try (var document = store().openDraft(DOMAIN, drafts.get(0))) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(Saving.Saved.class);
      edit(document, FIRST.replace("apples", "pears"));
    }
    assertThat(store().drafts(DOMAIN)).isEmpty();
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
  }

  @Test
  @Clause("DO-7")
  void a_draft_to_which_nothing_happened_leaves_nothing() {
    store().create(DOMAIN, ANN).close();
    assertThat(store().drafts(DOMAIN)).isEmpty();
  }

  @Test
  @Clause("DO-7")
  void saved_under_another_name_both_files_have_the_history() throws IOException {
    Path path = path();
    Path other = folder.resolve("other.notes");
    try (var document = open(path)) {
      edit(document, FIRST.replace("apples", "pears"));
      document.saveAs(SAVE, other);
      edit(document, FIRST.replace("apples", "plums"));
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
    try (var document = open(path)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(1);
    }
    try (var document = open(other)) {
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
      undo(document, 2);
      document.save(SAVE);
    }
    assertThat(Files.readString(other)).isEqualTo(FIRST);
  }
}
