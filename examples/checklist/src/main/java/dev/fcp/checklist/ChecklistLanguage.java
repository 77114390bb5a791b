package dev.fcp.checklist;

import dev.fcp.checklist.Line.Heading;
import dev.fcp.checklist.Line.Item;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How people and agents speak to checklists. */
public final class ChecklistLanguage
    implements DomainLanguage<EntityModel<String, Line>, ChecklistEvent> {

  private static final ChecklistDomain DOMAIN = new ChecklistDomain();
  private static final Param<String> BEFORE = Param.text("before", "LINE");

  @Override
  public Domain<EntityModel<String, Line>, ChecklistEvent> domain() {
    return DOMAIN;
  }

  @Override
  public Optional<String> title(EntityModel<String, Line> model) {
    return model
        .entitiesInOrder()
        .filter(line -> line.getValue() instanceof Heading)
        .map(heading -> heading.getValue().text())
        .findFirst();
  }

  @Override
  public List<Verb<EntityModel<String, Line>, ChecklistEvent>> verbs() {
    return List.of(
        Verb.returningLine(
            form("add", "TEXT", "a new item, last or before a line").params(BEFORE),
            (op, context) ->
                addLine(op, context, orderKey -> new Item("", op.words().get(0), false, orderKey))),
        Verb.returningLine(
            form("heading", "TEXT", "a new heading; the first one is the title").params(BEFORE),
            (op, context) ->
                addLine(op, context, orderKey -> new Heading(op.words().get(0), orderKey))),
        Verb.returningLine(
            form("done", "LINE", "ticks an item"),
            (op, context) -> changeUnit(op, context, "done", Value.of(true))),
        Verb.returningLine(
            form("undone", "LINE", "takes the tick off"),
            (op, context) -> changeUnit(op, context, "done", Value.of(false))),
        Verb.returningLine(
            form("rename", "LINE", "gives a line another text").required("TEXT"),
            (op, context) -> changeUnit(op, context, "text", Value.of(op.words().get(1)))),
        Verb.returningLine(
            form("move", "LINE", "puts a line last or before another").params(BEFORE),
            (op, context) ->
                changeUnit(
                    op, context, "order", Value.of(resolveOrderKey(op, context.model()).digits()))),
        Verb.returningLine(
            form("remove", "LINE", "takes a line off"), ChecklistLanguage::removeLine));
  }

  @Override
  public List<Query<EntityModel<String, Line>>> queries() {
    return List.of(
        Query.of(
            Form.of("map", "queries", "all lines"),
            (query, context) -> matchingLines("", context.model())),
        Query.of(
            form("find", "TEXT", "the lines with a text"),
            (query, context) -> matchingLines(query.words().get(0), context.model())),
        Query.of(
            form("describe", "LINE", "one line"),
            (query, context) ->
                QueryResult.lines(describe(resolveLine(query, context.model()), context.model()))),
        Query.of(
            Form.of("stats", "queries", "how many items are open and done"),
            (query, context) -> QueryResult.lines(context.model().digest().summary())));
  }

  private static Form form(String name, String argument, String summary) {
    return Form.of(name, "lines", summary).required(argument).suggestingQuotes();
  }

  private static ResultLine addLine(
      ParsedOperation op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> context,
      Function<OrderKey, Line> newLine) {
    String key = RecordEntitySpec.freshKey(context.model());
    context.emit(
        OperationRefusedException.translatingIllegalArgument(
            () -> DOMAIN.added(key, newLine.apply(resolveOrderKey(op, context.model())))));
    return ResultLine.created(describe(key, context.model()));
  }

  private static ResultLine changeUnit(
      ParsedOperation op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> context,
      String unit,
      Value value) {
    String key = resolveLine(op, context.model());
    context.emit(
        OperationRefusedException.translatingIllegalArgument(
            () -> DOMAIN.changed(key, context.model(), unit, value)));
    return ResultLine.changed(describe(key, context.model()));
  }

  private static ResultLine removeLine(
      ParsedOperation op, VerbContext<EntityModel<String, Line>, ChecklistEvent> context) {
    String key = resolveLine(op, context.model());
    ResultLine line = ResultLine.deleted(describe(key, context.model()));
    context.emit(DOMAIN.removed(key, context.model()));
    return line;
  }

  /** The place that an operation names: before a line, else behind all. */
  private static OrderKey resolveOrderKey(ParsedOperation op, EntityModel<String, Line> model) {
    return ReferenceArgument.param(op, BEFORE)
        .map(reference ->
            model.orderKeyBefore(reference.resolveEntityKey(model, Line::text, "line")))
        .orElseGet(model::orderKeyAtEnd);
  }

  private static String resolveLine(ParsedOperation op, EntityModel<String, Line> model) {
    return ReferenceArgument.word(op, 0).resolveEntityKey(model, Line::text, "line");
  }

  private static QueryResult matchingLines(String text, EntityModel<String, Line> model) {
    return QueryResult.lines(
        model
            .entitiesInOrder()
            .filter(line -> line.getValue().text().contains(text))
            .map(line -> describe(line.getKey(), model))
            .toList());
  }

  private static String describe(String key, EntityModel<String, Line> model) {
    return Line.format(model.at(key)) + " #" + key;
  }
}
