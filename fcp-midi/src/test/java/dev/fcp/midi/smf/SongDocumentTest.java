package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Opens, edits, saves and undoes songs as documents. Runs concurrently, because saving waits for
 * the disk.
 */
@Execution(ExecutionMode.CONCURRENT)
class SongDocumentTest {

  private static final SongDomain DOMAIN = new SongDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions SAVE = EditOptions.of("save", ANN);
  private static final int EDITS = Tries.of(20);

  private final DocumentStore store = new DocumentStore(SessionSettings.standard());

  @TempDir private Path folder;

  static List<Arguments> files() {
    return SmfTestFiles.testArguments(SmfTestFiles.files());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void each_edit_changes_only_its_message_and_undo_restores_the_file(String name, byte[] bytes)
      throws IOException {
    Document<EntityModel<SongKey, SongEntity>, SongEvent> document = opened(bytes);
    for (SongEvent edit : edits(document.session().model())) {
      assertThat(document.session().step(EditOptions.of("edit", ANN), step -> step.emit(edit)))
          .isInstanceOf(Outcome.Committed.class);
      assertDiffersInOneMessage(bytes, saved(document), edit.change().key());
      document.session().with(EditOptions.of("undo", ANN)).undo(1);
      assertThat(saved(document)).isEqualTo(bytes);
    }
    assertThat(saved(document)).isEqualTo(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void undoing_all_edits_restores_the_file_and_redoing_them_the_edited_file(
      String name, byte[] bytes) throws IOException {
    Document<EntityModel<SongKey, SongEntity>, SongEvent> document = opened(bytes);
    List<SongEvent> edits = edits(document.session().model());
    for (SongEvent edit : edits) {
      document.session().step(EditOptions.of("edit", ANN), step -> step.emit(edit));
    }
    byte[] edited = saved(document);
    document.session().with(EditOptions.of("undo", ANN)).undo(edits.size());
    assertThat(saved(document)).isEqualTo(bytes);
    document.session().with(EditOptions.of("redo", ANN)).redo(edits.size());
    assertThat(saved(document)).isEqualTo(edited);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void the_cache_of_a_format_does_not_change_the_written_bytes(String name, byte[] bytes) {
    SongDomain remembering = new SongDomain();
    var read =
        (ReadResult.Readable<EntityModel<SongKey, SongEntity>>) remembering.format().read(bytes);
    EntityModel<SongKey, SongEntity> song = read.model();
    for (SongEvent edit : edits(song)) {
      song = DOMAIN.replay(edit, song);
      List<Source> sources = List.of(read.source());
      assertThat(remembering.format().write(song, sources))
          .isEqualTo(new SongDomain().format().write(song, sources));
    }
  }

  @Test
  void undoing_the_repair_of_a_damaged_real_file_restores_it() throws IOException {
    assumeTrue(SmfCorpus.folder().isPresent(), "no shared/corpus/midi above this folder");
    int repairedCount = 0;
    for (Path damaged : SmfCorpus.damaged()) {
      byte[] bytes = SmfCorpus.bytes(damaged);
      Path file = Files.write(folder.resolve("damaged.mid"), bytes);
      assertThat(store.open(DOMAIN, file, ANN)).isInstanceOf(OpenResult.Unreadable.class);
      repairedCount += repairs(file, bytes) ? 1 : 0;
    }
    assertThat(repairedCount).isEqualTo(8);
  }

  @Test
  void undoing_a_repair_restores_the_damaged_file() throws IOException {
    byte[] bytes = SmfBuilder.file(0, 1, 96).track("00 C0 01 00 F4 00 C0 02 ").bytes();
    Path file = Files.write(folder.resolve("damaged.mid"), bytes);
    assertThat(store.open(DOMAIN, file, ANN))
        .isEqualTo(
            new OpenResult.Unreadable<>(
                file,
                26,
                "F4, which no file can hold as a message",
                Optional.of(new Suggestion.Advice("open PATH repair:yes"))));
    assertThat(repairs(file, bytes)).isTrue();
  }

  private boolean repairs(Path file, byte[] bytes) throws IOException {
    if (!(store.repair(DOMAIN, file, ANN)
        instanceof RepairResult.Repaired<EntityModel<SongKey, SongEntity>, SongEvent> repaired)) {
      return false;
    }
    assertThat(repaired.findings()).isNotEmpty();
    SmfContent readable = SmfTestFiles.read(saved(repaired.document())).content();
    assertThat(readable)
        .isEqualTo(SalvageResult.of(bytes, SmfLimits.standard()).orElseThrow().content());
    repaired.document().session().with(EditOptions.of("undo", ANN)).undo(1);
    assertThat(saved(repaired.document())).isEqualTo(bytes);
    return true;
  }

  private Document<EntityModel<SongKey, SongEntity>, SongEvent> opened(byte[] bytes)
      throws IOException {
    Path file = Files.write(folder.resolve("song.mid"), bytes);
    return store.open(DOMAIN, file, ANN).orElseThrow();
  }

  private static byte[] saved(Document<EntityModel<SongKey, SongEntity>, SongEvent> document)
      throws IOException {
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    return Files.readAllBytes(document.path().orElseThrow());
  }

  /** A fixed sample of edits, each of one message of a different entity. */
  private static List<SongEvent> edits(EntityModel<SongKey, SongEntity> song) {
    List<SongEvent> edits = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      changed(entry.getValue())
          .flatMap(changed -> DOMAIN.between(entry.getKey(), entry.getValue(), changed))
          .ifPresent(edits::add);
    }
    Collections.shuffle(edits, new Random(1));
    return edits.subList(0, Math.min(EDITS, edits.size()));
  }

  private static Optional<SongEntity> changed(SongEntity entity) {
    if (entity instanceof Note note) {
      return Optional.of(note.withVelocity(note.velocity() == 127 ? 126 : note.velocity() + 1));
    }
    if (entity instanceof SingleMessage single) {
      return changed(single.message()).map(single::withMessage);
    }
    return Optional.empty();
  }

  /** The message with another last byte, if it is still of the same kind and not part of a note. */
  private static Optional<Message> changed(Message message) {
    if (message.isNoteOn() || message.isNoteOff() || message.data().isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes = message.bytes().toByteArray();
    bytes[bytes.length - 1] ^= 1;
    Message changedMessage = new Message(Bytes.copyOf(bytes));
    return changedMessage.kind() == message.kind() ? Optional.of(changedMessage) : Optional.empty();
  }

  private static void assertDiffersInOneMessage(byte[] before, byte[] after, SongKey edited) {
    SmfFile oldFile = SmfTestFiles.read(before);
    SmfFile newFile = SmfTestFiles.read(after);
    assertThat(newFile.tracks()).hasSameSizeAs(oldFile.tracks());
    for (int i = 0; i < oldFile.tracks().size(); i++) {
      boolean isEdited = edited.track().equals("t" + (i + 1));
      assertThat(differences(oldFile.tracks().get(i), newFile.tracks().get(i)))
          .isEqualTo(isEdited ? 1 : 0);
      if (!isEdited) {
        assertThat(encodedTrack(newFile, i)).isEqualTo(encodedTrack(oldFile, i));
      }
    }
  }

  private static int differences(SmfTrack before, SmfTrack after) {
    assertThat(after.messages()).hasSameSizeAs(before.messages());
    int count = 0;
    for (int i = 0; i < before.messages().size(); i++) {
      count += before.messages().get(i).equals(after.messages().get(i)) ? 0 : 1;
    }
    return count;
  }

  private static byte[] encodedTrack(SmfFile file, int trackIndex) {
    SmfTrack track = file.tracks().get(trackIndex);
    return Arrays.copyOfRange(file.bytes(), track.offsetBytes(), track.end());
  }
}
