package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.ReadResult.Readable;
import dev.fcp.eventlog.domain.ReadResult.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawioLimitsTest {

  private static final int FREE = 1_000_000;

  @Test
  void a_diagram_may_be_as_large_as_any_file() {
    assertThat(DrawioLimits.standard().fileBytes()).isEqualTo((int) DocumentStore.MAX_FILE_BYTES);
  }

  @Test
  void a_file_may_have_so_many_bytes() {
    assertRefused(new DrawioLimits(9, FREE, FREE, FREE, FREE, FREE, FREE, FREE), "<mxfile/>\n");
    assertRead(new DrawioLimits(10, FREE, FREE, FREE, FREE, FREE, FREE, FREE), "<mxfile/>\n");
  }

  @Test
  void packed_pages_may_have_so_many_bytes_together() {
    String page = packed("x".repeat(1000));
    String two = page.replace("</diagram>", "</diagram>" + page.substring(8, page.length() - 9));
    assertRefused(new DrawioLimits(FREE, 1000, FREE, FREE, FREE, FREE, FREE, FREE), page);
    assertRead(new DrawioLimits(FREE, 2000, FREE, FREE, FREE, FREE, FREE, FREE), page);
    assertRefused(new DrawioLimits(FREE, 2000, FREE, FREE, FREE, FREE, FREE, FREE), two);
    assertRead(new DrawioLimits(FREE, 4000, FREE, FREE, FREE, FREE, FREE, FREE), two);
  }

  @Test
  void a_packed_page_may_grow_so_many_times() {
    String bomb = packed(" ".repeat(2_000_000));
    assertRefused(DrawioLimits.standard(), bomb);
    DrawioLimits lavish =
        new DrawioLimits(FREE, 100 * FREE, 2000, FREE, FREE, FREE, FREE, 100 * FREE);
    assertRead(lavish, bomb);
  }

  @Test
  void elements_may_nest_so_deep() {
    DrawioLimits limits = new DrawioLimits(FREE, FREE, FREE, 10, FREE, FREE, FREE, FREE);
    assertRefused(limits, "<mxfile>" + "<a>".repeat(10) + "</a>".repeat(10) + "</mxfile>");
    assertRead(limits, "<mxfile>" + "<a>".repeat(9) + "</a>".repeat(9) + "</mxfile>");
  }

  @Test
  void there_may_be_so_many_elements_cells_and_attributes() {
    String cells =
        "<mxGraphModel><root>" + "<mxCell a='1' b='2'/>".repeat(5) + "</root></mxGraphModel>";
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, 6, FREE, FREE, FREE), cells);
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, 2, FREE, FREE, FREE), packed("x"));
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, 3, FREE, FREE, FREE), packed("x"));
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, 4, FREE, FREE), cells);
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, 1, FREE), cells);
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, 7, 5, 2, FREE), cells);
  }

  @Test
  void a_value_may_be_so_long() {
    String file = "<mxfile a='" + "x".repeat(100) + "'/>";
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, 99), file);
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, 100), file);
  }

  @Test
  void what_would_not_be_read_again_is_not_written() {
    DrawioFormat<DiagramContent> small =
        PlainFormat.with(new DrawioLimits(20, FREE, FREE, FREE, FREE, FREE, FREE, FREE));
    DiagramContent diagram = PlainFormat.read(DiagramFiles.fixture("bare.xml"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> small.write(diagram, List.of()))
        .withMessageContaining("more than 20 bytes");
  }

  @Test
  void a_limit_is_at_least_one() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DrawioLimits(1, 1, 1, 0, 1, 1, 1, 1));
  }

  private static String packed(String filler) {
    return "<mxfile><diagram>"
        + Packing.pack("<mxGraphModel>" + filler + "</mxGraphModel>").replace("%20", " ")
        + "</diagram></mxfile>";
  }

  private static void assertRefused(DrawioLimits limits, String text) {
    assertThat(PlainFormat.with(limits).read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Unreadable.class);
  }

  private static void assertRead(DrawioLimits limits, String text) {
    assertThat(PlainFormat.with(limits).read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Readable.class);
  }
}
