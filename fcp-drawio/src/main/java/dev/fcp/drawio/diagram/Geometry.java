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
 * Where a cell is drawn: {@code <mxGeometry as="geometry">}. Numbers are in px, kept as the text
 * that the file has; missing ones count as 0.
 *
 * @param attributes {@code x, y, width, height, relative} and unknown ones, without {@code as}
 * @param namedPoints points by their {@code as}: {@code sourcePoint, targetPoint, offset}, others
 * @param points the way points of an edge: {@code <Array as="points">}
 * @param extras other elements in it, as they stand in the file
 */
public record Geometry(
    Attributes attributes,
    SortedMap<String, Point> namedPoints,
    List<Point> points,
    List<String> extras) {

  /** A geometry that says nothing. */
  public static final Geometry EMPTY =
      new Geometry(
          Attributes.NONE, ImmutableSortedMap.of(), ImmutableList.of(), ImmutableList.of());

  /**
   * A point: {@code <mxPoint>}.
   *
   * @param attributes {@code x, y} and unknown ones, without {@code as}
   */
  public record Point(Attributes attributes) {
    public Point {
      requireNoAsAttribute(attributes);
    }

    /** The point at a place, in px. */
    public static Point at(double x, double y) {
      return new Point(Attributes.of("x", DecimalText.format(x), "y", DecimalText.format(y)));
    }

    /** Px from the left. */
    public double x() {
      return number(attributes, "x");
    }

    /** Px from the top. */
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

  /** The geometry of a box, in px. */
  public static Geometry ofBox(double x, double y, double width, double height) {
    return EMPTY.withNumber("x", x).withNumber("y", y).withSize(width, height);
  }

  /** The geometry of an edge that says nothing: {@code relative="1"}. */
  public static Geometry ofEdge() {
    return EMPTY.withAttributes(Attributes.of("relative", "1"));
  }

  /** Px from the left of the parent; for a relative one a share of 1. */
  public double x() {
    return number(attributes, "x");
  }

  /** Px from the top of the parent; for a relative one a share of 1 or px from the edge. */
  public double y() {
    return number(attributes, "y");
  }

  /** Px. */
  public double width() {
    return number(attributes, "width");
  }

  /** Px. */
  public double height() {
    return number(attributes, "height");
  }

  /** Whether the position is relative to the parent. */
  public boolean isRelative() {
    return attributes.hasValue("relative", "1");
  }

  /**
   * The same with one number set.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public Geometry withNumber(String name, double number) {
    return withAttributes(attributes.with(name, DecimalText.format(number)));
  }

  /** The same at another place, in px. */
  public Geometry movedTo(double x, double y) {
    return withNumber("x", x).withNumber("y", y);
  }

  /** The same in another size, in px. */
  public Geometry withSize(double width, double height) {
    return withNumber("width", width).withNumber("height", height);
  }

  /** The same with other attributes. */
  public Geometry withAttributes(Attributes attributes) {
    return new Geometry(attributes, namedPoints, points, extras);
  }

  /** The same with other way points. */
  public Geometry withPoints(List<Point> points) {
    return new Geometry(attributes, namedPoints, points, extras);
  }

  /** The same with a named point set, or gone where it is empty. */
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
      throw new IllegalArgumentException("the role is told by the place: " + attributes);
    }
  }
}
