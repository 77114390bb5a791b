package dev.fcp.drawio;

import static dev.fcp.drawio.CellUnits.ATTRIBUTE;
import static dev.fcp.drawio.CellUnits.CHILDREN;
import static dev.fcp.drawio.CellUnits.DATA;
import static dev.fcp.drawio.CellUnits.END;
import static dev.fcp.drawio.CellUnits.ENTRY;
import static dev.fcp.drawio.CellUnits.EXIT;
import static dev.fcp.drawio.CellUnits.GEOMETRY;
import static dev.fcp.drawio.CellUnits.OPEN;
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
import static dev.fcp.drawio.CellUnits.TOKEN;
import static dev.fcp.drawio.CellUnits.WRAPPER;
import static dev.fcp.drawio.CellUnits.isPort;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.Token;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A cell in the making, out of units. What is read must be exact: nothing that the units say may be
 * lost, or it could not be taken back. Not safe for use by several threads.
 */
final class CellDraft {

  private Optional<String> storedId = Optional.empty();
  private Optional<String> wrapperTag = Optional.empty();
  private Attributes data = Attributes.NONE;
  private Attributes attributes = Attributes.NONE;
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

  private CellDraft() {}

  private CellDraft(Cell cell) {
    storedId = cell.storedId();
    wrapperTag = cell.wrapperTag();
    data = cell.wrapperAttributes();
    attributes = cell.attributes();
    order = Optional.of(cell.order());
    parent = cell.parent();
    geometry = cell.geometry().map(CellUnits::withoutEnds);
    source = cell.source();
    target = cell.target();
    sourcePoint = CellUnits.point(cell, SOURCE_POINT);
    targetPoint = CellUnits.point(cell, TARGET_POINT);
    cell.style().ifPresent(style -> tokens.addAll(style.tokens()));
    open = cell.style().filter(style -> !style.terminated()).isPresent();
    cellExtras = cell.cellExtras();
    wrapperExtras = cell.wrapperExtras();
  }

  /**
   * The cell of these units.
   *
   * @throws IllegalArgumentException if there is none; the message names the unit
   */
  static Cell cell(SortedMap<String, Value> units) {
    CellDraft draft = new CellDraft();
    units.forEach(draft::set);
    return draft.cell();
  }

  /**
   * A cell after some of its units changed.
   *
   * @param names the units that change
   * @param after their values; one that is not named here becomes absent
   * @throws IllegalArgumentException if there is no such cell; the message names the unit
   */
  static Cell modified(Cell cell, Set<String> names, Value.Fields after) {
    CellDraft draft = new CellDraft(cell);
    boolean styled = false;
    for (String name : names) {
      styled |= name.startsWith(STYLE) || name.equals(SOURCE) || name.equals(TARGET);
      draft.clear(name);
    }
    for (Map.Entry<String, Value> unit : after.fields().entrySet()) {
      draft.set(unit.getKey(), unit.getValue());
    }
    return styled ? draft.cell() : draft.cell(cell.style());
  }

  private void clear(String unit) {
    switch (unit) {
      case STORED_ID -> storedId = Optional.empty();
      case WRAPPER -> wrapperTag = Optional.empty();
      case PLACEMENT -> {
        order = Optional.empty();
        parent = Optional.empty();
        geometry = Optional.empty();
      }
      case SOURCE -> {
        source = Optional.empty();
        sourcePoint = Optional.empty();
        tokens.removeIf(token -> EXIT.contains(token.key()));
      }
      case TARGET -> {
        target = Optional.empty();
        targetPoint = Optional.empty();
        tokens.removeIf(token -> ENTRY.contains(token.key()));
      }
      case STYLE -> open = false;
      case CHILDREN -> {
        cellExtras = List.of();
        wrapperExtras = List.of();
      }
      default -> clearNamed(unit);
    }
  }

  private void clearNamed(String unit) {
    if (unit.startsWith(DATA)) {
      data = data.without(unit.substring(DATA.length()));
    } else if (unit.startsWith(ATTRIBUTE)) {
      attributes = attributes.without(unit.substring(ATTRIBUTE.length()));
    } else if (unit.startsWith(TOKEN)) {
      String name = unit.substring(TOKEN.length());
      tokens.removeIf(token -> token.unit().equals(name) && !isPort(token));
    }
  }

  private void set(String unit, Value value) {
    Texts.reading(unit, () -> read(unit, value));
  }

  private void read(String unit, Value value) {
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
      data = data.with(unit.substring(DATA.length()), value.asText());
    } else if (unit.startsWith(ATTRIBUTE)) {
      attributes = attributes.with(unit.substring(ATTRIBUTE.length()), value.asText());
    } else if (unit.startsWith(TOKEN)) {
      Token token = token(unit.substring(TOKEN.length()), value);
      Texts.require(!isPort(token), "part of an end");
      tokens.add(token);
    } else {
      throw new IllegalArgumentException("no unit of a cell");
    }
  }

  private void readPlacement(Value.Fields placement) {
    order = Optional.of(new OrderKey(placement.text(ORDER)));
    parent = placement.find(PARENT).map(Value::asText);
    geometry = placement.find(GEOMETRY).map(GeometryValue::geometry);
    geometry.ifPresent(g ->
        Texts.require(CellUnits.withoutEnds(g).equals(g), "an end point that belongs to its end"));
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
    Texts.require(token.isNamedByKey(), "the token \"" + token.text() + "\" of another key");
    return token;
  }

  private Cell cell() {
    return cell(
        tokens.isEmpty() && !open ? Optional.empty() : Optional.of(Style.of(tokens, !open)));
  }

  private Cell cell(Optional<Style> style) {
    return new Cell(
        storedId,
        wrapperTag,
        data,
        attributes,
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
        targetPoint.isEmpty() ? withSource : withSource.withNamedPoint(TARGET_POINT, targetPoint));
  }
}
