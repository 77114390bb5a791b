package dev.fcp.drawio;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.TreeMap;

/**
 * Converts a geometry to a value and back: {@code {attributes, named, points, extras}}, without
 * empty members.
 */
final class GeometryValue {

  private static final String ATTRIBUTES = "attributes";
  private static final String NAMED = "named";
  private static final String POINTS = "points";
  static final String EXTRAS = "extras";

  private GeometryValue() {}

  static Value.Fields of(Geometry geometry) {
    TreeMap<String, Value> fields = new TreeMap<>();
    if (!geometry.attributes().isEmpty()) {
      fields.put(ATTRIBUTES, DiagramValues.attributesValue(geometry.attributes()));
    }
    if (!geometry.namedPoints().isEmpty()) {
      TreeMap<String, Value> namedPoints = new TreeMap<>();
      geometry.namedPoints().forEach((name, point) -> namedPoints.put(name, of(point)));
      fields.put(NAMED, Value.Fields.of(namedPoints));
    }
    if (!geometry.points().isEmpty()) {
      fields.put(
          POINTS,
          new Value.Sequence(geometry.points().stream().<Value>map(GeometryValue::of).toList()));
    }
    if (!geometry.extras().isEmpty()) {
      fields.put(EXTRAS, DiagramValues.textSequence(geometry.extras()));
    }
    return Value.Fields.of(fields);
  }

  private static Value.Fields of(Point point) {
    return DiagramValues.attributesValue(point.attributes());
  }

  static Geometry toGeometry(Value value) {
    Value.Fields fields = DiagramValues.requireMembers(value, ATTRIBUTES, NAMED, POINTS, EXTRAS);
    fields
        .fields()
        .forEach((name, member) -> DiagramValues.require(!isEmpty(member), "empty " + name));
    ImmutableSortedMap.Builder<String, Point> namedPoints = ImmutableSortedMap.naturalOrder();
    fields
        .find(NAMED)
        .ifPresent(list ->
            list.asFields()
                .fields()
                .forEach((name, point) -> namedPoints.put(name, toPoint(point))));
    List<Point> points =
        fields
            .find(POINTS)
            .map(list -> list.asSequence().stream().map(GeometryValue::toPoint).toList())
            .orElse(List.of());
    return new Geometry(
        fields.find(ATTRIBUTES).map(DiagramValues::toAttributes).orElse(Attributes.NONE),
        namedPoints.buildOrThrow(),
        points,
        DiagramValues.optionalList(fields, EXTRAS));
  }

  private static boolean isEmpty(Value member) {
    return member instanceof Value.Sequence
        ? member.asSequence().isEmpty()
        : member.asFields().isEmpty();
  }

  static Point toPoint(Value value) {
    return new Point(DiagramValues.toAttributes(value));
  }
}
