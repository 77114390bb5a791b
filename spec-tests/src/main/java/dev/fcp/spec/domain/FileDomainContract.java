package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.spec.generator.Generator;
import java.util.List;

/**
 * The laws of domains for a domain of which only files are made up: models are what its format
 * reads in them, events what its diff finds between two of them, so that some apply and some do
 * not.
 *
 * <p>Events that no diff emits are not tried; a domain that has such events extends {@link
 * DomainContract}.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class FileDomainContract<M, E> extends DomainContract<M, E> {

  /** Files of the domain, as strange as the format allows; small ones find most. */
  protected abstract Generator<byte[]> validFiles();

  @Override
  protected Generator<byte[]> files() {
    return Generator.oneOf(validFiles(), super.files());
  }

  /** A file that holds more than an empty document does. */
  protected abstract byte[] exampleFile();

  @Override
  protected Generator<M> models() {
    return validFiles().map(this::read);
  }

  /** Half of them lead from the model to another one, the others between two others. */
  @Override
  protected Generator<E> events(M model) {
    return choices -> {
      M from = choices.percent(50) ? models().generate(choices) : model;
      List<E> events = domain().diff(from, models().generate(choices));
      return choices.pick(events.isEmpty() ? List.of(defaultEvent()) : events);
    };
  }

  /** The event for choices that led to two equal models: always the same one. */
  private E defaultEvent() {
    return domain().diff(domain().empty(), read(exampleFile())).get(0);
  }

  private M read(byte[] file) {
    return domain().format().read(file) instanceof ReadResult.Readable<M>(M model, var source)
        ? model
        : domain().empty();
  }
}
