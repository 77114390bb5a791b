package dev.fcp.drawio;

import static java.util.Objects.requireNonNull;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.KeptJournals;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document and its history in the format of the first release can still be opened. */
class DiagramKeptJournalTest {

  private static final KeptJournals<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent>
      KEPT_JOURNALS =
          new KeptJournals<>(new DiagramDomain(), "pages.drawio", DiagramEventGenerator::events);

  @TempDir private Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(requireNonNull(DiagramKeptJournalTest.class.getResource(name)).toURI());
  }

  /** Writes such a document to a folder; run it for a new version of the format. */
  public static void main(String[] arguments) throws Exception {
    byte[] first = Files.readAllBytes(resource("/fixtures/mixed-pages.drawio"));
    KEPT_JOURNALS.write(
        Path.of(arguments[0]), first, Files.readAllLines(resource("/events.jsonl")));
  }

  @Test
  @Clause("JN-15")
  void a_version_1_journal_opens_and_its_steps_undo_and_redo() throws Exception {
    KEPT_JOURNALS.verify(resource("/journals/v1/drawio"), folder);
  }
}
