package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Step;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.names.Suggestions;
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
 * The entities that a document has or had, as people name them: by the name that the language of
 * the domain gives them, by their key, or by kind and key.
 */
final class EntityReferences<M, E> {

  private final DomainLanguage<M, E> language;
  private final M model;
  private final List<Step<E>> steps;

  /**
   * Entities.
   *
   * @param model those that are there
   * @param steps that had to do with others
   */
  EntityReferences(DomainLanguage<M, E> language, M model, List<Step<E>> steps) {
    this.language = language;
    this.model = model;
    this.steps = steps;
  }

  /**
   * The entities that a text means: one by its name, or all that are alike in what it names.
   *
   * @param better what to type with another text in its place
   * @throws NotDone if it means none, or several that are not alike
   */
  Set<EntityRef> meant(String text, UnaryOperator<String> better) {
    boolean isName = language.names(model).stream().anyMatch(name -> name.name().equals(text));
    List<E> events = steps.stream().flatMap(step -> step.events().stream()).toList();
    Set<EntityRef> alike = isName ? Set.of() : language.alike(text, model, events);
    return alike.isEmpty() ? Set.of(resolve(text, better)) : Set.copyOf(alike);
  }

  /** The entity that a text means. What is there comes before what was. */
  private EntityRef resolve(String text, UnaryOperator<String> better) {
    TreeMap<EntityRef, Set<String>> present = new TreeMap<>();
    language.names(model).forEach(name -> add(present, name));
    Resolution<EntityRef> there = references(present).resolve(text);
    if (there instanceof Resolution.Unknown) {
      TreeMap<EntityRef, Set<String>> all = new TreeMap<>(present);
      steps.forEach(step -> addNames(all, step));
      there = references(all).resolve(text);
    }
    return switch (there) {
      case Resolution.Found<EntityRef>(var entity) -> entity;
      case Resolution.Ambiguous<EntityRef>(var items, var candidates) ->
          throw NotDone.because(
              "%s may be any of %s"
                  .formatted(Quoting.quoted(text), String.join(", ", shown(candidates))),
              better.apply(candidates.get(0)));
      case Resolution.Unknown<EntityRef>(var nearest) ->
          throw new NotDone(
              new Refusal(
                  "nothing that was ever changed here is called "
                      + Quoting.quoted(OperationText.shown(text)),
                  nearest
                      .filter(it -> Suggestions.nearest(text, List.of(it)).isPresent())
                      .map(better)
                      .or(() -> Optional.of("history"))));
    };
  }

  private static List<String> shown(List<String> candidates) {
    int most = 5;
    List<String> shown = new ArrayList<>();
    candidates.stream().limit(most).map(Quoting::quoted).forEach(shown::add);
    if (candidates.size() > most) {
      shown.add("...");
    }
    return shown;
  }

  private static References<EntityRef> references(TreeMap<EntityRef, Set<String>> named) {
    return References.of(
        named.keySet(), entity -> List.copyOf(named.get(entity)), EntityRef::toString);
  }

  private void addNames(TreeMap<EntityRef, Set<String>> names, Step<E> step) {
    Domain<M, E> domain = language.domain();
    for (E event : step.events()) {
      Touches touches = domain.touches(event);
      for (Unit unit : touches.written()) {
        add(names, new EntityName(unit.entity().key(), unit.entity()));
      }
      language.namesIn(event).forEach(name -> add(names, name));
    }
  }

  private static void add(TreeMap<EntityRef, Set<String>> names, EntityName name) {
    Set<String> own = names.computeIfAbsent(name.entity(), entity -> new LinkedHashSet<>());
    own.add(name.name());
    own.add(name.entity().toString());
  }
}
