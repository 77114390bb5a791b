package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Readable;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrawioLimitsTest {

  private static final int FREE = 1_000_000;
  private static final int NAME = 1000;

  @Test
  void a_diagram_may_be_as_large_as_any_file() {
    assertThat(DrawioLimits.standard().fileBytes()).isEqualTo((int) DocumentStore.MAX_FILE_BYTES);
  }

  @Test
  void the_file_size_is_limited() {
    assertRefused(
        new DrawioLimits(9, FREE, FREE, FREE, FREE, FREE, FREE, FREE, NAME), "<mxfile/>\n");
    assertRead(new DrawioLimits(10, FREE, FREE, FREE, FREE, FREE, FREE, FREE, NAME), "<mxfile/>\n");
  }

  @Test
  void the_total_size_of_decompressed_pages_is_limited() {
    String page = packed("x".repeat(1000));
    String two = page.replace("</diagram>", "</diagram>" + page.substring(8, page.length() - 9));
    assertRefused(new DrawioLimits(FREE, 1000, FREE, FREE, FREE, FREE, FREE, FREE, NAME), page);
    assertRead(new DrawioLimits(FREE, 2000, FREE, FREE, FREE, FREE, FREE, FREE, NAME), page);
    assertRefused(new DrawioLimits(FREE, 2000, FREE, FREE, FREE, FREE, FREE, FREE, NAME), two);
    assertRead(new DrawioLimits(FREE, 4000, FREE, FREE, FREE, FREE, FREE, FREE, NAME), two);
  }

  @Test
  void the_compression_ratio_is_limited() {
    String bomb = packed(" ".repeat(2_000_000));
    assertRefused(DrawioLimits.standard(), bomb);
    DrawioLimits lavish =
        new DrawioLimits(FREE, 100 * FREE, 2000, FREE, FREE, FREE, FREE, 100 * FREE, NAME);
    assertRead(lavish, bomb);
  }

  @Test
  void the_nesting_depth_is_limited() {
    DrawioLimits limits = new DrawioLimits(FREE, FREE, FREE, 10, FREE, FREE, FREE, FREE, NAME);
    assertRefused(limits, "<mxfile>" + "<a>".repeat(10) + "</a>".repeat(10) + "</mxfile>");
    assertRead(limits, "<mxfile>" + "<a>".repeat(9) + "</a>".repeat(9) + "</mxfile>");
  }

  @Test
  void the_numbers_of_elements_cells_and_attributes_are_limited() {
    String cells =
        "<mxGraphModel><root>" + "<mxCell a='1' b='2'/>".repeat(5) + "</root></mxGraphModel>";
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, 6, FREE, FREE, FREE, NAME), cells);
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, 2, FREE, FREE, FREE, NAME), packed("x"));
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, 3, FREE, FREE, FREE, NAME), packed("x"));
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, 4, FREE, FREE, NAME), cells);
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, 1, FREE, NAME), cells);
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, 7, 5, 2, FREE, NAME), cells);
  }

  @Test
  void the_length_of_a_value_is_limited() {
    String file = "<mxfile a='" + "x".repeat(100) + "'/>";
    assertRefused(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, 99, NAME), file);
    assertRead(new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, 100, NAME), file);
  }

  @Test
  void the_length_of_a_name_is_limited() {
    DrawioLimits limits = new DrawioLimits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, 20);
    for (String name : List.of("x".repeat(20), "x".repeat(21))) {
      assertThat(ContentFormat.with(limits).read(bytes("<mxfile " + name + "='1'/>")))
          .isInstanceOf(name.length() == 20 ? Readable.class : Unreadable.class);
      assertThat(ContentFormat.with(limits).read(bytes("<mxfile><" + name + "/></mxfile>")))
          .isInstanceOf(name.length() == 20 ? Readable.class : Unreadable.class);
    }
    assertThat(
            ContentFormat.with(limits)
                .read(bytes("<mxfile><a " + "y".repeat(30) + "='1'/></mxfile>")))
        .isEqualTo(
            new Unreadable<>(
                8,
                "a name of 30 characters, more than 20",
                Optional.of("shorten the name yyyyyyyyyyyyyyyyyyyy...")));
  }

  @Test
  void the_name_limit_never_exceeds_what_events_can_encode() {
    int longest = DrawioLimits.MAX_NAME_LENGTH;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DrawioLimits(1, 1, 1, 1, 1, 1, 1, 1, longest + 1))
        .withMessageContaining("nameLength");
    assertThat(new DrawioLimits(1, 1, 1, 1, 1, 1, 1, 1, longest).nameLength()).isEqualTo(longest);
  }

  @Test
  void a_diagram_beyond_the_limits_is_not_written() {
    DrawioFormat<DiagramContent> small =
        ContentFormat.with(new DrawioLimits(20, FREE, FREE, FREE, FREE, FREE, FREE, FREE, NAME));
    DiagramContent diagram = ContentFormat.read(DiagramFiles.fixture("bare.xml"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> small.write(diagram, List.of()))
        .withMessageContaining("more than 20 bytes");
  }

  @Test
  void a_limit_is_at_least_one() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DrawioLimits(1, 1, 1, 0, 1, 1, 1, 1, NAME));
  }

  private static String packed(String filler) {
    return "<mxfile><diagram>"
        + PageCompression.compress("<mxGraphModel>" + filler + "</mxGraphModel>")
            .replace("%20", " ")
        + "</diagram></mxfile>";
  }

  private static void assertRefused(DrawioLimits limits, String text) {
    assertThat(ContentFormat.with(limits).read(bytes(text))).isInstanceOf(Unreadable.class);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRead(DrawioLimits limits, String text) {
    assertThat(ContentFormat.with(limits).read(bytes(text))).isInstanceOf(Readable.class);
  }
}
