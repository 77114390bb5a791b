package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts the child elements of {@code <root>} to entities. */
final class CellReader {

  private static final Optional<Geometry> PLAIN_EDGE_GEOMETRY = Optional.of(Geometry.ofEdge());

  private final String text;
  private final int maxRoleLength;

  /**
   * Creates a reader for the elements of a text.
   *
   * @param maxRoleLength the maximum length of a point's role, which is a name in events; points
   *     with longer roles are kept as XML text
   */
  CellReader(String text, int maxRoleLength) {
    this.text = text;
    this.maxRoleLength = maxRoleLength;
  }

  /**
   * The {@code <mxCell>} of a cell with or without a wrapper; null if the element is not a cell.
   */
  static @Nullable XmlNode mxCell(XmlNode node) {
    return node.name.equals("mxCell") ? node : node.child("mxCell");
  }

  /** The id of a cell: that of the wrapper if it has one, otherwise that of {@code <mxCell>}. */
  static @Nullable String id(XmlNode node) {
    String ownId = node.attribute("id");
    XmlNode cell = mxCell(node);
    return ownId != null || cell == null ? ownId : cell.attribute("id");
  }

  DiagramEntity read(XmlNode node, OrderKey order) {
    XmlNode cell = mxCell(node);
    if (cell == null) {
      return new ForeignElement(node.sourceText(text), order);
    }
    boolean isWrapped = cell != node;
    XmlNode geometry = geometryNode(cell);
    return new Cell(
        Optional.ofNullable(id(node)),
        isWrapped ? Optional.of(node.name) : Optional.empty(),
        isWrapped ? node.attributesWithout("id") : Attributes.NONE,
        isWrapped && node.attribute("id") != null
            ? cell.attributesWithout("parent", "source", "target", "style")
            : cell.attributesWithout("id", "parent", "source", "target", "style"),
        Optional.ofNullable(cell.attribute("parent")),
        Optional.ofNullable(cell.attribute("source")),
        Optional.ofNullable(cell.attribute("target")),
        Optional.ofNullable(cell.attribute("style")).map(Style::parse),
        geometry == null ? Optional.empty() : geometry(geometry),
        otherElements(cell, geometry),
        isWrapped ? otherElements(node, cell) : ImmutableList.of(),
        order);
  }

  private static @Nullable XmlNode geometryNode(XmlNode cell) {
    for (XmlNode child : cell.children()) {
      if (child.name.equals("mxGeometry") && "geometry".equals(child.attribute("as"))) {
        return child;
      }
    }
    return null;
  }

  private List<String> otherElements(XmlNode node, @Nullable XmlNode knownElement) {
    if (node.children().size() == (knownElement == null ? 0 : 1)) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<String> otherElements = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      if (child != knownElement) {
        otherElements.add(child.sourceText(text));
      }
    }
    return otherElements.build();
  }

  private Optional<Geometry> geometry(XmlNode node) {
    Attributes attributes = node.attributesWithout("as");
    if (node.children().isEmpty()) {
      boolean isPlainEdge = attributes.size() == 1 && attributes.hasValue("relative", "1");
      return isPlainEdge
          ? PLAIN_EDGE_GEOMETRY
          : Optional.of(
              new Geometry(
                  attributes, ImmutableSortedMap.of(), ImmutableList.of(), ImmutableList.of()));
    }
    ImmutableSortedMap.Builder<String, Geometry.Point> namedPoints =
        ImmutableSortedMap.naturalOrder();
    Set<String> roles = new HashSet<>();
    List<Geometry.Point> waypoints = ImmutableList.of();
    boolean hasWaypoints = false;
    ImmutableList.Builder<String> extras = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      String role = child.attribute("as");
      if (isPoint(child) && role != null && role.length() <= maxRoleLength && roles.add(role)) {
        namedPoints.put(role, toPoint(child));
      } else if (!hasWaypoints && isWaypointArray(child)) {
        hasWaypoints = true;
        waypoints = child.children().stream().map(CellReader::toPoint).toList();
      } else {
        extras.add(child.sourceText(text));
      }
    }
    return Optional.of(new Geometry(attributes, namedPoints.build(), waypoints, extras.build()));
  }

  private static boolean isPoint(XmlNode node) {
    return node.name.equals("mxPoint") && node.children().isEmpty();
  }

  private static boolean isWaypointArray(XmlNode node) {
    if (!node.name.equals("Array")
        || node.attributes.length != 2
        || !"points".equals(node.attribute("as"))) {
      return false;
    }
    for (XmlNode child : node.children()) {
      if (!isPoint(child) || child.attribute("as") != null) {
        return false;
      }
    }
    return true;
  }

  private static Geometry.Point toPoint(XmlNode node) {
    return new Geometry.Point(node.attributesWithout("as"));
  }
}
