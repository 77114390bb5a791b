package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One event of each type, in the order of declaration. */
final class SampleDiagramEvents {

  private static final DiagramDomain DOMAIN = new DiagramDomain();

  private static final OrderKey FIRST = OrderKey.initial(0);
  private static final DiagramKey DOCUMENT = DiagramKey.document();
  private static final DiagramKey PAGE = DiagramKey.page("p1");
  private static final DiagramKey ROOT = DiagramKey.cell("p1", "0");
  private static final DiagramKey LAYER = DiagramKey.cell("p1", "1");
  private static final DiagramKey SHAPE = DiagramKey.cell("p1", "web");
  private static final DiagramKey EDGE = DiagramKey.cell("p1", "calls");
  private static final DiagramKey GROUP = DiagramKey.cell("p1", "backend");
  private static final DiagramKey FOREIGN = DiagramKey.cell("p1", DiagramKey.syntheticId(9));

  private SampleDiagramEvents() {}

  static List<DiagramEvent> all() {
    return List.of(
        DOMAIN.added(SHAPE, shape()),
        new DiagramEvent.ShapeModified(
            new Change.Modified<>(SHAPE, token("#ffffff"), token("#dae8fc"))),
        deleted(SHAPE, shape()),
        DOMAIN.added(EDGE, edge()),
        between(EDGE, edge(), edge().withEnds(Optional.of("web"), Optional.of("db"))),
        deleted(EDGE, edge()),
        DOMAIN.added(GROUP, group()),
        between(GROUP, group(), group().withLabel(Optional.of("Backend"))),
        deleted(GROUP, group()),
        DOMAIN.added(LAYER, layer()),
        between(LAYER, layer(), layer().withAttributes(Attributes.of("visible", "0"))),
        deleted(LAYER, layer()),
        DOMAIN.added(PAGE, page()),
        between(PAGE, page(), page().withAttributes(Attributes.of("name", "Second"))),
        deleted(PAGE, page()),
        between(ROOT, root("fcp-flow", "TB"), root("fcp-flow", "LR")),
        between(ROOT, root(), root("fcp-title", "Shop")),
        between(
            DOCUMENT,
            DocumentRoot.EMPTY,
            DocumentRoot.EMPTY.withAttributes(Attributes.of("version", "24.7"))),
        DOMAIN.added(FOREIGN, new ForeignElement("<x a=\"1\"/>", FIRST)),
        between(FOREIGN, new ForeignElement("<x/>", FIRST), new ForeignElement("<y/>", FIRST)),
        deleted(ROOT, Cell.blank("0", FIRST)));
  }

  private static DiagramEvent deleted(DiagramKey key, DiagramEntity entity) {
    return DOMAIN.invert(DOMAIN.added(key, entity));
  }

  private static Cell root(String... wrapperAttributes) {
    return Cell.blank("0", FIRST)
        .withWrapperTag(Optional.of("object"))
        .withWrapperAttributes(Attributes.of(wrapperAttributes));
  }

  private static DiagramEvent between(DiagramKey key, DiagramEntity from, DiagramEntity to) {
    return DOMAIN.between(key, from, to).orElseThrow();
  }

  private static Value.Fields token(String colour) {
    Value rank = Value.of(2);
    Value text = Value.of("fillColor=" + colour);
    return Value.Fields.of(
        Map.of("style.fillColor", Value.Fields.of(Map.of("rank", rank, "text", text))));
  }

  static Cell shape() {
    return Cell.blank("web", FIRST)
        .withParent(Optional.of("1"))
        .withAttributes(Attributes.of("value", "Web <b>\"1\"</b>", "vertex", "1"))
        .withWrapperTag(Optional.of("UserObject"))
        .withWrapperAttributes(Attributes.of("label", "Web", "owner", "ops"))
        .withStyle(Optional.of(Style.parse("rounded=1;html=1;fillColor=#ffffff")))
        .withGeometry(Optional.of(Geometry.ofBox(10, 20.5, 120, 60)));
  }

  static Cell edge() {
    return Cell.blank("calls", FIRST)
        .withParent(Optional.of("1"))
        .withAttributes(Attributes.of("edge", "1"))
        .withEnds(Optional.of("web"), Optional.empty())
        .withStyle(Optional.of(Style.parse("exitX=1;html=1;entryX=0;")))
        .withGeometry(
            Optional.of(
                Geometry.ofEdge()
                    .withNamedPoint("targetPoint", Optional.of(Point.at(300, 40)))
                    .withPoints(List.of(Point.at(200, 40)))));
  }

  static Cell group() {
    return Cell.blank("backend", FIRST)
        .withParent(Optional.of("1"))
        .withAttributes(Attributes.of("connectable", "0", "vertex", "1"))
        .withStyle(Optional.of(Style.parse("group")));
  }

  static Cell layer() {
    return Cell.blank("1", FIRST).withParent(Optional.of("0"));
  }

  static Page page() {
    return Page.named("p1", "First", FIRST);
  }
}
