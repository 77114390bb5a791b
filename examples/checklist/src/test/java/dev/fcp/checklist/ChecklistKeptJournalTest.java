package dev.fcp.checklist;

import static java.util.Objects.requireNonNull;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.journal.KeptJournals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document and its history in the format of the first release can still be opened. */
class ChecklistKeptJournalTest {

  private static final ChecklistDomain DOMAIN = new ChecklistDomain();
  private static final byte[] FIRST =
      "# list\n\n- [ ] a\n* [X]  b\n- [ ] a\n".getBytes(StandardCharsets.UTF_8);
  private static final KeptJournals<EntityModel<String, Line>, ChecklistEvent> KEPT_JOURNALS =
      new KeptJournals<>(DOMAIN, "list.checklist", ChecklistKeptJournalTest::events);

  /** Generates an event that leads towards a random other list. */
  private static Generator<ChecklistEvent> events(EntityModel<String, Line> model) {
    return choices -> {
      byte[] other = new ChecklistContractTest().validFiles().generate(choices);
      List<ChecklistEvent> events = DOMAIN.diff(model, read(other));
      return choices.pick(events.isEmpty() ? DOMAIN.diff(DOMAIN.empty(), read(FIRST)) : events);
    };
  }

  private static EntityModel<String, Line> read(byte[] file) {
    return DOMAIN.format().read(file)
            instanceof ReadResult.Readable<EntityModel<String, Line>>(var model, var source)
        ? model
        : DOMAIN.empty();
  }

  @TempDir private Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(requireNonNull(ChecklistKeptJournalTest.class.getResource(name)).toURI());
  }

  /** Writes such a document to a folder; run it for a new version of the format. */
  public static void main(String[] arguments) throws Exception {
    KEPT_JOURNALS.write(
        Path.of(arguments[0]), FIRST, Files.readAllLines(resource("/events.jsonl")));
  }

  @Test
  @Clause("JN-15")
  void a_version_1_journal_opens_and_its_steps_undo_and_redo() throws Exception {
    KEPT_JOURNALS.verify(resource("/journals/v1/checklist"), folder);
  }
}
