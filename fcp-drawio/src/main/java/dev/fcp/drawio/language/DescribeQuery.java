package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.List;

/** All about one cell. */
final class DescribeQuery {

  /** The parameter {@code page} of queries turns the leaves of long answers. */
  private static final Param<String> ON = Arguments.text("on", "PAGE");

  static final Form FORM =
      Form.of("describe", "queries", "tells all about a shape, connection, group or layer")
          .required("REF")
          .params(ON);

  private DescribeQuery() {}

  static QueryResult answer(
      ParsedOp query, QueryContext<EntityModel<DiagramKey, DiagramEntity>> context) {
    EntityModel<DiagramKey, DiagramEntity> model = context.model();
    Sheet sheet =
        ON.of(query)
            .map(name -> new Sheet(model, Finder.page(model, name, n -> query.withParam("on", n))))
            .orElseGet(() -> holder(model, query.words().get(0)));
    String id =
        Finder.cell(
            sheet,
            query.words().get(0),
            better -> query.withWord(0, better),
            Kind.SHAPE,
            Kind.GROUP,
            Kind.EDGE,
            Kind.EDGE_LABEL,
            Kind.LAYER);
    return QueryResult.lines(lines(model, sheet, id));
  }

  /** The first page on which a reference means something, else the first of all. */
  private static Sheet holder(EntityModel<DiagramKey, DiagramEntity> model, String reference) {
    List<DiagramKey> pages = Sheet.pages(model);
    for (DiagramKey page : pages) {
      Sheet sheet = new Sheet(model, page);
      References<String> references =
          References.of(
              sheet.cells().keySet(),
              id -> Finder.names(id, Labels.plain(sheet.cell(id))),
              Finder::tag);
      if (!(references.resolve(reference) instanceof Resolution.Unknown)) {
        return sheet;
      }
    }
    return pages.stream()
        .findFirst()
        .map(page -> new Sheet(model, page))
        .orElseThrow(() -> NotDone.because("the document has no page", "map"));
  }

  private static List<String> lines(
      EntityModel<DiagramKey, DiagramEntity> model, Sheet sheet, String id) {
    Cell cell = sheet.cell(id);
    List<String> lines = new ArrayList<>();
    lines.add(
        cell.kind() == Kind.EDGE ? "edge " + MapQuery.edge(sheet, id) : MapQuery.told(sheet, id));
    lines.add("page " + Labels.shown(Finder.pageName(model, sheet.key())));
    List<String> above =
        sheet.above(id).stream().filter(up -> sheet.cell(up).kind() != Kind.ROOT).toList();
    above.forEach(up -> lines.add("in " + MapQuery.told(sheet, up)));
    cell.style().ifPresent(style -> lines.add("style " + style.text()));
    cell.effectiveWrapperTag()
        .ifPresent(tag ->
            cell.wrapperAttributes()
                .forEach((name, text) -> lines.add("data " + name + " " + Labels.shown(text))));
    List<String> inside = sheet.in(id);
    if (!inside.isEmpty()) {
      lines.add(
          "holds " + Phrases.some(inside.stream().map(in -> Finder.named(sheet, in)).toList()));
    }
    sheet.edgesAt(id).forEach(edge -> lines.add("connection " + MapQuery.edge(sheet, edge)));
    return lines;
  }
}
