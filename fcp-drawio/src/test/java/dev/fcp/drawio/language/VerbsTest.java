package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerbsTest {

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
  void there_are_twenty_verbs_and_twenty_one_types_of_events() {
    assertThat(new DrawioLanguage().verbs()).hasSize(20);
    assertThat(DiagramEvent.class.getPermittedSubclasses()).hasSize(21);
  }

  @Test
  void a_shape_comes_beside_another_also_where_that_is_drawn_on_a_larger_one() {
    DiagramDesk desk = DiagramDesk.empty();
    desk.done("add box Backdrop at:0,0 size:600x600");
    desk.done("add box A at:100,100 size:120x60");
    assertThat(desk.done("add box B below:A")).endsWith(" at 100,220");
    assertThat(desk.done("add box C below:A")).endsWith(" at 240,220");
  }

  @Test
  void a_connection_between_shapes_that_left_a_container_outlives_it() {
    DiagramDesk desk = DiagramDesk.empty();
    desk.done("add container C");
    desk.done("add box A in:C");
    desk.done("add box B in:C");
    desk.done("connect A -> B");
    desk.done("move A in:none");
    desk.done("move B in:none");
    assertThat(desk.done("remove C")).isEqualTo("- container \"C\" #c");
    assertThat(desk.ask("map")).contains("\"A\" -> \"B\" #edge-a-b");
    assertThat(DiagramDesk.of(desk.bytes()).session().digest()).isEqualTo(desk.session().digest());
  }

  @Test
  void a_connection_between_shapes_of_another_layer_outlives_its_own() {
    DiagramDesk desk = DiagramDesk.of(TWO_LAYERS);
    byte[] before = desk.bytes();
    assertThat(desk.done("layer remove Top")).isEqualTo("- layer \"Top\" #2, with 1 cell");
    assertThat(types(desk)).containsExactly("EdgeModified", "ShapeDeleted", "LayerDeleted");
    assertThat(desk.ask("map")).contains("\"A\" -> \"B\" #e");
    assertThat(new String(desk.bytes(), StandardCharsets.UTF_8))
        .contains("<mxCell id=\"e\" edge=\"1\" parent=\"1\" source=\"a\" target=\"b\">");
    desk.undo();
    assertThat(desk.bytes()).isEqualTo(before);
  }

  @Test
  void a_shape_is_deleted_after_its_connections_and_in_one_step() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("remove Web");
    assertThat(types(desk)).containsExactly("EdgeDeleted", "EdgeDeleted", "ShapeDeleted");
  }

  @Test
  void a_group_is_created_empty_and_its_members_move_in() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("group Web Outer");
    assertThat(types(desk)).containsExactly("GroupCreated", "ShapeModified", "ShapeModified");
  }

  @Test
  void a_page_goes_after_all_that_is_on_it() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("page remove Second");
    assertThat(types(desk))
        .containsExactly("ShapeDeleted", "LayerDeleted", "OpaqueRemoved", "PageRemoved");
  }

  @Test
  void an_empty_page_gets_a_root_and_a_layer_in_the_same_step() {
    DiagramDesk desk = DiagramDesk.of("<mxfile><diagram name=\"Empty\"/></mxfile>");
    desk.done("add box A");
    assertThat(types(desk))
        .containsExactly("PageModified", "OpaqueAdded", "LayerCreated", "ShapeCreated");
    desk.undo();
    assertThat(new String(desk.bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("<mxfile><diagram name=\"Empty\"/></mxfile>");
  }

  @Test
  void a_bare_model_becomes_a_document_of_pages_when_a_page_is_added() {
    DiagramDesk desk = DiagramDesk.of(EDGE_LABEL);
    desk.done("page add Second");
    assertThat(types(desk))
        .containsExactly("DocumentModified", "PageAdded", "OpaqueAdded", "LayerCreated");
    desk.undo();
    assertThat(new String(desk.bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(EDGE_LABEL);
  }

  @Test
  void a_connection_goes_with_the_texts_on_it() {
    DiagramDesk desk = DiagramDesk.of(EDGE_LABEL);
    assertThat(desk.done("disconnect A -> A")).isEqualTo("- \"A\" -> \"A\", 1 connection");
    assertThat(types(desk)).containsExactly("OpaqueRemoved", "EdgeDeleted");
  }

  @Test
  void a_hidden_layer_is_shown_again() {
    DiagramDesk desk = DiagramDesk.atShop();
    byte[] before = desk.bytes();
    desk.done("layer hide Notes");
    assertThat(desk.done("layer show Notes")).isEqualTo("* layer \"Notes\" #notes is visible");
    assertThat(desk.bytes()).isEqualTo(before);
    assertThat(desk.done("layer show Notes"))
        .isEqualTo("* layer \"Notes\" #notes is already visible");
  }

  @Test
  void what_changes_nothing_is_no_step() {
    DiagramDesk desk = DiagramDesk.atShop();
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
      desk.done(operation);
      assertThat(desk.session().state().undoDepth()).describedAs(operation).isZero();
    }
  }

  @Test
  void the_title_stays_when_the_first_page_goes() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("page remove Page-1");
    assertThat(new DrawioLanguage().title(desk.model())).contains("Shop");
  }

  @Test
  void the_title_is_the_name_of_the_first_page_where_there_is_no_other() {
    assertThat(new DrawioLanguage().title(DiagramDesk.empty().model())).contains("Page-1");
    assertThat(new DrawioLanguage().title(DiagramDesk.of(EDGE_LABEL).model())).isEmpty();
  }

  @Test
  void members_of_a_group_stay_where_they_are() {
    DiagramDesk desk = DiagramDesk.atShop();
    String before = places(desk);
    desk.done("group Web Outer as:Pair");
    assertThat(places(desk)).isEqualTo(before);
    desk.done("group Pair Backend");
    assertThat(places(desk)).isEqualTo(before);
    desk.done("ungroup Pair");
    assertThat(places(desk)).isEqualTo(before);
  }

  /** The places of the shapes of the first page, in whatever they are. */
  private static String places(DiagramDesk desk) {
    Sheet sheet = new Sheet(desk.model(), Sheet.pages(desk.model()).get(0));
    List<String> places = new ArrayList<>();
    sheet.ofKind(Kind.SHAPE).forEach(id -> places.add(id + sheet.box(id)));
    return places.stream().sorted().toList().toString();
  }

  @Test
  void shapes_without_a_place_flow_along_the_page_and_meet_no_other() {
    for (Flow flow : Flow.values()) {
      DiagramDesk desk = DiagramDesk.empty();
      desk.done("orient " + flow);
      for (int i = 0; i < 12; i++) {
        desk.done("add " + (i % 3 == 0 ? "container" : "box") + " N" + i);
      }
      Sheet sheet = new Sheet(desk.model(), Sheet.pages(desk.model()).get(0));
      List<Box> boxes =
          sheet.ofKind(Kind.SHAPE).stream().flatMap(id -> sheet.box(id).stream()).toList();
      assertThat(boxes).hasSize(12);
      for (Box one : boxes) {
        assertThat(boxes.stream().filter(two -> one.meets(two, 10))).hasSize(1);
      }
      boolean vertical = flow == Flow.TB || flow == Flow.BT;
      assertThat(boxes.get(0).x() == boxes.get(1).x()).isEqualTo(vertical);
    }
  }

  @Test
  void a_container_grows_around_what_is_added() {
    DiagramDesk desk = DiagramDesk.atShop();
    for (int i = 0; i < 9; i++) {
      desk.done("add box B" + i + " in:Outer");
    }
    Sheet sheet = new Sheet(desk.model(), Sheet.pages(desk.model()).get(0));
    Box outer = sheet.box("outer").orElseThrow();
    for (String id : sheet.in("outer")) {
      Box inner = sheet.box(id).orElseThrow();
      assertThat(outer.with(inner)).isEqualTo(outer);
    }
    assertThat(sheet.in("outer")).hasSize(10);
  }

  @Test
  void a_new_id_is_none_that_a_cell_has_or_refers_to() {
    DiagramDesk desk =
        DiagramDesk.of(
            EDGE_LABEL
                .replace("source=\"a\"", "source=\"web\"")
                .replace("id=\"t\"", "id=\"web-2\""));
    assertThat(desk.done("add box web")).isEqualTo("+ box \"web\" #web-3 at 40,160");
  }

  private static List<String> types(DiagramDesk desk) {
    return desk.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }
}
