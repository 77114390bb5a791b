package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOp.Act;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * What the choices of a program mean in a domain.
 *
 * @param events events for a model, some of which do not apply
 * @param typing events for a model that go into one another
 */
record Vocabulary<M, E>(
    Domain<M, E> domain, Function<M, Generator<E>> events, Function<M, Generator<E>> typing) {

  E event(Act.Emit act, M model) {
    return made(events, act.choices(), model);
  }

  E event(Act.Type act, M model) {
    return made(typing, act.choices(), model);
  }

  /** How many bytes an event takes as JSON in UTF-8. */
  int bytes(E event) {
    String json = ValueJson.write(domain.eventCodec().encode(event));
    return json.getBytes(StandardCharsets.UTF_8).length;
  }

  private static <M, E> E made(Function<M, Generator<E>> by, List<Integer> choices, M model) {
    return by.apply(model).generate(Choices.of(choices));
  }
}
