package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where a text stands: in labels, ids and data, whatever its case. */
final class FindQuery {

  static final Form FORM =
      Form.of("find", "queries", "finds a text in labels, ids and data of all pages")
          .required("TEXT");

  private FindQuery() {}

  static QueryResult answer(
      ParsedOp query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    String wanted = query.words().get(0);
    if (wanted.isEmpty()) {
      return QueryResult.refused("find needs a text", "find \"DB\"");
    }
    String folded = wanted.toLowerCase(Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (DiagramKey page : Sheet.pages(model)) {
      Sheet sheet = new Sheet(model, page);
      String name = Labels.shown(Finder.pageName(model, page));
      sheet
          .cells()
          .forEach((id, cell) -> {
            if (cell.kind() != Kind.ROOT && holds(id, cell, folded)) {
              lines.add("page " + name + ": " + told(sheet, id));
            }
          });
    }
    if (lines.isEmpty()) {
      lines.add("nothing holds " + Labels.shown(wanted));
    }
    return QueryResult.lines(lines);
  }

  private static String told(Sheet sheet, String id) {
    return sheet.cell(id).kind() == Kind.EDGE
        ? "edge " + MapQuery.edge(sheet, id)
        : MapQuery.told(sheet, id);
  }

  private static boolean holds(String id, Cell cell, String folded) {
    boolean[] found = {holds(id, folded) || holds(Labels.plain(cell), folded)};
    cell.wrapperAttributes().forEach((name, text) -> found[0] |= holds(text, folded));
    return found[0];
  }

  private static boolean holds(String text, String folded) {
    return text.toLowerCase(Locale.ROOT).contains(folded);
  }
}
