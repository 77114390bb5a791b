package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PlacementViewTest {

  private static final List<String> NAMES =
      List.of("Web", "DB", "Cache", "Backend", "Todo", "Outer", "Inner", "New", "G");

  private static String operation(Choices choices) {
    String name = choices.pick(NAMES);
    String otherName = choices.pick(NAMES);
    return switch (choices.upTo(10)) {
      case 0, 1 -> "add box New";
      case 2 -> "add container New in:" + otherName;
      case 3 -> "add box New at:" + choices.upTo(900) + ",-" + choices.upTo(50) + " layer:Notes";
      case 4 -> "remove " + name;
      case 5 -> "move " + name + " by:" + choices.upTo(200) + "," + choices.upTo(200);
      case 6 -> "move " + name + " in:" + choices.pick(List.of(otherName, "none"));
      case 7 -> "group " + name + " " + otherName + " as:G";
      case 8 -> "ungroup " + name;
      case 9 -> "layer remove Notes";
      default -> "orient " + choices.pick(FlowDirection.names());
    };
  }

  @Provide
  Arbitrary<List<String>> programs() {
    Generator<String> operation = PlacementViewTest::operation;
    return operation.arbitraryList(1, 12, 6);
  }

  @Trials(2000)
  void a_view_that_follows_the_changes_is_equal_to_a_new_one(
      @ForAll("programs") List<String> program) {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    PlacementView page = newView(diagram, Optional.empty());
    PlacementView outer = newView(diagram, Optional.of("outer"));
    for (String operation : program) {
      diagram.run(operation);
      page = requireSameAsNew(page, diagram);
      outer =
          firstPage(diagram).find("outer").isPresent() ? requireSameAsNew(outer, diagram) : outer;
    }
  }

  private static PlacementView requireSameAsNew(PlacementView view, DiagramUnderTest diagram) {
    PlacementView fresh = newView(diagram, view.container());
    PlacementView following =
        view.following(firstPage(diagram), view.container(), fresh.finder().grid());
    assertThat(following).isEqualTo(fresh);
    return following;
  }

  private static PlacementView newView(DiagramUnderTest diagram, Optional<String> container) {
    PageView pageView = firstPage(diagram);
    FlowDirection flow = FlowDirection.of(pageView);
    PlacementGrid grid =
        container
            .map(id -> PlacementGrid.within(pageView.box(id).orElseThrow(), flow))
            .orElseGet(() -> PlacementGrid.onPage(flow));
    return PlacementView.of(pageView, container, grid);
  }

  private static PageView firstPage(DiagramUnderTest diagram) {
    return new PageView(diagram.model(), PageView.pageKeys(diagram.model()).get(0));
  }

  @Test
  void a_shape_whose_parent_appears_takes_no_place_on_the_page() {
    String orphan =
        """
        <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
        <mxCell id="x" vertex="1" parent="p"><mxGeometry x="40" y="40" width="120" height="60" as="geometry"/></mxCell>
        </root></mxGraphModel>
        """;
    String parent =
        """
        <mxCell id="p" vertex="1" parent="1"><mxGeometry x="900" y="900" width="300" height="300" as="geometry"/></mxCell>
        </root>\
        """;
    PlacementView before = newView(DiagramUnderTest.of(orphan), Optional.empty());
    assertThat(before.firstFree(new Box(0, 0, 120, 60))).isEqualTo(new Box(40, 160, 120, 60));
    requireSameAsNew(before, DiagramUnderTest.of(orphan.replace("</root>", parent)));
  }

  @Test
  void each_cell_of_a_grid_has_its_own_number() {
    for (FlowDirection flow : FlowDirection.values()) {
      for (Box area : List.of(new Box(0, 0, 900, 100), new Box(0, 0, 200, 1500))) {
        PlacementGrid grid = PlacementGrid.within(area, flow);
        int[] numbers =
            IntStream.range(0, 5000)
                .flatMap(cell -> grid.cellsIn(grid.boxAt(cell, new Box(0, 0, 120, 60)), -1))
                .toArray();
        assertThat(numbers).containsExactly(IntStream.range(0, 5000).toArray());
      }
    }
  }
}
