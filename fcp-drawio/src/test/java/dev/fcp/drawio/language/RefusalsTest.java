package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Refusals that no table can show. */
class RefusalsTest {

  @Test
  void an_ambiguous_name_lists_the_candidates() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("add box Web at:600,600");
    assertThat(desk.refused("remove web"))
        .containsExactly("! \"web\" may be any of #web, #web-2", "  try: remove #web");
    assertThat(desk.done("remove #web-2")).isEqualTo("- box \"Web\" #web-2");
  }

  @Test
  void the_only_page_stays() {
    DiagramDesk desk = DiagramDesk.empty();
    assertThat(desk.refused("page remove Page-1"))
        .containsExactly("! page \"Page-1\" is the only one", "  try: page add \"Page-2\"");
  }

  @Test
  void a_document_without_pages_asks_for_one() {
    DiagramDesk desk = DiagramDesk.of("<mxfile/>");
    List<String> refusal = desk.refused("add box A");
    assertThat(refusal.get(0)).isEqualTo("! the document has no page");
    desk.done(DiagramDesk.suggestion(refusal).orElseThrow());
    assertThat(desk.done("add box A")).isEqualTo("+ box \"A\" #a at 40,40");
  }

  @Test
  void a_group_with_connections_of_its_own_is_not_dissolved() {
    DiagramDesk desk = DiagramDesk.atShop();
    desk.done("connect Web -> Backend");
    List<String> refusal = desk.refused("ungroup Backend");
    assertThat(refusal)
        .containsExactly(
            "! group \"Backend\" #backend has 1 connection of its own",
            "  try: remove #edge-web-backend");
  }

  @Test
  void what_is_fixed_to_a_shape_does_not_move_by_itself() {
    DiagramDesk desk =
        DiagramDesk.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
            <mxCell id="port" vertex="1" parent="a"><mxGeometry x="1" y="0.5" relative="1" as="geometry"/></mxCell>
            <mxCell id="lost" vertex="1" parent="1"/>
            </root></mxGraphModel>
            """);
    assertThat(desk.refused("group port A"))
        .containsExactly("! shape #port is fixed to the shape it belongs to", "  try: group #a A");
    assertThat(desk.refused("move port to:1,1"))
        .containsExactly(
            "! shape #port is fixed to the shape it belongs to", "  try: move #a to:1,1");
    desk.done("move #a to:1,1");
    assertThat(desk.refused("move lost to:1,1"))
        .containsExactly(
            "! shape #lost has no place of its own", "  try: resize #lost size:120x60");
    desk.done("resize #lost size:120x60");
    assertThat(desk.done("move lost to:1,1")).endsWith(" to 1,1");
  }

  @Test
  void numbers_of_a_file_that_lead_beyond_all_pages_move_nothing() {
    DiagramDesk desk =
        DiagramDesk.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry x="1.7e308" width="1.7e308" height="40" as="geometry"/></mxCell>
            </root></mxGraphModel>
            """);
    assertThat(desk.refused("move A by:5,5"))
        .containsExactly("! shape \"A\" #a would leave every page", "  try: resize #a size:120x60");
    assertThat(desk.refused("group A"))
        .containsExactly("! shape \"A\" #a has no place", "  try: resize #a size:120x60");
    assertThat(desk.done("add box B")).isEqualTo("+ box \"B\" #b at 40,40");
    desk.done("resize #a size:120x60");
    assertThat(desk.done("group A")).isEqualTo("+ group #group of \"A\"");
  }
}
