package dev.fcp.verbs;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The operation language of a domain: its verbs and queries, and the names and descriptions that
 * responses show. Implementations are found through {@link java.util.ServiceLoader}, see {@link
 * Languages}, and are stateless.
 *
 * @param <M> the model
 * @param <E> the events
 */
public interface DomainLanguage<M, E> {

  /** The domain. */
  Domain<M, E> domain();

  /** The verbs, in the order of the reference card. */
  List<Verb<M, E>> verbs();

  /**
   * The queries, in the order of the reference card. The queries of every domain, such as {@code
   * status} and {@code history}, are not included.
   */
  List<Query<M>> queries();

  /** The title of a document; empty if it has none. */
  default Optional<String> title(M model) {
    return Optional.empty();
  }

  /** The last line of a response: the digest of the document as this domain shows it. */
  default String digestLine(Digest digest) {
    return "digest: " + digest;
  }

  /**
   * Describes what a step changed, one line per entity, such as {@code * service "Search": fill red
   * -> blue}. The default implementation shows the names and values of the events.
   *
   * @param events the events of the step, in order
   * @param before the model before the first event
   * @param after the model after the last event
   */
  default List<ResultLine> describeChanges(List<E> events, M before, M after) {
    return new DefaultChangeDescriber<>(domain()).describe(events);
  }

  /** The names of the entities of a model. The default implementation returns an empty list. */
  default List<EntityName> entityNames(M model) {
    return List.of();
  }

  /**
   * The names of the entity that an event creates or deletes; empty for other events. The default
   * implementation returns an empty list.
   */
  default List<EntityName> entityNamesIn(E event) {
    return List.of();
  }

  /**
   * The entities of a group that a text names, such as all notes of a pitch, including deleted
   * ones; empty if the text names no group. The default implementation returns an empty set.
   *
   * @param events all events of the document, applied or not
   */
  default Set<EntityRef> entityGroup(String text, M model, List<E> events) {
    return Set.of();
  }

  /**
   * The plan of a rollback as it is reported to users. A domain may add what its users expect, such
   * as a conflict for each value that was overwritten since; the rollback does not change. The
   * default implementation returns the plan.
   *
   * @param history the steps of the document
   * @param model the model for which the plan was made
   */
  default RollbackPlan<E> reported(RollbackPlan<E> plan, History<E> history, M model) {
    return plan;
  }

  /**
   * What users call a unit that an event wrote, such as {@code location of canon/pcs/ann.md}. The
   * default implementation returns the unit as text.
   *
   * @param event the event that wrote the unit
   * @param model the model in which the unit has another value now
   */
  default String describeUnit(Unit unit, E event, M model) {
    return unit.toString();
  }

  /**
   * Why a document with this model refuses to go to another state of its history, such as by undo,
   * rollback or a switch to a branch; empty if it does not. The default implementation returns
   * nothing.
   *
   * @param action the name of the action, such as {@code undo}
   */
  default Optional<Refusal> restoringRefusal(String action, M model) {
    return Optional.empty();
  }

  /** The parameters of {@code new}. */
  default List<Param<?>> creationParams() {
    return List.of();
  }

  /**
   * Creates the model of a new document, before any step. The default implementation returns the
   * empty model and refuses a title.
   *
   * @param title the title; empty if none was given
   * @param action the action {@code new}, with checked parameters of {@link #creationParams}
   */
  default CreateResult<M> create(Optional<String> title, ParsedOperation action) {
    return title.isEmpty()
        ? new CreateResult.Created<>(domain().empty())
        : new CreateResult.Refused<>(
            Refusal.because("a new " + domain().name() + " is created without a title", "new"));
  }

  /**
   * Whether the operations of one call are one step, so that one undo takes them back; otherwise
   * each is a step. The default implementation returns false.
   */
  default boolean isCallOneStep() {
    return false;
  }

  /**
   * Which old steps are discarded when a document is saved. The default implementation returns
   * nothing: all steps are kept.
   */
  default Optional<RetentionPolicy> retention() {
    return Optional.empty();
  }

  /**
   * A tool for agents that undoes the last change of a document. The default implementation returns
   * none; the action {@code undo} is always there.
   */
  default Optional<UndoTool> undoTool() {
    return Optional.empty();
  }

  /**
   * Which files belong to a document that is a folder; asked before each look at it. The default
   * implementation returns the given settings.
   *
   * @param folder the folder
   * @param others the settings if nothing in the folder says otherwise
   * @throws java.io.UncheckedIOException if what says it cannot be read or is not valid; its
   *     message is the reason
   */
  default FolderSettings folderSettings(Path folder, FolderSettings others) {
    return others;
  }

  /** Further sections of the reference card, such as the types and themes of the document. */
  default List<CardSection> cardSections(M model) {
    return List.of();
  }
}
