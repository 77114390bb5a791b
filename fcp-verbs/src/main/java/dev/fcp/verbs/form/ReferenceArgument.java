package dev.fcp.verbs.form;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A part of an operation that names a thing of the document, and how the operation would read with
 * another name there.
 *
 * @param reference the name as it was typed
 * @param withReference the operation with another name in its place
 */
public record ReferenceArgument(String reference, Function<String, ParsedOperation> withReference) {

  public ReferenceArgument {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(withReference, "withReference");
  }

  /**
   * A word of an operation.
   *
   * @param index counts words only, from 0
   * @throws IndexOutOfBoundsException if there is no such word
   */
  public static ReferenceArgument word(ParsedOperation op, int index) {
    return new ReferenceArgument(
        op.words().get(index), replacement -> op.withWord(index, replacement));
  }

  /** The value of a parameter, if it was given. */
  public static Optional<ReferenceArgument> param(ParsedOperation op, Param<String> param) {
    return param
        .valueIn(op)
        .map(name ->
            new ReferenceArgument(name, replacement -> op.withParam(param.key(), replacement)));
  }

  /**
   * The thing that is named.
   *
   * @param noun what such a thing is called, for the refusal
   * @throws OperationRefusedException if there is none, or there are several; it names the nearest
   *     or all of them
   */
  public <T> T resolveIn(NameResolver<T> resolver, String noun) {
    return requireFound(resolver.resolve(reference), noun);
  }

  /**
   * What the name was found to mean.
   *
   * @param noun as for {@link #resolveIn}
   * @throws OperationRefusedException as {@link #resolveIn}
   */
  public <T> T requireFound(Resolution<T> resolution, String noun) {
    return switch (resolution) {
      case Resolution.Found<T>(T item) -> item;
      case Resolution.Ambiguous<T> ambiguous ->
          throw OperationRefusedException.because(
              Quoting.quoteAlways(reference)
                  + " may be any of "
                  + Phrases.abbreviatedList(
                      ambiguous.uniqueNames().stream().map(Quoting::quoteIfNeeded).toList()),
              withReference.apply(ambiguous.uniqueNames().get(0)).canonicalText());
      case Resolution.Unknown<T>(var nearest) ->
          throw new OperationRefusedException(
              new Refusal(
                  "there is no " + noun + " " + Quoting.quoteAlways(reference),
                  nearest.map(name -> withReference.apply(name).canonicalText())));
    };
  }

  /**
   * The key of the entity that is named, by its name or by {@code #} and its key. It has a place
   * and no entity contains it.
   *
   * @param nameOf the name of an entity; one that is blank names nothing
   * @param noun as for {@link #resolveIn}
   * @throws OperationRefusedException as {@link #resolveIn}
   */
  public <V> String resolveEntityKey(
      EntityModel<String, V> model, Function<V, String> nameOf, String noun) {
    NameResolver<String> resolver =
        NameResolver.of(
            model.entitiesInOrder().map(Map.Entry::getKey).toList(),
            key ->
                Stream.of(nameOf.apply(model.at(key)), "#" + key)
                    .filter(it -> !it.isBlank())
                    .toList(),
            key -> "#" + key);
    return resolveIn(resolver, noun);
  }
}
