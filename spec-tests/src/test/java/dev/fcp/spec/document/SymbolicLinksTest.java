package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.ANN;
import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Symbolic links in a served folder, which lead out of it. */
@Clause("JN-21")
class SymbolicLinksTest {

  @TempDir private Path temporary;
  private Path served;
  private Path outside;
  private Path path;

  @BeforeEach
  void create_folders() throws IOException {
    served = Files.createDirectory(temporary.resolve("served"));
    outside = Files.createDirectory(temporary.resolve("outside"));
    path = Files.writeString(served.resolve("a.counter"), "7\n");
  }

  private CounterDocuments documents() {
    return CounterDocuments.openIn(served);
  }

  /** A folder with files that a journal would read, rename or delete. */
  private void fillOutside() throws IOException {
    Path journal = Files.createDirectories(outside.resolve("a.counter"));
    for (Path folder : new Path[] {outside, journal}) {
      Files.writeString(folder.resolve("000000000002.jsonl"), "not yours\n");
      Files.writeString(folder.resolve("notes.tmp"), "not yours\n");
    }
  }

  private Map<String, String> contentOutside() throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(outside)) {
      for (Path file : files.toList()) {
        content.put(file.toString(), Files.isRegularFile(file) ? Files.readString(file) : "");
      }
    }
    return content;
  }

  private void link(String name, Path to) throws IOException {
    Path link = served.resolve(name);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, to);
  }

  private static void requireRefusal(ThrowingCallable call, String link) {
    assertThatExceptionOfType(JournalException.class)
        .isThrownBy(call)
        .withMessageContaining(link + " is a symbolic link, which a history does not follow");
  }

  @ParameterizedTest
  @ValueSource(strings = {".fcp", ".fcp/a.counter"})
  void a_linked_history_is_neither_opened_nor_deleted(String name) throws IOException {
    fillOutside();
    Map<String, String> before = contentOutside();
    link(name, outside);
    requireRefusal(() -> documents().open(path), name);
    requireRefusal(() -> documents().store().hasHistory(path), name);
    requireRefusal(() -> documents().store().deleteHistory(path), name);
    requireRefusal(() -> documents().store().openWithNewHistory(DOMAIN, path, ANN), name);
    assertThat(contentOutside()).isEqualTo(before);
    assertThat(path).hasContent("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {".gitignore", "a.counter/lock", "a.counter/unfinished"})
  void a_file_behind_a_link_is_not_created(String name) throws IOException {
    link(".fcp/" + name, outside.resolve("created"));
    requireRefusal(() -> documents().open(path), name);
    assertThat(contentOutside()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"000000000001.jsonl", "lock"})
  void a_linked_file_of_a_history_is_not_read(String name) throws IOException {
    documents().open(path).close();
    Files.move(served.resolve(".fcp/a.counter").resolve(name), outside.resolve(name));
    Map<String, String> before = contentOutside();
    link(".fcp/a.counter/" + name, outside.resolve(name));
    requireRefusal(() -> documents().open(path), name);
    assertThat(contentOutside()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"replaced.old", "save.tmp", "000000000001.jsonl.tmp"})
  void a_linked_temporary_file_is_deleted_without_its_target(String name) throws IOException {
    documents().open(path).close();
    Path secret = Files.writeString(outside.resolve("secret"), "12\n");
    link(".fcp/a.counter/" + name, secret);
    try (Document<Counter, CounterEvent> document = documents().open(path)) {
      assertThat(value(document)).isEqualTo(7);
      assertThat(document.session().state().history().steps()).isEmpty();
    }
    assertThat(Files.isSymbolicLink(served.resolve(".fcp/a.counter").resolve(name))).isFalse();
    assertThat(secret).hasContent("12");
  }

  @Test
  void linked_drafts_and_archived_histories_are_not_found() throws IOException {
    documents().open(path).close();
    documents().store().openWithNewHistory(DOMAIN, path, ANN).orElseThrow().close();
    Files.move(served.resolve(".fcp/.former"), outside.resolve("former"));
    link(".fcp/.former", outside.resolve("former"));
    link(".fcp/.drafts", outside.resolve("former"));
    assertThat(documents().store().archivedHistories(path)).isEmpty();
    assertThat(documents().store().drafts(DOMAIN)).isEmpty();
    requireRefusal(() -> documents().store().create(DOMAIN, ANN), ".drafts");
  }

  @Test
  void a_linked_history_of_another_file_does_not_matter() throws IOException {
    fillOutside();
    link(".fcp/b.counter", outside);
    try (Document<Counter, CounterEvent> document = documents().open(path)) {
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"9\n", ""})
  @Clause("DO-15")
  void a_document_replaced_by_a_link_is_neither_saved_nor_read(String content) throws IOException {
    Path secret = outside.resolve("secret.counter");
    if (!content.isEmpty()) {
      Files.writeString(secret, content);
    }
    Map<String, String> before = contentOutside();
    try (Document<Counter, CounterEvent> document = documents().open(path)) {
      add(document, 1);
      link("a.counter", secret);
      assertThatExceptionOfType(JournalException.class)
          .isThrownBy(document::checkFile)
          .withMessageContaining("a symbolic link now leads to another file");
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(document.revert(options("revert"))).isInstanceOf(Outcome.Refused.class);
      assertThat(value(document)).isEqualTo(8);
      assertThat(depth(document)).isEqualTo(1);
      assertThat(contentOutside()).isEqualTo(before);
      assertThat(document.saveAs(SAVE, served.resolve("b.counter")))
          .isInstanceOf(SaveResult.Saved.class);
    }
  }

  @Test
  @Clause("DO-15")
  void a_document_in_a_folder_replaced_by_a_link_is_not_saved() throws IOException {
    Path inner = Files.createDirectory(served.resolve("inner"));
    Path file = Files.writeString(inner.resolve("a.counter"), "7\n");
    Path other = Files.writeString(outside.resolve("a.counter"), "7\n");
    try (Document<Counter, CounterEvent> document = documents().open(file)) {
      add(document, 1);
      Files.move(inner, served.resolve("moved"));
      link("inner", outside);
      assertThat(document.session().model().value()).isEqualTo(8);
      assertThatExceptionOfType(JournalException.class).isThrownBy(() -> document.save(SAVE));
    }
    assertThat(other).hasContent("7");
  }
}
