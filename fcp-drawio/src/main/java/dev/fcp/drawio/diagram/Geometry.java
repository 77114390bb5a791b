package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The position and size of a cell: {@code <mxGeometry as="geometry">}. Numbers are in px and stored
 * as the text in the file; missing numbers count as 0.
 *
 * @param attributes {@code x, y, width, height, relative} and unknown attributes, without {@code
 *     as}
 * @param namedPoints points by their {@code as} attribute: {@code sourcePoint, targetPoint, offset}
 *     and others
 * @param points the waypoints of an edge: {@code <Array as="points">}
 * @param extras other child elements, as XML text
 */
public record Geometry(
    Attributes attributes,
    SortedMap<String, Point> namedPoints,
    List<Point> points,
    List<String> extras) {

  /** A geometry without any values. */
  public static final Geometry EMPTY =
      new Geometry(
          Attributes.NONE, ImmutableSortedMap.of(), ImmutableList.of(), ImmutableList.of());

  /**
   * A point: {@code <mxPoint>}.
   *
   * @param attributes {@code x, y} and unknown attributes, without {@code as}
   */
  public record Point(Attributes attributes) {
    public Point {
      requireNoAsAttribute(attributes);
    }

    /** A point with these coordinates, in px. */
    public static Point at(double x, double y) {
      return new Point(Attributes.of("x", DecimalText.format(x), "y", DecimalText.format(y)));
    }

    /** The x coordinate in px. */
    public double x() {
      return number(attributes, "x");
    }

    /** The y coordinate in px. */
    public double y() {
      return number(attributes, "y");
    }
  }

  public Geometry {
    requireNoAsAttribute(attributes);
    namedPoints = ImmutableSortedMap.copyOf(namedPoints);
    points = ImmutableList.copyOf(points);
    extras = ImmutableList.copyOf(extras);
  }

  /** A geometry with this position and size, in px. */
  public static Geometry ofBox(double x, double y, double width, double height) {
    return EMPTY.withNumber("x", x).withNumber("y", y).withSize(width, height);
  }

  /** The default geometry of an edge: {@code relative="1"}. */
  public static Geometry ofEdge() {
    return EMPTY.withAttributes(Attributes.of("relative", "1"));
  }

  /**
   * The distance from the left of the parent, in px; if the geometry is relative, a fraction of 1.
   */
  public double x() {
    return number(attributes, "x");
  }

  /**
   * The distance from the top of the parent, in px; if the geometry is relative, a fraction of 1 or
   * the distance from the edge in px.
   */
  public double y() {
    return number(attributes, "y");
  }

  /** The width in px. */
  public double width() {
    return number(attributes, "width");
  }

  /** The height in px. */
  public double height() {
    return number(attributes, "height");
  }

  /** Whether the position is relative to the parent. */
  public boolean isRelative() {
    return attributes.hasValue("relative", "1");
  }

  /**
   * A copy with one number set.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public Geometry withNumber(String name, double number) {
    return withAttributes(attributes.with(name, DecimalText.format(number)));
  }

  /** A copy at another position, in px. */
  public Geometry movedTo(double x, double y) {
    return withNumber("x", x).withNumber("y", y);
  }

  /** A copy with another size, in px. */
  public Geometry withSize(double width, double height) {
    return withNumber("width", width).withNumber("height", height);
  }

  /** A copy with other attributes. */
  public Geometry withAttributes(Attributes attributes) {
    return new Geometry(attributes, namedPoints, points, extras);
  }

  /** A copy with other waypoints. */
  public Geometry withPoints(List<Point> points) {
    return new Geometry(attributes, namedPoints, points, extras);
  }

  /** A copy with a named point set, or removed if the point is empty. */
  public Geometry withNamedPoint(String name, Optional<Point> point) {
    Map<String, Point> changed = new TreeMap<>(namedPoints);
    if (point.isPresent()) {
      changed.put(name, point.get());
    } else {
      changed.remove(name);
    }
    return new Geometry(attributes, ImmutableSortedMap.copyOf(changed), points, extras);
  }

  private static double number(Attributes attributes, String name) {
    return attributes.value(name).flatMap(DecimalText::parse).orElse(0.0);
  }

  private static void requireNoAsAttribute(Attributes attributes) {
    if (Objects.requireNonNull(attributes, "attributes").hasValue("as")) {
      throw new IllegalArgumentException("\"as\" must not be among the attributes: " + attributes);
    }
  }
}
