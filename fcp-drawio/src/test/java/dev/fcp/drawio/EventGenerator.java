package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.Form;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events for a diagram, most of which apply. */
final class EventGenerator {

  private final EntityModel<DiagramKey, DiagramEntity> model;
  private final Choices choices;

  private EventGenerator(EntityModel<DiagramKey, DiagramEntity> model, Choices choices) {
    this.model = model;
    this.choices = choices;
  }

  static Generator<DiagramEvent> events(EntityModel<DiagramKey, DiagramEntity> model) {
    return choices -> new EventGenerator(model, choices).event();
  }

  private DiagramEvent event() {
    return switch (choices.upTo(11)) {
      case 0, 1, 2, 3, 4, 5 -> modification();
      case 6, 7 -> creation();
      case 8 -> deletion();
      case 9 -> rootEvent();
      case 10 -> inverted(modification());
      default -> pageAdded();
    };
  }

  /** What may be taken back but was not done. */
  private static DiagramEvent inverted(DiagramEvent event) {
    return new DiagramDomain().invert(event);
  }

  private DiagramEvent modification() {
    List<Map.Entry<DiagramKey, DiagramEntity>> all = new ArrayList<>();
    model.entities().forEach(all::add);
    Map.Entry<DiagramKey, DiagramEntity> chosen = choices.among(all);
    DiagramEntity changed = changed(chosen.getKey(), chosen.getValue());
    boolean sameKind =
        DiagramSpec.INSTANCE.sameKind(chosen.getValue(), changed)
            && !chosen.getValue().equals(changed);
    return sameKind
        ? DiagramEvent.between(chosen.getKey(), chosen.getValue(), changed).orElseThrow()
        : rootEvent();
  }

  private DiagramEntity changed(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot root -> changed(root);
      case Page page -> changed(page);
      case Foreign foreign ->
          choices.percent(50)
              ? new Foreign("<other n=\"" + choices.upTo(9) + "\"/>", foreign.order())
              : foreign.withOrder(order());
      case Cell cell -> changed(key, cell);
    };
  }

  private DocumentRoot changed(DocumentRoot root) {
    if (choices.percent(30)) {
      return root.form() == Form.MXFILE
          ? DocumentRoot.EMPTY.withForm(Form.BARE_MODEL)
          : root.withForm(Form.MXFILE);
    }
    return root.form() == Form.BARE_MODEL
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
    List<String> others = ids(key.page());
    Cell other = DiagramGenerator.cell(choices, cell.storedId(), others, cell.order());
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
    return OrderKey.atLoading(choices.upTo(12));
  }

  private List<String> ids(String page) {
    List<String> ids = new ArrayList<>(List.of("0"));
    model
        .inOrder(DiagramKey.page(page))
        .forEach(key -> {
          if (!DiagramKey.isSynthetic(key.cell())) {
            ids.add(key.cell());
          }
        });
    return ids;
  }

  private List<DiagramKey> pages() {
    List<DiagramKey> pages = new ArrayList<>();
    model.inOrder().forEach(pages::add);
    return pages;
  }

  private DiagramEvent creation() {
    if (pages().isEmpty()) {
      return pageAdded();
    }
    String page = choices.among(pages()).page();
    List<String> others = ids(page);
    if (choices.percent(20)) {
      return unnamed(DiagramKey.cell(page, syntheticId()), others);
    }
    String id = choices.percent(90) ? "n" + choices.upTo(5) : choices.among(others);
    others.add(id);
    return DiagramEvent.created(
        DiagramKey.cell(page, id),
        DiagramGenerator.cell(choices, Optional.of(id), others, order()));
  }

  /** A new element that is no cell, a cell without id, or one that repeats an id of the page. */
  private DiagramEvent unnamed(DiagramKey key, List<String> others) {
    if (choices.percent(33)) {
      return DiagramEvent.created(key, new Foreign("<new/>", order()));
    }
    Optional<String> repeated =
        choices.percent(50) ? Optional.of(choices.among(others)) : Optional.empty();
    Cell cell = DiagramGenerator.cell(choices, repeated, others, order());
    // One that repeats an id must not end up within itself when the first bearer goes.
    return DiagramEvent.created(key, cell.withParent(Optional.of("1")));
  }

  private String syntheticId() {
    return DiagramKey.syntheticId(50 + choices.upTo(9));
  }

  private DiagramEvent deletion() {
    List<Map.Entry<DiagramKey, DiagramEntity>> all = new ArrayList<>();
    model
        .entities()
        .forEach(entry -> {
          if (!entry.getKey().isDocument()) {
            all.add(entry);
          }
        });
    return choices
        .amongAny(all)
        .map(entry -> DiagramEvent.deleted(entry.getKey(), entry.getValue()))
        .orElseGet(this::pageAdded);
  }

  private DiagramEvent pageAdded() {
    if (choices.percent(30)) {
      String synthetic = syntheticId();
      Page unnamed =
          new Page(
              Optional.empty(),
              DiagramGenerator.attributes(choices, List.of("name", "link")),
              Optional.of(Attributes.NONE),
              DiagramGenerator.extras(choices),
              DiagramGenerator.extras(choices),
              order());
      return DiagramEvent.created(DiagramKey.page(synthetic), unnamed);
    }
    String id = "q" + choices.upTo(5);
    return DiagramEvent.created(DiagramKey.page(id), Page.named(id, "Page " + id, order()));
  }

  private DiagramEvent rootEvent() {
    List<DiagramKey> pages = pages();
    if (pages.isEmpty()) {
      return pageAdded();
    }
    DiagramKey key = DiagramKey.cell(choices.among(pages).page(), "0");
    Attributes data =
        model.find(key).map(root -> ((Cell) root).wrapperAttributes()).orElse(Attributes.NONE);
    return choices.percent(50)
        ? new DiagramEvent.TitleChanged(key, data.value("fcp-title"), other(data, "fcp-title"))
        : new DiagramEvent.FlowDirectionChanged(
            key, data.value("fcp-flow"), other(data, "fcp-flow"));
  }

  private Optional<String> other(Attributes data, String name) {
    Optional<String> now = data.value(name);
    if (now.isPresent() && choices.percent(40)) {
      return Optional.empty();
    }
    return Optional.of(now.orElse("") + choices.upTo(9) + ".");
  }
}
