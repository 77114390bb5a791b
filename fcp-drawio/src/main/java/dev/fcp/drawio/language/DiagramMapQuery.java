package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DecimalText;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The query {@code map}, which shows the document as indented text: pages, layers, groups, shapes,
 * connections.
 */
final class DiagramMapQuery {

  static final Form FORM =
      Form.of("map", "queries", "shows pages, layers, groups, shapes and connections")
          .optional("PAGE");

  private static final int DEEPEST_INDENT = 12;

  private record OutlineEntry(String id, int depth) {}

  private DiagramMapQuery() {}

  static QueryResult answer(
      ParsedOperation query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    List<String> lines = new ArrayList<>();
    if (query.words().isEmpty()) {
      List<DiagramKey> pages = PageView.pageKeys(model);
      String title = PageVerbs.title(model).map(text -> " " + Labels.display(text)).orElse("");
      lines.add("document" + title + ", " + Phrases.count(pages.size(), "page", "pages"));
      pages.forEach(
          page -> addPage(new PageView(model, page), DiagramResolver.pageName(model, page), lines));
    } else {
      String name = query.words().get(0);
      DiagramKey page =
          DiagramResolver.resolvePage(model, name, replacement -> query.withWord(0, replacement));
      addPage(new PageView(model, page), DiagramResolver.pageName(model, page), lines);
    }
    return QueryResult.lines(lines);
  }

  private static void addPage(PageView pageView, String name, List<String> lines) {
    String pageId =
        DiagramKey.isSynthetic(pageView.key().page()) ? "" : " #" + pageView.key().page();
    String flow = " flow:" + FlowDirection.of(pageView) + ", ";
    lines.add("page " + Labels.display(name) + pageId + flow + DiagramStatsQuery.counts(pageView));
    Deque<OutlineEntry> pending = new ArrayDeque<>();
    pushEntries(pageView.layerIds(), 1, pending);
    List<String> orphans =
        pageView.cells().keySet().stream().filter(id -> isOrphan(pageView, id)).toList();
    while (!pending.isEmpty()) {
      OutlineEntry entry = pending.pop();
      addCell(pageView, entry, pending, lines);
    }
    for (String id : orphans) {
      pending.push(new OutlineEntry(id, 1));
      while (!pending.isEmpty()) {
        addCell(pageView, pending.pop(), pending, lines);
      }
    }
    addEdges(pageView, lines);
  }

  /** Whether the parent of a cell is missing, or is the root although the cell is not a layer. */
  private static boolean isOrphan(PageView pageView, String id) {
    Optional<String> parent = pageView.cell(id).parent();
    boolean isLayer = pageView.cell(id).kind() == CellKind.LAYER;
    boolean isOnRoot =
        parent
            .flatMap(pageView::find)
            .filter(parentCell -> parentCell.kind() == CellKind.ROOT)
            .isPresent();
    return !isLayer && parent.isPresent() && (isOnRoot || pageView.find(parent.get()).isEmpty());
  }

  private static void pushEntries(List<String> ids, int depth, Deque<OutlineEntry> pending) {
    for (int i = ids.size() - 1; i >= 0; i--) {
      pending.push(new OutlineEntry(ids.get(i), depth));
    }
  }

  private static void addCell(
      PageView pageView, OutlineEntry entry, Deque<OutlineEntry> pending, List<String> lines) {
    Cell cell = pageView.cell(entry.id());
    if (cell.kind() == CellKind.EDGE || cell.kind() == CellKind.EDGE_LABEL) {
      return;
    }
    String indent = "  ".repeat(Math.min(entry.depth(), DEEPEST_INDENT));
    lines.add(indent + describe(pageView, entry.id()));
    List<String> contained =
        pageView.childIds(entry.id()).stream()
            .filter(id -> pageView.cell(id).kind() != CellKind.LAYER)
            .toList();
    pushEntries(contained, entry.depth() + 1, pending);
  }

  static String describe(PageView pageView, String id) {
    Cell cell = pageView.cell(id);
    if (cell.kind() == CellKind.LAYER) {
      String hidden = LayerVerbs.isVisible(cell) ? "" : " hidden";
      return "layer "
          + Labels.display(DiagramResolver.layerName(cell))
          + " "
          + DiagramResolver.tag(id)
          + hidden;
    }
    return DiagramResolver.describe(pageView, id)
        + pageView.box(id).map(DiagramMapQuery::formatBox).orElse("");
  }

  static String formatBox(Box box) {
    return " at "
        + MoveVerbs.formatPoint(box.x(), box.y())
        + " size "
        + format(box.width())
        + "x"
        + format(box.height());
  }

  private static String format(double number) {
    return Double.isFinite(number)
        ? DecimalText.format(Math.rint(number * 100) / 100)
        : "" + number;
  }

  private static void addEdges(PageView pageView, List<String> lines) {
    List<String> edges = pageView.idsOfKind(CellKind.EDGE);
    if (!edges.isEmpty()) {
      lines.add("  connections");
      edges.forEach(id -> lines.add("    " + describeEdge(pageView, id)));
    }
  }

  /** Describes a connection and its ends. */
  static String describeEdge(PageView pageView, String id) {
    Cell edge = pageView.cell(id);
    String label = LabelText.of(edge);
    StringBuilder labels = new StringBuilder(label.isEmpty() ? "" : " " + Labels.display(label));
    for (String childId : pageView.childIds(id)) {
      String text = LabelText.of(pageView.cell(childId));
      labels.append(text.isEmpty() ? "" : " " + Labels.display(text));
    }
    return endLabel(pageView, edge.source())
        + " "
        + arrow(edge)
        + " "
        + endLabel(pageView, edge.target())
        + labels
        + " "
        + DiagramResolver.tag(id);
  }

  private static String endLabel(PageView pageView, Optional<String> endId) {
    if (endId.isEmpty()) {
      return "(open)";
    }
    return pageView.find(endId.get()).isPresent()
        ? DiagramResolver.labelOrTag(pageView, endId.get())
        : "(missing #" + endId.get() + ")";
  }

  private static String arrow(Cell edge) {
    boolean hasStartArrow = hasArrowHead(edge, "startArrow", false);
    boolean hasEndArrow = hasArrowHead(edge, "endArrow", true);
    return hasStartArrow ? (hasEndArrow ? "<->" : "<-") : (hasEndArrow ? "->" : "--");
  }

  private static boolean hasArrowHead(Cell edge, String key, boolean defaultValue) {
    return edge.style()
        .flatMap(style -> style.value(key))
        .map(value -> !value.equals(NamedColor.NONE))
        .orElse(defaultValue);
  }
}
