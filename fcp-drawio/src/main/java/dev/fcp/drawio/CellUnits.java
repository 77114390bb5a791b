package dev.fcp.drawio;

import com.google.common.collect.ImmutableSet;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.StyleToken;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Converts a cell to its units, the parts that are reversed separately; {@link CellUnitsReader} is
 * the inverse.
 *
 * <pre>
 * storedId     the id in the file; absent if there is none
 * wrapper      the tag of the wrapper element
 * data.NAME    an attribute of the wrapper element
 * attr.NAME    an attribute of the cell
 * placement    {parent, geometry, order}; the geometry without the end points
 * source       {cell, point, port}: where an edge starts; the port is the style tokens exitX ...
 * target       {cell, point, port}: where it ends; the port is the style tokens entryX ...
 * style.UNIT   {rank, text}: any other style token
 * style        "open" if the style does not end with a semicolon; it may then have no tokens
 * children     {cell, wrapper}: unknown child elements
 * </pre>
 */
final class CellUnits {

  static final String STORED_ID = "storedId";
  static final String WRAPPER = "wrapper";
  static final String DATA_PREFIX = "data.";
  static final String ATTRIBUTE_PREFIX = "attr.";
  static final String PLACEMENT = "placement";
  static final String SOURCE = "source";
  static final String TARGET = "target";
  static final String STYLE = "style";
  static final String TOKEN_PREFIX = "style.";
  static final String CHILDREN = "children";

  /** The member of {@link #PLACEMENT} that names the parent. */
  static final String PARENT = "parent";

  /** The member of {@link #SOURCE} and {@link #TARGET} that names the cell at that end. */
  static final String END_CELL = "cell";

  static final String UNTERMINATED = "open";
  static final String ORDER = "order";
  static final String GEOMETRY = "geometry";
  static final String POINT = "point";
  static final String PORT = "port";
  static final String RANK = "rank";
  static final String TEXT = "text";
  static final Set<String> EXIT_KEYS =
      ImmutableSet.of("exitX", "exitY", "exitDx", "exitDy", "exitPerimeter");
  static final Set<String> ENTRY_KEYS =
      ImmutableSet.of("entryX", "entryY", "entryDx", "entryDy", "entryPerimeter");
  static final String SOURCE_POINT = "sourcePoint";
  static final String TARGET_POINT = "targetPoint";

  private CellUnits() {}

  static SortedMap<String, Value> of(Cell cell) {
    TreeMap<String, Value> units = new TreeMap<>();
    cell.storedId().ifPresent(id -> units.put(STORED_ID, Value.of(id)));
    cell.wrapperTag().ifPresent(tag -> units.put(WRAPPER, Value.of(tag)));
    cell.wrapperAttributes().forEach((name, text) -> units.put(DATA_PREFIX + name, Value.of(text)));
    cell.attributes().forEach((name, text) -> units.put(ATTRIBUTE_PREFIX + name, Value.of(text)));
    units.put(PLACEMENT, placement(cell));
    source(cell).ifPresent(end -> units.put(SOURCE, end));
    target(cell).ifPresent(end -> units.put(TARGET, end));
    unterminatedStyle(cell).ifPresent(style -> units.put(STYLE, style));
    for (StyleToken token : styleTokens(cell)) {
      if (!isPortToken(token)) {
        units.put(TOKEN_PREFIX + token.unit(), tokenValue(token));
      }
    }
    children(cell).ifPresent(children -> units.put(CHILDREN, children));
    return units;
  }

  /** One unit of a cell, computed without the others. */
  static Optional<Value> unit(Cell cell, String name) {
    return switch (name) {
      case STORED_ID -> cell.storedId().map(Value::of);
      case WRAPPER -> cell.wrapperTag().map(Value::of);
      case PLACEMENT -> Optional.of(placement(cell));
      case SOURCE -> source(cell);
      case TARGET -> target(cell);
      case STYLE -> unterminatedStyle(cell);
      case CHILDREN -> children(cell);
      default -> prefixedUnit(cell, name);
    };
  }

