package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiagramQueriesTest {

  private final DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();

  @Test
  void the_map_shows_the_containment_hierarchy() {
    assertThat(diagram.query("map"))
        .isEqualTo(
            """
            document "Shop", 2 pages
            page "Page-1" #page-1 flow:TB, 2 layers, 6 shapes, 2 connections, 1 group
              layer "Background" #1
                service "Web" #web at 40,40 size 120x60
                group "Backend" #backend at 300,40 size 120x220
                  database "DB" #db at 300,40 size 100x80
                  box "Cache" #cache at 300,200 size 120x60
                container "Outer" #outer at 600,300 size 320x220
                  box "Inner" #inner at 620,350 size 120x60
              layer "Notes" #notes
                note "Todo" #todo at 600,40 size 120x80
              connections
                "Web" -> "DB" "reads" #edge-reads
                "Web" -> "Cache" #edge-web-cache
            page "Second" #second flow:TB, 1 layer, 1 shape, 0 connections, 0 groups
              layer "Background" #1
                box "Other" #other at 40,40 size 120x60\
            """);
  }

  @Test
  void the_map_of_one_page_shows_that_page() {
    assertThat(diagram.query("map Second"))
        .startsWith("page \"Second\" #second")
        .doesNotContain("Web");
    assertThat(diagram.query("map Thrid"))
        .isEqualTo("! there is no page \"Thrid\"; known are Page-1, Second");
  }

  @Test
  void the_map_shows_missing_references_and_orphans() {
    DiagramUnderTest unusual =
        DiagramUnderTest.of(
            """
            <mxfile><diagram><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="gone"/>
            <mxCell id="e" edge="1" parent="1" source="a" target="gone" style="startArrow=open;endArrow=none"/>
            <mxCell id="f" edge="1" parent="1"/>
            <mxCell value="nameless" vertex="1" parent="1"/>
            </root></mxGraphModel></diagram></mxfile>
            """);
    assertThat(unusual.query("map"))
        .isEqualTo(
            """
            document, 1 page
            page "page 1" flow:TB, 1 layer, 2 shapes, 2 connections, 0 groups
              layer "Background" #1
                shape "nameless" ##5
              shape "A" #a
              connections
                "A" <- (missing #gone) #e
                (open) -> (open) #f\
            """);
  }

  @Test
  void stats_counts_pages_and_shapes() {
    assertThat(diagram.query("stats"))
        .isEqualTo(
            """
            2 pages, 7s 2e 1g
            page "Page-1": 2 layers, 6 shapes, 2 connections, 1 group
            page "Second": 1 layer, 1 shape, 0 connections, 0 groups
            shapes by type: box 3, container 1, database 1, note 1, service 1\
            """);
  }

  @Test
  void describe_lists_all_details_of_a_cell() {
    assertThat(diagram.query("describe db"))
        .isEqualTo(
            """
            database "DB" #db at 300,40 size 100x80
            page "Page-1"
            in group "Backend" #backend at 300,40 size 120x220
            in layer "Background" #1
            style shape=cylinder3;whiteSpace=wrap;html=1;boundedLbl=1;backgroundOutline=1;size=15;
            connection "Web" -> "DB" "reads" #edge-reads\
            """);
    assertThat(diagram.query("describe Other")).contains("page \"Second\"");
    assertThat(diagram.query("describe Outer")).contains("holds \"Inner\"");
    assertThat(diagram.query("describe reads")).startsWith("edge \"Web\" -> \"DB\" \"reads\"");
    assertThat(diagram.query("describe Other on:Page-1"))
        .startsWith("! there is no shape or connection \"Other\"");
    assertThat(diagram.query("describe Wob"))
        .isEqualTo("! there is no shape or connection \"Wob\"\n  try: describe Web");
  }

  @Test
  void find_searches_labels_ids_and_data_on_all_pages() {
    assertThat(diagram.query("find O"))
        .contains("container \"Outer\"", "note \"Todo\"", "page \"Second\": box \"Other\"")
        .doesNotContain("\"Web\" #web");
    assertThat(diagram.query("find READS"))
        .isEqualTo("page \"Page-1\": edge \"Web\" -> \"DB\" \"reads\" #edge-reads");
    assertThat(diagram.query("find zebra")).isEqualTo("nothing holds \"zebra\"");
    assertThat(diagram.query("find \"\"")).startsWith("! find needs a text");
  }

  @Test
  void queries_never_change_anything() {
    var before = diagram.model();
    for (String query : new String[] {"map", "stats", "describe Web", "find x"}) {
      diagram.query(query);
    }
    assertThat(diagram.model()).isSameAs(before);
  }
}
