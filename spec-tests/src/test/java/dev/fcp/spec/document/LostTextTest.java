package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose journal lost the text of a version: a file of it is gone or damaged. */
@Clause({"JN-10", "DO-8"})
class LostTextTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final Intent SAVE = Intent.of("save", ANN);
  private static final String FIRST =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m","text":"market"}
      {"id":"a",  "text":"apples"}
      """;

  @TempDir private Path folder;

  private Document<EntityModel<NoteKey, Item>, NoteEvent> open(Path path) {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder))
        .open(DOMAIN, path, ANN)
        .orElseThrow();
  }

  private static void edit(Document<EntityModel<NoteKey, Item>, NoteEvent> document, String text) {
    document
        .session()
        .step(
            Intent.of("edit", ANN),
            stage -> DOMAIN.diff(stage.model(), read(text)).forEach(stage::emit));
    assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
  }

  private static EntityModel<NoteKey, Item> read(String text) {
    return DOMAIN.format().read(text.getBytes(StandardCharsets.UTF_8))
            instanceof ReadResult.Readable<EntityModel<NoteKey, Item>>(var model, var source)
        ? model
        : DOMAIN.empty();
  }

  private static String id(String text) {
    return Source.of(text.getBytes(StandardCharsets.UTF_8)).id();
  }

  private Path history() {
    return folder.resolve(".fcp/a.notes");
  }

  private void lose(String text) throws IOException {
    Files.delete(history().resolve(id(text) + ".source"));
  }

  private Path path() throws IOException {
    return Files.writeString(folder.resolve("a.notes"), FIRST);
  }

  private Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(history())) {
      for (Path file : found.toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static RecoveryReport recovery(Document<?, ?> document) {
    return document.recovery().orElseThrow();
  }

  @Test
  void without_the_text_of_the_base_and_its_snapshot_nothing_opens_and_nothing_is_written()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("market", "fair"));
    }
    lose(FIRST);
    Files.delete(history().resolve("000000000001.snapshot"));
    Map<String, byte[]> before = files();
    assertThatThrownBy(() -> open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("record 1")
        .hasMessageContaining("its text " + id(FIRST) + " is gone or damaged");
    assertThat(files()).usingRecursiveComparison().isEqualTo(before);
    assertThat(path).hasContent(FIRST.replace("market", "fair"));
  }

  @Test
  void a_lost_text_of_the_base_is_named_and_what_the_file_holds_of_it_stays() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("market", "fair"));
    }
    lose(FIRST);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(FIRST));
      assertThat(recovery(document).lines(1)).last().asString().contains(id(FIRST));
      edit(document, FIRST.replace("market", "fair at noon"));
      assertThat(path).hasContent(FIRST.replace("market", "fair at noon"));
      document.session().undo(Intent.of("undo", ANN), 2);
      assertThat(document.session().model()).isEqualTo(read(FIRST));
      document.session().redo(Intent.of("redo", ANN), 1);
      document.save(SAVE);
    }
    assertThat(path).hasContent(FIRST.replace("market", "fair"));
  }

  @Test
  void a_lost_text_that_the_file_still_holds_is_kept_again() throws IOException {
    Path path = path();
    open(path).close();
    lose(FIRST);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(FIRST));
    }
    try (var document = open(path)) {
      assertThat(recovery(document).isClean()).isTrue();
      edit(document, FIRST.replace("market", "fair"));
      document.session().undo(Intent.of("undo", ANN), 1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
  }

  @Test
  void a_lost_text_of_a_found_version_costs_that_text_and_nothing_else() throws IOException {
    Path path = path();
    open(path).close();
    String theirs = FIRST.replace("# shopping", "# groceries").replace("market", "fair");
    Files.writeString(path, theirs);
    try (var document = open(path)) {
      edit(document, theirs.replace("fair", "fair at noon"));
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
    lose(theirs);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(theirs));
      assertThat(document.look()).isEqualTo(new FileNews.Nothing());
      document.session().undo(Intent.of("undo", ANN), 1);
      assertThat(document.session().model()).isEqualTo(read(theirs));
      document.session().undo(Intent.of("undo", ANN), 1);
      document.save(SAVE);
      assertThat(Files.readString(path)).isEqualTo(FIRST);
      document.session().redo(Intent.of("redo", ANN), 2);
      assertThat(document.session().verify().holds()).isTrue();
      document.save(SAVE);
    }
    assertThat(read(Files.readString(path)))
        .isEqualTo(read(theirs.replace("fair", "fair at noon")));
  }

  @Test
  void a_damaged_text_is_a_lost_one() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, FIRST.replace("market", "fair"));
    }
    Files.writeString(history().resolve(id(FIRST) + ".source"), FIRST.replace('#', '%'));
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(FIRST));
      assertThat(document.session().model()).isEqualTo(read(FIRST.replace("market", "fair")));
    }
  }
}
