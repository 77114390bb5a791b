package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What somebody else changed in a file, laid over a document that may have changed meanwhile
 * (DO-3).
 *
 * @param base what the file held before
 * @param found what it holds now
 * @param changes the events that lead from one to the other
 */
record ExternalEdit<M, E>(Domain<M, E> domain, M base, M found, List<E> changes) {

  /** A document of fewer entities is never taken for another one. */
  private static final int LEAST_ENTITIES = 10;

  /** Of a version of the same document at least one entity of so many is as it was. */
  private static final int ONE_KEPT_OF = 5;

  /** What can be done to a document, and what contradicts it. */
  record Laid<E>(List<E> events, List<Conflict> conflicts) {}

  static <M, E> ExternalEdit<M, E> between(Domain<M, E> domain, M base, M found) {
    return new ExternalEdit<>(domain, base, found, domain.diff(base, found));
  }

  /**
   * The changes that apply to a document. One that breaks a reference, or refers to what is not
   * there, applies only if it did so in the file as well.
   */
  Laid<E> over(M document) {
    List<E> events = new ArrayList<>();
    List<Conflict> conflicts = new ArrayList<>();
    M theirs = base;
    M ours = document;
    for (E change : changes) {
      Optional<Conflict> conflict = conflict(change, theirs, ours);
      theirs = domain.replay(change, theirs);
      if (conflict.isEmpty()) {
        ours = domain.replay(change, ours);
        events.add(change);
      } else {
        conflicts.add(conflict.get());
      }
    }
    return new Laid<>(events, conflicts);
  }

  private Optional<Conflict> conflict(E change, M theirs, M ours) {
    return domain.check(change, ours).or(() -> brokenReference(change, theirs, ours));
  }

  private Optional<Conflict> brokenReference(E change, M theirs, M ours) {
    List<Dependent> dependents = domain.dependents(change, ours);
    if (dependents.isEmpty()) {
      return Optional.empty();
    }
    Set<Dependent> accepted = Set.copyOf(domain.dependents(change, theirs));
    return dependents.stream()
        .filter(dependent -> !accepted.contains(dependent))
        .findFirst()
        .map(dependent -> Conflict.because(words(dependent)));
  }

  private static String words(Dependent dependent) {
    return switch (dependent) {
      case Dependent.Referring(var referrer, var target, var role) ->
          "%s still refers to %s as its %s".formatted(referrer, target, role);
      case Dependent.Missing(var referrer, var target, var role) ->
          "%s would refer to %s as its %s, which is not there".formatted(referrer, target, role);
    };
  }

  /** Whether the file holds another document in place of this one: hardly anything is as it was. */
  boolean isAnotherDocument() {
    Set<EntityRef> before = entities(domain.diff(domain.empty(), base));
    if (before.size() < LEAST_ENTITIES) {
      return false;
    }
    Set<EntityRef> kept = new HashSet<>(before);
    kept.removeAll(entities(changes));
    return kept.size() * ONE_KEPT_OF < before.size();
  }

  private Set<EntityRef> entities(List<E> events) {
    Set<EntityRef> entities = new HashSet<>();
    for (E event : events) {
      for (Unit unit : domain.touches(event).subject()) {
        entities.add(unit.entity());
      }
    }
    return entities;
  }
}
