package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates unusual diagrams: nested groups, layers, several pages, edges with missing ends,
 * duplicate ids on a page and across pages, wrappers, unknown attributes, cells without an id.
 */
final class DiagramGenerator {

  private static final List<String> IDS = List.of("a", "b", "c", "d", "e", "x/y", "7");
  private static final List<String> TEXTS =
      List.of("", "Web", "DB", "a&amp;b", "<b>x</b>", "\"", " ", "ä中", "two\nlines", "\t", "😀");
  private static final List<String> NUMBERS = List.of("0", "10", "-20.5", "1e2", "", "NaN", "080");
  private static final List<String> NAMES = List.of("tooltip", "link", "visible", "custom-1");
  private static final List<String> TOKENS =
      List.of(
          "html=1",
          "rounded=0",
          "group",
          "ellipse",
          "fillColor=#fff",
          "fillColor=#000",
          "exitX=0.5",
          "exitY=1",
          "entryX=0",
          "entryPerimeter=0",
          "",
          "=x",
          "a=b=c");

  private DiagramGenerator() {}

  /** Generates models that can be written to a file. */
  static Generator<EntityModel<DiagramKey, DiagramEntity>> models() {
    return choices -> new DiagramModelBuilder(choices).build();
  }

  /** A text that can be written to a file. */
  static String text(Choices choices) {
    return choices.pick(TEXTS);
  }

  static Attributes attributes(Choices choices, List<String> names) {
    Attributes attributes = Attributes.NONE;
    for (int i = choices.upTo(2); i > 0; i--) {
      attributes = attributes.with(choices.pick(names), text(choices));
    }
    return attributes;
  }

  static Optional<Style> style(Choices choices) {
    if (choices.percent(30)) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    for (int i = choices.upTo(4); i > 0; i--) {
      text.append(choices.pick(TOKENS)).append(i > 1 || choices.percent(80) ? ";" : "");
    }
    return Optional.of(Style.parse(text.toString()));
  }

  static Optional<Geometry> geometry(Choices choices) {
    if (choices.percent(20)) {
      return Optional.empty();
    }
    Geometry geometry = Geometry.EMPTY;
    for (String name : List.of("x", "y", "width", "height")) {
      if (choices.percent(70)) {
        geometry = geometry.withAttributes(geometry.attributes().with(name, choices.pick(NUMBERS)));
      }
    }
    if (choices.percent(25)) {
      geometry = geometry.withAttributes(geometry.attributes().with("relative", "1"));
    }
    if (choices.percent(10)) {
      geometry = geometry.withAttributes(geometry.attributes().with("custom", text(choices)));
    }
    for (String name : List.of("sourcePoint", "targetPoint", "offset", "other")) {
      if (choices.percent(25)) {
        geometry = geometry.withNamedPoint(name, Optional.of(point(choices)));
      }
    }
    List<Point> points = new ArrayList<>();
    while (choices.percent(20)) {
      points.add(point(choices));
    }
    return Optional.of(
        new Geometry(geometry.attributes(), geometry.namedPoints(), points, extras(choices)));
  }

  private static Point point(Choices choices) {
    Attributes coordinates = Attributes.of("x", choices.pick(NUMBERS), "y", choices.pick(NUMBERS));
    return new Point(choices.percent(10) ? coordinates.with("custom", text(choices)) : coordinates);
  }

  static List<String> extras(Choices choices) {
    return choices.percent(10)
        ? Generator.integers(0, 3).map(n -> "<extra n=\"" + n + "\"/>").list(1, 2).generate(choices)
        : List.of();
  }

  /** The attributes that determine the kind of a cell. */
  static Attributes kindAttributes(Choices choices) {
    return switch (choices.upTo(5)) {
      case 0, 1 -> Attributes.of("vertex", "1");
      case 2, 3 -> Attributes.of("edge", "1");
      case 4 -> Attributes.of("vertex", "1", "connectable", "0");
      default -> Attributes.NONE;
    };
  }

  /** A cell with references to some of these ids. */
  static Cell cell(Choices choices, Optional<String> storedId, List<String> ids, OrderKey order) {
    Attributes attributes = kindAttributes(choices);
    if (choices.percent(60)) {
      attributes = attributes.with("value", text(choices));
    }
    for (String name : attributes(choices, NAMES).names()) {
      attributes = attributes.with(name, text(choices));
    }
    boolean isWrapped = choices.percent(20);
    Attributes wrapperAttributes =
        choices.percent(20)
            ? attributes(choices, List.of("label", "owner", "fcp-flow"))
            : Attributes.NONE;
    return new Cell(
        storedId,
        isWrapped ? Optional.of(choices.percent(50) ? "object" : "UserObject") : Optional.empty(),
        wrapperAttributes,
        attributes,
        parent(choices, ids),
        end(choices, ids),
        end(choices, ids),
        style(choices),
        geometry(choices),
        extras(choices),
        isWrapped || !wrapperAttributes.isEmpty() ? extras(choices) : List.of(),
        order);
  }

