package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Refusals that need more than a row in a table. */
class DiagramRefusalsTest {

  @Test
  void an_ambiguous_name_lists_the_candidates() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("add box Web at:600,600");
    assertThat(diagram.runRefused("remove web"))
        .containsExactly("! \"web\" may be any of #web, #web-2");
    assertThat(diagram.runSuccessfully("remove #web-2")).isEqualTo("- box \"Web\" #web-2");
  }

  @Test
  void the_only_page_cannot_be_removed() {
    DiagramUnderTest diagram = DiagramUnderTest.empty();
    assertThat(diagram.runRefused("page remove Page-1"))
        .containsExactly("! page \"Page-1\" is the only one");
  }

  @Test
  void a_document_without_pages_asks_for_one() {
    DiagramUnderTest diagram = DiagramUnderTest.of("<mxfile/>");
    List<String> refusal = diagram.runRefused("add box A");
    assertThat(refusal.get(0)).isEqualTo("! the document has no page");
    diagram.runSuccessfully("page add One");
    assertThat(diagram.runSuccessfully("add box A")).isEqualTo("+ box \"A\" #a at 40,40");
  }

  @Test
  void a_group_with_connections_of_its_own_is_not_dissolved() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("connect Web -> Backend");
    List<String> refusal = diagram.runRefused("ungroup Backend");
    assertThat(refusal).containsExactly("! group \"Backend\" #backend has 1 connection of its own");
  }

  @Test
  void a_cell_fixed_to_a_shape_cannot_move_alone() {
    DiagramUnderTest diagram =
        DiagramUnderTest.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
            <mxCell id="port" vertex="1" parent="a"><mxGeometry x="1" y="0.5" relative="1" as="geometry"/></mxCell>
            <mxCell id="lost" vertex="1" parent="1"/>
            </root></mxGraphModel>
            """);
    assertThat(diagram.runRefused("group port A"))
        .containsExactly("! shape #port is fixed to the shape it belongs to #a");
    assertThat(diagram.runRefused("move port to:1,1"))
        .containsExactly("! shape #port is fixed to the shape it belongs to #a");
    diagram.runSuccessfully("move #a to:1,1");
    assertThat(diagram.runRefused("move lost to:1,1"))
        .containsExactly("! shape #lost has no place of its own; resize gives it one");
    diagram.runSuccessfully("resize #lost size:120x60");
    assertThat(diagram.runSuccessfully("move lost to:1,1")).endsWith(" to 1,1");
  }

  @Test
  void overflowing_coordinates_of_a_file_are_refused() {
    DiagramUnderTest diagram =
        DiagramUnderTest.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry x="1.7e308" width="1.7e308" height="40" as="geometry"/></mxCell>
            </root></mxGraphModel>
            """);
    assertThat(diagram.runRefused("move A by:5,5"))
        .containsExactly("! shape \"A\" #a would leave every page");
    assertThat(diagram.runRefused("group A"))
        .containsExactly("! shape \"A\" #a has no place; resize gives it one");
    assertThat(diagram.runSuccessfully("add box B")).isEqualTo("+ box \"B\" #b at 40,40");
    diagram.runSuccessfully("resize #a size:120x60");
    assertThat(diagram.runSuccessfully("group A")).isEqualTo("+ group #group of \"A\"");
  }
}
