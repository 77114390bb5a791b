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

  private static final DrawioFormat<DiagramContent> FORMAT = PlainFormat.standard();

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @Test
  void the_folder_of_real_files_holds_63() {
    assumeTrue(
        DiagramFiles.corpusFolder().isPresent(), "no shared/corpus/drawio above this folder");
    assertThat(DiagramFiles.corpus()).hasSize(63);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_that_was_read_is_written_as_it_was(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = PlainFormat.read(bytes);
    assertThat(FORMAT.write(diagram, List.of(Source.of(bytes)))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_written_without_its_source_says_the_same(Path file) {
    DiagramContent diagram = PlainFormat.read(DiagramFiles.bytes(file));
    assertThat(PlainFormat.read(FORMAT.write(diagram, List.of())).difference(diagram)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void of_two_edits_the_one_that_is_undone_leaves_no_trace(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = PlainFormat.read(bytes);
    List<CellEdit> places = CellEdit.some(4, diagram);
    for (int i = 1; i < places.size(); i++) {
      DiagramContent first = places.get(i - 1).in(diagram);
      Source both = Source.of(FORMAT.write(places.get(i).in(first), List.of(Source.of(bytes))));
      byte[] one = FORMAT.write(first, List.of(Source.of(bytes)));
      byte[] oneLeft = FORMAT.write(first, List.of(Source.of(bytes), both));
      assertThat(oneLeft).isEqualTo(one);
    }
  }
}
