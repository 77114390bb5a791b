package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParsedFilesTest {

  private final List<byte[]> parsed = new ArrayList<>();
  private final ParsedFiles files =
      new ParsedFiles(bytes -> {
        parsed.add(bytes);
        return DrawioFormat.reader(DrawioLimits.standard()).read(bytes);
      });

  @Test
  void the_same_bytes_are_parsed_once() throws Damage {
    Source source = Source.of(DiagramFiles.fixture("plain.drawio"));
    DrawioFile file = files.read(source);
    assertThat(files.read(Source.of(source.bytes()))).isSameAs(file);
    assertThat(parsed).hasSize(1);
  }

  @Test
  void only_some_are_kept() throws Damage {
    for (int i = 0; i < 100; i++) {
      files.read(numbered(i));
    }
    files.read(numbered(99));
    assertThat(parsed).hasSize(100);
    files.read(numbered(0));
    assertThat(parsed).hasSize(101);
  }

  @Test
  void what_cannot_be_read_is_refused_each_time() {
    Source broken = Source.of(new byte[] {'<'});
    assertThatThrownBy(() -> files.read(broken)).isInstanceOf(Damage.class);
    assertThatThrownBy(() -> files.read(broken)).isInstanceOf(Damage.class);
  }

  @Test
  void a_save_parses_what_it_writes_and_nothing_else() {
    DrawioFormat<DiagramContent> format =
        new DrawioFormat<>(files, DiagramContent::of, DiagramContent::entities);
    byte[] bytes = DiagramFiles.fixture("mixed-pages.drawio");
    format.read(bytes);
    DiagramContent diagram = PlainFormat.read(bytes);
    for (CellEdit edit : CellEdit.some(3, diagram)) {
      parsed.clear();
      byte[] written = format.write(edit.in(diagram), List.of(Source.of(bytes)));
      format.read(written);
      assertThat(parsed).containsExactly(written);
      assertThat(format.write(diagram, List.of(Source.of(bytes)))).isEqualTo(bytes);
      assertThat(parsed).hasSize(1);
    }
  }

  private static Source numbered(int number) {
    return Source.of(("<mxfile a='" + number + "'/>").getBytes(StandardCharsets.UTF_8));
  }
}
