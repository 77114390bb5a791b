package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;

/** The query {@code describe}, which shows all properties of a cell. */
final class DescribeQuery {

  /** Not {@code page}, because that parameter selects a page of a long result. */
  private static final Param<String> ON = DiagramParams.textParam("on", "PAGE");

  static final Form FORM =
      Form.of("describe", "queries", "describes a shape, connection, group or layer")
          .required("REF")
          .params(ON);

  private DescribeQuery() {}

  static QueryResult answer(
      ParsedOperation query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    PageView pageView =
        ON.valueIn(query)
            .map(name ->
                new PageView(
                    model,
                    DiagramResolver.resolvePage(
                        model, name, replacement -> query.withParam("on", replacement))))
            .orElseGet(() -> pageWith(model, query.words().get(0)));
    String id =
        DiagramResolver.resolveCell(
            pageView,
            query.words().get(0),
            replacement -> query.withWord(0, replacement),
            CellKind.SHAPE,
            CellKind.GROUP,
            CellKind.EDGE,
            CellKind.EDGE_LABEL,
            CellKind.LAYER);
    return QueryResult.lines(describe(model, pageView, id));
  }

  /** The first page on which a reference is known, otherwise the first page. */
  private static PageView pageWith(EntityModel<DiagramKey, DiagramEntity> model, String reference) {
    List<DiagramKey> pages = PageView.pageKeys(model);
    for (DiagramKey page : pages) {
      PageView pageView = new PageView(model, page);
      if (!(pageView.nameResolver(CellKind.values()).resolve(reference)
          instanceof Resolution.Unknown)) {
        return pageView;
      }
    }
    return pages.stream()
        .findFirst()
        .map(page -> new PageView(model, page))
        .orElseThrow(() -> OperationRefusedException.because("the document has no page", "map"));
  }

  private static List<String> describe(
      EntityModel<DiagramKey, DiagramEntity> model, PageView pageView, String id) {
    Cell cell = pageView.cell(id);
    List<String> lines = new ArrayList<>();
    lines.add(
        cell.kind() == CellKind.EDGE
            ? "edge " + DiagramMapQuery.describeEdge(pageView, id)
            : DiagramMapQuery.describe(pageView, id));
    lines.add("page " + Labels.display(DiagramResolver.pageName(model, pageView.key())));
    List<String> ancestors =
        pageView.ancestorIds(id).stream()
            .filter(ancestor -> pageView.cell(ancestor).kind() != CellKind.ROOT)
            .toList();
    ancestors.forEach(ancestor -> lines.add("in " + DiagramMapQuery.describe(pageView, ancestor)));
    cell.style().ifPresent(style -> lines.add("style " + style.text()));
    cell.effectiveWrapperTag()
        .ifPresent(tag ->
            cell.wrapperAttributes()
                .forEach((name, text) -> lines.add("data " + name + " " + Labels.display(text))));
    List<String> containedIds = pageView.childIds(id);
    if (!containedIds.isEmpty()) {
      lines.add(
          "holds "
              + Phrases.abbreviatedList(
                  containedIds.stream()
                      .map(containedId -> DiagramResolver.labelOrTag(pageView, containedId))
                      .toList()));
    }
    pageView
        .edgesOf(id)
        .forEach(edge -> lines.add("connection " + DiagramMapQuery.describeEdge(pageView, edge)));
    return lines;
  }
}
