package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Notes in a file with a durable history, and operations on them. */
abstract class PersistentNotesFixture {

  static final NotesDomain DOMAIN = new NotesDomain();
  static final Origin ANN = Origin.of("ann");
  static final EditOptions SAVE = EditOptions.of("save", ANN);
  static final String INITIAL_TEXT =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m",  "text":"market"}
      {"id":"a","text":"apples"}
      """;

  @TempDir Path folder;

  Path path() throws IOException {
    return Files.writeString(folder.resolve("a.notes"), INITIAL_TEXT);
  }

  DocumentStore store() {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
  }

  Document<EntityModel<NoteKey, NoteEntity>, NoteEvent> open(Path path) {
    return store().open(DOMAIN, path, ANN).orElseThrow();
  }

  FileChange fileChangeOf(Path path) {
    return switch (store().open(DOMAIN, path, ANN)) {
      case OpenResult.Opened<EntityModel<NoteKey, NoteEntity>, NoteEvent>(
              var document,
              var fileChange) -> {
        document.close();
        yield fileChange;
      }
      case OpenResult.Undecided<EntityModel<NoteKey, NoteEntity>, NoteEvent> undecided ->
          throw new AssertionError(undecided.toString());
      case OpenResult.Unreadable<EntityModel<NoteKey, NoteEntity>, NoteEvent> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  static EntityModel<NoteKey, NoteEntity> read(String text) {
    return switch (DOMAIN.format().read(text.getBytes(StandardCharsets.UTF_8))) {
      case ReadResult.Readable<EntityModel<NoteKey, NoteEntity>>(var model, var source) -> model;
      case ReadResult.Unreadable<EntityModel<NoteKey, NoteEntity>> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  /** Changes a document to the content of a text, by one step. */
  static void edit(Document<EntityModel<NoteKey, NoteEntity>, NoteEvent> document, String text) {
    Outcome outcome =
        document
            .session()
            .step(
                EditOptions.of("edit", ANN),
                builder -> DOMAIN.diff(builder.model(), read(text)).forEach(builder::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  static void editAndSave(
      Document<EntityModel<NoteKey, NoteEntity>, NoteEvent> document, String text) {
    edit(document, text);
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
  }

  static List<String> actors(Document<?, ?> document) {
    return document.session().state().history().steps().stream()
        .map(Step::origin)
        .map(Origin::actor)
        .toList();
  }

  static void undo(Document<?, ?> document, int steps) {
    assertThat(document.session().with(EditOptions.of("undo", ANN)).undo(steps))
        .isInstanceOf(Outcome.Moved.class);
  }
}
