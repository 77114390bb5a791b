package dev.fcp.checklist;

import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

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
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The operation language of checklists. */
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
            (op, it) -> add(op, it, order -> new Item("", op.words().get(0), false, order))),
        Verb.returningLine(
            form("heading", "TEXT", "a new heading; the first one is the title").params(BEFORE),
            (op, it) -> add(op, it, order -> new Heading(op.words().get(0), order))),
        Verb.returningLine(
            form("done", "LINE", "marks an item as done"),
            (op, it) -> change(op, it, "done", Value.of(true))),
        Verb.returningLine(
            form("undone", "LINE", "marks an item as open"),
            (op, it) -> change(op, it, "done", Value.of(false))),
        Verb.returningLine(
            form("rename", "LINE", "gives a line another text").required("TEXT"),
            (op, it) -> change(op, it, "text", Value.of(op.words().get(1)))),
        Verb.returningLine(
            form("move", "LINE", "puts a line last or before another").params(BEFORE),
            (op, it) -> change(op, it, "order", Value.of(orderKey(op, it.model()).digits()))),
        Verb.returningLine(
            form("remove", "LINE", "removes a line").removing(), ChecklistLanguage::remove));
  }

  @Override
  public List<Query<EntityModel<String, Line>>> queries() {
    return List.of(
        Query.of(Form.of("map", "queries", "all lines"), (query, it) -> matching("", it.model())),
        Query.of(
            form("find", "TEXT", "the lines with a text"),
            (query, it) -> matching(query.words().get(0), it.model())),
        Query.of(
            form("describe", "LINE", "one line"),
            (query, it) -> QueryResult.lines(describe(key(query, it.model()), it.model()))),
        Query.of(
            Form.of("stats", "queries", "how many items are open and done"),
            (query, it) -> QueryResult.lines(it.model().digest().summary())));
  }

  private static Form form(String name, String argument, String summary) {
    return Form.of(name, "lines", summary).required(argument).suggestingQuotes();
  }

  private static ResultLine add(
      ParsedOperation op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> edit,
      Function<OrderKey, Line> newLine) {
    String key = RecordEntitySpec.freshKey(edit.model());
    Line line = newLine.apply(orderKey(op, edit.model()));
    edit.emit(translatingIllegalArgument(() -> DOMAIN.added(key, line)));
    return ResultLine.created(describe(key, edit.model()));
  }

  private static ResultLine change(
      ParsedOperation op,
      VerbContext<EntityModel<String, Line>, ChecklistEvent> edit,
      String unit,
      Value value) {
    String key = key(op, edit.model());
    edit.emit(translatingIllegalArgument(() -> DOMAIN.changed(key, edit.model(), unit, value)));
    return ResultLine.changed(describe(key, edit.model()));
  }

  private static ResultLine remove(
      ParsedOperation op, VerbContext<EntityModel<String, Line>, ChecklistEvent> edit) {
    String key = key(op, edit.model());
    ResultLine line = ResultLine.deleted(describe(key, edit.model()));
    edit.emit(DOMAIN.removed(key, edit.model()));
    return line;
  }

  private static OrderKey orderKey(ParsedOperation op, EntityModel<String, Line> model) {
    return ReferenceArgument.param(op, BEFORE)
        .map(it -> model.orderKeyBefore(it.resolveEntityKey(model, Line::text, "line")))
        .orElseGet(model::orderKeyAtEnd);
  }

  private static String key(ParsedOperation op, EntityModel<String, Line> model) {
    return ReferenceArgument.word(op, 0).resolveEntityKey(model, Line::text, "line");
  }

  private static QueryResult matching(String text, EntityModel<String, Line> model) {
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
