package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands around the packed text of a page that changes. */
class PackedPagesTest {

  private static final String MODEL =
      "<mxGraphModel><root><mxCell id='0'/><mxCell id='1' value='a'/></root></mxGraphModel>";
  private static final String CHANGED =
      MODEL.replace("value='a'", "value='a &lt;new&gt; \"&amp;\" \u2603'");
  private static final DrawioFormat<DiagramContent> FORMAT = PlainFormat.standard();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "\n  %s\n",
        "<!-- before -->%s",
        " %s <!-- between > \n --> <?do it?>\n",
        "<!-- one --><a/>%s<b x='-->'/><!-- two -->",
        "<![CDATA[ %s ]]><!-- <![CDATA[ no ]]> -->",
        "<!----> <![CDATA[]]>%s<?p?>",
      })
  void all_but_the_packed_text_stays(String body) {
    assertThat(changed(file(body, Packing.pack(MODEL))))
        .isEqualTo(file(body, Packing.pack(CHANGED)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20})
  void a_text_in_pieces_becomes_one_where_the_first_stood(int length) {
    String packed = Packing.pack(MODEL);
    String pieces =
        " "
            + packed.substring(0, length)
            + "<!-- 1 --> "
            + packed.substring(length, length + 8)
            + "\n<![CDATA["
            + packed.substring(length + 8)
            + "]]>";
    assertThat(changed(file("%s", pieces)))
        .isEqualTo(file(" %s<!-- 1 --> \n<![CDATA[]]>", Packing.pack(CHANGED)));
  }

  @Test
  void unknown_elements_that_change_come_last_and_remarks_stay() {
    String before = file("<!-- 1 --><a/>%s<b/><!-- 2 -->", Packing.pack(MODEL));
    DiagramContent diagram = PlainFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent content = diagram.pages().get(0);
    Page old = content.page();
    Page page =
        new Page(
            old.storedId(),
            old.attributes(),
            old.model(),
            List.of("<c/>", "<b/>"),
            old.modelExtras(),
            old.order());
    DiagramContent changed =
        new DiagramContent(
            diagram.document(), List.of(new PageContent(content.key(), page, content.items())));
    assertThat(write(changed, before))
        .isEqualTo(file("<!-- 1 -->%s<!-- 2 --><c/><b/>", Packing.pack(MODEL)));
  }

  @Test
  void the_tag_of_a_packed_page_keeps_its_spelling() {
    String packed = Packing.pack(MODEL);
    String file = "<mxfile><diagram  name = 'n'\n id='p' >" + packed + "</diagram\t></mxfile>";
    assertThat(changed(file)).isEqualTo(file.replace(packed, Packing.pack(CHANGED)));
  }

  @Test
  void an_empty_page_among_packed_ones_keeps_its_remarks() {
    String empty = "<diagram name='e'><!-- nothing yet --> </diagram></mxfile>";
    String before = file("%s", Packing.pack(MODEL)).replace("</mxfile>", empty);
    DiagramContent diagram = PlainFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent second = diagram.pages().get(1);
    Page page = second.page().withModel(Optional.of(Attributes.NONE));
    DiagramContent changed =
        new DiagramContent(
            diagram.document(),
            List.of(diagram.pages().get(0), new PageContent(second.key(), page, List.of())));
    String packed = Packing.pack("<mxGraphModel><root/></mxGraphModel>");
    assertThat(write(changed, before))
        .isEqualTo(before.replace("<!-- nothing yet --> ", packed + "<!-- nothing yet --> "));
  }

  private static String file(String body, String packed) {
    return "<mxfile><diagram name='n' id='p'>" + body.replace("%s", packed) + "</diagram></mxfile>";
  }

  /** The file after an edit of the last cell of its first page. */
  private static String changed(String before) {
    DiagramContent diagram = PlainFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent page = diagram.pages().get(0);
    Item item = page.items().get(1);
    Cell cell = ((Cell) item.entity()).withLabel(Optional.of("a <new> \"&\" \u2603"));
    List<Item> items = List.of(page.items().get(0), new Item(item.key(), cell));
    DiagramContent changed =
        new DiagramContent(
            diagram.document(), List.of(new PageContent(page.key(), page.page(), items)));
    return write(changed, before);
  }

  private static String write(DiagramContent diagram, String source) {
    byte[] bytes =
        FORMAT.write(diagram, List.of(Source.of(source.getBytes(StandardCharsets.UTF_8))));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
