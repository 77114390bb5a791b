package dev.fcp.verbs;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How people and agents speak to a domain. Found through {@link java.util.ServiceLoader}, see
 * {@link Languages}. Implementations hold no state.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public interface DomainLanguage<M, E> {

  /** The domain. */
  Domain<M, E> domain();

  /** What can be done, in the order of the card. */
  List<Verb<M, E>> verbs();

  /**
   * What can be asked, in the order of the card. {@code status} and {@code history} come from the
   * engine and are not among them.
   */
  List<Query<M>> queries();

  /** The title of a document; empty if it has none. */
  default Optional<String> title(M model) {
    return Optional.empty();
  }

  /** The last line of an answer: the fingerprint of the document, as this domain shows it. */
  default String digestLine(Digest digest) {
    return "digest: " + digest;
  }

  /**
   * What a step changed, in the words of the document: a line for each entity, such as {@code *
   * service "Search": fill red -> blue}. By default the names and values of the events.
   *
   * @param events of a step, in order
   * @param modelBefore the model before the first of them
   */
  default List<ResultLine> describeChanges(List<E> events, M modelBefore) {
    return new DefaultChangeDescriber<>(domain()).describe(events);
  }

  /** The entities of a model by the names that people give them; by default none has one. */
  default List<EntityName> entityNames(M model) {
    return List.of();
  }

  /**
   * The names by which people knew an entity that an event makes or takes away; none for any other
   * event, and by default.
   */
  default List<EntityName> entityNamesIn(E event) {
    return List.of();
  }

  /**
   * The entities that are or were alike in what a text names, so that all of them are meant, such
   * as the notes of a pitch; by default a text means one entity by its name.
   *
   * @param events all that ever happened to the document
   */
  default Set<EntityRef> entityGroup(String text, M model, List<E> events) {
    return Set.of();
  }

  /** The parameters of {@code new}. */
  default List<Param<?>> creationParams() {
    return List.of();
  }

  /**
   * The model of a new document, before any step. By default the empty one, and none with a title.
   *
   * @param title as given; empty if none was
   * @param action the action with the parameters of {@link #creationParams}, already checked
   */
  default CreateResult<M> create(Optional<String> title, ParsedOperation action) {
    return title.isEmpty()
        ? new CreateResult.Created<>(domain().empty())
        : new CreateResult.Refused<>(
            Refusal.because("a new " + domain().name() + " is created without a title", "new"));
  }

  /** Further parts of the card: the types, themes and the like that a document knows. */
  default List<CardSection> cardSections(M model) {
    return List.of();
  }
}
