package dev.fcp.verbs.form;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An argument of an operation that refers to something in the document by name.
 *
 * @param reference the name as typed
 * @param withReference returns the operation with another name in place of the reference
 */
public record ReferenceArgument(String reference, Function<String, ParsedOperation> withReference) {

  public ReferenceArgument {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(withReference, "withReference");
  }

  /**
   * The reference in a word of an operation.
   *
   * @param index counts words only, from 0
   * @throws IndexOutOfBoundsException if there is no such word
   */
  public static ReferenceArgument word(ParsedOperation op, int index) {
    return new ReferenceArgument(
        op.words().get(index), replacement -> op.withWord(index, replacement));
  }

  /** The reference in the value of a parameter; empty if the parameter was not given. */
  public static Optional<ReferenceArgument> param(ParsedOperation op, Param<String> param) {
    return param
        .valueIn(op)
        .map(name ->
            new ReferenceArgument(name, replacement -> op.withParam(param.key(), replacement)));
  }

  /**
   * Resolves the reference.
   *
   * @param noun what the items are called in refusals
   * @throws OperationRefusedException if no item matches, with the only similar name as the
   *     suggestion if there is one; or if several match, with their unique names
   */
  public <T> T resolveIn(NameResolver<T> resolver, String noun) {
    return requireFound(resolver.resolve(reference), noun);
  }

  /**
   * The item of a resolution of the reference.
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
                  + quotedList(ambiguous.uniqueNames()));
      case Resolution.Unknown<T>(var nearest, var known) ->
          throw new OperationRefusedException(
              new Refusal(
                  "there is no "
                      + noun
                      + " "
                      + Quoting.quoteAlways(reference)
                      + (nearest.isPresent() || known.isEmpty()
                          ? ""
                          : "; known are " + quotedList(known)),
                  nearest.map(name -> withReference.apply(name).canonicalText())));
    };
  }

  private static String quotedList(List<String> names) {
    return Phrases.abbreviatedList(names.stream().map(Quoting::quoteIfNeeded).toList());
  }

  /**
   * Resolves the reference to the key of an entity, by the name of the entity or by {@code #} and
   * its key. Only entities of {@link EntityModel#entitiesInOrder} are found.
   *
   * @param nameOf the name of an entity; blank if it has none
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
