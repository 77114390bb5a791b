package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes entities of elements among the cells. */
final class CellReader {

  private static final Optional<Geometry> RELATIVE = Optional.of(Geometry.ofEdge());

  private final String text;
  private final int longestName;

  /**
   * Elements come from this text.
   *
   * @param longestName how long the role of a point may be, which is a name in events; others are
   *     kept as text
   */
  CellReader(String text, int longestName) {
    this.text = text;
    this.longestName = longestName;
  }

  /** The {@code <mxCell>} of a cell with or without wrapper; null if this is no cell. */
  static @Nullable XmlNode mxCell(XmlNode node) {
    return node.name.equals("mxCell") ? node : node.child("mxCell");
  }

  /** The id of a cell: of the wrapper, else of the cell itself. */
  static @Nullable String id(XmlNode node) {
    String own = node.attribute("id");
    XmlNode cell = mxCell(node);
    return own != null || cell == null ? own : cell.attribute("id");
  }

  DiagramEntity read(XmlNode node, OrderKey order) {
    XmlNode cell = mxCell(node);
    if (cell == null) {
      return new Foreign(node.in(text), order);
    }
    boolean wrapped = cell != node;
    XmlNode geometry = geometryNode(cell);
    return new Cell(
        Optional.ofNullable(id(node)),
        wrapped ? Optional.of(node.name) : Optional.empty(),
        wrapped ? node.attributesWithout("id") : Attributes.NONE,
        wrapped && node.attribute("id") != null
            ? cell.attributesWithout("parent", "source", "target", "style")
            : cell.attributesWithout("id", "parent", "source", "target", "style"),
        Optional.ofNullable(cell.attribute("parent")),
        Optional.ofNullable(cell.attribute("source")),
        Optional.ofNullable(cell.attribute("target")),
        Optional.ofNullable(cell.attribute("style")).map(Style::parse),
        geometry == null ? Optional.empty() : geometry(geometry),
        others(cell, geometry),
        wrapped ? others(node, cell) : ImmutableList.of(),
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

  private List<String> others(XmlNode node, @Nullable XmlNode known) {
    if (node.children().size() == (known == null ? 0 : 1)) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<String> others = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      if (child != known) {
        others.add(child.in(text));
      }
    }
    return others.build();
  }

  private Optional<Geometry> geometry(XmlNode node) {
    Attributes attributes = node.attributesWithout("as");
    if (node.children().isEmpty()) {
      boolean plainEdge = attributes.size() == 1 && attributes.has("relative", "1");
      return plainEdge
          ? RELATIVE
          : Optional.of(
              new Geometry(
                  attributes, ImmutableSortedMap.of(), ImmutableList.of(), ImmutableList.of()));
    }
    ImmutableSortedMap.Builder<String, Geometry.Point> named = ImmutableSortedMap.naturalOrder();
    Set<String> names = new HashSet<>();
    List<Geometry.Point> points = ImmutableList.of();
    boolean hasPoints = false;
    ImmutableList.Builder<String> extras = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      String role = child.attribute("as");
      if (isPoint(child) && role != null && role.length() <= longestName && names.add(role)) {
        named.put(role, point(child));
      } else if (!hasPoints && isPoints(child)) {
        hasPoints = true;
        points = child.children().stream().map(CellReader::point).toList();
      } else {
        extras.add(child.in(text));
      }
    }
    return Optional.of(new Geometry(attributes, named.build(), points, extras.build()));
  }

  private static boolean isPoint(XmlNode node) {
    return node.name.equals("mxPoint") && node.children().isEmpty();
  }

  private static boolean isPoints(XmlNode node) {
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

  private static Geometry.Point point(XmlNode node) {
    return new Geometry.Point(node.attributesWithout("as"));
  }
}
