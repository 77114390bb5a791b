package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
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
 * @param current what it holds now
 * @param changes the events that lead from one to the other
 */
record ExternalEdit<M, E>(Domain<M, E> domain, M base, M current, List<E> changes) {

  /** A document of fewer entities is never taken for another one. */
  private static final int MIN_ENTITIES = 10;

  /** Of a version of the same document at least one entity of so many is as it was. */
  private static final int KEPT_DIVISOR = 5;

  /** What can be done to a document, and what contradicts it. */
  record MergeResult<E>(List<E> events, List<Conflict> conflicts) {}

  static <M, E> ExternalEdit<M, E> between(Domain<M, E> domain, M base, M current) {
    return new ExternalEdit<>(domain, base, current, domain.diff(base, current));
  }

  /**
   * The changes that apply to a document. One that breaks a reference, or refers to what is not
   * there, applies only if it did so in the file as well.
   */
  MergeResult<E> mergeInto(M document) {
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
    return new MergeResult<>(events, conflicts);
  }

  private Optional<Conflict> conflict(E change, M theirs, M ours) {
    return domain.check(change, ours).or(() -> brokenReference(change, theirs, ours));
  }

  private Optional<Conflict> brokenReference(E change, M theirs, M ours) {
    List<DanglingReference> references = domain.danglingReferences(change, ours);
    if (references.isEmpty()) {
      return Optional.empty();
    }
    Set<DanglingReference> accepted = Set.copyOf(domain.danglingReferences(change, theirs));
    return references.stream()
        .filter(reference -> !accepted.contains(reference))
        .findFirst()
        .map(reference -> Conflict.because(describe(reference)));
  }

  private static String describe(DanglingReference reference) {
    return switch (reference) {
      case DanglingReference.TargetRemoved(var referrer, var target, var role) ->
          "%s still refers to %s as its %s".formatted(referrer, target, role);
      case DanglingReference.TargetMissing(var referrer, var target, var role) ->
          "%s would refer to %s as its %s, which is not there".formatted(referrer, target, role);
    };
  }

  /** Whether the file holds another document in place of this one: hardly anything is as it was. */
  boolean isAnotherDocument() {
    Set<EntityRef> before = entities(domain.diff(domain.empty(), base));
    if (before.size() < MIN_ENTITIES) {
      return false;
    }
    Set<EntityRef> kept = new HashSet<>(before);
    kept.removeAll(entities(changes));
    return kept.size() * KEPT_DIVISOR < before.size();
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
