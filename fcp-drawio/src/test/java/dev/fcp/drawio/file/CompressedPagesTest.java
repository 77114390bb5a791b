package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text around the compressed text of a changed page is kept. */
class CompressedPagesTest {

  private static final String MODEL =
      "<mxGraphModel><root><mxCell id='0'/><mxCell id='1' value='a'/></root></mxGraphModel>";
  private static final String CHANGED =
      MODEL.replace("value='a'", "value='a &lt;new&gt; \"&amp;\" \u2603'");
  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();

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
  void everything_but_the_compressed_text_is_kept(String body) {
    assertThat(changed(file(body, PageCompression.compress(MODEL))))
        .isEqualTo(file(body, PageCompression.compress(CHANGED)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20})
  void a_text_in_segments_is_joined_at_the_first_one(int length) {
    String compressedText = PageCompression.compress(MODEL);
    String segments =
        " "
            + compressedText.substring(0, length)
            + "<!-- 1 --> "
            + compressedText.substring(length, length + 8)
            + "\n<![CDATA["
            + compressedText.substring(length + 8)
            + "]]>";
    assertThat(changed(file("%s", segments)))
        .isEqualTo(file(" %s<!-- 1 --> \n<![CDATA[]]>", PageCompression.compress(CHANGED)));
  }

  @Test
  void changed_unknown_elements_come_last_and_comments_are_kept() {
    String before = file("<!-- 1 --><a/>%s<b/><!-- 2 -->", PageCompression.compress(MODEL));
    DiagramContent diagram = ContentFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent content = diagram.pages().get(0);
    Page oldPage = content.page();
    Page page =
        new Page(
            oldPage.storedId(),
            oldPage.attributes(),
            oldPage.model(),
            List.of("<c/>", "<b/>"),
            oldPage.modelExtras(),
            oldPage.order());
    DiagramContent changed =
        new DiagramContent(
            diagram.document(), List.of(new PageContent(content.key(), page, content.items())));
    assertThat(write(changed, before))
        .isEqualTo(file("<!-- 1 -->%s<!-- 2 --><c/><b/>", PageCompression.compress(MODEL)));
  }

  @Test
  void the_tag_of_a_compressed_page_keeps_its_spelling() {
    String compressedText = PageCompression.compress(MODEL);
    String file =
        "<mxfile><diagram  name = 'n'\n id='p' >" + compressedText + "</diagram\t></mxfile>";
    assertThat(changed(file))
        .isEqualTo(file.replace(compressedText, PageCompression.compress(CHANGED)));
  }

  @Test
  void an_empty_page_among_compressed_ones_keeps_its_comments() {
    String empty = "<diagram name='e'><!-- nothing yet --> </diagram></mxfile>";
    String before = file("%s", PageCompression.compress(MODEL)).replace("</mxfile>", empty);
    DiagramContent diagram = ContentFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent second = diagram.pages().get(1);
    Page page = second.page().withModel(Optional.of(Attributes.NONE));
    DiagramContent changed =
        new DiagramContent(
            diagram.document(),
            List.of(diagram.pages().get(0), new PageContent(second.key(), page, List.of())));
    String compressedText = PageCompression.compress("<mxGraphModel><root/></mxGraphModel>");
    assertThat(write(changed, before))
        .isEqualTo(
            before.replace("<!-- nothing yet --> ", compressedText + "<!-- nothing yet --> "));
  }

  private static String file(String body, String compressedText) {
    return "<mxfile><diagram name='n' id='p'>"
        + body.replace("%s", compressedText)
        + "</diagram></mxfile>";
  }

  /** The file after an edit of the last cell of its first page. */
  private static String changed(String before) {
    DiagramContent diagram = ContentFormat.read(before.getBytes(StandardCharsets.UTF_8));
    PageContent page = diagram.pages().get(0);
    PageItem item = page.items().get(1);
    Cell cell = ((Cell) item.entity()).withLabel(Optional.of("a <new> \"&\" \u2603"));
    List<PageItem> items = List.of(page.items().get(0), new PageItem(item.key(), cell));
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
