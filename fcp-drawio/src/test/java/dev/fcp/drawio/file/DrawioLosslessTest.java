package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.domain.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DrawioLosslessTest {

  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @Test
  void the_corpus_has_63_files() {
    assumeTrue(
        DiagramFiles.corpusFolder().isPresent(), "no shared/corpus/drawio above this folder");
    assertThat(DiagramFiles.corpus()).hasSize(63);
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_unchanged_file_is_written_byte_for_byte(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = ContentFormat.read(bytes);
    assertThat(FORMAT.write(diagram, List.of(Source.of(bytes)))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_written_without_its_source_has_the_same_content(Path file) {
    DiagramContent diagram = ContentFormat.read(DiagramFiles.bytes(file));
    assertThat(ContentFormat.read(FORMAT.write(diagram, List.of())).firstDifference(diagram))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_undone_edit_leaves_no_trace_in_the_file(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = ContentFormat.read(bytes);
    List<CellEdit> edits = CellEdit.sample(4, diagram);
    for (int i = 1; i < edits.size(); i++) {
      DiagramContent first = edits.get(i - 1).applyTo(diagram);
      Source both = Source.of(FORMAT.write(edits.get(i).applyTo(first), List.of(Source.of(bytes))));
      byte[] expected = FORMAT.write(first, List.of(Source.of(bytes)));
      byte[] afterUndo = FORMAT.write(first, List.of(Source.of(bytes), both));
      assertThat(afterUndo).isEqualTo(expected);
    }
  }
}
