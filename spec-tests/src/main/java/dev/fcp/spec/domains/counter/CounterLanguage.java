package dev.fcp.spec.domains.counter;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.VerbResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The operation language of counters. It is small enough to be reimplemented in an afternoon, in
 * any language, in order to test an implementation with the vectors of operations and session
 * actions.
 *
 * <p>{@code add N [times:T]}, {@code set N}, {@code halve}, which refuses odd numbers, and {@code
 * reset}; the query {@code value}.
 */
public final class CounterLanguage implements DomainLanguage<Counter, CounterEvent> {

  private static final int MAX_NUMBER = 1_000_000;
  private static final Param<Integer> TIMES = Param.integer("times", "T", 1, 9);

  /** Creates the language, which has no state. */
  public CounterLanguage() {}

  @Override
  public Domain<Counter, CounterEvent> domain() {
    return new CounterDomain();
  }

  @Override
  public List<Verb<Counter, CounterEvent>> verbs() {
    return List.of(
        Verb.of(
            Form.of("add", "counter", "adds a number").required("N").params(TIMES),
            (op, context) -> withNumber(op, n -> add(n, TIMES.valueIn(op).orElse(1), context))),
        Verb.of(
            Form.of("set", "counter", "sets the number").required("N"),
            (op, context) -> withNumber(op, n -> set(n, context))),
        Verb.of(Form.of("halve", "counter", "halves the number"), (op, context) -> halve(context)),
        Verb.of(
            Form.of("reset", "counter", "sets the number to 0"), (op, context) -> set(0, context)));
  }

  private static VerbResult withNumber(ParsedOperation op, IntFunction<VerbResult> action) {
    String word = op.words().get(0);
    return switch (NumberParser.parseInteger(word, -MAX_NUMBER, MAX_NUMBER)) {
      case ParsedArgument.Valid<Integer>(var number) -> action.apply(number);
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          VerbResult.refused(
              new Refusal(
                  Quoting.quoteAlways(word) + " " + reason,
                  suggestion.map(number -> op.withWord(0, number).canonicalText())));
    };
  }

  private static VerbResult add(int number, int times, VerbContext<Counter, CounterEvent> context) {
    for (int i = 0; i < times; i++) {
      context.emit(new CounterEvent.Added(number));
    }
    return VerbResult.done(ResultLine.changed("it is " + context.model().value()));
  }

  private static VerbResult set(int number, VerbContext<Counter, CounterEvent> context) {
    context.emit(new CounterEvent.Set(context.model().value(), number));
    return VerbResult.done(ResultLine.changed("it is " + number));
  }

  private static VerbResult halve(VerbContext<Counter, CounterEvent> context) {
    int value = context.model().value();
    return value % 2 == 0 ? set(value / 2, context) : VerbResult.refused(value + " is odd");
  }

  @Override
  public List<Query<Counter>> queries() {
    return List.of(
        Query.of(
            Form.of("value", "queries", "the number"),
            (query, context) ->
                QueryResult.lines(List.of(Integer.toString(context.model().value())))));
  }
}
