package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How much of what a document has. */
final class StatsQuery {

  static final Form FORM = Form.of("stats", "queries", "counts what is on the pages");

  private StatsQuery() {}

  static QueryResult answer(
      ParsedOp query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    List<String> lines = new ArrayList<>();
    Map<String, Integer> types = new TreeMap<>();
    List<DiagramKey> pages = Sheet.pages(model);
    lines.add(Phrases.counted(pages.size(), "page", "pages") + ", " + model.digest().summary());
    for (DiagramKey page : pages) {
      Sheet sheet = new Sheet(model, page);
      lines.add("page " + Labels.shown(Finder.pageName(model, page)) + ": " + counts(sheet));
      // Many shapes have few styles.
      Map<Optional<String>, Integer> styles = new HashMap<>();
      for (String id : sheet.ofKind(Kind.SHAPE)) {
        styles.merge(sheet.cell(id).style().map(Style::text), 1, Integer::sum);
      }
      styles.forEach((style, count) ->
          types.merge(TypeName.ofShape(style.map(Style::parse)), count, Integer::sum));
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

  static String counts(Sheet sheet) {
    return Phrases.counted(sheet.layers().size(), "layer", "layers")
        + ", "
        + Phrases.counted(sheet.ofKind(Kind.SHAPE).size(), "shape", "shapes")
        + ", "
        + Phrases.counted(sheet.ofKind(Kind.EDGE).size(), "connection", "connections")
        + ", "
        + Phrases.counted(sheet.ofKind(Kind.GROUP).size(), "group", "groups");
  }
}
