package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.CellKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagramVerbsTest {

  static final String EDGE_LABEL =
      """
      <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
      <mxCell id="a" value="A" style="html=1;" vertex="1" parent="1"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
      <mxCell id="e" edge="1" parent="1" source="a" target="a"><mxGeometry relative="1" as="geometry"/></mxCell>
      <mxCell id="t" value="near" style="edgeLabel;" vertex="1" connectable="0" parent="e"><mxGeometry relative="1" as="geometry"/></mxCell>
      </root></mxGraphModel>
      """;

  private static final String TWO_LAYERS =
      """
      <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="Top" parent="0"/>
      <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
      <mxCell id="b" value="B" vertex="1" parent="1"><mxGeometry x="90" width="40" height="40" as="geometry"/></mxCell>
      <mxCell id="e" edge="1" parent="2" source="a" target="b"><mxGeometry relative="1" as="geometry"/></mxCell>
      <mxCell id="c" value="C" vertex="1" parent="2"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
      </root></mxGraphModel>
      """;

  @Test
  void there_are_20_verbs_and_21_event_types() {
    assertThat(new DrawioLanguage().verbs()).hasSize(20);
    assertThat(DiagramEvent.class.getPermittedSubclasses()).hasSize(21);
  }

  @Test
  void a_shape_is_placed_beside_one_drawn_on_a_larger_shape() {
    DiagramUnderTest diagram = DiagramUnderTest.empty();
    diagram.runSuccessfully("add box Backdrop at:0,0 size:600x600");
    diagram.runSuccessfully("add box A at:100,100 size:120x60");
    assertThat(diagram.runSuccessfully("add box B below:A")).endsWith(" at 100,220");
    assertThat(diagram.runSuccessfully("add box C below:A"))
        .endsWith(" at 240,220, because box \"B\" #b is in the way");
  }

  @Test
  void a_connection_between_moved_shapes_outlives_its_container() {
    DiagramUnderTest diagram = DiagramUnderTest.empty();
    diagram.runSuccessfully("add container C");
    diagram.runSuccessfully("add box A in:C");
    diagram.runSuccessfully("add box B in:C");
    diagram.runSuccessfully("connect A -> B");
    diagram.runSuccessfully("move A in:none");
    diagram.runSuccessfully("move B in:none");
    assertThat(diagram.runSuccessfully("remove C"))
        .isEqualTo("- container \"C\" #c; 1 connection between other shapes stays");
    assertThat(diagram.query("map")).contains("\"A\" -> \"B\" #edge-a-b");
    assertThat(DiagramUnderTest.of(diagram.bytes()).session().digest())
        .isEqualTo(diagram.session().digest());
  }

  @Test
  void a_connection_between_shapes_of_another_layer_outlives_its_own() {
    DiagramUnderTest diagram = DiagramUnderTest.of(TWO_LAYERS);
    byte[] before = diagram.bytes();
    assertThat(diagram.runSuccessfully("layer remove Top"))
        .isEqualTo("- layer \"Top\" #2, with 1 cell; 1 connection between other shapes stays");
    assertThat(eventTypes(diagram)).containsExactly("EdgeModified", "ShapeDeleted", "LayerDeleted");
    assertThat(diagram.query("map")).contains("\"A\" -> \"B\" #e");
    assertThat(new String(diagram.bytes(), StandardCharsets.UTF_8))
        .contains("<mxCell id=\"e\" edge=\"1\" parent=\"1\" source=\"a\" target=\"b\">");
    diagram.undo();
    assertThat(diagram.bytes()).isEqualTo(before);
  }

  @Test
  void a_shape_is_deleted_after_its_connections_and_in_one_step() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("remove Web");
    assertThat(eventTypes(diagram)).containsExactly("EdgeDeleted", "EdgeDeleted", "ShapeDeleted");
  }

  @Test
  void a_group_is_created_empty_and_its_members_move_in() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("group Web Outer");
    assertThat(eventTypes(diagram))
        .containsExactly("GroupCreated", "ShapeModified", "ShapeModified");
  }

  @Test
  void a_page_is_removed_after_its_content() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("page remove Second");
    assertThat(eventTypes(diagram))
        .containsExactly("ShapeDeleted", "LayerDeleted", "OpaqueRemoved", "PageRemoved");
  }

  @Test
  void an_empty_page_gets_a_root_and_a_layer_in_the_same_step() {
    DiagramUnderTest diagram = DiagramUnderTest.of("<mxfile><diagram name=\"Empty\"/></mxfile>");
    diagram.runSuccessfully("add box A");
    assertThat(eventTypes(diagram))
        .containsExactly("PageModified", "OpaqueAdded", "LayerCreated", "ShapeCreated");
    diagram.undo();
    assertThat(new String(diagram.bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("<mxfile><diagram name=\"Empty\"/></mxfile>");
  }

  @Test
  void a_bare_model_becomes_a_document_of_pages_when_a_page_is_added() {
    DiagramUnderTest diagram = DiagramUnderTest.of(EDGE_LABEL);
    diagram.runSuccessfully("page add Second");
    assertThat(eventTypes(diagram))
        .containsExactly("DocumentModified", "PageAdded", "OpaqueAdded", "LayerCreated");
    diagram.undo();
    assertThat(new String(diagram.bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(EDGE_LABEL);
  }

  @Test
  void a_connection_is_removed_with_its_labels() {
    DiagramUnderTest diagram = DiagramUnderTest.of(EDGE_LABEL);
    assertThat(diagram.runSuccessfully("disconnect A -> A"))
        .isEqualTo("- \"A\" -> \"A\", 1 connection");
    assertThat(eventTypes(diagram)).containsExactly("OpaqueRemoved", "EdgeDeleted");
  }

  @Test
  void showing_a_hidden_layer_restores_the_file() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    byte[] before = diagram.bytes();
    diagram.runSuccessfully("layer hide Notes");
    assertThat(diagram.runSuccessfully("layer show Notes"))
        .isEqualTo("* layer \"Notes\" #notes is visible");
    assertThat(diagram.bytes()).isEqualTo(before);
    assertThat(diagram.runSuccessfully("layer show Notes"))
        .isEqualTo("! unchanged: layer show Notes");
  }

  @Test
  void an_operation_without_effect_creates_no_step() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    for (String operation :
        List.of(
            "orient TB",
            "label Web Web",
            "title Shop",
            "move Web by:0,0",
            "layer show Notes",
            "style Web rounded:yes",
            "resize Web size:120x60",
            "page rename Second Second")) {
      diagram.runSuccessfully(operation);
      assertThat(diagram.session().state().undoDepth()).describedAs(operation).isZero();
    }
  }

  @Test
  void the_title_is_kept_when_the_first_page_is_removed() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("page remove Page-1");
    assertThat(new DrawioLanguage().title(diagram.model())).contains("Shop");
  }

  @Test
  void the_title_defaults_to_the_name_of_the_first_page() {
    assertThat(new DrawioLanguage().title(DiagramUnderTest.empty().model())).contains("Page-1");
    assertThat(new DrawioLanguage().title(DiagramUnderTest.of(EDGE_LABEL).model())).isEmpty();
  }

  @Test
  void grouping_and_ungrouping_do_not_move_members() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    String before = boxes(diagram);
    diagram.runSuccessfully("group Web Outer as:Pair");
    assertThat(boxes(diagram)).isEqualTo(before);
    diagram.runSuccessfully("group Pair Backend");
    assertThat(boxes(diagram)).isEqualTo(before);
    diagram.runSuccessfully("ungroup Pair");
    assertThat(boxes(diagram)).isEqualTo(before);
  }

  /** The positions and sizes of the shapes on the first page, regardless of their containers. */
  private static String boxes(DiagramUnderTest diagram) {
    PageView pageView = new PageView(diagram.model(), PageView.pageKeys(diagram.model()).get(0));
    List<String> boxes = new ArrayList<>();
    pageView.idsOfKind(CellKind.SHAPE).forEach(id -> boxes.add(id + pageView.box(id)));
    return boxes.stream().sorted().toList().toString();
  }

  @Test
  void shapes_without_position_follow_the_flow_and_do_not_overlap() {
    for (FlowDirection flow : FlowDirection.values()) {
      DiagramUnderTest diagram = DiagramUnderTest.empty();
      diagram.runSuccessfully("orient " + flow);
      for (int i = 0; i < 12; i++) {
        diagram.runSuccessfully("add " + (i % 3 == 0 ? "container" : "box") + " N" + i);
      }
      PageView pageView = new PageView(diagram.model(), PageView.pageKeys(diagram.model()).get(0));
      List<Box> boxes =
          pageView.idsOfKind(CellKind.SHAPE).stream()
              .flatMap(id -> pageView.box(id).stream())
              .toList();
      assertThat(boxes).hasSize(12);
      for (Box box : boxes) {
        assertThat(boxes.stream().filter(otherBox -> box.overlaps(otherBox, 10))).hasSize(1);
      }
      boolean vertical = flow == FlowDirection.TB || flow == FlowDirection.BT;
      assertThat(boxes.get(0).x() == boxes.get(1).x()).isEqualTo(vertical);
    }
  }

  @Test
  void a_container_grows_around_added_shapes() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    for (int i = 0; i < 9; i++) {
      diagram.runSuccessfully("add box B" + i + " in:Outer");
    }
    PageView pageView = new PageView(diagram.model(), PageView.pageKeys(diagram.model()).get(0));
    Box outer = pageView.box("outer").orElseThrow();
    for (String id : pageView.childIds("outer")) {
      Box inner = pageView.box(id).orElseThrow();
      assertThat(outer.union(inner)).isEqualTo(outer);
    }
    assertThat(pageView.childIds("outer")).hasSize(10);
  }

  @Test
  void a_new_id_differs_from_every_id_in_use() {
    DiagramUnderTest diagram =
        DiagramUnderTest.of(
            EDGE_LABEL
                .replace("source=\"a\"", "source=\"web\"")
                .replace("id=\"t\"", "id=\"web-2\""));
    assertThat(diagram.runSuccessfully("add box web")).isEqualTo("+ box \"web\" #web-3 at 40,160");
  }

  private static List<String> eventTypes(DiagramUnderTest diagram) {
    return diagram.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  @Test
  void an_id_names_its_cell_even_if_it_is_the_text_of_another() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("label Cache \"#web\"");
    assertThat(diagram.runSuccessfully("label #web Site")).contains("\"Web\" #web says \"Site\"");
  }
}
