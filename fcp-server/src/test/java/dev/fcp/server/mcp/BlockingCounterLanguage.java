package dev.fcp.server.mcp;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.VerbResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A language of counters with the verb {@code add} and verbs that wait or fail. */
final class BlockingCounterLanguage implements DomainLanguage<Counter, CounterEvent> {

  private final CountDownLatch entered;
  private final CountDownLatch gate;

  /**
   * A language whose verb {@code wait} blocks until the gate opens.
   *
   * @param entered counted down when the verb begins to wait
   */
  BlockingCounterLanguage(CountDownLatch entered, CountDownLatch gate) {
    this.entered = entered;
    this.gate = gate;
  }

  @Override
  public Domain<Counter, CounterEvent> domain() {
    return new CounterDomain();
  }

  @Override
  public List<Verb<Counter, CounterEvent>> verbs() {
    return List.of(
        Verb.of(Form.of("add", "counting", "counts up"), BlockingCounterLanguage::add),
        Verb.of(
            Form.of("wait", "counting", "counts up when the gate opens"),
            (op, context) -> {
              awaitGate();
              return add(op, context);
            }),
        Verb.of(
            Form.of("crash", "counting", "fails in a way that no verb should"),
            (op, context) -> {
              throw new IllegalStateException("crash");
            }),
        Verb.of(
            Form.of("overflow", "counting", "takes more memory than there is"),
            (op, context) -> {
              throw new StackOverflowError("overflow");
            }));
  }

  private void awaitGate() {
    try {
      entered.countDown();
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static VerbResult add(ParsedOperation op, VerbContext<Counter, CounterEvent> context) {
    context.emit(new CounterEvent.Added(1));
    return VerbResult.done(ResultLine.changed("counted " + context.model().value()));
  }

  @Override
  public List<Query<Counter>> queries() {
    return List.of(
        Query.of(
            Form.of("value", "counting", "how many"),
            (query, context) ->
                QueryResult.lines(List.of(Integer.toString(context.model().value())))));
  }

  @Override
  public Optional<String> title(Counter model) {
    return Optional.empty();
  }

  @Override
  public CreateResult<Counter> create(Optional<String> title, ParsedOperation action) {
    return new CreateResult.Created<>(new Counter(0));
  }
}
