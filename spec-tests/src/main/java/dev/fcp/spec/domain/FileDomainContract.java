package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.spec.generator.Generator;
import java.util.List;

/**
 * The laws of domains for a domain with generated files only: the models are read from the files,
 * and the events are differences between two models, so that some apply and some do not.
 *
 * <p>Events that {@code diff} never returns are not tried; a domain with such events extends {@link
 * DomainContract}.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class FileDomainContract<M, E> extends DomainContract<M, E> {

  /**
   * Generates valid files of the domain, as unusual as the format allows; small ones find the most
   * faults.
   */
  protected abstract Generator<byte[]> validFiles();

  @Override
  protected Generator<byte[]> files() {
    return Generator.oneOf(validFiles(), super.files());
  }

  /** Returns a file with more content than an empty document. */
  protected abstract byte[] exampleFile();

  @Override
  protected Generator<M> models() {
    return validFiles().map(this::read);
  }

  /**
   * Half of the events lead from the given model to another one, the others from one unrelated
   * model to another.
   */
  @Override
  protected Generator<E> events(M model) {
    return choices -> {
      M from = choices.percent(50) ? models().generate(choices) : model;
      List<E> events = domain().diff(from, models().generate(choices));
      return choices.pick(events.isEmpty() ? List.of(defaultEvent()) : events);
    };
  }

  /** Returns a fixed event, for choices that give two equal models. */
  private E defaultEvent() {
    return domain().diff(domain().empty(), read(exampleFile())).get(0);
  }

  private M read(byte[] file) {
    return domain().format().read(file) instanceof ReadResult.Readable<M>(M model, var source)
        ? model
        : domain().empty();
  }
}
