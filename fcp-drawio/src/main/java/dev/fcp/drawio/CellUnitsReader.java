package dev.fcp.drawio;

import static dev.fcp.drawio.CellUnits.ATTRIBUTE_PREFIX;
import static dev.fcp.drawio.CellUnits.CHILDREN;
import static dev.fcp.drawio.CellUnits.DATA_PREFIX;
import static dev.fcp.drawio.CellUnits.END_CELL;
import static dev.fcp.drawio.CellUnits.ENTRY_KEYS;
import static dev.fcp.drawio.CellUnits.EXIT_KEYS;
import static dev.fcp.drawio.CellUnits.GEOMETRY;
import static dev.fcp.drawio.CellUnits.ORDER;
import static dev.fcp.drawio.CellUnits.PARENT;
import static dev.fcp.drawio.CellUnits.PLACEMENT;
import static dev.fcp.drawio.CellUnits.POINT;
import static dev.fcp.drawio.CellUnits.PORT;
import static dev.fcp.drawio.CellUnits.RANK;
import static dev.fcp.drawio.CellUnits.SOURCE;
import static dev.fcp.drawio.CellUnits.SOURCE_POINT;
import static dev.fcp.drawio.CellUnits.STORED_ID;
import static dev.fcp.drawio.CellUnits.STYLE;
import static dev.fcp.drawio.CellUnits.TARGET;
import static dev.fcp.drawio.CellUnits.TARGET_POINT;
import static dev.fcp.drawio.CellUnits.TEXT;
import static dev.fcp.drawio.CellUnits.TOKEN_PREFIX;
import static dev.fcp.drawio.CellUnits.UNTERMINATED;
import static dev.fcp.drawio.CellUnits.WRAPPER;
import static dev.fcp.drawio.CellUnits.isPortToken;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.StyleToken;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Builds a cell from units. Every value in the units must be represented in the cell, otherwise the
 * event could not be inverted; a unit that cannot be represented is rejected. Not thread-safe.
 */
final class CellUnitsReader {

  private Optional<String> storedId = Optional.empty();
  private Optional<String> wrapperTag = Optional.empty();
  private Attributes wrapperAttributes = Attributes.NONE;
  private Attributes attributes = Attributes.NONE;
  private Optional<OrderKey> orderKey = Optional.empty();
  private Optional<String> parent = Optional.empty();
  private Optional<Geometry> geometry = Optional.empty();
  private Optional<String> source = Optional.empty();
  private Optional<String> target = Optional.empty();
  private Optional<Point> sourcePoint = Optional.empty();
  private Optional<Point> targetPoint = Optional.empty();
  private final List<StyleToken> styleTokens = new ArrayList<>();
  private boolean unterminated;
  private List<String> cellExtras = List.of();
  private List<String> wrapperExtras = List.of();

  private CellUnitsReader() {}

  private CellUnitsReader(Cell cell) {
    storedId = cell.storedId();
    wrapperTag = cell.wrapperTag();
    wrapperAttributes = cell.wrapperAttributes();
    attributes = cell.attributes();
    orderKey = Optional.of(cell.order());
    parent = cell.parent();
    geometry = cell.geometry().map(CellUnits::withoutEndPoints);
    source = cell.source();
    target = cell.target();
    sourcePoint = CellUnits.namedPoint(cell, SOURCE_POINT);
    targetPoint = CellUnits.namedPoint(cell, TARGET_POINT);
    cell.style().ifPresent(style -> styleTokens.addAll(style.tokens()));
    unterminated = cell.style().filter(style -> !style.terminated()).isPresent();
    cellExtras = cell.cellExtras();
    wrapperExtras = cell.wrapperExtras();
  }

  /**
   * Creates a cell from all its units.
   *
   * @throws IllegalArgumentException if a unit is invalid or missing; the message names it
   */
  static Cell cellOf(SortedMap<String, Value> units) {
    CellUnitsReader reader = new CellUnitsReader();
    units.forEach(reader::setUnit);
    return reader.build();
  }