  private static Optional<Value> prefixedUnit(Cell cell, String name) {
    if (name.startsWith(DATA_PREFIX)) {
      return cell.wrapperAttributes().value(name.substring(DATA_PREFIX.length())).map(Value::of);
    }
    if (name.startsWith(ATTRIBUTE_PREFIX)) {
      return cell.attributes().value(name.substring(ATTRIBUTE_PREFIX.length())).map(Value::of);
    }
    if (name.startsWith(TOKEN_PREFIX)) {
      String unit = name.substring(TOKEN_PREFIX.length());
      for (StyleToken token : styleTokens(cell)) {
        if (token.unit().equals(unit) && !isPortToken(token)) {
          return Optional.of(tokenValue(token));
        }
      }
    }
    return Optional.empty();
  }

  private static List<StyleToken> styleTokens(Cell cell) {
    return cell.style().map(Style::tokens).orElse(List.of());
  }

  private static Optional<Value> unterminatedStyle(Cell cell) {
    return cell.style().filter(style -> !style.terminated()).map(style -> Value.of(UNTERMINATED));
  }

  private static Optional<Value> children(Cell cell) {
    return cell.cellExtras().isEmpty() && cell.wrapperExtras().isEmpty()
        ? Optional.empty()
        : Optional.of(
            DiagramValues.namedLists(
                Map.of("cell", cell.cellExtras(), "wrapper", cell.wrapperExtras())));
  }

  /** Whether a token specifies where on a shape an edge starts or ends. */
  static boolean isPortToken(StyleToken token) {
    // A fast check: most tokens are not port tokens.
    char first = token.text().isEmpty() ? ' ' : token.text().charAt(0);
    return first == 'e' && (EXIT_KEYS.contains(token.key()) || ENTRY_KEYS.contains(token.key()));
  }

  private static Value tokenValue(StyleToken token) {
    return Value.Fields.of(Map.of(RANK, Value.of(token.rank()), TEXT, Value.of(token.text())));
  }

  private static Optional<Value> source(Cell cell) {
    return edgeEnd(cell.source(), namedPoint(cell, SOURCE_POINT), portTokens(cell, EXIT_KEYS));
  }

  private static Optional<Value> target(Cell cell) {
    return edgeEnd(cell.target(), namedPoint(cell, TARGET_POINT), portTokens(cell, ENTRY_KEYS));
  }

  private static Map<String, Value> portTokens(Cell cell, Set<String> keys) {
    Map<String, Value> tokensByUnit = Map.of();
    for (StyleToken token : styleTokens(cell)) {
      if (isPortToken(token) && keys.contains(token.key())) {
        tokensByUnit = tokensByUnit.isEmpty() ? new TreeMap<>() : tokensByUnit;
        tokensByUnit.put(token.unit(), tokenValue(token));
      }
    }
    return tokensByUnit;
  }

  private static Value placement(Cell cell) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put(ORDER, Value.of(cell.order().digits()));
    cell.parent().ifPresent(parent -> fields.put(PARENT, Value.of(parent)));
    cell.geometry()
        .ifPresent(geometry -> fields.put(GEOMETRY, GeometryValue.of(withoutEndPoints(geometry))));
    return Value.Fields.of(fields);
  }

  static Geometry withoutEndPoints(Geometry geometry) {
    return geometry.namedPoints().containsKey(SOURCE_POINT)
            || geometry.namedPoints().containsKey(TARGET_POINT)
        ? geometry
            .withNamedPoint(SOURCE_POINT, Optional.empty())
            .withNamedPoint(TARGET_POINT, Optional.empty())
        : geometry;
  }

  static Optional<Point> namedPoint(Cell cell, String name) {
    return cell.geometry()
        .flatMap(geometry -> Optional.ofNullable(geometry.namedPoints().get(name)));
  }

  private static Optional<Value> edgeEnd(
      Optional<String> cell, Optional<Point> point, Map<String, Value> port) {
    if (cell.isEmpty() && point.isEmpty() && port.isEmpty()) {
      return Optional.empty();
    }
    TreeMap<String, Value> fields = new TreeMap<>();
    cell.ifPresent(id -> fields.put(END_CELL, Value.of(id)));
    point.ifPresent(value -> fields.put(POINT, DiagramValues.attributesValue(value.attributes())));
    if (!port.isEmpty()) {
      fields.put(PORT, Value.Fields.of(port));
    }
    return Optional.of(Value.Fields.of(fields));
  }
}
