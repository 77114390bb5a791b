package dev.fcp.verbs.tally;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.VerbResult;
import dev.fcp.verbs.ViewKey;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.form.SelectorForm;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The language of tallies, which uses every feature of a language. */
public class TallyLanguage implements DomainLanguage<Tally, TallyEvent> {

  private static final int MAX_COUNT = 999_999;
  private static final Param<Integer> COUNT = Param.integer("count", "N", 0, MAX_COUNT);
  private static final Param<Integer> START = Param.integer("start", "N", 0, MAX_COUNT);
  private static final ViewKey<String> LAST = ViewKey.of("last thing", "nothing");

  /** A language without state. */
  public TallyLanguage() {}

  @Override
  public Domain<Tally, TallyEvent> domain() {
    return new TallyDomain();
  }

  @Override
  public List<Verb<Tally, TallyEvent>> verbs() {
    Form things = Form.of("add", "things", "adds a thing").required("NAME").params(COUNT);
    Form remove =
        Form.of("remove", "things", "removes a thing, or all")
            .removing()
            .requiredOrSelected("NAME")
            .selectors(List.of(SelectorForm.withoutValue("all")));
    return List.of(
        Verb.of(things, TallyLanguage::add),
        Verb.of(remove, TallyLanguage::remove),
        Verb.of(
            Form.of("move", "things", "moves the count of one thing to another")
                .required("FROM")
                .required("TO")
                .arrows()
                .syntax("move FROM -> TO"),
            TallyLanguage::move),
        Verb.of(
            Form.of("shelf title", "shelf", "changes the title").required("TITLE"),
            TallyLanguage::title),
        Verb.of(
            Form.of("shelf look", "shelf", "looks at a thing").required("NAME"),
            TallyLanguage::look),
        Verb.of(
            Form.of("blunder", "shelf", "emits an event that does not apply"),
            TallyLanguage::blunder),
        Verb.of(
            Form.of("crash", "shelf", "fails in a way that no verb should"),
            (op, context) -> {
              context.emit(new TallyEvent.Added("wreck", 1));
              throw new IllegalStateException("crash");
            }));
  }

  private static VerbResult add(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    String name = op.words().get(0);
    int count = COUNT.valueIn(op).orElse(1);
    if (context.model().counts().containsKey(name)) {
      return VerbResult.refused(
          "there is a thing " + Quoting.quoteAlways(name) + " already",
          op.withWord(0, name + "2").canonicalText());
    }
    context.emit(new TallyEvent.Added(name, count));
    context.setView(LAST, name);
    return VerbResult.done(ResultLine.created(name + " " + count));
  }

  private static VerbResult remove(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    if (!op.selectors().isEmpty()) {
      context
          .model()
          .counts()
          .forEach((thing, n) -> context.emit(new TallyEvent.Removed(thing, n)));
      return VerbResult.done(ResultLine.bulk("removed all"));
    }
    return withThing(
        op,
        0,
        context,
        thing -> {
          context.emit(new TallyEvent.Removed(thing, context.model().counts().get(thing)));
          return VerbResult.done(ResultLine.deleted(thing));
        });
  }

  private static VerbResult move(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    return withThing(
        op,
        0,
        context,
        from ->
            withThing(
                op,
                1,
                context,
                to -> {
                  int count = context.model().counts().get(from);
                  int there = context.model().counts().get(to);
                  context.emit(new TallyEvent.Removed(from, count));
                  context.emit(new TallyEvent.Counted(to, there, there + count));
                  return VerbResult.done(ResultLine.connected(from + " -> " + to));
                }));
  }

  private static VerbResult title(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    String title = op.words().get(0);
    context.emit(new TallyEvent.Titled(context.model().title(), title));
    return VerbResult.done(ResultLine.changed("title " + Quoting.quoteAlways(title)));
  }

  private static VerbResult look(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    return withThing(
        op,
        0,
        context,
        thing -> {
          context.setView(LAST, thing);
          return VerbResult.done(ResultLine.meta("looking at " + thing));
        });
  }

  private static VerbResult blunder(ParsedOperation op, VerbContext<Tally, TallyEvent> context) {
    context.emit(new TallyEvent.Added("one", 1));
    context.emit(new TallyEvent.Removed("nobody", 1));
    context.emit(new TallyEvent.Added("two", 2));
    return VerbResult.done(ResultLine.created("never said"));
  }

  private static VerbResult withThing(
      ParsedOperation op,
      int index,
      VerbContext<Tally, TallyEvent> context,
      Function<String, VerbResult> handler) {
    String name = op.words().get(index);
    return switch (NameResolver.of(context.model().counts().keySet(), n -> n).resolve(name)) {
      case Resolution.Found<String>(var thing) -> handler.apply(thing);
      case Resolution.Ambiguous<String>(var items, var uniqueNames) ->
          VerbResult.refused(
              Quoting.quoteAlways(name) + " may be any of " + String.join(", ", uniqueNames));
      case Resolution.Unknown<String>(var nearest, var known) ->
          VerbResult.refused(
              new Refusal(
                  "there is no thing " + Quoting.quoteAlways(name),
                  nearest.map(replacement -> op.withWord(index, replacement).canonicalText())));
    };
  }

  @Override
  public List<Query<Tally>> queries() {
    return List.of(
        Query.of(Form.of("list", "queries", "all things"), TallyLanguage::list),
        Query.of(
            Form.of("last", "queries", "the thing last added or looked at"),
            (query, context) -> QueryResult.lines(context.view(LAST))));
  }

  private static QueryResult list(ParsedOperation query, QueryContext<Tally> context) {
    return QueryResult.lines(
        context.model().counts().entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .toList());
  }

  @Override
  public Optional<String> title(Tally model) {
    return model.title().isEmpty() ? Optional.empty() : Optional.of(model.title());
  }

  @Override
  public List<Param<?>> creationParams() {
    return List.of(START);
  }

  @Override
  public CreateResult<Tally> create(Optional<String> title, ParsedOperation action) {
    if (title.filter(text -> text.contains("\n")).isPresent()) {
      return new CreateResult.Refused<>(Refusal.because("a title has one line"));
    }
    Tally empty = new Tally(title.orElse(""), new TreeMap<>());
    return new CreateResult.Created<>(
        START.valueIn(action).map(count -> empty.with("thing", count)).orElse(empty));
  }

  @Override
  public List<CardSection> cardSections(Tally model) {
    return List.of(new CardSection("things", List.of(String.join(" ", model.counts().keySet()))));
  }
}