  /**
   * Returns a copy of a cell with some units changed.
   *
   * @param changedUnits the units that change
   * @param after the new values; a changed unit without a value is removed
   * @throws IllegalArgumentException if the resulting cell is invalid; the message names the unit
   */
  static Cell withUnits(Cell cell, Set<String> changedUnits, Value.Fields after) {
    CellUnitsReader reader = new CellUnitsReader(cell);
    boolean changesStyle = false;
    boolean changesTokens = false;
    for (String unit : changedUnits) {
      changesStyle |= unit.startsWith(STYLE) || unit.equals(SOURCE) || unit.equals(TARGET);
      changesTokens |= unit.startsWith(TOKEN_PREFIX);
      reader.clearUnit(unit);
    }
    if (changesTokens) {
      reader.clearTokens(changedUnits);
    }
    for (Map.Entry<String, Value> unit : after.fields().entrySet()) {
      reader.setUnit(unit.getKey(), unit.getValue());
    }
    return changesStyle ? reader.build() : reader.build(cell.style());
  }

  private void clearUnit(String unit) {
    switch (unit) {
      case STORED_ID -> storedId = Optional.empty();
      case WRAPPER -> wrapperTag = Optional.empty();
      case PLACEMENT -> {
        orderKey = Optional.empty();
        parent = Optional.empty();
        geometry = Optional.empty();
      }
      case SOURCE -> {
        source = Optional.empty();
        sourcePoint = Optional.empty();
        styleTokens.removeIf(token -> EXIT_KEYS.contains(token.key()));
      }
      case TARGET -> {
        target = Optional.empty();
        targetPoint = Optional.empty();
        styleTokens.removeIf(token -> ENTRY_KEYS.contains(token.key()));
      }
      case STYLE -> unterminated = false;
      case CHILDREN -> {
        cellExtras = List.of();
        wrapperExtras = List.of();
      }
      default -> clearPrefixedUnit(unit);
    }
  }

  private void clearPrefixedUnit(String unit) {
    if (unit.startsWith(DATA_PREFIX)) {
      wrapperAttributes = wrapperAttributes.without(unit.substring(DATA_PREFIX.length()));
    } else if (unit.startsWith(ATTRIBUTE_PREFIX)) {
      attributes = attributes.without(unit.substring(ATTRIBUTE_PREFIX.length()));
    }
  }

  /** Removes all changed style tokens in one pass, because a style can have many. */
  private void clearTokens(Set<String> changedUnits) {
    styleTokens.removeIf(
        token -> !isPortToken(token) && changedUnits.contains(TOKEN_PREFIX + token.unit()));
  }

  private void setUnit(String unit, Value value) {
    DiagramValues.inUnit(unit, () -> readUnit(unit, value));
  }

  private void readUnit(String unit, Value value) {
    switch (unit) {
      case STORED_ID -> storedId = Optional.of(value.asText());
      case WRAPPER -> wrapperTag = Optional.of(value.asText());
      case PLACEMENT -> readPlacement(DiagramValues.requireMembers(value, ORDER, PARENT, GEOMETRY));
      case SOURCE -> {
        Value.Fields end = DiagramValues.requireMembers(value, END_CELL, POINT, PORT);
        source = end.find(END_CELL).map(Value::asText);
        sourcePoint = end.find(POINT).map(GeometryValue::toPoint);
        readPort(end, EXIT_KEYS);
      }
      case TARGET -> {
        Value.Fields end = DiagramValues.requireMembers(value, END_CELL, POINT, PORT);
        target = end.find(END_CELL).map(Value::asText);
        targetPoint = end.find(POINT).map(GeometryValue::toPoint);
        readPort(end, ENTRY_KEYS);
      }
      case STYLE -> {
        unterminated = true;
        DiagramValues.require(
            value.asText().equals(UNTERMINATED), "neither missing nor \"" + UNTERMINATED + "\"");
      }
      case CHILDREN -> {
        cellExtras =
            DiagramValues.optionalList(
                DiagramValues.requireMembers(value, "cell", "wrapper"), "cell");
        wrapperExtras = DiagramValues.optionalList(value.asFields(), "wrapper");
        DiagramValues.require(!cellExtras.isEmpty() || !wrapperExtras.isEmpty(), "empty");
      }
      default -> readPrefixedUnit(unit, value);
    }
  }

