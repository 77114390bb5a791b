package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The query {@code find}, which searches labels, ids and data for a text, ignoring case. */
final class FindQuery {

  static final Form FORM =
      Form.of("find", "queries", "finds a text in labels, ids and data of all pages")
          .required("TEXT");

  private FindQuery() {}

  static QueryResult answer(
      ParsedOperation query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    String text = query.words().get(0);
    if (text.isEmpty()) {
      return QueryResult.refused("find needs a text", "find \"DB\"");
    }
    String lowerCaseText = text.toLowerCase(Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (DiagramKey page : PageView.pageKeys(model)) {
      PageView pageView = new PageView(model, page);
      String name = Labels.display(DiagramResolver.pageName(model, page));
      pageView
          .cells()
          .forEach((id, cell) -> {
            if (cell.kind() != CellKind.ROOT && contains(id, cell, lowerCaseText)) {
              lines.add("page " + name + ": " + describe(pageView, id));
            }
          });
    }
    if (lines.isEmpty()) {
      lines.add("nothing holds " + Labels.display(text));
    }
    return QueryResult.lines(lines);
  }

  private static String describe(PageView pageView, String id) {
    return pageView.cell(id).kind() == CellKind.EDGE
        ? "edge " + DiagramMapQuery.describeEdge(pageView, id)
        : DiagramMapQuery.describe(pageView, id);
  }

  private static boolean contains(String id, Cell cell, String lowerCaseText) {
    boolean[] matches = {
      contains(id, lowerCaseText) || contains(LabelText.of(cell), lowerCaseText)
    };
    cell.wrapperAttributes().forEach((name, text) -> matches[0] |= contains(text, lowerCaseText));
    return matches[0];
  }

  private static boolean contains(String candidate, String lowerCaseText) {
    return candidate.toLowerCase(Locale.ROOT).contains(lowerCaseText);
  }
}
