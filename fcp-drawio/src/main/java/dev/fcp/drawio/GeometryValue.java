package dev.fcp.drawio;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.TreeMap;

/**
 * A geometry as a plain value, and back: {@code {attributes, named, points, extras}}, without those
 * that are empty.
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
      fields.put(ATTRIBUTES, Texts.attributes(geometry.attributes()));
    }
    if (!geometry.namedPoints().isEmpty()) {
      TreeMap<String, Value> named = new TreeMap<>();
      geometry.namedPoints().forEach((name, point) -> named.put(name, of(point)));
      fields.put(NAMED, Value.Fields.of(named));
    }
    if (!geometry.points().isEmpty()) {
      fields.put(
          POINTS,
          new Value.Sequence(geometry.points().stream().<Value>map(GeometryValue::of).toList()));
    }
    if (!geometry.extras().isEmpty()) {
      fields.put(EXTRAS, Texts.sequence(geometry.extras()));
    }
    return Value.Fields.of(fields);
  }

  private static Value.Fields of(Point point) {
    return Texts.attributes(point.attributes());
  }

  static Geometry geometry(Value value) {
    Value.Fields fields = Texts.members(value, ATTRIBUTES, NAMED, POINTS, EXTRAS);
    fields.fields().forEach((name, member) -> Texts.require(!isEmpty(member), "empty " + name));
    ImmutableSortedMap.Builder<String, Point> named = ImmutableSortedMap.naturalOrder();
    fields
        .find(NAMED)
        .ifPresent(
            all -> all.asFields().fields().forEach((name, point) -> named.put(name, point(point))));
    List<Point> points =
        fields
            .find(POINTS)
            .map(all -> all.asSequence().stream().map(GeometryValue::point).toList())
            .orElse(List.of());
    return new Geometry(
        fields.find(ATTRIBUTES).map(Texts::attributes).orElse(Attributes.NONE),
        named.buildOrThrow(),
        points,
        Texts.list(fields, EXTRAS));
  }

  private static boolean isEmpty(Value member) {
    return member instanceof Value.Sequence
        ? member.asSequence().isEmpty()
        : member.asFields().isEmpty();
  }

  static Point point(Value value) {
    return new Point(Texts.attributes(value));
  }
}
