package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work of an operation does not depend on the cells that it does not touch. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationWorkTest {

  private static final int SMALL = 1_000;
  private static final int LARGE = 8_000;

  /** Opened once for all operations; each is undone. */
  private final DiagramUnderTest smallPage = diagram(SMALL);

  private final DiagramUnderTest largePage = diagram(LARGE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "label #s7 Other",
        "label \"Shape 7\" Other",
        "label \"SHAPE-7\" Other",
        "label \"Key\" Other",
        "style #s7 \"Shape 8\" fill:red",
        "move #s7 by:10,10",
        "move #s7 to:5,5",
        "resize #s7 size:50x50",
        "add box \"New shape\"",
        "add box \"New shape\" at:40,40",
        "add box \"New shape\" layer:Upper",
        "remove #s7",
        "connect \"Shape 7\" -> \"Shape 9\"",
        "disconnect #s1 -> #s2",
        "group #s7 #s8 as:Both",
        "layer create Top",
        "layer rename Upper Top",
        "layer hide Upper"
      })
  void an_operation_visits_only_the_cells_that_it_touches(String operation) {
    long onSmallPage = bytesAllocatedBy(operation, smallPage);
    long onLargePage = bytesAllocatedBy(operation, largePage);
    smallPage.undo();
    largePage.undo();
    assertThat(onLargePage).isLessThan(2 * onSmallPage);
  }

  @Test
  void the_work_of_a_batch_is_proportional_to_its_operations() {
    DiagramUnderTest diagram = diagram(LARGE);
    long one = bytesAllocatedBy("label #s7 Other", diagram);
    List<String> batch = IntStream.range(0, 50).mapToObj(i -> "label #s" + i + " Other").toList();
    assertThat(bytesAllocatedBy(batch, diagram)).isLessThan(2 * 50 * one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"label #s7 Other", "add box \"New shape\"", "remove #s7"})
  void undo_visits_only_the_cells_that_it_touches(String operation) {
    assertThat(bytesAllocatedByUndo(operation, largePage))
        .isLessThan(2 * bytesAllocatedByUndo(operation, smallPage));
  }

  private static long bytesAllocatedBy(String operation, DiagramUnderTest diagram) {
    return bytesAllocatedBy(List.of(operation), diagram);
  }

  /**
   * The memory that operations allocate, as a measure of the cells that are visited: an iteration
   * over entries or in order allocates some for each. {@code ArchitectureTest} excludes others.
   */
  private static long bytesAllocatedBy(List<String> operations, DiagramUnderTest diagram) {
    // The first operation after opening a file reads the whole page.
    diagram.runSuccessfully(operations.get(0));
    diagram.undo();
    return bytesAllocatedBy(() -> diagram.runAll(operations));
  }

  private static long bytesAllocatedByUndo(String operation, DiagramUnderTest diagram) {
    diagram.runSuccessfully(operation);
    diagram.undo();
    diagram.redo();
    return bytesAllocatedBy(diagram::undo);
  }

  private static long bytesAllocatedBy(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Shapes in a row with an edge from each to the next, and a few cells of other kinds. */
  private static DiagramUnderTest diagram(int cells) {
    StringBuilder file = new StringBuilder("<mxGraphModel><root><mxCell id=\"0\"/>");
    file.append("<mxCell id=\"1\" parent=\"0\"/>");
    file.append("<mxCell id=\"k\" value=\"Key\" vertex=\"1\" parent=\"1\"/>");
    for (int i = 0; i < cells / 2; i++) {
      file.append(
          """
          <mxCell id="s%d" value="Shape %d" style="html=1;" vertex="1" parent="1">\
          <mxGeometry x="40" y="%d" width="120" height="60" as="geometry"/></mxCell>\
          <mxCell id="e%d" style="html=1;" edge="1" parent="1" source="s%d" target="s%d"/>\
          """
              .formatted(i, i, 120 * i, i, i, i + 1));
    }
    file.append("<mxCell id=\"2\" value=\"Upper\" parent=\"0\"/>");
    return DiagramUnderTest.of(file.append("</root></mxGraphModel>").toString());
  }
}
