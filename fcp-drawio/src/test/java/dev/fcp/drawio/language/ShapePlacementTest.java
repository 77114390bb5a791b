package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.verbs.syntax.Quoting;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShapePlacementTest {

  private static final String POOL =
      """
      <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
      <mxCell id="p" value="Pool" style="swimlane;childLayout=stackLayout;horizontal=0;startSize=20;horizontalStack=0;" vertex="1" parent="1"><mxGeometry x="40" y="40" width="420" height="240" as="geometry"/></mxCell>
      <mxCell id="a" value="Sales" style="swimlane;startSize=20;horizontal=0;" vertex="1" parent="p"><mxGeometry x="20" width="400" height="120" as="geometry"/></mxCell>
      <mxCell id="b" value="Stock" style="swimlane;startSize=20;horizontal=0;" vertex="1" parent="p"><mxGeometry x="20" y="120" width="400" height="120" as="geometry"/></mxCell>
      <mxCell id="x" value="X" style="html=1;" vertex="1" parent="1"><mxGeometry x="600" y="40" width="120" height="60" as="geometry"/></mxCell>
      </root></mxGraphModel>
      """;

  private static final String COLUMN_OF_BOXES =
      """
      add box A at:100,451
      add box B1 at:280,451
      add box B2 at:280,371
      add box B3 at:280,531
      """;

  private static DiagramUnderTest diagramOf(String operations) {
    DiagramUnderTest diagram = DiagramUnderTest.empty();
    operations.lines().forEach(diagram::runSuccessfully);
    return diagram;
  }

  private static PageView firstPage(DiagramUnderTest diagram) {
    return new PageView(diagram.model(), PageView.pageKeys(diagram.model()).get(0));
  }

  @Test
  void a_move_changes_no_other_shape() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    assertThat(diagram.runSuccessfully("move Inner by:500,500"))
        .isEqualTo("* box \"Inner\" #inner moved to 1120,850");
    assertThat(diagram.events()).hasSize(1);
  }

  @Test
  void a_move_in_a_real_file_changes_no_other_shape() {
    for (Path file : DiagramFiles.all()) {
      DiagramUnderTest diagram = DiagramUnderTest.of(DiagramFiles.bytes(file));
      for (DiagramKey page : PageView.pageKeys(diagram.model())) {
        PageView pageView = new PageView(diagram.model(), page);
        pageView.idsOfKind(CellKind.SHAPE).stream()
            .filter(id -> pageView.box(id).isPresent())
            .limit(5)
            .forEach(id -> {
              diagram.run(
                  "move "
                      + Quoting.quoteIfNeeded("#" + id)
                      + " by:7,7 "
                      + Quoting.param("page", page.page()));
              assertThat(diagram.events()).describedAs(file + " " + id).hasSizeLessThan(2);
            });
      }
    }
  }

  @Test
  void a_container_that_grows_is_named_in_the_answer() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    assertThat(diagram.runSuccessfully("add box Far in:Outer at:900,310 size:100x400"))
        .isEqualTo("+ box \"Far\" #far at 900,310; container \"Outer\" #outer grows to 420x430");
    assertThat(diagram.runSuccessfully("move Web in:Outer to:1000,310"))
        .isEqualTo(
            "* service \"Web\" #web moved into \"Outer\" to 1000,310;"
                + " container \"Outer\" #outer grows to 540x430");
  }

  @Test
  void a_shape_stands_beside_its_anchor_and_the_answer_names_what_it_overlaps() {
    assertThat(diagramOf(COLUMN_OF_BOXES).runSuccessfully("add box C right-of:A"))
        .isEqualTo("+ box \"C\" #c at 280,451, overlapping box \"B1\" #b1");
  }

  @Test
  void a_shape_stands_one_step_further_if_another_one_is_in_the_way() {
    DiagramUnderTest diagram = diagramOf(COLUMN_OF_BOXES);
    diagram.runSuccessfully("remove B2");
    assertThat(diagram.runSuccessfully("add box C right-of:A"))
        .isEqualTo("+ box \"C\" #c at 280,371, because box \"B1\" #b1 is in the way");
    assertThat(diagram.runSuccessfully("move C left-of:A gap:5")).endsWith(" moved to -25,451");
  }

  @Test
  void a_shape_of_another_container_is_reported_too() {
    DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();
    diagram.runSuccessfully("add box A at:430,350");
    assertThat(diagram.runSuccessfully("move Web right-of:A"))
        .isEqualTo(
            "* service \"Web\" #web moved to 610,350, overlapping container \"Outer\" #outer");
  }

  @Test
  void a_lane_fills_the_pool_and_stands_after_the_other_lanes() {
    DiagramUnderTest diagram = DiagramUnderTest.of(POOL);
    assertThat(diagram.runSuccessfully("add lane Cash in:Pool"))
        .isEqualTo("+ swimlane \"Cash\" #cash at 60,280; swimlane \"Pool\" #p grows to 420x360");
    assertThat(firstPage(diagram).box("cash")).contains(new Box(60, 280, 400, 120));
    assertThat(diagram.runSuccessfully("add lane Tax below:Sales"))
        .isEqualTo(
            "+ swimlane \"Tax\" #tax at 60,400, at the end of swimlane \"Pool\" #p;"
                + " swimlane \"Pool\" #p grows to 420x480");
  }

  @Test
  void a_size_that_a_stack_changes_is_reported() {
    assertThat(DiagramUnderTest.of(POOL).runSuccessfully("add lane Cash in:Pool size:300x60"))
        .isEqualTo(
            "+ swimlane \"Cash\" #cash at 60,280 as 400x60;"
                + " swimlane \"Pool\" #p grows to 420x300");
  }

  @Test
  void a_container_that_grows_over_its_neighbour_says_so() {
    DiagramUnderTest diagram = diagramOf("add container Shop\nadd container Bank");
    for (int i = 0; i < 4; i++) {
      assertThat(diagram.runSuccessfully("add box in:Shop")).doesNotContain("grows");
    }
    assertThat(diagram.runSuccessfully("add box in:Shop"))
        .isEqualTo(
            "+ box #box-5 at 60,250; container \"Shop\" #shop grows to 320x290,"
                + " overlapping container \"Bank\" #bank");
  }

  @Test
  void a_shape_moved_into_a_stack_gets_its_width() {
    assertThat(DiagramUnderTest.of(POOL).runSuccessfully("move X in:Pool"))
        .isEqualTo(
            "* shape \"X\" #x moved into \"Pool\" to 60,280 as 400x60;"
                + " swimlane \"Pool\" #p grows to 420x300");
  }

  @Test
  void a_lane_that_grows_pushes_the_lanes_after_it() {
    DiagramUnderTest diagram = DiagramUnderTest.of(POOL);
    assertThat(diagram.runSuccessfully("add box Order in:Sales size:440x140"))
        .isEqualTo(
            "+ box \"Order\" #order at 100,60; swimlane \"Sales\" #a grows to 500x180;"
                + " 1 neighbour makes room; swimlane \"Pool\" #p grows to 520x300");
    assertThat(firstPage(diagram).box("b")).contains(new Box(60, 220, 500, 120));
  }

  @Test
  void a_thousand_shapes_form_a_block_without_overlaps() {
    DiagramUnderTest diagram = DiagramUnderTest.empty();
    for (int i = 0; i < 1000; i++) {
      diagram.runSuccessfully("add " + (i % 10 == 0 ? "container" : "box"));
    }
    List<Box> boxes = boxes(diagram);
    Box block = boxes.stream().reduce(Box::union).orElseThrow();
    assertThat(boxes).hasSize(1000);
    for (Box box : boxes) {
      assertThat(boxes.stream().filter(other -> box.overlaps(other, 10))).hasSize(1);
    }
    assertThat(block.width() / block.height()).isBetween(0.8, 1.25);
    assertThat(block.width()).isLessThan(6_000);
  }

  @Test
  void shapes_added_one_by_one_stand_as_if_added_in_one_call() {
    List<String> operations =
        IntStream.range(0, 200).mapToObj(i -> i % 7 == 0 ? "add container" : "add box").toList();
    DiagramUnderTest inOneCall = DiagramUnderTest.empty();
    inOneCall.runAll(operations);
    DiagramUnderTest oneByOne = DiagramUnderTest.empty();
    for (String operation : operations) {
      oneByOne = DiagramUnderTest.of(oneByOne.bytes());
      oneByOne.runSuccessfully(operation);
    }
    assertThat(boxes(oneByOne)).isEqualTo(boxes(inOneCall));
  }

  @Test
  void the_work_of_adding_shapes_does_not_depend_on_the_size_of_the_page() {
    long onSmallPage = bytesAllocatedByAdding(100, diagramOfBoxes(1_000));
    long onLargePage = bytesAllocatedByAdding(100, diagramOfBoxes(8_000));
    assertThat(onLargePage).isLessThan(2 * onSmallPage);
  }

  /** The memory allocated while boxes are added, as a measure of the cells that are visited. */
  private static long bytesAllocatedByAdding(int count, DiagramUnderTest diagram) {
    // The first operation after opening a file reads the whole page.
    diagram.runSuccessfully("add box");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    diagram.runAll(Collections.nCopies(count, "add box"));
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static DiagramUnderTest diagramOfBoxes(int count) {
    StringBuilder file = new StringBuilder("<mxGraphModel><root><mxCell id=\"0\"/>");
    file.append("<mxCell id=\"1\" parent=\"0\"/>");
    for (int i = 0; i < count; i++) {
      file.append("<mxCell id=\"b" + i + "\" style=\"html=1;\" vertex=\"1\" parent=\"1\">")
          .append("<mxGeometry x=\"40\" y=\"" + 120 * i + "\" width=\"120\" height=\"60\"")
          .append(" as=\"geometry\"/></mxCell>");
    }
    return DiagramUnderTest.of(file.append("</root></mxGraphModel>").toString());
  }

  private static List<Box> boxes(DiagramUnderTest diagram) {
    PageView pageView = firstPage(diagram);
    return pageView.idsOfKind(CellKind.SHAPE).stream()
        .map(id -> pageView.box(id).orElseThrow())
        .toList();
  }
}
