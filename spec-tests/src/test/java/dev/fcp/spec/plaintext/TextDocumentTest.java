package dev.fcp.spec.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.pages.Page;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.domains.pages.PagesDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A text in a file that another program edits, too. */
class TextDocumentTest {

  private static final PagesDomain DOMAIN = new PagesDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);

  @TempDir Path folder;

  private Document<EntityModel<String, Page>, PageEvent> open(Path path) {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder))
        .open(DOMAIN, path, ANN)
        .orElseThrow();
  }

  private static String body(Document<EntityModel<String, Page>, PageEvent> document) {
    return document.session().model().at("1").body().toString();
  }

  private static void type(
      Document<EntityModel<String, Page>, PageEvent> document, int offset, String text) {
    InsertionIds ids = new InsertionIds(new Random(offset));
    Outcome outcome =
        document
            .session()
            .step(
                EditOptions.of("type", ANN),
                step ->
                    step.emit(
                        DOMAIN.edited(
                            "1",
                            step.model(),
                            PagesDomain.BODY,
                            step.model().at("1").body().splice(offset, 0, text, ids))));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  @Clause({"DO-3", "RB-1", "RB-10"})
  void typing_and_an_edit_of_the_file_by_another_program_are_undone_apart() throws IOException {
    Path path = folder.resolve("a.pages");
    Files.writeString(path, "{\"body\":\"one two three\",\"title\":\"page\"}\n");
    try (var document = open(path)) {
      type(document, 7, " typed");
      assertThat(document.save(SAVE)).isInstanceOf(Document.SaveResult.Saved.class);
    }
    Files.writeString(path, "{\"body\":\"ONE two typed, three\",\"title\":\"page\"}\n");
    try (var document = open(path)) {
      assertThat(body(document)).isEqualTo("ONE two typed, three");
      type(document, 0, "> ");
      var own = document.session().with(EditOptions.of("undo", ANN)).rollbacks();
      assertThat(own.undoOwn(StepFilter.sameActorAndSession(ANN)).outcome())
          .isInstanceOf(Outcome.Committed.class);
      assertThat(own.undoOwn(StepFilter.sameActorAndSession(ANN)).outcome())
          .isInstanceOf(Outcome.Committed.class);
      assertThat(body(document)).isEqualTo("ONE two, three");
      var external = new RollbackSelection.Matching(StepFilter.ANY.withActor("external"));
      assertThat(own.rollback(own.plan(external), Mode.ALL_OR_NOTHING))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(body(document)).isEqualTo("one two three");
    }
  }
}
