package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Numbers;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The document as indented text: pages, layers, groups, shapes, connections. */
final class MapQuery {

  static final Form FORM =
      Form.of("map", "queries", "shows pages, layers, groups, shapes and connections")
          .optional("PAGE");

  private static final int DEEPEST_INDENT = 12;

  private record Line(String id, int depth) {}

  private MapQuery() {}

  static QueryResult answer(
      ParsedOp query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    List<String> lines = new ArrayList<>();
    if (query.words().isEmpty()) {
      List<DiagramKey> pages = Sheet.pages(model);
      String title = PageVerbs.title(model).map(text -> " " + Labels.shown(text)).orElse("");
      lines.add("document" + title + ", " + Phrases.counted(pages.size(), "page", "pages"));
      pages.forEach(page -> addPage(new Sheet(model, page), Finder.pageName(model, page), lines));
    } else {
      String name = query.words().get(0);
      DiagramKey page = Finder.page(model, name, better -> query.withWord(0, better));
      addPage(new Sheet(model, page), Finder.pageName(model, page), lines);
    }
    return QueryResult.lines(lines);
  }

  private static void addPage(Sheet sheet, String name, List<String> lines) {
    String pageId = DiagramKey.isSynthetic(sheet.key().page()) ? "" : " #" + sheet.key().page();
    String flow = " flow:" + Flow.of(sheet) + ", ";
    lines.add("page " + Labels.shown(name) + pageId + flow + StatsQuery.counts(sheet));
    Deque<Line> open = new ArrayDeque<>();
    push(sheet.layers(), 1, open);
    List<String> lost = sheet.cells().keySet().stream().filter(id -> isLost(sheet, id)).toList();
    while (!open.isEmpty()) {
      Line line = open.pop();
      addCell(sheet, line, open, lines);
    }
    for (String id : lost) {
      open.push(new Line(id, 1));
      while (!open.isEmpty()) {
        addCell(sheet, open.pop(), open, lines);
      }
    }
    addEdges(sheet, lines);
  }

  /** Whether nothing that is there contains a cell, though it says that something does. */
  private static boolean isLost(Sheet sheet, String id) {
    Optional<String> parent = sheet.cell(id).parent();
    boolean layer = sheet.cell(id).kind() == Kind.LAYER;
    boolean direct = parent.flatMap(sheet::find).filter(p -> p.kind() == Kind.ROOT).isPresent();
    return !layer && parent.isPresent() && (direct || sheet.find(parent.get()).isEmpty());
  }

  private static void push(List<String> ids, int depth, Deque<Line> open) {
    for (int i = ids.size() - 1; i >= 0; i--) {
      open.push(new Line(ids.get(i), depth));
    }
  }

  private static void addCell(Sheet sheet, Line line, Deque<Line> open, List<String> lines) {
    Cell cell = sheet.cell(line.id());
    if (cell.kind() == Kind.EDGE || cell.kind() == Kind.EDGE_LABEL) {
      return;
    }
    String indent = "  ".repeat(Math.min(line.depth(), DEEPEST_INDENT));
    lines.add(indent + told(sheet, line.id()));
    List<String> inside =
        sheet.in(line.id()).stream().filter(id -> sheet.cell(id).kind() != Kind.LAYER).toList();
    push(inside, line.depth() + 1, open);
  }

  static String told(Sheet sheet, String id) {
    Cell cell = sheet.cell(id);
    if (cell.kind() == Kind.LAYER) {
      String hidden = LayerVerbs.isVisible(cell) ? "" : " hidden";
      return "layer " + Labels.shown(Finder.layerName(cell)) + " " + Finder.tag(id) + hidden;
    }
    return Finder.told(sheet, id) + sheet.box(id).map(MapQuery::shown).orElse("");
  }

  static String shown(Box box) {
    return " at "
        + MoveVerbs.shown(box.x(), box.y())
        + " size "
        + number(box.width())
        + "x"
        + number(box.height());
  }

  private static String number(double number) {
    return Double.isFinite(number) ? Numbers.text(Math.rint(number * 100) / 100) : "" + number;
  }

  private static void addEdges(Sheet sheet, List<String> lines) {
    List<String> edges = sheet.ofKind(Kind.EDGE);
    if (!edges.isEmpty()) {
      lines.add("  connections");
      edges.forEach(id -> lines.add("    " + edge(sheet, id)));
    }
  }

  /** A connection with its ends. */
  static String edge(Sheet sheet, String id) {
    Cell edge = sheet.cell(id);
    String label = Labels.plain(edge);
    StringBuilder texts = new StringBuilder(label.isEmpty() ? "" : " " + Labels.shown(label));
    for (String inner : sheet.in(id)) {
      String text = Labels.plain(sheet.cell(inner));
      texts.append(text.isEmpty() ? "" : " " + Labels.shown(text));
    }
    return end(sheet, edge.source())
        + " "
        + arrow(edge)
        + " "
        + end(sheet, edge.target())
        + texts
        + " "
        + Finder.tag(id);
  }

  private static String end(Sheet sheet, Optional<String> end) {
    if (end.isEmpty()) {
      return "(open)";
    }
    return sheet.find(end.get()).isPresent()
        ? Finder.named(sheet, end.get())
        : "(missing #" + end.get() + ")";
  }

  private static String arrow(Cell edge) {
    boolean start = isArrow(edge, "startArrow", false);
    boolean end = isArrow(edge, "endArrow", true);
    return start ? (end ? "<->" : "<-") : (end ? "->" : "--");
  }

  private static boolean isArrow(Cell edge, String key, boolean otherwise) {
    return edge.style()
        .flatMap(style -> style.value(key))
        .map(value -> !value.equals(Palette.NONE))
        .orElse(otherwise);
  }
}
