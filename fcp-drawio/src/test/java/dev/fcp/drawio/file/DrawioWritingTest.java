package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.OrderKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DrawioWritingTest {

  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();

  @Test
  void a_new_diagram_is_written_in_indented_lines() {
    Cell box =
        Cell.blank("2", OrderKey.initial(2))
            .withAttributes(Attributes.of("value", "A & \"B\"", "vertex", "1"))
            .withParent(Optional.of("1"))
            .withStyle(Optional.of(Style.parse("rounded=1;")))
            .withGeometry(Optional.of(Geometry.ofBox(10, 20.5, 80, 40)));
    assertThat(write(diagram(root(), layer(), box)))
        .isEqualTo(
            """
            <mxfile>
              <diagram name="Page-1" id="p">
                <mxGraphModel>
                  <root>
                    <mxCell id="0" />
                    <mxCell id="1" parent="0" />
                    <mxCell id="2" value="A &amp; &quot;B&quot;" style="rounded=1;" vertex="1" parent="1">
                      <mxGeometry x="10" y="20.5" width="80" height="40" as="geometry" />
                    </mxCell>
                  </root>
                </mxGraphModel>
              </diagram>
            </mxfile>
            """);
  }

  @Test
  void a_title_on_the_root_cell_adds_a_wrapper() {
    Cell root = root().withWrapperAttributes(Attributes.of("fcp-title", "Shop"));
    String written = write(diagram(root, layer()));
    assertThat(written).contains("<object fcp-title=\"Shop\" id=\"0\">\n          <mxCell />\n");
    assertThat(ContentFormat.read(bytes(written)).firstDifference(diagram(root, layer())))
        .isEmpty();
  }

  @Test
  void a_title_on_an_existing_root_cell_keeps_the_rest_of_the_file() {
    String before =
        "<mxGraphModel dx=\"1\"><root><mxCell  id='0' /><!-- x --></root></mxGraphModel>";
    DiagramContent titled =
        changed(before, "0", cell -> cell.withWrapperAttributes(Attributes.of("fcp-title", "T")));
    assertThat(write(titled, before))
        .isEqualTo(
            before.replace(
                "<mxCell  id='0' />", "<object fcp-title=\"T\" id=\"0\"><mxCell /></object>"));
  }

  @Test
  void a_changed_value_keeps_its_quotes_and_its_neighbours() {
    String before =
        "<mxGraphModel><root>\n <mxCell\n  vertex = '1' id='2'\tvalue='it&#39;s' /></root></mxGraphModel>";
    DiagramContent changed =
        changed(before, "2", cell -> cell.withLabel(Optional.of("that's \"it\"")));
    assertThat(write(changed, before)).isEqualTo(before.replace("it&#39;s", "that&#39;s \"it\""));
  }

  @Test
  void a_new_attribute_comes_last_and_a_removed_one_is_cut_out() {
    String before = "<mxGraphModel><root><mxCell b='1'  id='2'  a='2' /></root></mxGraphModel>";
    DiagramContent changed =
        changed(before, "2", cell -> cell.withAttributes(Attributes.of("a", "2", "c", "3")));
    assertThat(write(changed, before))
        .isEqualTo(before.replace("b='1'  id='2'  a='2' />", " id='2'  a='2' c=\"3\" />"));
  }

  @Test
  void a_self_closing_element_opens_for_its_geometry() {
    String before = "<mxGraphModel><root>\n\t<mxCell id='2'/>\n</root></mxGraphModel>";
    DiagramContent changed =
        changed(before, "2", cell -> cell.withGeometry(Optional.of(Geometry.ofBox(1, 2, 3, 4))));
    assertThat(write(changed, before))
        .isEqualTo(
            before.replace(
                "<mxCell id='2'/>",
                "<mxCell id='2'>\n\t\t<mxGeometry x=\"1\" y=\"2\" width=\"3\" height=\"4\""
                    + " as=\"geometry\" />\n\t</mxCell>"));
  }

  @Test
  void an_added_waypoint_leaves_the_others_unchanged() {
    String before =
        "<mxGraphModel><root><mxCell id='2'><mxGeometry as='geometry'><mxPoint as='offset'/>"
            + "<Array as='points'> <mxPoint y='2' x='1'/> </Array></mxGeometry></mxCell></root>"
            + "</mxGraphModel>";
    DiagramContent changed =
        changed(
            before,
            "2",
            cell ->
                cell.withGeometry(
                    cell.geometry()
                        .map(geometry ->
                            geometry.withPoints(
                                List.of(Geometry.Point.at(1, 2), Geometry.Point.at(3, 4))))));
    assertThat(write(changed, before))
        .isEqualTo(
            before.replace(
                "<mxPoint y='2' x='1'/> ", "<mxPoint y='2' x='1'/> <mxPoint x=\"3\" y=\"4\"/> "));
  }

  @Test
  void a_removed_cell_takes_its_white_space_and_leaves_comments() {
    String before =
        "<mxGraphModel><root>\n  <mxCell id='1'/>\n  <mxCell id='2'/>\n  <!-- about 3 -->\n"
            + "  <mxCell id='3'/>\n</root></mxGraphModel>";
    DiagramContent diagram = ContentFormat.read(bytes(before));
    assertThat(write(withItems(diagram, items -> items.remove(1)), before))
        .isEqualTo(before.replace("\n  <mxCell id='2'/>", ""));
    assertThat(write(withItems(diagram, items -> items.remove(2)), before))
        .isEqualTo(before.replace("<mxCell id='3'/>\n", "\n"));
  }

  @Test
  void a_new_cell_gets_the_white_space_of_its_neighbours() {
    String before =
        "<mxGraphModel>\r\n<root>\r\n  <mxCell id='0'/>\r\n  <mxCell id='9'/>\r\n</root></mxGraphModel>";
    DiagramContent diagram = ContentFormat.read(bytes(before));
    Cell cell = Cell.blank("5", OrderKey.initial(0));
    DiagramContent withNewCell =
        withItems(diagram, items -> items.add(1, new PageItem(key(diagram, "5"), cell)));
    assertThat(write(withNewCell, before))
        .isEqualTo(
            before.replace("  <mxCell id='9'/>", "  <mxCell id=\"5\" />\r\n  <mxCell id='9'/>"));
  }

  @Test
  void a_restored_cell_has_the_text_of_an_earlier_version() {
    String first = "<mxGraphModel><root><mxCell id='1'/><mxCell  id='2'  /></root></mxGraphModel>";
    DiagramContent both = ContentFormat.read(bytes(first));
    String second = write(withItems(both, items -> items.remove(1)), first);
    assertThat(second).doesNotContain("id='2'");
    String third = second.replace("<mxCell id='1'/>", "<mxCell id='1'/><mxCell id='3'/>");
    DiagramContent all = ContentFormat.read(bytes(third));
    DiagramContent restored =
        withItems(all, items -> items.add(both.pages().get(0).items().get(1)));
    assertThat(write(restored, third, second, first))
        .isEqualTo(third.replace("</root>", "<mxCell  id='2'  /></root>"));
  }

  @Test
  void volatile_attributes_come_from_the_newest_version() {
    String older = "<mxfile etag='old' host='a'><diagram id='p' name='n'/></mxfile>";
    String newer = "<mxfile host='b' etag='new'><diagram id='p' name='m'/></mxfile>";
    DiagramContent diagram = ContentFormat.read(bytes(older));
    assertThat(write(diagram, newer, older))
        .isEqualTo("<mxfile host='b' etag='new'><diagram id='p' name='n'/></mxfile>");
  }

  @Test
  void an_unchanged_page_keeps_its_compressed_text() {
    String before = new String(DiagramFiles.fixture("mixed-pages.drawio"), StandardCharsets.UTF_8);
    DiagramContent diagram = ContentFormat.read(bytes(before));
    DiagramContent shorter = new DiagramContent(diagram.document(), diagram.pages().subList(1, 3));
    int first = before.indexOf("\n  <diagram id=\"x\"");
    int second = before.indexOf("\n  <diagram id=\"y\"");
    int empty = before.indexOf("\n  <diagram id=\"z\"");
    assertThat(write(shorter, before))
        .isEqualTo(
            (before.substring(0, first) + before.substring(second, empty) + "\n</mxfile>\n")
                .replace("pages=\"4\"", "pages=\"2\""));
  }

  @Test
  void a_new_page_is_compressed_if_all_others_are() {
    String packed = new String(DiagramFiles.fixture("level-9.drawio"), StandardCharsets.UTF_8);
    String mixed = new String(DiagramFiles.fixture("mixed-pages.drawio"), StandardCharsets.UTF_8);
    assertThat(write(withPage(packed), packed)).doesNotContain("<mxGraphModel");
    assertThat(write(withPage(mixed), mixed)).contains("    <mxGraphModel>\n      <root>\n");
  }

  @Test
  void a_bare_model_with_an_added_page_becomes_an_mxfile() {
    String bare = new String(DiagramFiles.fixture("bare.xml"), StandardCharsets.UTF_8);
    DiagramContent diagram = ContentFormat.read(bytes(bare));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(withPage(bare), bare))
        .withMessageContaining("2 pages");
    DiagramContent file =
        new DiagramContent(
            diagram.document().withForm(DocumentRoot.FileForm.MXFILE), withPage(bare).pages());
    String written = write(file, bare);
    assertThat(written)
        .startsWith("<mxfile>\n  <diagram>\n    <mxGraphModel dx=\"800\" dy=\"600\"");
    assertThat(ContentFormat.read(bytes(written)).firstDifference(file)).isEmpty();
  }

  @Test
  void unencodable_characters_are_written_as_character_references() {
    byte[] before = DiagramFiles.fixture("latin-1.drawio");
    DiagramContent diagram = ContentFormat.read(before);
    DiagramContent changed =
        changed(diagram, "db", cell -> cell.withLabel(Optional.of("ä \u2603")));
    String written =
        new String(FORMAT.write(changed, List.of(Source.of(before))), StandardCharsets.ISO_8859_1);
    assertThat(written).contains("value=\"ä &#9731;\"");
  }

  @Test
  void unencodable_unknown_elements_make_the_file_utf_8() {
    byte[] before = DiagramFiles.fixture("latin-1.drawio");
    DiagramContent diagram = ContentFormat.read(before);
    DocumentRoot document =
        new DocumentRoot(
            DocumentRoot.FileForm.MXFILE,
            diagram.document().attributes(),
            List.of("<x>\u2603</x>"));
    byte[] written =
        FORMAT.write(new DiagramContent(document, diagram.pages()), List.of(Source.of(before)));
    assertThat(new String(written, StandardCharsets.UTF_8))
        .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        .contains("Aufträge", "<x>\u2603</x>");
  }

  @Test
  void content_that_no_file_can_hold_is_refused() {
    for (String text : List.of("a\u0000b", "\uD800", "x\uFFFF", "\u001F")) {
      Cell cell = root().withLabel(Optional.of(text));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> write(diagram(cell)))
          .withMessageContaining(text);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(diagram(root().withAttributes(Attributes.of("a b", "1")))))
        .withMessageContaining("no file can hold this");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(diagram(root().withParent(Optional.of("0")))))
        .withMessageContaining("contains itself");
  }

  @Test
  void an_unknown_element_cannot_smuggle_in_others() {
    DiagramContent diagram = diagram(root());
    for (String xml : List.of("</root><root>", "<a/><b/>", "<mxCell id='7'/>", "text", "<a")) {
      PageItem foreign =
          new PageItem(key(diagram, "f"), new ForeignElement(xml, OrderKey.initial(9)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> write(withItems(diagram, items -> items.add(foreign))));
    }
  }

  @Test
  void cells_require_a_model() {
    DiagramContent diagram = diagram(root());
    PageContent page = diagram.pages().get(0);
    Page empty = page.page().withModel(Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            write(
                new DiagramContent(
                    diagram.document(), List.of(new PageContent(page.key(), empty, page.items())))))
        .withMessageContaining("no model");
  }

  private static Cell root() {
    return Cell.blank("0", OrderKey.initial(0));
  }

  private static Cell layer() {
    return Cell.blank("1", OrderKey.initial(1)).withParent(Optional.of("0"));
  }

  private static DiagramContent diagram(Cell... cells) {
    List<PageItem> items = new ArrayList<>();
    for (Cell cell : cells) {
      items.add(new PageItem(DiagramKey.cell("p", cell.storedId().orElseThrow()), cell));
    }
    Page page = Page.named("p", "Page-1", OrderKey.initial(0));
    return new DiagramContent(
        DocumentRoot.EMPTY, List.of(new PageContent(DiagramKey.page("p"), page, items)));
  }

  private static DiagramContent withPage(String before) {
    DiagramContent diagram = ContentFormat.read(bytes(before));
    Page page = Page.named("new", "New", OrderKey.initial(99));
    PageItem root = new PageItem(DiagramKey.cell("new", "0"), root());
    List<PageContent> pages = new ArrayList<>(diagram.pages());
    pages.add(new PageContent(DiagramKey.page("new"), page, List.of(root)));
    return new DiagramContent(diagram.document(), pages);
  }

  private static DiagramContent changed(String before, String id, UnaryOperator<Cell> change) {
    return changed(ContentFormat.read(bytes(before)), id, change);
  }

  private static DiagramContent changed(
      DiagramContent diagram, String id, UnaryOperator<Cell> change) {
    return withItems(
        diagram,
        items ->
            items.replaceAll(item ->
                item.key().cell().equals(id)
                    ? new PageItem(item.key(), change.apply((Cell) item.entity()))
                    : item));
  }

  /** The diagram with changed items on its first page, in the order of the list. */
  private static DiagramContent withItems(DiagramContent diagram, Consumer<List<PageItem>> change) {
    PageContent page = diagram.pages().get(0);
    List<PageItem> items = new ArrayList<>(page.items());
    change.accept(items);
    List<PageItem> reordered = new ArrayList<>();
    for (PageItem item : items) {
      OrderKey order = OrderKey.initial(reordered.size());
      DiagramEntity entity = item.entity();
      reordered.add(
          new PageItem(item.key(), entity instanceof Cell cell ? cell.withOrder(order) : entity));
    }
    List<PageContent> pages = new ArrayList<>(diagram.pages());
    pages.set(0, new PageContent(page.key(), page.page(), reordered));
    return new DiagramContent(diagram.document(), pages);
  }

  private static DiagramKey key(DiagramContent diagram, String id) {
    return DiagramKey.cell(diagram.pages().get(0).key().page(), id);
  }

  private static String write(DiagramContent diagram, String... sources) {
    List<Source> versions = new ArrayList<>();
    for (String source : sources) {
      versions.add(Source.of(bytes(source)));
    }
    return new String(FORMAT.write(diagram, versions), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
