package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Step;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Resolves references to existing and deleted entities: by a name of the language of the domain, by
 * key, or by kind and key.
 */
final class EntityResolver<M, E> {

  private final DomainLanguage<M, E> language;
  private final M model;
  private final List<Step<E>> steps;

  /**
   * A resolver for the entities of a document.
   *
   * @param model contains the existing entities
   * @param steps contain the deleted entities
   */
  EntityResolver(DomainLanguage<M, E> language, M model, List<Step<E>> steps) {
    this.language = language;
    this.model = model;
    this.steps = steps;
  }

  /**
   * Resolves a reference to one entity, or to a group of entities.
   *
   * @param withReplacement returns the operation with another text in place of the reference
   * @throws OperationRefusedException if no entity matches, or several that are not a group
   */
  Set<EntityRef> resolveAll(String text, UnaryOperator<String> withReplacement) {
    boolean isName =
        language.entityNames(model).stream().anyMatch(name -> name.name().equals(text));
    List<E> events = steps.stream().flatMap(step -> step.events().stream()).toList();
    Set<EntityRef> group = isName ? Set.of() : language.entityGroup(text, model, events);
    return group.isEmpty() ? Set.of(resolveOne(text, withReplacement)) : Set.copyOf(group);
  }

  /** Resolves a reference to one entity. Existing entities take precedence over deleted ones. */
  private EntityRef resolveOne(String text, UnaryOperator<String> withReplacement) {
    TreeMap<EntityRef, Set<String>> present = new TreeMap<>();
    language.entityNames(model).forEach(name -> add(present, name));
    Resolution<EntityRef> resolution = nameResolver(present).resolve(text);
    if (resolution instanceof Resolution.Unknown) {
      TreeMap<EntityRef, Set<String>> all = new TreeMap<>(present);
      steps.forEach(step -> addNames(all, step));
      resolution = nameResolver(all).resolve(text);
    }
    return switch (resolution) {
      case Resolution.Found<EntityRef>(var entity) -> entity;
      case Resolution.Ambiguous<EntityRef>(var items, var uniqueNames) ->
          throw OperationRefusedException.because(
              "%s may be any of %s"
                  .formatted(Quoting.quoteAlways(text), String.join(", ", display(uniqueNames))));
      case Resolution.Unknown<EntityRef>(var nearest, var unusedKnown) ->
          throw new OperationRefusedException(
              new Refusal(
                  "nothing that was ever changed here is called "
                      + Quoting.quoteAlways(OperationText.abbreviate(text)),
                  nearest.map(withReplacement).or(() -> Optional.of("history"))));
    };
  }

  private static List<String> display(List<String> uniqueNames) {
    int maxShown = 5;
    List<String> shown = new ArrayList<>();
    uniqueNames.stream().limit(maxShown).map(Quoting::quoteAlways).forEach(shown::add);
    if (uniqueNames.size() > maxShown) {
      shown.add("...");
    }
    return shown;
  }

  private static NameResolver<EntityRef> nameResolver(
      TreeMap<EntityRef, Set<String>> namesByEntity) {
    return NameResolver.of(
        namesByEntity.keySet(),
        entity -> List.copyOf(namesByEntity.get(entity)),
        EntityRef::toString);
  }

  private void addNames(TreeMap<EntityRef, Set<String>> namesByEntity, Step<E> step) {
    Domain<M, E> domain = language.domain();
    for (E event : step.events()) {
      Touches touches = domain.touches(event);
      for (Unit unit : touches.written()) {
        add(namesByEntity, new EntityName(unit.entity().key(), unit.entity()));
      }
      language.entityNamesIn(event).forEach(name -> add(namesByEntity, name));
    }
  }

  private static void add(TreeMap<EntityRef, Set<String>> namesByEntity, EntityName name) {
    Set<String> names =
        namesByEntity.computeIfAbsent(name.entity(), entity -> new LinkedHashSet<>());
    names.add(name.name());
    names.add(name.entity().toString());
  }
}
