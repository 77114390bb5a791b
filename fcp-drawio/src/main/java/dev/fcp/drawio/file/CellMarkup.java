package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
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

/** Says how entities stand in a file. Attributes are in the order that draw.io usually has. */
final class CellMarkup {

  private static final List<String> CELL_ORDER =
      ImmutableList.of(
          "id", "value", "style", "edge", "vertex", "connectable", "parent", "source", "target");
  private static final List<String> WRAPPER_ORDER = ImmutableList.of("label");
  private static final List<String> GEOMETRY_ORDER =
      ImmutableList.of("x", "y", "width", "height", "relative");
  private static final List<String> PAGE_ORDER = ImmutableList.of("name", "id");
  private static final List<String> MODEL_ORDER =
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

  private static final Pattern WAY_POINTS =
      Pattern.compile("<Array\\s+as\\s*=\\s*(?:\"points\"|'points')\\s*/?>");

  private CellMarkup() {}

  /** A cell or a foreign element, spelled after an older version of it where there is one. */
  static Markup of(DiagramEntity entity, @Nullable Template older, @Nullable XmlNode place) {
    return switch (entity) {
      case Cell cell -> cell(cell, older).like(templateOf(cell, older), place);
      case Foreign foreign -> new Verbatim(foreign.xml(), 0, foreign.xml().length(), place, false);
      case Page page -> throw new IllegalArgumentException("a page among cells: " + page);
      case DocumentRoot root -> throw new IllegalArgumentException("a document in cells: " + root);
    };
  }

  /** A new wrapper has no older spelling; a cell that loses its wrapper has the inner one. */
  private static @Nullable Template templateOf(Cell cell, @Nullable Template older) {
    if (older == null) {
      return null;
    }
    boolean wrapped = !older.node().name.equals("mxCell");
    if (cell.effectiveWrapperTag().isPresent()) {
      return wrapped ? older : null;
    }
    return wrapped ? inner(older) : older;
  }

  private static @Nullable Template inner(@Nullable Template older) {
    XmlNode inner = older == null ? null : CellReader.mxCell(older.node());
    return older == null || inner == null ? null : new Template(older.text(), inner);
  }

  private static Element cell(Cell cell, @Nullable Template older) {
    Optional<String> wrapper = cell.effectiveWrapperTag();
    if (wrapper.isEmpty()) {
      return mxCell(cell, cell.storedId());
    }
    boolean idWithin =
        older != null
            && older.node().attribute("id") == null
            && !cell.attributes().has("id")
            && !older.node().name.equals("mxCell");
    Element inner = mxCell(cell, idWithin ? cell.storedId() : cell.attributes().value("id"));
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, cell.wrapperAttributes());
    Optional<String> id = idWithin ? Optional.empty() : cell.storedId();
    return Element.of(
        wrapper.get(),
        pairs(attributes, WRAPPER_ORDER, "id", id),
        List.of(
            List.of(inner.like(inner(older), placeOf(older))),
            Markup.verbatim(cell.wrapperExtras())));
  }

  /** The place of the inner element in an older wrapper. */
  private static @Nullable XmlNode placeOf(@Nullable Template older) {
    XmlNode inner = older == null ? null : CellReader.mxCell(older.node());
    return older == null || inner == older.node() ? null : inner;
  }

  private static Element mxCell(Cell cell, Optional<String> id) {
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, cell.attributes());
    id.ifPresent(value -> attributes.put("id", value));
    cell.style().ifPresent(style -> attributes.put("style", style.text()));
    cell.parent().ifPresent(value -> attributes.put("parent", value));
    cell.source().ifPresent(value -> attributes.put("source", value));
    cell.target().ifPresent(value -> attributes.put("target", value));
    return Element.of(
        "mxCell",
        pairs(attributes, CELL_ORDER, "", Optional.empty()),
        List.of(
            cell.geometry().<List<Markup>>map(g -> List.of(geometry(g))).orElse(List.of()),
            Markup.verbatim(cell.cellExtras())));
  }

  private static Element geometry(Geometry geometry) {
    List<List<Markup>> groups = new ArrayList<>();
    groups.add(List.of());
    geometry.namedPoints().forEach((as, point) -> groups.add(List.of(point(point, as))));
    // A list that is kept as text would be read as the way points if nothing stood before it.
    if (!geometry.points().isEmpty()
        || geometry.extras().stream().anyMatch(xml -> WAY_POINTS.matcher(xml).lookingAt())) {
      groups.add(List.of(points(geometry.points())));
    }
    groups.add(Markup.verbatim(geometry.extras()));
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, geometry.attributes());
    List<String> pairs = pairs(attributes, GEOMETRY_ORDER, "as", Optional.of("geometry"));
    return Element.of("mxGeometry", pairs, groups);
  }

  private static Element points(List<Geometry.Point> points) {
    ImmutableList.Builder<Markup> children = ImmutableList.builder();
    points.forEach(point -> children.add(point(point, null)));
    return Element.of("Array", List.of("as", "points"), List.of(children.build()));
  }

  private static Element point(Geometry.Point point, @Nullable String as) {
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, point.attributes());
    return Element.of(
        "mxPoint", pairs(attributes, GEOMETRY_ORDER, "as", Optional.ofNullable(as)), List.of());
  }

  /** {@code <diagram>} around a model, if there is one. */
  static Element diagram(Page page, Optional<Element> model) {
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, page.attributes());
    page.storedId().ifPresent(id -> attributes.put("id", id));
    return Element.of(
        "diagram",
        pairs(attributes, PAGE_ORDER, "", Optional.empty()),
        List.of(
            model.<List<Markup>>map(List::of).orElse(List.of()),
            Markup.verbatim(page.diagramExtras())));
  }

  /** {@code <mxGraphModel>} around the items of a page. */
  static Element model(Attributes model, List<Markup> items, List<String> extras) {
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, model);
    Element root = Element.of("root", List.of(), List.of(items)).keeping(name -> true);
    return Element.of(
            "mxGraphModel",
            pairs(attributes, MODEL_ORDER, "", Optional.empty()),
            List.of(List.of(root), Markup.verbatim(extras)))
        .keeping(Page.VOLATILE::contains);
  }

  /** {@code <mxfile>} around pages; it says how many they are if it is to. */
  static Element mxfile(DocumentRoot document, List<Markup> pages, boolean saysCount) {
    Map<String, String> attributes = new LinkedHashMap<>();
    add(attributes, document.attributes());
    if (saysCount) {
      attributes.put("pages", Integer.toString(pages.size()));
    }
    return Element.of(
            "mxfile",
            pairs(attributes, List.of(), "", Optional.empty()),
            List.of(pages, Markup.verbatim(document.extras())))
        .keeping(DocumentRoot.VOLATILE::contains);
  }

  private static void add(Map<String, String> map, Attributes attributes) {
    attributes.forEach(map::put);
  }

  /** Names in the usual order, others after them, one at the very end. */
  private static List<String> pairs(
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
