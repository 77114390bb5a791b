package dev.fcp.drawio;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts the content of an entity, without its order, to a value; values are equal if and only if
 * the contents are. Each kind of entity is a sequence of a different length; an optional part is a
 * sequence of at most one element.
 */
final class ContentValue {

  private static final Value NONE = new Value.Sequence(ImmutableList.of());

  private ContentValue() {}

  static Value of(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document ->
          sequence(
              DocumentUnits.formValue(document.form()),
              attributePairs(document.attributes()),
              DiagramValues.textSequence(document.extras()));
      case Page page ->
          sequence(
              optionalText(page.storedId()),
              attributePairs(page.attributes()),
              page.model().map(model -> sequence(attributePairs(model))).orElse(NONE),
              DiagramValues.textSequence(page.diagramExtras()),
              DiagramValues.textSequence(page.modelExtras()));
      case Cell cell ->
          sequence(
              optionalText(cell.storedId()),
              optionalText(cell.effectiveWrapperTag()),
              attributePairs(cell.wrapperAttributes()),
              attributePairs(cell.attributes()),
              optionalText(cell.parent()),
              optionalText(cell.source()),
              optionalText(cell.target()),
              cell.style().map(style -> sequence(Value.of(style.text()))).orElse(NONE),
              cell.geometry().map(ContentValue::geometryContent).orElse(NONE),
              DiagramValues.textSequence(cell.cellExtras()),
              DiagramValues.textSequence(cell.wrapperExtras()));
      case ForeignElement foreign -> sequence(Value.of(foreign.xml()));
    };
  }

  private static Value geometryContent(Geometry geometry) {
    ImmutableList.Builder<Value> namedPoints = ImmutableList.builder();
    for (Map.Entry<String, Geometry.Point> point : geometry.namedPoints().entrySet()) {
      namedPoints.add(Value.of(point.getKey()));
      namedPoints.add(attributePairs(point.getValue().attributes()));
    }
    List<Value> points =
        geometry.points().stream().map(point -> attributePairs(point.attributes())).toList();
    return sequence(
        attributePairs(geometry.attributes()),
        new Value.Sequence(namedPoints.build()),
        new Value.Sequence(points),
        DiagramValues.textSequence(geometry.extras()));
  }

  private static Value attributePairs(Attributes attributes) {
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

  private static Value optionalText(Optional<String> text) {
    return text.isPresent() ? sequence(Value.of(text.get())) : NONE;
  }

  private static Value sequence(Value... values) {
    return new Value.Sequence(ImmutableList.copyOf(values));
  }
}
