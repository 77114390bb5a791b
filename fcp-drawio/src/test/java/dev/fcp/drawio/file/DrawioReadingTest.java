package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Readable;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Unreadable;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.spec.generator.Tries;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrawioReadingTest {

  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_file_is_read(Path file) {
    assertThat(FORMAT.read(DiagramFiles.bytes(file))).isInstanceOf(Readable.class);
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_prefix_of_a_fixture_and_some_of_others_are_read_or_refused(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    int step = DiagramFiles.fixtures().contains(file) ? 1 : 13;
    long refused =
        Tries.sweep((bytes.length + step - 1) / step)
            .filter(point -> isRefused(Arrays.copyOf(bytes, point * step)))
            .count();
    assertThat(refused).isPositive();
  }

  private static boolean isRefused(byte[] bytes) {
    if (FORMAT.read(bytes) instanceof Unreadable<DiagramContent> answer) {
      assertThat(answer.offsetBytes()).isBetween(0L, (long) bytes.length);
      assertThat(answer.reason()).isNotBlank();
      return true;
    }
    return false;
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_with_one_byte_changed_is_read_or_refused(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    int step =
        Math.max(1, bytes.length / Tries.of(DiagramFiles.fixtures().contains(file) ? 300 : 100));
    for (int offset = 0; offset < bytes.length; offset += step) {
      byte[] changed = bytes.clone();
      changed[offset] = (byte) (changed[offset] ^ 1 << (offset % 8));
      assertThat(FORMAT.read(changed)).isNotNull();
    }
  }

  @Test
  void a_page_is_the_same_at_any_compression_level_and_spelling() {
    DiagramContent plain = read("level-0.drawio");
    for (String name :
        List.of(
            "level-1.drawio",
            "level-9.drawio",
            "wrapped-base64.drawio",
            "cdata-base64.drawio",
            "entities-in-base64.drawio",
            "unpadded-base64.drawio",
            "lower-case-escapes.drawio",
            "few-escapes.drawio")) {
      assertThat(read(name).firstDifference(plain)).as(name).isEmpty();
    }
    assertThat(plain.pages().get(0).items()).hasSize(14);
  }

  @Test
  void a_diagram_is_the_same_in_any_encoding() {
    DiagramContent plain = read("plain.drawio");
    for (String name :
        List.of(
            "crlf.drawio",
            "tabs.drawio",
            "utf-16le.drawio",
            "utf-16be.drawio",
            "utf-16-unmarked.drawio",
            "ascii.drawio")) {
      assertThat(read(name).firstDifference(plain)).as(name).isEmpty();
    }
    assertThat(cell(read("latin-1.drawio"), "db").label()).contains("Aufträge");
    assertThat(read("bom.xml").firstDifference(read("bare.xml"))).isEmpty();
  }

  @Test
  void the_kind_follows_from_the_attributes_of_a_cell() {
    DiagramContent diagram = read("plain.drawio");
    Map<String, CellKind> kinds =
        Map.of(
            "0", CellKind.ROOT,
            "1", CellKind.LAYER,
            "notes", CellKind.LAYER,
            "web", CellKind.SHAPE,
            "e2", CellKind.EDGE,
            "e1-label", CellKind.EDGE_LABEL,
            "g1", CellKind.GROUP,
            "g2", CellKind.GROUP,
            "lane", CellKind.SHAPE);
    kinds.forEach((id, kind) -> assertThat(cell(diagram, id).kind()).as(id).isEqualTo(kind));
  }

  @Test
  void entities_and_white_space_in_values_are_those_of_xml() {
    DiagramContent diagram = read("entities.drawio");
    assertThat(cell(diagram, "täg").label())
        .contains("line 1\nline 2\n\ttab\rreturn \uD83D\uDE00 \uD83D\uDE00 \"q\" 'a' &amp;");
    assertThat(cell(diagram, "u").label())
        .contains("umlaut äöü, snow ☃, rocket \uD83D\uDE80 second line and tab");
    assertThat(diagram.pages().get(0).page().name()).contains("Entities <1>");
  }

  @Test
  void a_repeated_id_gets_a_synthetic_key() {
    DiagramContent diagram = read("repeated-ids.drawio");
    List<String> ids =
        diagram.pages().get(0).items().stream().map(item -> item.key().cell()).toList();
    assertThat(ids)
        .containsExactly("0", "1", "2", DiagramKey.syntheticId(3), "3", DiagramKey.syntheticId(5));
    assertThat(diagram.pages())
        .extracting(page -> page.key().page())
        .containsExactly("p", "q", DiagramKey.syntheticId(2));
    assertThat(diagram.pages().get(2).page().storedId()).contains("p");
  }

  @Test
  void wrappers_give_id_and_label() {
    DiagramContent diagram = read("wrappers.drawio");
    assertThat(cell(diagram, "0").wrapperAttributes().value("fcp-title")).contains("Shop");
    assertThat(cell(diagram, "2").label()).contains("%name% (%owner%)");
    assertThat(cell(diagram, "4").wrapperTag()).contains("server");
    assertThat(cell(diagram, "5").wrapperTag()).contains("UserObject");
    assertThat(cell(diagram, "6").attributes().value("id")).contains("inner");
    assertThat(cell(diagram, "8").wrapperExtras())
        .containsExactly("<note>text <b>bold</b></note>", "<mxCell id=\"second\"/>");
  }

  @Test
  void geometry_keeps_points_by_name_and_in_order() {
    DiagramContent diagram = read("geometry.drawio");
    Geometry edge = cell(diagram, "4").geometry().orElseThrow();
    assertThat(edge.namedPoints().keySet()).containsExactly("offset", "sourcePoint", "targetPoint");
    assertThat(edge.namedPoints().get("targetPoint")).isEqualTo(Geometry.Point.at(3, 4));
    Geometry bent = cell(diagram, "5").geometry().orElseThrow();
    assertThat(bent.points()).hasSize(4).startsWith(Geometry.Point.at(1, 1));
    assertThat(bent.extras()).hasSize(3);
    Geometry odd = cell(diagram, "3").geometry().orElseThrow();
    assertThat(odd.x()).isEqualTo(-1.5);
    assertThat(odd.y()).isEqualTo(100);
    assertThat(odd.width()).isEqualTo(3);
    assertThat(odd.height()).isZero();
  }

  @Test
  void unknown_elements_are_kept_verbatim() {
    DiagramContent diagram = read("unknown.drawio");
    assertThat(diagram.document().extras()).hasSize(2);
    Page page = diagram.pages().get(0).page();
    assertThat(page.diagramExtras())
        .containsExactly("<vendor:page>kept <i>as it is</i></vendor:page>");
    assertThat(page.modelExtras()).containsExactly("<vendor:model/>", "<vendor:after/>");
    assertThat(diagram.pages().get(0).items().get(1).entity())
        .isInstanceOfSatisfying(
            ForeignElement.class,
            foreign -> assertThat(foreign.xml()).isEqualTo("<gap width=\"3\"/>"));
    assertThat(cell(diagram, "2").cellExtras()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "no xml",
        "<svg/>",
        "<mxfile>",
        "<mxfile/><mxfile/>",
        "<mxfile><diagram>!</diagram></mxfile>",
        "<mxfile><diagram>AAAA</diagram></mxfile>",
        "<mxfile><diagram>text<mxGraphModel/></diagram></mxfile>",
        "<?xml version='1.1'?><mxfile/>",
        "<?xml version='1.0' encoding='UTF-16'?><mxfile/>",
        "<?xml version='1.0' encoding='EBCDIC'?><mxfile/>",
        "<!DOCTYPE mxfile><mxfile/>",
        "<!DOCTYPE mxfile SYSTEM 'file:///etc/passwd'><mxfile/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><mxfile a='&x;'/>",
        "<!DOCTYPE a [<!ENTITY x 'xxxxxxxx'><!ENTITY y '&x;&x;&x;'>]><mxfile a='&y;'/>",
        "<mxfile a='&x;'/>",
        "<mxfile a='1' a='2'/>",
        "<mxGraphModel><root><mxCell id='1' parent='1'/></root></mxGraphModel>",
        "<mxGraphModel><root><mxCell id='1' parent='2'/><mxCell id='2' parent='1'/></root>"
            + "</mxGraphModel>"
      })
  void invalid_files_are_refused_with_a_reason(String text) {
    ReadResult<DiagramContent> answer = FORMAT.read(text.getBytes(StandardCharsets.UTF_8));
    assertThat(answer)
        .isInstanceOfSatisfying(
            Unreadable.class, refused -> assertThat(refused.reason()).isNotBlank());
  }

  @Test
  void a_refusal_has_the_offset_in_bytes() {
    byte[] bytes = "<mxfile name='äöü'><x></mxfile>".getBytes(StandardCharsets.UTF_8);
    assertThat(FORMAT.read(bytes))
        .isInstanceOfSatisfying(
            Unreadable.class, refused -> assertThat(refused.offsetBytes()).isBetween(25L, 34L));
    byte[] notUtf8 = {'<', 'm', (byte) 0xFF};
    assertThat(FORMAT.read(notUtf8))
        .isInstanceOfSatisfying(
            Unreadable.class, refused -> assertThat(refused.offsetBytes()).isEqualTo(2));
  }

  @Test
  void a_file_of_any_length_keeps_its_last_character() {
    String text = "<mxfile><!--" + "x".repeat((1 << 24) + 1) + "\uFFFD--></mxfile>";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(FORMAT.write(ContentFormat.read(bytes), List.of(Source.of(bytes)))).isEqualTo(bytes);
    bytes[bytes.length - 20] = (byte) 0xC0;
    assertThat(FORMAT.read(bytes))
        .isInstanceOfSatisfying(
            Unreadable.class,
            refused -> assertThat(refused.offsetBytes()).isEqualTo(bytes.length - 20));
  }

  @Test
  void missing_parents_and_ends_are_accepted() {
    String text =
        "<mxGraphModel><root><mxCell id='1' parent='9' source='8' edge='1'/></root></mxGraphModel>";
    assertThat(FORMAT.read(text.getBytes(StandardCharsets.UTF_8))).isInstanceOf(Readable.class);
  }

  private static DiagramContent read(String fixture) {
    return ContentFormat.read(DiagramFiles.fixture(fixture));
  }

  private static Cell cell(DiagramContent diagram, String id) {
    return diagram.pages().stream()
        .flatMap(page -> page.items().stream())
        .filter(item -> item.key().cell().equals(id))
        .map(item -> (Cell) item.entity())
        .findFirst()
        .orElseThrow();
  }
}