  private void readPrefixedUnit(String unit, Value value) {
    if (unit.startsWith(DATA_PREFIX)) {
      wrapperAttributes =
          wrapperAttributes.with(unit.substring(DATA_PREFIX.length()), value.asText());
    } else if (unit.startsWith(ATTRIBUTE_PREFIX)) {
      attributes = attributes.with(unit.substring(ATTRIBUTE_PREFIX.length()), value.asText());
    } else if (unit.startsWith(TOKEN_PREFIX)) {
      StyleToken token = parseToken(unit.substring(TOKEN_PREFIX.length()), value);
      DiagramValues.require(!isPortToken(token), "part of an end");
      styleTokens.add(token);
    } else {
      throw new IllegalArgumentException("not a unit of a cell");
    }
  }

  private void readPlacement(Value.Fields placement) {
    orderKey = Optional.of(new OrderKey(placement.text(ORDER)));
    parent = placement.find(PARENT).map(Value::asText);
    geometry = placement.find(GEOMETRY).map(GeometryValue::toGeometry);
    geometry.ifPresent(value ->
        DiagramValues.require(
            CellUnits.withoutEndPoints(value).equals(value),
            "an end point that belongs to its end"));
  }

  private void readPort(Value.Fields end, Set<String> keys) {
    DiagramValues.require(!end.isEmpty(), "empty");
    end.find(PORT)
        .ifPresent(port -> {
          DiagramValues.require(!port.asFields().isEmpty(), "an empty port");
          port.asFields()
              .fields()
              .forEach((unit, value) -> styleTokens.add(portToken(unit, value, keys)));
        });
  }

  private static StyleToken portToken(String unit, Value value, Set<String> keys) {
    StyleToken token = parseToken(unit, value);
    DiagramValues.require(keys.contains(token.key()), token.key() + " does not belong to this end");
    return token;
  }

  private static StyleToken parseToken(String unit, Value value) {
    Value.Fields fields = DiagramValues.requireMembers(value, RANK, TEXT);
    StyleToken token =
        new StyleToken(Math.toIntExact(fields.at(RANK).asLong()), unit, fields.text(TEXT));
    DiagramValues.require(
        token.hasUnitOfKey(), "the token \"" + token.text() + "\" of another key");
    return token;
  }

  private Cell build() {
    return build(
        styleTokens.isEmpty() && !unterminated
            ? Optional.empty()
            : Optional.of(Style.of(styleTokens, !unterminated)));
  }

  private Cell build(Optional<Style> style) {
    return new Cell(
        storedId,
        wrapperTag,
        wrapperAttributes,
        attributes,
        parent,
        source,
        target,
        style,
        geometryWithEndPoints(),
        cellExtras,
        wrapperExtras,
        orderKey.orElseThrow(() -> new IllegalArgumentException(PLACEMENT + " is missing")));
  }

  private Optional<Geometry> geometryWithEndPoints() {
    if (sourcePoint.isEmpty() && targetPoint.isEmpty()) {
      return geometry;
    }
    Geometry base =
        geometry.orElseThrow(
            () -> new IllegalArgumentException("an end point without " + GEOMETRY));
    Geometry withSource =
        sourcePoint.isEmpty() ? base : base.withNamedPoint(SOURCE_POINT, sourcePoint);
    return Optional.of(
        targetPoint.isEmpty() ? withSource : withSource.withNamedPoint(TARGET_POINT, targetPoint));
  }
}
