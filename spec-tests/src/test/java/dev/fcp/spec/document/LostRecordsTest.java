package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose histories lost records to damage. */
@Clause("DO-16")
class LostRecordsTest {

  @TempDir private Path folder;

  private Document<Counter, CounterEvent> open() {
    return CounterDocuments.openIn(folder).open(folder.resolve("a.counter"));
  }

  private Path segment() {
    return folder.resolve(".fcp/a.counter/000000000001.jsonl");
  }

  /** Records: opened, +1, saving, saved, undo, saving, saved, redo, saving, saved. */
  private void saveUndoneAndRedone() throws IOException {
    Files.writeString(folder.resolve("a.counter"), "7\n");
    try (Document<Counter, CounterEvent> document = open()) {
      add(document, 1);
      document.save(SAVE);
      document.session().with(options("undo")).undo(1);
      document.save(SAVE);
      document.session().with(options("redo")).redo(1);
      document.save(SAVE);
    }
    assertThat(Files.readAllLines(segment())).hasSize(10);
  }

  private void damage(int number) throws IOException {
    List<String> records = Files.readAllLines(segment());
    int offset = String.join("\n", records.subList(0, number - 1)).length() + 20;
    byte[] bytes = Files.readAllBytes(segment());
    bytes[offset] ^= 1;
    Files.write(segment(), bytes);
  }

  @Test
  void a_known_file_that_may_be_newer_is_not_overwritten() throws IOException {
    saveUndoneAndRedone();
    damage(6);
    for (int i = 0; i < 2; i++) {
      try (Document<Counter, CounterEvent> document = open()) {
        assertThat(value(document)).isEqualTo(7);
        assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
        assertThat(folder.resolve("a.counter")).hasContent("8");
      }
    }
    try (Document<Counter, CounterEvent> document = open()) {
      document.revert(options("revert"));
      assertThat(value(document)).isEqualTo(8);
      document.session().with(options("undo")).undo(1);
      assertThat(value(document)).isEqualTo(7);
    }
  }

  @Test
  void a_loss_of_all_records_of_later_saves_is_not_taken_for_an_unfinished_write()
      throws IOException {
    saveUndoneAndRedone();
    for (int number = 6; number <= 10; number++) {
      damage(number);
    }
    try (Document<Counter, CounterEvent> document = open()) {
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
    }
    assertThat(folder.resolve("a.counter")).hasContent("8");
  }

  @Test
  @Clause("DO-17")
  void inspecting_a_damaged_history_changes_nothing() throws IOException {
    saveUndoneAndRedone();
    damage(6);
    byte[] damaged = Files.readAllBytes(segment());
    for (int i = 0; i < 2; i++) {
      try (var document = inspected()) {
        assertThat(document.recoveryReport().orElseThrow().losses()).hasSize(1);
        assertThat(document.recordCount()).isEqualTo(5);
        assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
      }
      assertThat(segment()).hasBinaryContent(damaged);
    }
    Files.writeString(segment(), "?");
    Files.delete(segment().resolveSibling("000000000001.snapshot"));
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(this::inspected)
        .withMessageContaining("no record of its history can be read");
  }

  private Document<Counter, CounterEvent> inspected() {
    return CounterDocuments.openIn(folder)
        .store()
        .inspectHistory(CounterDocuments.DOMAIN, folder.resolve("a.counter"))
        .orElseThrow();
  }

  @Test
  void unsaved_steps_stay_after_an_unfinished_write() throws IOException {
    Files.writeString(folder.resolve("a.counter"), "7\n");
    try (Document<Counter, CounterEvent> document = open()) {
      add(document, 1);
      add(document, 2);
    }
    byte[] bytes = Files.readAllBytes(segment());
    String text = new String(bytes, StandardCharsets.UTF_8);
    Files.writeString(segment(), text.substring(0, text.length() - 9));
    try (Document<Counter, CounterEvent> document = open()) {
      assertThat(value(document)).isEqualTo(8);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
  }
}
