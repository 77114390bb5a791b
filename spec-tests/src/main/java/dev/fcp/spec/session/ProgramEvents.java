package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionOperation.Action;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * Maps the choices of a program to events of a domain.
 *
 * @param events generates events for a model, some of which do not apply
 * @param mergeableEvents generates events for a model that can be merged
 */
record ProgramEvents<M, E>(
    Domain<M, E> domain,
    Function<M, Generator<E>> events,
    Function<M, Generator<E>> mergeableEvents) {

  E event(Action.Emit action, M model) {
    return generate(events, action.choices(), model);
  }

  E event(Action.EmitMergeable action, M model) {
    return generate(mergeableEvents, action.choices(), model);
  }

  /** Returns the size of an event as JSON in UTF-8, in bytes. */
  int sizeBytes(E event) {
    String json = ValueJson.write(domain.eventCodec().encode(event));
    return json.getBytes(StandardCharsets.UTF_8).length;
  }

  private static <M, E> E generate(
      Function<M, Generator<E>> generators, List<Integer> choices, M model) {
    return generators.apply(model).generate(Choices.of(choices));
  }
}
