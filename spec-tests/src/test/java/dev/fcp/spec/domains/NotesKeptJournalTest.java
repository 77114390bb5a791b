package dev.fcp.spec.domains;

import static java.util.Objects.requireNonNull;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.journal.KeptJournals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document with its history, as the first release wrote them. */
class NotesKeptJournalTest {

  private static final KeptJournals<EntityModel<NoteKey, NoteEntity>, NoteEvent> KEPT =
      new KeptJournals<>(new NotesDomain(), "board.notes", NoteGenerators::events);
  private static final String FIRST =
      """
      # shopping

      {"board":"Saturday"}
      {"id":"m",  "text":"market"}
      {"id":"a","text":"apples"}
      """;

  @TempDir private Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(requireNonNull(NotesKeptJournalTest.class.getResource(name)).toURI());
  }

  /** Writes such a document to a folder, for a new version of the format. */
  public static void main(String[] arguments) throws Exception {
    byte[] first = FIRST.getBytes(StandardCharsets.UTF_8);
    KEPT.write(Path.of(arguments[0]), first, Files.readAllLines(resource("/notes-events.jsonl")));
  }

  @Test
  @Clause("JN-15")
  void a_journal_of_version_1_is_opened_undone_to_its_first_bytes_and_redone() throws Exception {
    KEPT.verify(resource("/journals/v1/notes"), folder);
  }
}
