package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Notes in a file whose history lasts, and what is done to them. */
abstract class LastingNotes {

  static final NotesDomain DOMAIN = new NotesDomain();
  static final Origin ANN = Origin.of("ann");
  static final Intent SAVE = Intent.of("save", ANN);
  static final String FIRST =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m",  "text":"market"}
      {"id":"a","text":"apples"}
      """;

  @TempDir Path folder;

  Path path() throws IOException {
    return Files.writeString(folder.resolve("a.notes"), FIRST);
  }

  DocumentStore store() {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalFiles.standard(folder));
  }

  Document<EntityModel<NoteKey, Item>, NoteEvent> open(Path path) {
    return store().open(DOMAIN, path, ANN).orElseThrow();
  }

  FileNews newsOf(Path path) {
    return switch (store().open(DOMAIN, path, ANN)) {
      case Opening.Opened<EntityModel<NoteKey, Item>, NoteEvent>(var document, var news) -> {
        document.close();
        yield news;
      }
      case Opening.Undecided<EntityModel<NoteKey, Item>, NoteEvent> undecided ->
          throw new AssertionError(undecided.toString());
      case Opening.Unreadable<EntityModel<NoteKey, Item>, NoteEvent> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  static EntityModel<NoteKey, Item> read(String text) {
    return switch (DOMAIN.format().read(text.getBytes(StandardCharsets.UTF_8))) {
      case ReadResult.Readable<EntityModel<NoteKey, Item>>(var model, var source) -> model;
      case ReadResult.Unreadable<EntityModel<NoteKey, Item>> unreadable ->
          throw new AssertionError(unreadable.toString());
    };
  }

  /** Makes a document hold what a text says, by one step. */
  static void edit(Document<EntityModel<NoteKey, Item>, NoteEvent> document, String text) {
    Outcome outcome =
        document
            .session()
            .step(
                Intent.of("edit", ANN),
                stage -> DOMAIN.diff(stage.model(), read(text)).forEach(stage::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  static void editAndSave(Document<EntityModel<NoteKey, Item>, NoteEvent> document, String text) {
    edit(document, text);
    assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
  }

  static List<String> actors(Document<?, ?> document) {
    return document.session().state().history().steps().stream()
        .map(Step::origin)
        .map(Origin::actor)
        .toList();
  }

  static void undo(Document<?, ?> document, int steps) {
    assertThat(document.session().undo(Intent.of("undo", ANN), steps))
        .isInstanceOf(Outcome.Moved.class);
  }
}
