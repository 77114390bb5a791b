package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose opening or saving was interrupted. */
class InterruptedDocumentTest {

  @TempDir private Path folder;

  private Path seven() throws IOException {
    return Files.writeString(folder.resolve("a.counter"), " 07 # seven\n");
  }

  /** A journal whose first record was not written because the program ended. */
  private static void begin(Path journal) throws IOException {
    Files.createDirectories(journal);
    Files.writeString(journal.resolve("000000000001.jsonl"), "{\"crc\":\"d888");
  }

  @Test
  @Clause("DO-1")
  void a_file_with_an_incomplete_new_history_is_opened_as_new() throws IOException {
    Path path = seven();
    begin(folder.resolve(".fcp/a.counter"));
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      add(document, 1);
    }
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      assertThat(value(document)).isEqualTo(8);
    }
  }

  @Test
  @Clause("DO-6")
  void an_incomplete_new_history_does_not_exist() throws IOException {
    Path path = seven();
    begin(folder.resolve(".fcp/b.counter"));
    Path other = folder.resolve("b.counter");
    var store = CounterDocuments.openIn(folder).store();
    assertThat(store.openFromHistory(DOMAIN, other)).isInstanceOf(OpenResult.Unreadable.class);
    assertThat(store.openWithHistoryOf(DOMAIN, path, other, CounterDocuments.ANN))
        .isInstanceOf(OpenResult.Unreadable.class);
  }

  @Test
  @Clause("DO-7")
  void an_incomplete_draft_is_reported_and_deleted() throws IOException {
    begin(folder.resolve(".fcp/.drafts/counter-x"));
    var store = CounterDocuments.openIn(folder).store();
    assertThatThrownBy(() -> store.openDraft(DOMAIN, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing was recorded in the draft x");
    assertThat(store.drafts(DOMAIN)).isEqualTo(List.of());
  }

  @Test
  @Clause({"DO-7", "SE-9"})
  void a_refused_save_under_another_name_does_not_move_the_history() throws IOException {
    Path path = seven();
    Path other = folder.resolve("b.counter");
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      add(document, 1);
      assertThat(document.saveAs(SAVE.expectingHead(Optional.empty()), other))
          .isInstanceOf(SaveResult.Refused.class);
      assertThat(document.path()).contains(path);
      add(document, 2);
    }
    assertThat(other).doesNotExist();
    assertThat(folder.resolve(".fcp/b.counter")).doesNotExist();
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      assertThat(value(document)).isEqualTo(10);
    }
  }
}
