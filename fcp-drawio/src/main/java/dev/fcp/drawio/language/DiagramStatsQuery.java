package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The query {@code stats}, which counts the content of the pages. */
final class DiagramStatsQuery {

  static final Form FORM = Form.of("stats", "queries", "counts what is on the pages");

  private DiagramStatsQuery() {}

  static QueryResult answer(
      ParsedOperation query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    List<String> lines = new ArrayList<>();
    Map<String, Integer> types = new TreeMap<>();
    List<DiagramKey> pages = PageView.pageKeys(model);
    lines.add(Phrases.count(pages.size(), "page", "pages") + ", " + model.digest().summary());
    for (DiagramKey page : pages) {
      PageView pageView = new PageView(model, page);
      lines.add(
          "page "
              + Labels.display(DiagramResolver.pageName(model, page))
              + ": "
              + counts(pageView));
      // Most shapes share few styles, so each style is parsed only once per page.
      Map<Optional<String>, Integer> styles = new HashMap<>();
      for (String id : pageView.idsOfKind(CellKind.SHAPE)) {
        styles.merge(pageView.cell(id).style().map(Style::text), 1, Integer::sum);
      }
      styles.forEach((style, count) ->
          types.merge(CellTypeName.ofShape(style.map(Style::parse)), count, Integer::sum));
    }
    if (!types.isEmpty()) {
      lines.add(
          "shapes by type: "
              + types.entrySet().stream()
                  .map(type -> type.getKey() + " " + type.getValue())
                  .collect(Collectors.joining(", ")));
    }
    return QueryResult.lines(lines);
  }

  static String counts(PageView pageView) {
    return Phrases.count(pageView.layerIds().size(), "layer", "layers")
        + ", "
        + Phrases.count(pageView.idsOfKind(CellKind.SHAPE).size(), "shape", "shapes")
        + ", "
        + Phrases.count(pageView.idsOfKind(CellKind.EDGE).size(), "connection", "connections")
        + ", "
        + Phrases.count(pageView.idsOfKind(CellKind.GROUP).size(), "group", "groups");
  }
}
