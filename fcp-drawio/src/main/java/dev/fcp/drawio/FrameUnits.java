package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.Form;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What holds the cells, in units and back.
 *
 * <pre>
 * document     form, attr.NAME, children
 * page         storedId, attr.NAME, model (there is one), model.NAME, children {diagram, model},
 *              placement {order}
 * foreign      xml, placement {order}
 * </pre>
 */
final class FrameUnits {

  static final String XML = "xml";
  static final String FORM = "form";
  static final String MODEL = "model";

  /** The value of {@link #FORM} for a bare model. */
  static final Value BARE = form(Form.BARE_MODEL);

  private static final String MODEL_ATTRIBUTE = "model.";
  private static final String ORDER = "order";
  private static final String DIAGRAM = "diagram";

  private FrameUnits() {}

  static SortedMap<String, Value> of(DocumentRoot document) {
    TreeMap<String, Value> units = new TreeMap<>();
    units.put(FORM, form(document.form()));
    putAttributes(CellUnits.ATTRIBUTE, document.attributes(), units);
    if (!document.extras().isEmpty()) {
      units.put(CellUnits.CHILDREN, Texts.sequence(document.extras()));
    }
    return units;
  }

  static Value form(Form form) {
    return Value.of(form.name().toLowerCase(Locale.ROOT));
  }

  static SortedMap<String, Value> of(Page page) {
    TreeMap<String, Value> units = new TreeMap<>();
    page.storedId().ifPresent(id -> units.put(CellUnits.STORED_ID, Value.of(id)));
    putAttributes(CellUnits.ATTRIBUTE, page.attributes(), units);
    if (page.model().isPresent()) {
      units.put(MODEL, Value.of(true));
      putAttributes(MODEL_ATTRIBUTE, page.model().get(), units);
    }
    if (!page.diagramExtras().isEmpty() || !page.modelExtras().isEmpty()) {
      units.put(
          CellUnits.CHILDREN,
          Texts.listsByName(Map.of(DIAGRAM, page.diagramExtras(), MODEL, page.modelExtras())));
    }
    units.put(CellUnits.PLACEMENT, placement(page.order()));
    return units;
  }

  static SortedMap<String, Value> of(Foreign foreign) {
    TreeMap<String, Value> units = new TreeMap<>();
    units.put(XML, Value.of(foreign.xml()));
    units.put(CellUnits.PLACEMENT, placement(foreign.order()));
    return units;
  }

  private static void putAttributes(
      String prefix, Attributes attributes, Map<String, Value> units) {
    attributes.forEach((name, text) -> units.put(prefix + name, Value.of(text)));
  }

  private static Value placement(OrderKey order) {
    return Value.Fields.of(Map.of(ORDER, Value.of(order.digits())));
  }

  static DocumentRoot document(SortedMap<String, Value> units) {
    return read(units).document();
  }

  static Page page(SortedMap<String, Value> units) {
    return read(units).page();
  }

  static Foreign foreign(SortedMap<String, Value> units) {
    return read(units).foreign();
  }

  private static Draft read(SortedMap<String, Value> units) {
    Draft draft = new Draft(units);
    for (Map.Entry<String, Value> unit : units.entrySet()) {
      Texts.reading(unit.getKey(), () -> draft.read(unit.getKey(), unit.getValue()));
    }
    return draft;
  }

  /** One of them in the making. */
  private static final class Draft {

    private final SortedMap<String, Value> units;
    private final List<String> attributes = new ArrayList<>();
    private final List<String> model = new ArrayList<>();
    private Optional<OrderKey> order = Optional.empty();

    Draft(SortedMap<String, Value> units) {
      this.units = units;
    }

    void read(String unit, Value value) {
      if (unit.startsWith(CellUnits.ATTRIBUTE)) {
        attributes.add(unit.substring(CellUnits.ATTRIBUTE.length()));
        attributes.add(value.asText());
      } else if (unit.startsWith(MODEL_ATTRIBUTE)) {
        model.add(unit.substring(MODEL_ATTRIBUTE.length()));
        model.add(value.asText());
      } else if (unit.equals(CellUnits.PLACEMENT)) {
        order = Optional.of(new OrderKey(Texts.members(value, ORDER).text(ORDER)));
      } else if (unit.equals(MODEL)) {
        Texts.require(value.asFlag(), "neither true nor missing");
      }
    }

    DocumentRoot document() {
      requireNames(List.of(CellUnits.ATTRIBUTE), FORM, CellUnits.CHILDREN);
      Form form = present(FORM).equals(BARE) ? Form.BARE_MODEL : Form.MXFILE;
      Texts.require(present(FORM).equals(form(form)), "the form " + present(FORM));
      List<String> extras = Texts.list(Value.Fields.of(units), CellUnits.CHILDREN);
      return new DocumentRoot(form, attributes(attributes), extras);
    }

    Page page() {
      requireNames(
          List.of(CellUnits.ATTRIBUTE, MODEL_ATTRIBUTE),
          CellUnits.STORED_ID,
          MODEL,
          CellUnits.CHILDREN,
          CellUnits.PLACEMENT);
      boolean hasModel = units.containsKey(MODEL);
      Texts.require(hasModel || model.isEmpty(), "attributes of no model: " + model);
      Value.Fields children =
          Texts.members(units.getOrDefault(CellUnits.CHILDREN, Value.Fields.NONE), DIAGRAM, MODEL);
      Texts.require(
          !(units.containsKey(CellUnits.CHILDREN) && children.isEmpty()), "no children at all");
      return new Page(
          Optional.ofNullable(units.get(CellUnits.STORED_ID)).map(Value::asText),
          attributes(attributes),
          hasModel ? Optional.of(attributes(model)) : Optional.empty(),
          Texts.list(children, DIAGRAM),
          Texts.list(children, MODEL),
          order());
    }

    Foreign foreign() {
      requireNames(List.of(), XML, CellUnits.PLACEMENT);
      return new Foreign(present(XML).asText(), order());
    }

    private Value present(String unit) {
      Value value = units.get(unit);
      if (value == null) {
        throw new IllegalArgumentException(unit + " is missing");
      }
      return value;
    }

    private OrderKey order() {
      return order.orElseThrow(
          () -> new IllegalArgumentException(CellUnits.PLACEMENT + " is missing"));
    }

    private static Attributes attributes(List<String> pairs) {
      return Attributes.of(pairs.toArray(String[]::new));
    }

    private void requireNames(List<String> prefixes, String... names) {
      for (String unit : units.keySet()) {
        Texts.require(
            List.of(names).contains(unit) || prefixes.stream().anyMatch(unit::startsWith),
            unit + " is no unit of this");
      }
    }
  }
}
