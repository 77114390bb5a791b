package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
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

/** Documents whose journal lost a source: its file is missing or damaged. */
@Clause({"JN-10", "DO-8"})
class LostSourceTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);
  private static final String INITIAL_TEXT =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m","text":"market"}
      {"id":"a",  "text":"apples"}
      """;

  @TempDir private Path folder;

  private Document<EntityModel<NoteKey, NoteEntity>, NoteEvent> open(Path path) {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder))
        .open(DOMAIN, path, ANN)
        .orElseThrow();
  }

  private static void edit(
      Document<EntityModel<NoteKey, NoteEntity>, NoteEvent> document, String text) {
    document
        .session()
        .step(
            EditOptions.of("edit", ANN),
            builder -> DOMAIN.diff(builder.model(), read(text)).forEach(builder::emit));
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
  }

  private static EntityModel<NoteKey, NoteEntity> read(String text) {
    return DOMAIN.format().read(text.getBytes(StandardCharsets.UTF_8))
            instanceof ReadResult.Readable<EntityModel<NoteKey, NoteEntity>>(var model, var source)
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
    return Files.writeString(folder.resolve("a.notes"), INITIAL_TEXT);
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
    return document.recoveryReport().orElseThrow();
  }

  @Test
  void without_the_source_of_the_base_and_its_snapshot_opening_fails_and_nothing_is_written()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("market", "fair"));
    }
    lose(INITIAL_TEXT);
    Files.delete(history().resolve("000000000001.snapshot"));
    Map<String, byte[]> before = files();
    assertThatThrownBy(() -> open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("record 1")
        .hasMessageContaining("its text " + id(INITIAL_TEXT) + " is gone or damaged");
    assertThat(files()).usingRecursiveComparison().isEqualTo(before);
    assertThat(path).hasContent(INITIAL_TEXT.replace("market", "fair"));
  }

  @Test
  void a_lost_source_of_the_base_is_reported_and_its_parts_in_the_file_are_kept()
      throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("market", "fair"));
    }
    lose(INITIAL_TEXT);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(INITIAL_TEXT));
      assertThat(recovery(document).lines(1)).last().asString().contains(id(INITIAL_TEXT));
      edit(document, INITIAL_TEXT.replace("market", "fair at noon"));
      assertThat(path).hasContent(INITIAL_TEXT.replace("market", "fair at noon"));
      document.session().with(EditOptions.of("undo", ANN)).undo(2);
      assertThat(document.session().model()).isEqualTo(read(INITIAL_TEXT));
      document.session().with(EditOptions.of("redo", ANN)).redo(1);
      document.save(SAVE);
    }
    assertThat(path).hasContent(INITIAL_TEXT.replace("market", "fair"));
  }

  @Test
  void a_lost_source_that_the_file_still_contains_is_stored_again() throws IOException {
    Path path = path();
    open(path).close();
    lose(INITIAL_TEXT);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(INITIAL_TEXT));
    }
    try (var document = open(path)) {
      assertThat(recovery(document).isClean()).isTrue();
      edit(document, INITIAL_TEXT.replace("market", "fair"));
      document.session().with(EditOptions.of("undo", ANN)).undo(1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
  }

  @Test
  void a_lost_source_of_an_external_version_affects_nothing_else() throws IOException {
    Path path = path();
    open(path).close();
    String theirs = INITIAL_TEXT.replace("# shopping", "# groceries").replace("market", "fair");
    Files.writeString(path, theirs);
    try (var document = open(path)) {
      edit(document, theirs.replace("fair", "fair at noon"));
      assertThat(document.session().state().undoDepth()).isEqualTo(2);
    }
    lose(theirs);
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(theirs));
      assertThat(document.checkFile()).isEqualTo(new FileChange.None());
      document.session().with(EditOptions.of("undo", ANN)).undo(1);
      assertThat(document.session().model()).isEqualTo(read(theirs));
      document.session().with(EditOptions.of("undo", ANN)).undo(1);
      document.save(SAVE);
      assertThat(Files.readString(path)).isEqualTo(INITIAL_TEXT);
      document.session().with(EditOptions.of("redo", ANN)).redo(2);
      assertThat(document.session().verify().isValid()).isTrue();
      document.save(SAVE);
    }
    assertThat(read(Files.readString(path)))
        .isEqualTo(read(theirs.replace("fair", "fair at noon")));
  }

  @Test
  void a_damaged_source_counts_as_lost() throws IOException {
    Path path = path();
    try (var document = open(path)) {
      edit(document, INITIAL_TEXT.replace("market", "fair"));
    }
    Files.writeString(
        history().resolve(id(INITIAL_TEXT) + ".source"), INITIAL_TEXT.replace('#', '%'));
    try (var document = open(path)) {
      assertThat(recovery(document).lostSources()).containsExactly(id(INITIAL_TEXT));
      assertThat(document.session().model())
          .isEqualTo(read(INITIAL_TEXT.replace("market", "fair")));
    }
  }
}
