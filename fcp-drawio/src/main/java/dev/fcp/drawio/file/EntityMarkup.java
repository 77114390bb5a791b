package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts entities to markup. Attributes are in the order in which draw.io usually writes them.
 */
final class EntityMarkup {

  private static final List<String> CELL_ATTRIBUTE_ORDER =
      ImmutableList.of(
          "id", "value", "style", "edge", "vertex", "connectable", "parent", "source", "target");
  private static final List<String> WRAPPER_ATTRIBUTE_ORDER = ImmutableList.of("label");
  private static final List<String> GEOMETRY_ATTRIBUTE_ORDER =
      ImmutableList.of("x", "y", "width", "height", "relative");
  private static final List<String> PAGE_ATTRIBUTE_ORDER = ImmutableList.of("name", "id");
  private static final List<String> MODEL_ATTRIBUTE_ORDER =
      ImmutableList.of(
          "grid",
          "gridSize",
          "guides",
          "tooltips",
          "connect",
          "arrows",
          "fold",
          "page",
          "pageScale",
          "pageWidth",
          "pageHeight");

  private static final Pattern WAYPOINT_ARRAY =
      Pattern.compile("<Array\\s+as\\s*=\\s*(?:\"points\"|'points')\\s*/?>");

  private EntityMarkup() {}

  /**
   * The markup of a cell or a foreign element, formatted like an earlier version if there is one.
   */
  static Markup of(
      DiagramEntity entity, @Nullable Template template, @Nullable XmlNode replacedNode) {
    return switch (entity) {
      case Cell cell ->
          cell(cell, template).withTemplate(templateFor(cell, template), replacedNode);
      case ForeignElement foreign ->
          new Verbatim(foreign.xml(), 0, foreign.xml().length(), replacedNode, false);
      case Page page -> throw new IllegalArgumentException("a page among cells: " + page);
      case DocumentRoot root -> throw new IllegalArgumentException("a document in cells: " + root);
    };
  }

  /**
   * The template for a cell: none for a new wrapper, the inner element for a cell that lost its
   * wrapper.
   */
  private static @Nullable Template templateFor(Cell cell, @Nullable Template template) {
    if (template == null) {
      return null;
    }
    boolean isWrapped = !template.node().name.equals("mxCell");
    if (cell.effectiveWrapperTag().isPresent()) {
      return isWrapped ? template : null;
    }
    return isWrapped ? innerTemplate(template) : template;
  }

  private static @Nullable Template innerTemplate(@Nullable Template template) {
    XmlNode inner = template == null ? null : CellReader.mxCell(template.node());
    return template == null || inner == null ? null : new Template(template.text(), inner);
  }

