package dev.fcp.drawio;

import com.google.common.collect.ImmutableSet;
import dev.fcp.drawio.Geometry.Point;
import dev.fcp.drawio.Style.Token;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cell in units, the parts that are taken back on their own, and back.
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

  private static final String OPEN = "open";
  private static final String ORDER = "order";
  private static final String GEOMETRY = "geometry";
  private static final String POINT = "point";
  private static final String PORT = "port";
  private static final String RANK = "rank";
  private static final String TEXT = "text";
  private static final Set<String> EXIT =
      ImmutableSet.of("exitX", "exitY", "exitDx", "exitDy", "exitPerimeter");
  private static final Set<String> ENTRY =
      ImmutableSet.of("entryX", "entryY", "entryDx", "entryDy", "entryPerimeter");
  private static final String SOURCE_POINT = "sourcePoint";
  private static final String TARGET_POINT = "targetPoint";

  private CellUnits() {}

  static SortedMap<String, Value> of(Cell cell) {
    TreeMap<String, Value> units = new TreeMap<>();
    cell.storedId().ifPresent(id -> units.put(STORED_ID, Value.of(id)));
    cell.wrapperTag().ifPresent(tag -> units.put(WRAPPER, Value.of(tag)));
    cell.wrapperAttributes().forEach((name, text) -> units.put(DATA + name, Value.of(text)));
    cell.attributes().forEach((name, text) -> units.put(ATTRIBUTE + name, Value.of(text)));
    units.put(PLACEMENT, placement(cell));
    TreeMap<String, Value> exit = new TreeMap<>();
    TreeMap<String, Value> entry = new TreeMap<>();
    cell.style().ifPresent(style -> putStyle(style, units, exit, entry));
    end(cell.source(), point(cell, SOURCE_POINT), exit).ifPresent(end -> units.put(SOURCE, end));
    end(cell.target(), point(cell, TARGET_POINT), entry).ifPresent(end -> units.put(TARGET, end));
    if (!cell.cellExtras().isEmpty() || !cell.wrapperExtras().isEmpty()) {
      units.put(
          CHILDREN,
          Texts.listsByName(Map.of("cell", cell.cellExtras(), "wrapper", cell.wrapperExtras())));
    }
    return units;
  }

  private static void putStyle(
      Style style, Map<String, Value> units, Map<String, Value> exit, Map<String, Value> entry) {
    if (!style.terminated()) {
      units.put(STYLE, Value.of(OPEN));
    }
    for (Token token : style.tokens()) {
      Value value =
          Value.Fields.of(Map.of(RANK, Value.of(token.rank()), TEXT, Value.of(token.text())));
      if (EXIT.contains(token.key())) {
        exit.put(token.unit(), value);
      } else if (ENTRY.contains(token.key())) {
        entry.put(token.unit(), value);
      } else {
        units.put(TOKEN + token.unit(), value);
      }
    }
  }

  private static Value placement(Cell cell) {
    TreeMap<String, Value> placement = new TreeMap<>();
    placement.put(ORDER, Value.of(cell.order().digits()));
    cell.parent().ifPresent(parent -> placement.put(PARENT, Value.of(parent)));
    cell.geometry()
        .ifPresent(geometry -> placement.put(GEOMETRY, GeometryValue.of(withoutEnds(geometry))));
    return Value.Fields.of(placement);
  }

  private static Geometry withoutEnds(Geometry geometry) {
    return geometry.namedPoints().containsKey(SOURCE_POINT)
            || geometry.namedPoints().containsKey(TARGET_POINT)
        ? geometry
            .withNamedPoint(SOURCE_POINT, Optional.empty())
            .withNamedPoint(TARGET_POINT, Optional.empty())
        : geometry;
  }

  private static Optional<Point> point(Cell cell, String name) {
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

  static Cell cell(SortedMap<String, Value> units) {
    Draft draft = new Draft();
    for (Map.Entry<String, Value> unit : units.entrySet()) {
      Texts.reading(unit.getKey(), () -> draft.read(unit.getKey(), unit.getValue()));
    }
    return draft.cell();
  }

  /** A cell in the making. */
  private static final class Draft {

    private Optional<String> storedId = Optional.empty();
    private Optional<String> wrapperTag = Optional.empty();
    private final List<String> data = new ArrayList<>();
    private final List<String> attributes = new ArrayList<>();
    private Optional<OrderKey> order = Optional.empty();
    private Optional<String> parent = Optional.empty();
    private Optional<Geometry> geometry = Optional.empty();
    private Optional<String> source = Optional.empty();
    private Optional<String> target = Optional.empty();
    private Optional<Point> sourcePoint = Optional.empty();
    private Optional<Point> targetPoint = Optional.empty();
    private final List<Token> tokens = new ArrayList<>();
    private boolean open;
    private List<String> cellExtras = List.of();
    private List<String> wrapperExtras = List.of();

    void read(String unit, Value value) {
      switch (unit) {
        case STORED_ID -> storedId = Optional.of(value.asText());
        case WRAPPER -> wrapperTag = Optional.of(value.asText());
        case PLACEMENT -> readPlacement(Texts.members(value, ORDER, PARENT, GEOMETRY));
        case SOURCE -> {
          Value.Fields end = Texts.members(value, END, POINT, PORT);
          source = end.find(END).map(Value::asText);
          sourcePoint = end.find(POINT).map(GeometryValue::point);
          readPort(end, EXIT);
        }
        case TARGET -> {
          Value.Fields end = Texts.members(value, END, POINT, PORT);
          target = end.find(END).map(Value::asText);
          targetPoint = end.find(POINT).map(GeometryValue::point);
          readPort(end, ENTRY);
        }
        case STYLE -> {
          open = true;
          Texts.require(value.asText().equals(OPEN), "neither missing nor \"" + OPEN + "\"");
        }
        case CHILDREN -> {
          cellExtras = Texts.list(Texts.members(value, "cell", "wrapper"), "cell");
          wrapperExtras = Texts.list(value.asFields(), "wrapper");
          Texts.require(!cellExtras.isEmpty() || !wrapperExtras.isEmpty(), "empty");
        }
        default -> readNamed(unit, value);
      }
    }

    private void readNamed(String unit, Value value) {
      if (unit.startsWith(DATA)) {
        data.add(unit.substring(DATA.length()));
        data.add(value.asText());
      } else if (unit.startsWith(ATTRIBUTE)) {
        attributes.add(unit.substring(ATTRIBUTE.length()));
        attributes.add(value.asText());
      } else if (unit.startsWith(TOKEN)) {
        Token token = token(unit.substring(TOKEN.length()), value);
        Texts.require(
            !EXIT.contains(token.key()) && !ENTRY.contains(token.key()), "part of an end");
        tokens.add(token);
      } else {
        throw new IllegalArgumentException("no unit of a cell");
      }
    }

    private void readPlacement(Value.Fields placement) {
      order = Optional.of(new OrderKey(placement.text(ORDER)));
      parent = placement.find(PARENT).map(Value::asText);
      geometry = placement.find(GEOMETRY).map(GeometryValue::geometry);
      geometry.ifPresent(
          g -> Texts.require(withoutEnds(g).equals(g), "an end point that belongs to its end"));
    }

    private void readPort(Value.Fields end, Set<String> keys) {
      Texts.require(!end.isEmpty(), "empty");
      end.find(PORT)
          .ifPresent(port -> {
            Texts.require(!port.asFields().isEmpty(), "an empty port");
            port.asFields().fields().forEach((unit, value) -> tokens.add(port(unit, value, keys)));
          });
    }

    private static Token port(String unit, Value value, Set<String> keys) {
      Token token = token(unit, value);
      Texts.require(keys.contains(token.key()), token.key() + " is no part of this end");
      return token;
    }

    private static Token token(String unit, Value value) {
      Value.Fields fields = Texts.members(value, RANK, TEXT);
      Token token = new Token(Math.toIntExact(fields.at(RANK).asWhole()), unit, fields.text(TEXT));
      Texts.require(
          unit.equals(token.name()) || unit.startsWith(token.name() + "#"),
          "the token \"" + token.text() + "\" of another key");
      return token;
    }

    Cell cell() {
      Optional<Style> style =
          tokens.isEmpty() && !open ? Optional.empty() : Optional.of(Style.of(tokens, !open));
      return new Cell(
          storedId,
          wrapperTag,
          Attributes.of(data.toArray(String[]::new)),
          Attributes.of(attributes.toArray(String[]::new)),
          parent,
          source,
          target,
          style,
          withEnds(),
          cellExtras,
          wrapperExtras,
          order.orElseThrow(() -> new IllegalArgumentException(PLACEMENT + " is missing")));
    }

    private Optional<Geometry> withEnds() {
      if (sourcePoint.isEmpty() && targetPoint.isEmpty()) {
        return geometry;
      }
      Geometry between =
          geometry.orElseThrow(
              () -> new IllegalArgumentException("an end point without " + GEOMETRY));
      Geometry withSource =
          sourcePoint.isEmpty() ? between : between.withNamedPoint(SOURCE_POINT, sourcePoint);
      return Optional.of(
          targetPoint.isEmpty()
              ? withSource
              : withSource.withNamedPoint(TARGET_POINT, targetPoint));
    }
  }
}
