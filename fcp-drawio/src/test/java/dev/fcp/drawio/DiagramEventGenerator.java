package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generates events for a diagram; most of them apply. */
final class DiagramEventGenerator {

  private static final DiagramDomain DOMAIN = new DiagramDomain();

  private final EntityModel<DiagramKey, DiagramEntity> model;
  private final Choices choices;

  private DiagramEventGenerator(EntityModel<DiagramKey, DiagramEntity> model, Choices choices) {
    this.model = model;
    this.choices = choices;
  }

  static Generator<DiagramEvent> events(EntityModel<DiagramKey, DiagramEntity> model) {
    return choices -> new DiagramEventGenerator(model, choices).event();
  }

  private DiagramEvent event() {
    return switch (choices.upTo(11)) {
      case 0, 1, 2, 3, 4, 5 -> modification();
      case 6, 7 -> creation();
      case 8 -> deletion();
      case 9 -> rootCellEvent();
      case 10 -> inverted(modification());
      default -> pageAdded();
    };
  }

  /** The inverse of an event that was not applied. */
  private static DiagramEvent inverted(DiagramEvent event) {
    return new DiagramDomain().invert(event);
  }

  private DiagramEvent modification() {
    List<Map.Entry<DiagramKey, DiagramEntity>> entries = new ArrayList<>();
    model.entities().forEach(entries::add);
    Map.Entry<DiagramKey, DiagramEntity> entry = choices.pick(entries);
    DiagramEntity changed = changed(entry.getKey(), entry.getValue());
    boolean sameKind =
        DiagramSpec.INSTANCE.isSameKind(entry.getValue(), changed)
            && !entry.getValue().equals(changed);
    return sameKind
        ? DOMAIN.between(entry.getKey(), entry.getValue(), changed).orElseThrow()
        : rootCellEvent();
  }

