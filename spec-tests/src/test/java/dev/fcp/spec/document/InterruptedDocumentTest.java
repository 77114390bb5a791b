package dev.fcp.spec.document;

import static dev.fcp.spec.document.Counters.DOMAIN;
import static dev.fcp.spec.document.Counters.SAVE;
import static dev.fcp.spec.document.Counters.add;
import static dev.fcp.spec.document.Counters.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose opening or saving was not done to its end. */
class InterruptedDocumentTest {

  @TempDir private Path folder;

  private Path seven() throws IOException {
    return Files.writeString(folder.resolve("a.counter"), " 07 # seven\n");
  }

  /** A journal whose first record a program did not live to write. */
  private static void begin(Path journal) throws IOException {
    Files.createDirectories(journal);
    Files.writeString(journal.resolve("000000000001.jsonl"), "{\"crc\":\"d888");
  }

  @Test
  @Clause("DO-1")
  void a_file_whose_history_was_not_begun_to_its_end_is_opened_as_new() throws IOException {
    Path path = seven();
    begin(folder.resolve(".fcp/a.counter"));
    try (var document = Counters.in(folder).open(path)) {
      add(document, 1);
    }
    try (var document = Counters.in(folder).open(path)) {
      assertThat(value(document)).isEqualTo(8);
    }
  }

  @Test
  @Clause("DO-6")
  void a_history_that_was_not_begun_to_its_end_is_none() throws IOException {
    Path path = seven();
    begin(folder.resolve(".fcp/b.counter"));
    Path other = folder.resolve("b.counter");
    var store = Counters.in(folder).store();
    assertThat(store.restore(DOMAIN, other)).isInstanceOf(Opening.Unreadable.class);
    assertThat(store.adoptHistory(DOMAIN, path, other, Counters.ANN))
        .isInstanceOf(Opening.Unreadable.class);
  }

  @Test
  @Clause("DO-7")
  void a_draft_that_was_not_begun_to_its_end_is_told_and_gone() throws IOException {
    begin(folder.resolve(".fcp/.drafts/counter-x"));
    var store = Counters.in(folder).store();
    assertThatThrownBy(() -> store.openDraft(DOMAIN, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing was recorded in the draft x");
    assertThat(store.drafts(DOMAIN)).isEqualTo(List.of());
  }

  @Test
  @Clause({"DO-7", "SE-9"})
  void a_save_under_another_name_that_is_refused_leaves_the_history_where_it_was()
      throws IOException {
    Path path = seven();
    Path other = folder.resolve("b.counter");
    try (var document = Counters.in(folder).open(path)) {
      add(document, 1);
      assertThat(document.saveAs(SAVE.expecting(Optional.empty()), other))
          .isInstanceOf(Saving.Refused.class);
      assertThat(document.path()).contains(path);
      add(document, 2);
    }
    assertThat(other).doesNotExist();
    assertThat(folder.resolve(".fcp/b.counter")).doesNotExist();
    try (var document = Counters.in(folder).open(path)) {
      assertThat(value(document)).isEqualTo(10);
    }
  }
}
