package dev.fcp.spec.document;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;

class CounterDocumentProgramsTest extends DocumentProgramsContract<Counter, CounterEvent> {

  @Override
  protected Domain<Counter, CounterEvent> domain() {
    return new CounterDomain();
  }

  @Override
  protected Generator<Counter> models() {
    return Generator.integers(0, 9).map(Counter::new);
  }

  @Override
  protected Generator<CounterEvent> events(Counter model) {
    return choices ->
        choices.percent(50)
            ? new CounterEvent.Set(
                model.value() + (choices.percent(10) ? 1 : 0), choices.between(-9, 9))
            : new CounterEvent.Added(choices.between(-9, 9));
  }

  @Override
  protected byte[] initialFile(Choices choices) {
    return " 07 # seven\n".getBytes(StandardCharsets.US_ASCII);
  }
}