  private DiagramEntity changed(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot root -> changed(root);
      case Page page -> changed(page);
      case ForeignElement foreign ->
          choices.percent(50)
              ? new ForeignElement("<other n=\"" + choices.upTo(9) + "\"/>", foreign.order())
              : foreign.withOrder(order());
      case Cell cell -> changed(key, cell);
    };
  }

  private DocumentRoot changed(DocumentRoot root) {
    if (choices.percent(30)) {
      return root.form() == FileForm.MXFILE
          ? DocumentRoot.EMPTY.withForm(FileForm.BARE_MODEL)
          : root.withForm(FileForm.MXFILE);
    }
    return root.form() == FileForm.BARE_MODEL
        ? root
        : root.withAttributes(root.attributes().with("version", "v" + choices.upTo(99)));
  }

  private Page changed(Page page) {
    return switch (choices.upTo(3)) {
      case 0 -> page.withAttributes(page.attributes().with("name", "n" + choices.upTo(99)));
      case 1 ->
          page.withModel(page.model().map(model -> model.with("grid", "g" + choices.upTo(99))));
      case 2 -> page.withOrder(order());
      default ->
          page.withModel(
              page.model().isPresent() && page.modelExtras().isEmpty()
                  ? Optional.empty()
                  : Optional.of(Attributes.NONE));
    };
  }

  private Cell changed(DiagramKey key, Cell cell) {
    List<String> ids = ids(key.page());
    Cell other = DiagramGenerator.cell(choices, cell.storedId(), ids, cell.order());
    return switch (choices.upTo(8)) {
      case 0 -> cell.withStyle(other.style());
      case 1 -> cell.withGeometry(other.geometry());
      case 2 ->
          cell.parent().isEmpty() || DiagramKey.isSynthetic(key.cell())
              ? cell
              : cell.withParent(other.parent());
      case 3 -> cell.withEnds(other.source(), cell.target());
      case 4 -> cell.withEnds(cell.source(), other.target());
      case 5 -> cell.withLabel(Optional.of("l" + choices.upTo(99)));
      case 6 -> cell.withOrder(order());
      case 7 -> cell.withWrapperTag(other.wrapperTag());
      default ->
          cell.withStyle(
              Optional.of(
                  cell.style().orElse(Style.EMPTY).with("strokeColor", "#" + choices.upTo(99))));
    };
  }

  private OrderKey order() {
    return OrderKey.initial(choices.upTo(12));
  }

  private List<String> ids(String page) {
    List<String> ids = new ArrayList<>(List.of("0"));
    model
        .keysInOrder(DiagramKey.page(page))
        .forEach(key -> {
          if (!DiagramKey.isSynthetic(key.cell())) {
            ids.add(key.cell());
          }
        });
    return ids;
  }

  private List<DiagramKey> pages() {
    List<DiagramKey> pages = new ArrayList<>();
    model.keysInOrder().forEach(pages::add);
    return pages;
  }

  private DiagramEvent creation() {
    if (pages().isEmpty()) {
      return pageAdded();
    }
    String page = choices.pick(pages()).page();
    List<String> ids = ids(page);
    if (choices.percent(20)) {
      return elementWithoutOwnId(DiagramKey.cell(page, syntheticId()), ids);
    }
    String id = choices.percent(90) ? "n" + choices.upTo(5) : choices.pick(ids);
    ids.add(id);
    return DOMAIN.added(
        DiagramKey.cell(page, id), DiagramGenerator.cell(choices, Optional.of(id), ids, order()));
  }

  /** A new foreign element, a cell without an id, or a cell with a duplicate id. */
  private DiagramEvent elementWithoutOwnId(DiagramKey key, List<String> ids) {
    if (choices.percent(33)) {
      return DOMAIN.added(key, new ForeignElement("<new/>", order()));
    }
    Optional<String> repeatedId =
        choices.percent(50) ? Optional.of(choices.pick(ids)) : Optional.empty();
    Cell cell = DiagramGenerator.cell(choices, repeatedId, ids, order());
    // A cell with a duplicate id must not become its own ancestor when the other cell is deleted.
    return DOMAIN.added(key, cell.withParent(Optional.of("1")));
  }

  private String syntheticId() {
    return DiagramKey.syntheticId(50 + choices.upTo(9));
  }

  private DiagramEvent deletion() {
    List<Map.Entry<DiagramKey, DiagramEntity>> entries = new ArrayList<>();
    model
        .entities()
        .forEach(entry -> {
          if (!entry.getKey().isDocument()) {
            entries.add(entry);
          }
        });
    return choices
        .pickIfAny(entries)
        .map(entry -> DOMAIN.removed(entry.getKey(), model))
        .orElseGet(this::pageAdded);
  }

  private DiagramEvent pageAdded() {
    if (choices.percent(30)) {
      String syntheticId = syntheticId();
      Page unnamed =
          new Page(
              Optional.empty(),
              DiagramGenerator.attributes(choices, List.of("name", "link")),
              Optional.of(Attributes.NONE),
              DiagramGenerator.extras(choices),
              DiagramGenerator.extras(choices),
              order());
      return DOMAIN.added(DiagramKey.page(syntheticId), unnamed);
    }
    String id = "q" + choices.upTo(5);
    return DOMAIN.added(DiagramKey.page(id), Page.named(id, "Page " + id, order()));
  }

  private DiagramEvent rootCellEvent() {
    List<DiagramKey> pages = pages();
    if (pages.isEmpty()) {
      return pageAdded();
    }
    DiagramKey key = DiagramKey.cell(choices.pick(pages).page(), "0");
    Attributes wrapperAttributes =
        model.find(key).map(root -> ((Cell) root).wrapperAttributes()).orElse(Attributes.NONE);
    String name = choices.percent(50) ? "fcp-title" : "fcp-flow";
    var change =
        new Change.Modified<DiagramKey, DiagramEntity>(
            key,
            unit(name, wrapperAttributes.value(name)),
            unit(name, otherValue(wrapperAttributes, name)));
    return name.equals("fcp-title")
        ? new DiagramEvent.TitleChanged(change)
        : new DiagramEvent.FlowDirectionChanged(change);
  }

  private static Value.Fields unit(String name, Optional<String> text) {
    return text.map(it -> Value.Fields.of(Map.of("data." + name, Value.of(it))))
        .orElse(Value.Fields.EMPTY);
  }

  private Optional<String> otherValue(Attributes wrapperAttributes, String name) {
    Optional<String> current = wrapperAttributes.value(name);
    if (current.isPresent() && choices.percent(40)) {
      return Optional.empty();
    }
    return Optional.of(current.orElse("") + choices.upTo(9) + ".");
  }
}
