package dev.fcp.verbs.form;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOp;
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
 * @param repaired the operation with another name in its place
 */
public record Naming(String reference, Function<String, ParsedOp> repaired) {

  public Naming {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(repaired, "repaired");
  }

  /**
   * A word of an operation.
   *
   * @param index counts words only, from 0
   * @throws IndexOutOfBoundsException if there is no such word
   */
  public static Naming word(ParsedOp op, int index) {
    return new Naming(op.words().get(index), better -> op.withWord(index, better));
  }

  /** The value of a parameter, if it was given. */
  public static Optional<Naming> param(ParsedOp op, Param<String> param) {
    return param.of(op).map(name -> new Naming(name, better -> op.withParam(param.key(), better)));
  }

  /**
   * The thing that is named.
   *
   * @param noun what such a thing is called, for the refusal
   * @throws NotDone if there is none, or there are several; it tells the nearest or all of them
   */
  public <T> T in(References<T> references, String noun) {
    return of(references.resolve(reference), noun);
  }

  /**
   * What the name was found to mean.
   *
   * @param noun as for {@link #in}
   * @throws NotDone as {@link #in}
   */
  public <T> T of(Resolution<T> resolution, String noun) {
    return switch (resolution) {
      case Resolution.Found<T>(T item) -> item;
      case Resolution.Ambiguous<T> ambiguous ->
          throw NotDone.because(
              Quoting.quoted(reference)
                  + " may be any of "
                  + Phrases.some(ambiguous.candidates().stream().map(Quoting::quote).toList()),
              repaired.apply(ambiguous.candidates().get(0)).text());
      case Resolution.Unknown<T>(var nearest) ->
          throw new NotDone(
              new Refusal(
                  "there is no " + noun + " " + Quoting.quoted(reference),
                  nearest.map(name -> repaired.apply(name).text())));
    };
  }

  /**
   * The key of the entity that is named, by its name or by {@code #} and its key. It has a place
   * and no entity contains it.
   *
   * @param name the name of an entity; one that is blank names nothing
   * @param noun as for {@link #in}
   * @throws NotDone as {@link #in}
   */
  public <V> String entityIn(EntityModel<String, V> model, Function<V, String> name, String noun) {
    References<String> references =
        References.of(
            model.ordered().map(Map.Entry::getKey).toList(),
            key ->
                Stream.of(name.apply(model.at(key)), "#" + key)
                    .filter(it -> !it.isBlank())
                    .toList(),
            key -> "#" + key);
    return in(references, noun);
  }
}
