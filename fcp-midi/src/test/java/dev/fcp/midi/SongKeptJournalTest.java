package dev.fcp.midi;

import static java.util.Objects.requireNonNull;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.journal.KeptJournals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document and its history in the format of the first release can still be opened. */
class SongKeptJournalTest {

  private static final KeptJournals<EntityModel<SongKey, SongEntity>, SongEvent> KEPT_JOURNALS =
      new KeptJournals<>(new SongDomain(), "song.mid", SongEventGenerator::events);

  @TempDir private Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(requireNonNull(SongKeptJournalTest.class.getResource(name)).toURI());
  }

  /** Writes such a document to a folder; run it for a new version of the format. */
  public static void main(String[] arguments) throws Exception {
    EntityModel<SongKey, SongEntity> song =
        SongGenerator.models().generate(Choices.random(new Random(5), 2_048));
    byte[] first = new SongDomain().format().write(song, List.of());
    KEPT_JOURNALS.write(
        Path.of(arguments[0]), first, Files.readAllLines(resource("/events.jsonl")));
  }

  @Test
  @Clause("JN-15")
  void a_version_1_journal_opens_and_its_steps_undo_and_redo() throws Exception {
    KEPT_JOURNALS.verify(resource("/journals/v1/midi"), folder);
  }
}
