package dev.fcp.benchmarks.diagram;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading an uncompressed draw.io file with one page into an editable diagram, compared with two
 * XML readers that visit all elements and attributes and keep nothing; and editing the diagram.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx3g", "-XX:+UseParallelGC"})
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the fields of a state before it calls anything else
public class DrawioFileBenchmark {

  private static final DiagramDomain DOMAIN = new DiagramDomain();
  private static final String PAGE = "p";
  private static final int MOVES = 1 << 14;

  @Param("100000")
  public int cells;

  private byte[] bytes;
  private EntityModel<DiagramKey, DiagramEntity> model;
  private final List<DiagramEvent> moves = new ArrayList<>();
  private int turn;

  /** Creates the file and reads it. */
  @Setup
  public void prepare() {
    bytes = file(cells);
    model = read();
    new Random(1).ints(0, cells).distinct().limit(MOVES).mapToObj(this::moved).forEach(moves::add);
    moves.addAll(moves.stream().map(DOMAIN::invert).toList());
  }

  private DiagramEvent moved(int number) {
    DiagramKey key = DiagramKey.cell(PAGE, id(number));
    Cell cell = (Cell) model.find(key).orElseThrow();
    Geometry geometry = cell.geometry().orElseThrow().movedTo(-1, -1);
    Cell other = cell.withGeometry(Optional.of(geometry));
    return DOMAIN.between(key, cell, other).orElseThrow();
  }

  private static byte[] file(int cells) {
    StringBuilder text = new StringBuilder("<mxfile><diagram id=\"" + PAGE + "\" name=\"Page\">");
    text.append("<mxGraphModel><root>\n<mxCell id=\"0\"/>\n<mxCell id=\"1\" parent=\"0\"/>\n");
    for (int i = 0; i < cells; i++) {
      text.append(
          """
          <mxCell id="%s" value="Label %d" style="rounded=1;whiteSpace=wrap;html=1;fillColor=#dae8fc;" \
          vertex="1" parent="1">
            <mxGeometry x="%d" y="%d" width="120" height="60" as="geometry"/>
          </mxCell>
          """
              .formatted(id(i), i, i % 100 * 160, i / 100 * 120));
    }
    text.append("</root></mxGraphModel></diagram></mxfile>\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String id(int number) {
    return "cell-" + number;
  }

  /** FCP: reads a diagram with names, order, references and digest. */
  @Benchmark
  public EntityModel<DiagramKey, DiagramEntity> read() {
    return switch (DOMAIN.format().read(bytes)) {
      case ReadResult.Readable<EntityModel<DiagramKey, DiagramEntity>>(var diagram, Source read) ->
          diagram;
      case ReadResult.Unreadable<EntityModel<DiagramKey, DiagramEntity>> refused ->
          throw new IllegalStateException(refused.toString());
    };
  }

  /** Woodstox, which FCP uses. */
  @Benchmark
  public int woodstox() throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    if (!factory.getClass().getName().startsWith("com.ctc.wstx.")) {
      throw new IllegalStateException("not Woodstox: " + factory.getClass());
    }
    return readAllAttributes(factory);
  }

  /** The StAX reader of the JDK. */
  @Benchmark
  public int jdk() throws XMLStreamException {
    return readAllAttributes(XMLInputFactory.newDefaultFactory());
  }

  private int readAllAttributes(XMLInputFactory factory) throws XMLStreamException {
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
    int seen = 0;
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamReader.START_ELEMENT) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
          seen += reader.getAttributeLocalName(i).length() + reader.getAttributeValue(i).length();
        }
      }
    }
    return seen;
  }

  /** FCP: writes an edited diagram with its source. */
  @Benchmark
  public byte[] write() {
    EntityModel<DiagramKey, DiagramEntity> edited = DOMAIN.replay(moves.get(0), model);
    return DOMAIN.format().write(edited, List.of(Source.of(bytes)));
  }

  /** FCP: moves one cell, with check and digest. First all cells move away, then all move back. */
  @Benchmark
  public Digest move() {
    model = DOMAIN.replay(moves.get(turn), model);
    turn = (turn + 1) % moves.size();
    return DOMAIN.digest(model);
  }
}