  private static Optional<String> parent(Choices choices, List<String> ids) {
    return switch (choices.upTo(19)) {
      case 17, 18 -> Optional.of("gone");
      case 19 -> Optional.empty();
      default -> Optional.of(choices.pick(ids));
    };
  }

  private static Optional<String> end(Choices choices, List<String> ids) {
    return switch (choices.upTo(5)) {
      case 0, 1 -> Optional.of(choices.pick(ids));
      case 2 -> Optional.of("gone");
      default -> Optional.empty();
    };
  }

  /** Builds a random model. */
  private static final class DiagramModelBuilder {

    private final Choices choices;
    private final Map<DiagramKey, DiagramEntity> entities = new LinkedHashMap<>();

    DiagramModelBuilder(Choices choices) {
      this.choices = choices;
    }

    EntityModel<DiagramKey, DiagramEntity> build() {
      boolean isBare = choices.percent(15);
      DocumentRoot root =
          isBare
              ? DocumentRoot.EMPTY.withForm(FileForm.BARE_MODEL)
              : new DocumentRoot(
                  FileForm.MXFILE,
                  attributes(choices, List.of("version", "type")),
                  extras(choices));
      entities.put(DiagramKey.document(), root);
      int pages = isBare ? 1 : choices.upTo(3);
      for (int i = 0; i < pages; i++) {
        addPage(i, isBare);
      }
      return EntityModel.of(new DiagramDomain().spec(), entities.entrySet());
    }

    private void addPage(int ordinal, boolean isBare) {
      boolean hasId = !isBare && choices.percent(80);
      String id = hasId ? "p" + ordinal : DiagramKey.syntheticId(ordinal);
      boolean isEmpty = !isBare && choices.percent(10);
      Page page =
          new Page(
              hasId ? Optional.of(id) : Optional.empty(),
              isBare ? Attributes.NONE : attributes(choices, List.of("name", "link")),
              isEmpty
                  ? Optional.empty()
                  : Optional.of(attributes(choices, List.of("grid", "math"))),
              isBare ? List.of() : extras(choices),
              isEmpty ? List.of() : extras(choices),
              OrderKey.initial(ordinal));
      entities.put(DiagramKey.page(id), page);
      if (!isEmpty) {
        addCells(id);
      }
    }

    private void addCells(String page) {
      List<String> ids = new ArrayList<>(List.of("0"));
      put(page, "0", Cell.blank("0", OrderKey.initial(0)));
      if (choices.percent(20)) {
        Attributes wrapperAttributes = Attributes.of("fcp-title", text(choices));
        put(
            page,
            "0",
            Cell.blank("0", OrderKey.initial(0)).withWrapperAttributes(wrapperAttributes));
      }
      put(page, "1", Cell.blank("1", OrderKey.initial(1)).withParent(Optional.of("0")));
      ids.add("1");
      for (int i = 2 + choices.upTo(6); i > 2; i--) {
        addItem(page, ids);
      }
    }

    private void addItem(String page, List<String> ids) {
      int ordinal =
          (int) entities.keySet().stream().filter(key -> key.page().equals(page)).count() - 1;
      // Occasionally two items have the same order key and are sorted by their keys.
      OrderKey order = OrderKey.initial(choices.percent(5) ? ordinal - 1 : ordinal);
      String syntheticId = DiagramKey.syntheticId(ordinal);
      if (choices.percent(5)) {
        put(page, syntheticId, new ForeignElement("<foreign n=\"" + ordinal + "\"/>", order));
        return;
      }
      String id = choices.pick(IDS);
      boolean isUnused = !ids.contains(id);
      boolean keepsId = isUnused && choices.percent(90);
      Optional<String> storedId = keepsId || !isUnused ? Optional.of(id) : Optional.empty();
      Cell cell = cell(choices, storedId, ids, order);
      // A cell with a duplicate id must not become its own ancestor when the other cell is deleted.
      put(page, keepsId ? id : syntheticId, keepsId ? cell : cell.withParent(Optional.of("1")));
      if (keepsId) {
        ids.add(id);
      }
    }

    private void put(String page, String id, DiagramEntity entity) {
      entities.put(DiagramKey.cell(page, id), entity);
    }
  }
}
