package dev.fcp.drawio;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a reader of the file can see of an entity, order apart: equal for equal contents only. Each
 * kind of entity is a sequence of its own length; what may be missing is a sequence of one or none.
 */
final class ContentValue {

  private static final Value NONE = new Value.Sequence(ImmutableList.of());

  private ContentValue() {}

  static Value of(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document ->
          sequence(
              FrameUnits.form(document.form()),
              attributes(document.attributes()),
              Texts.sequence(document.extras()));
      case Page page ->
          sequence(
              text(page.storedId()),
              attributes(page.attributes()),
              page.model().map(model -> sequence(attributes(model))).orElse(NONE),
              Texts.sequence(page.diagramExtras()),
              Texts.sequence(page.modelExtras()));
      case Cell cell ->
          sequence(
              text(cell.storedId()),
              text(cell.effectiveWrapperTag()),
              attributes(cell.wrapperAttributes()),
              attributes(cell.attributes()),
              text(cell.parent()),
              text(cell.source()),
              text(cell.target()),
              cell.style().map(style -> sequence(Value.of(style.text()))).orElse(NONE),
              cell.geometry().map(ContentValue::geometry).orElse(NONE),
              Texts.sequence(cell.cellExtras()),
              Texts.sequence(cell.wrapperExtras()));
      case Foreign foreign -> sequence(Value.of(foreign.xml()));
    };
  }

  private static Value geometry(Geometry geometry) {
    ImmutableList.Builder<Value> named = ImmutableList.builder();
    for (Map.Entry<String, Geometry.Point> point : geometry.namedPoints().entrySet()) {
      named.add(Value.of(point.getKey()));
      named.add(attributes(point.getValue().attributes()));
    }
    List<Value> points =
        geometry.points().stream().map(point -> attributes(point.attributes())).toList();
    return sequence(
        attributes(geometry.attributes()),
        new Value.Sequence(named.build()),
        new Value.Sequence(points),
        Texts.sequence(geometry.extras()));
  }

  private static Value attributes(Attributes attributes) {
    if (attributes.isEmpty()) {
      return NONE;
    }
    ImmutableList.Builder<Value> pairs =
        ImmutableList.builderWithExpectedSize(2 * attributes.size());
    attributes.forEach((name, text) -> {
      pairs.add(Value.of(name));
      pairs.add(Value.of(text));
    });
    return new Value.Sequence(pairs.build());
  }

  private static Value text(Optional<String> text) {
    return text.isPresent() ? sequence(Value.of(text.get())) : NONE;
  }

  private static Value sequence(Value... values) {
    return new Value.Sequence(ImmutableList.copyOf(values));
  }
}
