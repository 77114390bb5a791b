package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.EarlierEvents;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The changes that another program made in a file, to be merged into a document that may have
 * changed meanwhile (DO-3).
 *
 * @param base the former content of the file
 * @param current its content now
 * @param changes the events that lead from one to the other
 */
record ExternalEdit<M, E>(Domain<M, E> domain, M base, M current, List<E> changes) {

  /** A document with fewer entities is never regarded as replaced by another one. */
  private static final int MIN_ENTITIES = 10;

  /** In a version of the same document, at least one of this many entities is unchanged. */
  private static final int KEPT_DIVISOR = 5;

  /** The changes that apply to a document, and the conflicts of the others. */
  record MergeResult<E>(List<E> events, List<Conflict> conflicts) {}

  /**
   * Finds the changes.
   *
   * @param earlier the events that are applied to the document
   */
  static <M, E> ExternalEdit<M, E> between(
      Domain<M, E> domain, M base, M current, EarlierEvents<E> earlier) {
    return new ExternalEdit<>(domain, base, current, domain.diff(base, current, earlier));
  }

  /**
   * Merges the changes into a document. A change that leaves a dangling reference is merged only if
   * it also left that reference in the file.
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
        .map(reference -> Conflict.because(reference.describe()));
  }

  /**
   * Whether the file contains another document in place of this one: hardly any entity is
   * unchanged.
   */
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