  private static Element cell(Cell cell, @Nullable Template template) {
    Optional<String> wrapper = cell.effectiveWrapperTag();
    if (wrapper.isEmpty()) {
      return mxCell(cell, cell.storedId());
    }
    boolean idOnMxCell =
        template != null
            && template.node().attribute("id") == null
            && !cell.attributes().hasValue("id")
            && !template.node().name.equals("mxCell");
    Element inner = mxCell(cell, idOnMxCell ? cell.storedId() : cell.attributes().value("id"));
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, cell.wrapperAttributes());
    Optional<String> id = idOnMxCell ? Optional.empty() : cell.storedId();
    return Element.of(
        wrapper.get(),
        orderedPairs(attributes, WRAPPER_ATTRIBUTE_ORDER, "id", id),
        List.of(
            List.of(inner.withTemplate(innerTemplate(template), innerNode(template))),
            Markup.verbatim(cell.wrapperExtras())));
  }

  /** The inner element of an earlier wrapper. */
  private static @Nullable XmlNode innerNode(@Nullable Template template) {
    XmlNode inner = template == null ? null : CellReader.mxCell(template.node());
    return template == null || inner == template.node() ? null : inner;
  }

  private static Element mxCell(Cell cell, Optional<String> id) {
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, cell.attributes());
    id.ifPresent(text -> attributes.put("id", text));
    cell.style().ifPresent(style -> attributes.put("style", style.text()));
    cell.parent().ifPresent(text -> attributes.put("parent", text));
    cell.source().ifPresent(text -> attributes.put("source", text));
    cell.target().ifPresent(text -> attributes.put("target", text));
    return Element.of(
        "mxCell",
        orderedPairs(attributes, CELL_ATTRIBUTE_ORDER, "", Optional.empty()),
        List.of(
            cell.geometry()
                .<List<Markup>>map(geometry -> List.of(geometry(geometry)))
                .orElse(List.of()),
            Markup.verbatim(cell.cellExtras())));
  }

  private static Element geometry(Geometry geometry) {
    List<List<Markup>> groups = new ArrayList<>();
    groups.add(List.of());
    geometry.namedPoints().forEach((role, point) -> groups.add(List.of(point(point, role))));
    // An extra Array would be parsed as the waypoints if there were no other Array before it.
    if (!geometry.points().isEmpty()
        || geometry.extras().stream().anyMatch(xml -> WAYPOINT_ARRAY.matcher(xml).lookingAt())) {
      groups.add(List.of(points(geometry.points())));
    }
    groups.add(Markup.verbatim(geometry.extras()));
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, geometry.attributes());
    List<String> pairs =
        orderedPairs(attributes, GEOMETRY_ATTRIBUTE_ORDER, "as", Optional.of("geometry"));
    return Element.of("mxGeometry", pairs, groups);
  }

  private static Element points(List<Geometry.Point> points) {
    ImmutableList.Builder<Markup> children = ImmutableList.builder();
    points.forEach(point -> children.add(point(point, null)));
    return Element.of("Array", List.of("as", "points"), List.of(children.build()));
  }

  private static Element point(Geometry.Point point, @Nullable String role) {
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, point.attributes());
    return Element.of(
        "mxPoint",
        orderedPairs(attributes, GEOMETRY_ATTRIBUTE_ORDER, "as", Optional.ofNullable(role)),
        List.of());
  }

  /** {@code <diagram>} with its model, if there is one. */
  static Element diagram(Page page, Optional<Element> model) {
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, page.attributes());
    page.storedId().ifPresent(id -> attributes.put("id", id));
    return Element.of(
        "diagram",
        orderedPairs(attributes, PAGE_ATTRIBUTE_ORDER, "", Optional.empty()),
        List.of(
            model.<List<Markup>>map(List::of).orElse(List.of()),
            Markup.verbatim(page.diagramExtras())));
  }

  /** {@code <mxGraphModel>} with the items of a page. */
  static Element model(Attributes model, List<Markup> items, List<String> extras) {
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, model);
    Element root = Element.of("root", List.of(), List.of(items)).keepingAttributes(name -> true);
    return Element.of(
            "mxGraphModel",
            orderedPairs(attributes, MODEL_ATTRIBUTE_ORDER, "", Optional.empty()),
            List.of(List.of(root), Markup.verbatim(extras)))
        .keepingAttributes(Page.VOLATILE_ATTRIBUTES::contains);
  }

  /** {@code <mxfile>} with its pages and optionally the page count. */
  static Element mxfile(DocumentRoot document, List<Markup> pages, boolean writesPageCount) {
    Map<String, String> attributes = new LinkedHashMap<>();
    putAll(attributes, document.attributes());
    if (writesPageCount) {
      attributes.put("pages", Integer.toString(pages.size()));
    }
    return Element.of(
            "mxfile",
            orderedPairs(attributes, List.of(), "", Optional.empty()),
            List.of(pages, Markup.verbatim(document.extras())))
        .keepingAttributes(DocumentRoot.VOLATILE_ATTRIBUTES::contains);
  }

  private static void putAll(Map<String, String> map, Attributes attributes) {
    attributes.forEach(map::put);
  }

  /**
   * Returns alternating names and values: first the known names in order, then the others, then one
   * last name.
   */
  private static List<String> orderedPairs(
      Map<String, String> attributes, List<String> order, String last, Optional<String> lastValue) {
    ImmutableList.Builder<String> pairs = ImmutableList.builder();
    for (String name : order) {
      String value = attributes.remove(name);
      if (value != null) {
        pairs.add(name, value);
      }
    }
    attributes.forEach((name, value) -> pairs.add(name, value));
    lastValue.ifPresent(value -> pairs.add(last, value));
    return pairs.build();
  }
}
