package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The work of an operation is proportional to the size of the diagram. */
class LargeDiagramTest {

  private static final int SMALL = 1000;
  private static final int GROWTH = 8;
  private static final int MANY = 200_000;

  @Test
  void removing_nested_shapes_costs_work_in_proportion_to_their_number() {
    DiagramUnderTest small = DiagramUnderTest.of(nestedShapes(SMALL));
    DiagramUnderTest large = DiagramUnderTest.of(nestedShapes(SMALL * GROWTH));
    long smallBytes = allocatedBytes(() -> small.runSuccessfully("remove #n0"));
    long largeBytes = allocatedBytes(() -> large.runSuccessfully("remove #n0"));
    assertThat(largeBytes).isLessThan(smallBytes * GROWTH * 2);
  }

  /** With work in proportion to the square of the number, this would take minutes. */
  @Test
  void all_keys_of_a_long_style_can_be_changed_at_once() {
    var domain = new DrawioLanguage().domain();
    var from = model(styledShape(MANY, 1));
    var to = model(styledShape(MANY, 2));
    DiagramEvent event = domain.diff(from, to).get(0);
    assertThat(domain.check(event, from)).isEmpty();
    assertThat(domain.digest(domain.replay(event, from))).isEqualTo(domain.digest(to));
  }

  /** The bytes that some work allocates, as a measure of the work. */
  private static long allocatedBytes(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static EntityModel<DiagramKey, DiagramEntity> model(String file) {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    return switch (new DrawioLanguage().domain().format().read(bytes)) {
      case ReadResult.Readable<EntityModel<DiagramKey, DiagramEntity>> readable -> readable.model();
      case ReadResult.Unreadable<EntityModel<DiagramKey, DiagramEntity>> unreadable ->
          throw new AssertionError(unreadable.reason());
    };
  }

  private static String nestedShapes(int count) {
    return file(
        IntStream.range(0, count)
            .mapToObj(i ->
                "<mxCell id=\"n%d\" value=\"N%d\" vertex=\"1\" parent=\"%s\"/>"
                    .formatted(i, i, i == 0 ? "1" : "n" + (i - 1)))
            .collect(Collectors.joining()));
  }

  private static String styledShape(int keys, int value) {
    String style =
        IntStream.range(0, keys)
            .mapToObj(i -> "k" + i + "=" + value + ";")
            .collect(Collectors.joining());
    return file("<mxCell id=\"a\" style=\"" + style + "\" vertex=\"1\" parent=\"1\"/>");
  }

  private static String file(String cells) {
    return """
    <mxfile><diagram id="p"><mxGraphModel><root><mxCell id="0"/>\
    <mxCell id="1" parent="0"/>%s</root></mxGraphModel></diagram></mxfile>\
    """
        .formatted(cells);
  }
}
