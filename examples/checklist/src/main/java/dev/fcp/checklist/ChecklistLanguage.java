package dev.fcp.checklist;

import dev.fcp.checklist.Line.Heading;
import dev.fcp.checklist.Line.Item;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordSpec;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Naming;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOp;
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
        .ordered()
        .filter(line -> line.getValue() instanceof Heading)
        .map(heading -> heading.getValue().text())
        .findFirst();
  }

  @Override
  public List<Verb<EntityModel<String, Line>, ChecklistEvent>> verbs() {
    return List.of(
        Verb.doing(
            form("add", "TEXT", "a new item, last or before a line").params(BEFORE),
            (op, it) -> add(op, it, place -> new Item("", op.words().get(0), false, place))),
        Verb.doing(
            form("heading", "TEXT", "a new heading; the first one is the title").params(BEFORE),
            (op, it) -> add(op, it, place -> new Heading(op.words().get(0), place))),
        Verb.doing(
            form("done", "LINE", "ticks an item"),
            (op, it) -> change(op, it, "done", Value.of(true))),
        Verb.doing(
            form("undone", "LINE", "takes the tick off"),
            (op, it) -> change(op, it, "done", Value.of(false))),
        Verb.doing(
            form("rename", "LINE", "gives a line another text").required("TEXT"),
            (op, it) -> change(op, it, "text", Value.of(op.words().get(1)))),
        Verb.doing(
            form("move", "LINE", "puts a line last or before another").params(BEFORE),
            (op, it) -> change(op, it, "order", Value.of(place(op, it.model()).digits()))),
        Verb.doing(form("remove", "LINE", "takes a line off"), ChecklistLanguage::remove));
  }

  @Override
  public List<Query<EntityModel<String, Line>>> queries() {
    return List.of(
        Query.of(Form.of("map", "queries", "all lines"), (query, it) -> found("", it.model())),
        Query.of(
            form("find", "TEXT", "the lines with a text"),
            (query, it) -> found(query.words().get(0), it.model())),
        Query.of(
            form("describe", "LINE", "one line"),
            (query, it) -> QueryResult.lines(told(key(query, it.model()), it.model()))),
        Query.of(
            Form.of("stats", "queries", "how many items are open and done"),
            (query, it) -> QueryResult.lines(it.model().digest().summary())));
  }

  private static Form form(String name, String argument, String summary) {
    return Form.of(name, "lines", summary).required(argument).spaced();
  }

  private static ResultLine add(
      ParsedOp op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> context,
      Function<OrderKey, Line> line) {
    String key = RecordSpec.freshKey(context.model());
    context.emit(
        NotDone.ifIllegal(() -> DOMAIN.added(key, line.apply(place(op, context.model())))));
    return ResultLine.created(told(key, context.model()));
  }

  private static ResultLine change(
      ParsedOp op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> context,
      String unit,
      Value value) {
    String key = key(op, context.model());
    context.emit(NotDone.ifIllegal(() -> DOMAIN.changed(key, context.model(), unit, value)));
    return ResultLine.changed(told(key, context.model()));
  }

  private static ResultLine remove(
      ParsedOp op, VerbContext<EntityModel<String, Line>, ChecklistEvent> context) {
    String key = key(op, context.model());
    ResultLine line = ResultLine.deleted(told(key, context.model()));
    context.emit(DOMAIN.removed(key, context.model()));
    return line;
  }

  /** The place that an operation names: before a line, else behind all. */
  private static OrderKey place(ParsedOp op, EntityModel<String, Line> model) {
    return Naming.param(op, BEFORE)
        .map(naming -> model.orderBefore(naming.entityIn(model, Line::text, "line")))
        .orElseGet(model::orderAtEnd);
  }

  private static String key(ParsedOp op, EntityModel<String, Line> model) {
    return Naming.word(op, 0).entityIn(model, Line::text, "line");
  }

  private static QueryResult found(String text, EntityModel<String, Line> model) {
    return QueryResult.lines(
        model
            .ordered()
            .filter(line -> line.getValue().text().contains(text))
            .map(line -> told(line.getKey(), model))
            .toList());
  }

  private static String told(String key, EntityModel<String, Line> model) {
    return Line.write(model.at(key)) + " #" + key;
  }
}
