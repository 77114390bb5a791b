package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParsedFileCacheTest {

  private final List<byte[]> parsed = new ArrayList<>();
  private final ParsedFileCache cache =
      new ParsedFileCache(bytes -> {
        parsed.add(bytes);
        return DrawioFormat.parser(DrawioLimits.standard()).parse(bytes);
      });

  @Test
  void the_same_bytes_are_parsed_once() throws DrawioParseException {
    Source source = Source.of(DiagramFiles.fixture("plain.drawio"));
    DrawioFile file = cache.read(source);
    assertThat(cache.read(Source.of(source.bytes()))).isSameAs(file);
    assertThat(parsed).hasSize(1);
  }

  @Test
  void the_cache_is_bounded() throws DrawioParseException {
    for (int i = 0; i < 100; i++) {
      cache.read(numbered(i));
    }
    cache.read(numbered(99));
    assertThat(parsed).hasSize(100);
    cache.read(numbered(0));
    assertThat(parsed).hasSize(101);
  }

  @Test
  void unreadable_files_are_refused_each_time() {
    Source broken = Source.of(new byte[] {'<'});
    assertThatThrownBy(() -> cache.read(broken)).isInstanceOf(DrawioParseException.class);
    assertThatThrownBy(() -> cache.read(broken)).isInstanceOf(DrawioParseException.class);
  }

  @Test
  void a_save_parses_only_the_written_bytes() {
    DrawioFormat<DiagramContent> format =
        new DrawioFormat<>(cache, DiagramContent::of, DiagramContent::entities);
    byte[] bytes = DiagramFiles.fixture("mixed-pages.drawio");
    format.read(bytes);
    DiagramContent diagram = ContentFormat.read(bytes);
    for (CellEdit edit : CellEdit.sample(3, diagram)) {
      parsed.clear();
      byte[] written = format.write(edit.applyTo(diagram), List.of(Source.of(bytes)));
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
