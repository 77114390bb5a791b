package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
import dev.fcp.drawio.diagram.ForeignElement;
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
 * Converts documents, pages and foreign elements to units and back.
 *
 * <pre>
 * document     form, attr.NAME, children
 * page         storedId, attr.NAME, model (if there is one), model.NAME, children {diagram, model},
 *              placement {order}
 * foreign      xml, placement {order}
 * </pre>
 */
final class DocumentUnits {

  static final String XML = "xml";
  static final String FORM = "form";
  static final String MODEL = "model";

  /** The value of {@link #FORM} for a bare model. */
  static final Value BARE_FORM = formValue(FileForm.BARE_MODEL);

  private static final String MODEL_ATTRIBUTE_PREFIX = "model.";
  private static final String ORDER = "order";
  private static final String DIAGRAM = "diagram";

  private DocumentUnits() {}

  static SortedMap<String, Value> of(DocumentRoot document) {
    TreeMap<String, Value> units = new TreeMap<>();
    units.put(FORM, formValue(document.form()));
    putAttributes(CellUnits.ATTRIBUTE_PREFIX, document.attributes(), units);
    if (!document.extras().isEmpty()) {
      units.put(CellUnits.CHILDREN, DiagramValues.textSequence(document.extras()));
    }
    return units;
  }

  static Value formValue(FileForm form) {
    return Value.of(form.name().toLowerCase(Locale.ROOT));
  }

  static SortedMap<String, Value> of(Page page) {
    TreeMap<String, Value> units = new TreeMap<>();
    page.storedId().ifPresent(id -> units.put(CellUnits.STORED_ID, Value.of(id)));
    putAttributes(CellUnits.ATTRIBUTE_PREFIX, page.attributes(), units);
    if (page.model().isPresent()) {
      units.put(MODEL, Value.of(true));
      putAttributes(MODEL_ATTRIBUTE_PREFIX, page.model().get(), units);
    }
    if (!page.diagramExtras().isEmpty() || !page.modelExtras().isEmpty()) {
      units.put(
          CellUnits.CHILDREN,
          DiagramValues.namedLists(
              Map.of(DIAGRAM, page.diagramExtras(), MODEL, page.modelExtras())));
    }
    units.put(CellUnits.PLACEMENT, placement(page.order()));
    return units;
  }

  static SortedMap<String, Value> of(ForeignElement foreign) {
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
    return readUnits(units).document();
  }

  static Page page(SortedMap<String, Value> units) {
    return readUnits(units).page();
  }

  static ForeignElement foreign(SortedMap<String, Value> units) {
    return readUnits(units).foreign();
  }

  private static UnitsReader readUnits(SortedMap<String, Value> units) {
    UnitsReader reader = new UnitsReader(units);
    for (Map.Entry<String, Value> unit : units.entrySet()) {
      DiagramValues.inUnit(unit.getKey(), () -> reader.readUnit(unit.getKey(), unit.getValue()));
    }
    return reader;
  }

  /** Reads the units of one entity. */
  private static final class UnitsReader {

    private final SortedMap<String, Value> units;
    private final List<String> attributes = new ArrayList<>();
    private final List<String> modelAttributes = new ArrayList<>();
    private Optional<OrderKey> orderKey = Optional.empty();

    UnitsReader(SortedMap<String, Value> units) {
      this.units = units;
    }

    void readUnit(String unit, Value value) {
      if (unit.startsWith(CellUnits.ATTRIBUTE_PREFIX)) {
        attributes.add(unit.substring(CellUnits.ATTRIBUTE_PREFIX.length()));
        attributes.add(value.asText());
      } else if (unit.startsWith(MODEL_ATTRIBUTE_PREFIX)) {
        modelAttributes.add(unit.substring(MODEL_ATTRIBUTE_PREFIX.length()));
        modelAttributes.add(value.asText());
      } else if (unit.equals(CellUnits.PLACEMENT)) {
        orderKey =
            Optional.of(new OrderKey(DiagramValues.requireMembers(value, ORDER).text(ORDER)));
      } else if (unit.equals(MODEL)) {
        DiagramValues.require(value.asBoolean(), "neither true nor missing");
      }
    }

    DocumentRoot document() {
      requireKnownUnits(List.of(CellUnits.ATTRIBUTE_PREFIX), FORM, CellUnits.CHILDREN);
      FileForm form = requireUnit(FORM).equals(BARE_FORM) ? FileForm.BARE_MODEL : FileForm.MXFILE;
      DiagramValues.require(
          requireUnit(FORM).equals(formValue(form)), "the form " + requireUnit(FORM));
      List<String> extras = DiagramValues.optionalList(Value.Fields.of(units), CellUnits.CHILDREN);
      return new DocumentRoot(form, toAttributes(attributes), extras);
    }

    Page page() {
      requireKnownUnits(
          List.of(CellUnits.ATTRIBUTE_PREFIX, MODEL_ATTRIBUTE_PREFIX),
          CellUnits.STORED_ID,
          MODEL,
          CellUnits.CHILDREN,
          CellUnits.PLACEMENT);
      boolean hasModel = units.containsKey(MODEL);
      DiagramValues.require(
          hasModel || modelAttributes.isEmpty(), "attributes without a model: " + modelAttributes);
      Value.Fields children =
          DiagramValues.requireMembers(
              units.getOrDefault(CellUnits.CHILDREN, Value.Fields.EMPTY), DIAGRAM, MODEL);
      DiagramValues.require(
          !(units.containsKey(CellUnits.CHILDREN) && children.isEmpty()), "empty children");
      return new Page(
          Optional.ofNullable(units.get(CellUnits.STORED_ID)).map(Value::asText),
          toAttributes(attributes),
          hasModel ? Optional.of(toAttributes(modelAttributes)) : Optional.empty(),
          DiagramValues.optionalList(children, DIAGRAM),
          DiagramValues.optionalList(children, MODEL),
          requireOrderKey());
    }

    ForeignElement foreign() {
      requireKnownUnits(List.of(), XML, CellUnits.PLACEMENT);
      return new ForeignElement(requireUnit(XML).asText(), requireOrderKey());
    }

    private Value requireUnit(String unit) {
      Value value = units.get(unit);
      if (value == null) {
        throw new IllegalArgumentException(unit + " is missing");
      }
      return value;
    }

    private OrderKey requireOrderKey() {
      return orderKey.orElseThrow(
          () -> new IllegalArgumentException(CellUnits.PLACEMENT + " is missing"));
    }

    private static Attributes toAttributes(List<String> namesAndValues) {
      return Attributes.of(namesAndValues.toArray(String[]::new));
    }

    private void requireKnownUnits(List<String> prefixes, String... names) {
      for (String unit : units.keySet()) {
        DiagramValues.require(
            List.of(names).contains(unit) || prefixes.stream().anyMatch(unit::startsWith),
            "unknown unit " + unit);
      }
    }
  }
}
