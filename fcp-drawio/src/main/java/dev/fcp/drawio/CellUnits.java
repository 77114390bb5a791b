package dev.fcp.drawio;

import com.google.common.collect.ImmutableSet;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.Token;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cell in units, the parts that are taken back on their own; {@link CellDraft} is the way back.
 *
 * <pre>
 * storedId     the id in the file; missing where the file has none
 * wrapper      the name of the element around the cell
 * data.NAME    an attribute of that element
 * attr.NAME    an attribute of the cell
 * placement    {parent, geometry, order}; the geometry without the end points
 * source       {cell, point, port}: where an edge starts; the port is the style tokens exitX ...
 * target       {cell, point, port}: where it ends; the port is the style tokens entryX ...
 * style.UNIT   {rank, text}: any other style token
 * style        "open" where no semicolon ends the style, which may then have no token at all
 * children     {cell, wrapper}: other elements within
 * </pre>
 */
final class CellUnits {

  static final String STORED_ID = "storedId";
  static final String WRAPPER = "wrapper";
  static final String DATA = "data.";
  static final String ATTRIBUTE = "attr.";
  static final String PLACEMENT = "placement";
  static final String SOURCE = "source";
  static final String TARGET = "target";
  static final String STYLE = "style";
  static final String TOKEN = "style.";
  static final String CHILDREN = "children";

  /** The member of {@link #PLACEMENT} that names the parent. */
  static final String PARENT = "parent";

  /** The member of {@link #SOURCE} and {@link #TARGET} that names the cell at that end. */
  static final String END = "cell";

  static final String OPEN = "open";
  static final String ORDER = "order";
  static final String GEOMETRY = "geometry";
  static final String POINT = "point";
  static final String PORT = "port";
  static final String RANK = "rank";
  static final String TEXT = "text";
  static final Set<String> EXIT =
      ImmutableSet.of("exitX", "exitY", "exitDx", "exitDy", "exitPerimeter");
  static final Set<String> ENTRY =
      ImmutableSet.of("entryX", "entryY", "entryDx", "entryDy", "entryPerimeter");
  static final String SOURCE_POINT = "sourcePoint";
  static final String TARGET_POINT = "targetPoint";

  private CellUnits() {}

  static SortedMap<String, Value> of(Cell cell) {
    TreeMap<String, Value> units = new TreeMap<>();
    cell.storedId().ifPresent(id -> units.put(STORED_ID, Value.of(id)));
    cell.wrapperTag().ifPresent(tag -> units.put(WRAPPER, Value.of(tag)));
    cell.wrapperAttributes().forEach((name, text) -> units.put(DATA + name, Value.of(text)));
    cell.attributes().forEach((name, text) -> units.put(ATTRIBUTE + name, Value.of(text)));
    units.put(PLACEMENT, placement(cell));
    source(cell).ifPresent(end -> units.put(SOURCE, end));
    target(cell).ifPresent(end -> units.put(TARGET, end));
    form(cell).ifPresent(form -> units.put(STYLE, form));
    for (Token token : tokens(cell)) {
      if (!isPort(token)) {
        units.put(TOKEN + token.unit(), value(token));
      }
    }
    children(cell).ifPresent(children -> units.put(CHILDREN, children));
    return units;
  }

  /** One of the units, without looking at the others. */
  static Optional<Value> unit(Cell cell, String name) {
    return switch (name) {
      case STORED_ID -> cell.storedId().map(Value::of);
      case WRAPPER -> cell.wrapperTag().map(Value::of);
      case PLACEMENT -> Optional.of(placement(cell));
      case SOURCE -> source(cell);
      case TARGET -> target(cell);
      case STYLE -> form(cell);
      case CHILDREN -> children(cell);
      default -> named(cell, name);
    };
  }

  private static Optional<Value> named(Cell cell, String name) {
    if (name.startsWith(DATA)) {
      return cell.wrapperAttributes().value(name.substring(DATA.length())).map(Value::of);
    }
    if (name.startsWith(ATTRIBUTE)) {
      return cell.attributes().value(name.substring(ATTRIBUTE.length())).map(Value::of);
    }
    if (name.startsWith(TOKEN)) {
      String unit = name.substring(TOKEN.length());
      for (Token token : tokens(cell)) {
        if (token.unit().equals(unit) && !isPort(token)) {
          return Optional.of(value(token));
        }
      }
    }
    return Optional.empty();
  }

  private static List<Token> tokens(Cell cell) {
    return cell.style().map(Style::tokens).orElse(List.of());
  }

  private static Optional<Value> form(Cell cell) {
    return cell.style().filter(style -> !style.terminated()).map(style -> Value.of(OPEN));
  }

  private static Optional<Value> children(Cell cell) {
    return cell.cellExtras().isEmpty() && cell.wrapperExtras().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Texts.listsByName(Map.of("cell", cell.cellExtras(), "wrapper", cell.wrapperExtras())));
  }

  /** Whether a token says where at a shape an edge starts or ends. */
  static boolean isPort(Token token) {
    // Looked at first, because it is true of most tokens that they are none.
    char first = token.text().isEmpty() ? ' ' : token.text().charAt(0);
    return first == 'e' && (EXIT.contains(token.key()) || ENTRY.contains(token.key()));
  }

  private static Value value(Token token) {
    return Value.Fields.of(Map.of(RANK, Value.of(token.rank()), TEXT, Value.of(token.text())));
  }

  private static Optional<Value> source(Cell cell) {
    return end(cell.source(), point(cell, SOURCE_POINT), port(cell, EXIT));
  }

  private static Optional<Value> target(Cell cell) {
    return end(cell.target(), point(cell, TARGET_POINT), port(cell, ENTRY));
  }

  private static Map<String, Value> port(Cell cell, Set<String> keys) {
    Map<String, Value> port = Map.of();
    for (Token token : tokens(cell)) {
      if (isPort(token) && keys.contains(token.key())) {
        port = port.isEmpty() ? new TreeMap<>() : port;
        port.put(token.unit(), value(token));
      }
    }
    return port;
  }

  private static Value placement(Cell cell) {
    TreeMap<String, Value> placement = new TreeMap<>();
    placement.put(ORDER, Value.of(cell.order().digits()));
    cell.parent().ifPresent(parent -> placement.put(PARENT, Value.of(parent)));
    cell.geometry()
        .ifPresent(geometry -> placement.put(GEOMETRY, GeometryValue.of(withoutEnds(geometry))));
    return Value.Fields.of(placement);
  }

  static Geometry withoutEnds(Geometry geometry) {
    return geometry.namedPoints().containsKey(SOURCE_POINT)
            || geometry.namedPoints().containsKey(TARGET_POINT)
        ? geometry
            .withNamedPoint(SOURCE_POINT, Optional.empty())
            .withNamedPoint(TARGET_POINT, Optional.empty())
        : geometry;
  }

  static Optional<Point> point(Cell cell, String name) {
    return cell.geometry().flatMap(g -> Optional.ofNullable(g.namedPoints().get(name)));
  }

  private static Optional<Value> end(
      Optional<String> cell, Optional<Point> point, Map<String, Value> port) {
    if (cell.isEmpty() && point.isEmpty() && port.isEmpty()) {
      return Optional.empty();
    }
    TreeMap<String, Value> end = new TreeMap<>();
    cell.ifPresent(id -> end.put(END, Value.of(id)));
    point.ifPresent(at -> end.put(POINT, Texts.attributes(at.attributes())));
    if (!port.isEmpty()) {
      end.put(PORT, Value.Fields.of(port));
    }
    return Optional.of(Value.Fields.of(end));
  }
}
