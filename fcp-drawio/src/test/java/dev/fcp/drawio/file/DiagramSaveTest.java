package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Saves files after the edit of a cell and after undoing it. */
class DiagramSaveTest {

  private static final int EDITED_CELLS = Tries.of(20);
  private static final DiagramDomain DOMAIN = new DiagramDomain();
  private static final ParsedFileCache.FileParser READER =
      DrawioFormat.parser(DrawioLimits.standard());
  private static final EditOptions EDIT = EditOptions.of("edit", Origin.of("ann"));

  @TempDir private Path folder;

  static List<Path> files() {
    return Tries.sweep(DiagramFiles.all());
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_edit_changes_only_its_cell_and_undo_restores_the_original_bytes(Path original)
      throws IOException, DrawioParseException {
    byte[] first = DiagramFiles.bytes(original);
    Path file = Files.write(folder.resolve(original.getFileName()), first);
    Document<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> document = open(file);
    DrawioFile before = parsed(first);
    byte[] last = first;
    for (CellEdit edit : CellEdit.sample(EDITED_CELLS, before.content())) {
      DiagramEvent event = DOMAIN.between(edit.key(), edit.before(), edit.after()).orElseThrow();
      assertThat(document.session().step(EDIT, step -> step.emit(event)))
          .isInstanceOf(Outcome.Committed.class);
      byte[] edited = saved(document, file);
      DrawioFile after = parsed(edited);
      assertThat(after.content().firstDifference(edit.applyTo(before.content()))).isEmpty();
      edit.assertDifferenceWithin(before, after);
      assertThat(document.session().with(EDIT).undo(1)).isInstanceOf(Outcome.Moved.class);
      assertThat(saved(document, file)).isEqualTo(first).isNotEqualTo(edited);
      last = edited;
    }
    assertThat(document.session().with(EDIT).redo(1))
        .isInstanceOf(last == first ? Outcome.Unchanged.class : Outcome.Moved.class);
    assertThat(saved(document, file)).isEqualTo(last);
    assertThat(document.session().verify().isValid()).isTrue();
  }

  private static Document<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> open(Path file) {
    DocumentStore store = new DocumentStore(SessionSettings.standard());
    return store.open(DOMAIN, file, EDIT.origin()).orElseThrow();
  }

  private static byte[] saved(Document<?, ?> document, Path file) throws IOException {
    assertThat(document.save(EDIT)).isInstanceOf(SaveResult.Saved.class);
    return Files.readAllBytes(file);
  }

  private static DrawioFile parsed(byte[] bytes) throws DrawioParseException {
    return READER.parse(bytes);
  }
}
