package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of document: a model that is a value, and the family of events that change it.
 *
 * <p>Every operation is a pure function; nothing here ever changes a model. The laws {@code DM-1}
 * to {@code DM-14} hold for every domain, and the contract of the conformance kit checks them.
 * Implementations are safe for use by any number of threads.
 *
 * @param <M> the model, an immutable value
 * @param <E> the sealed family of events
 */
public interface Domain<M, E> {

  /** The name of the domain, in lower case; it names the tools and stands in journals. */
  String name();

  /** The model of a new, empty document. */
  M empty();

  /**
   * The model after an event. Live edits, redo, recovery and rollback all go through here ({@code
   * DM-2}).
   *
   * @throws IllegalArgumentException if {@link #check} would refuse the event
   */
  M replay(E event, M model);

  /** The event that takes {@code event} back; {@code invert(invert(e))} equals {@code e} (DM-1). */
  E invert(E event);

  /**
   * Why an event does not apply exactly: an entity is missing, an id is taken, the value in the
   * model is not the event's own {@code before}, a parent cycle. Empty if it applies. Missing
   * references are no reason; {@link #danglingReferences} tells them ({@code DM-2}, {@code DM-3}).
   */
  Optional<Conflict> check(E event, M model);

  /**
   * What refers to what the event removes, and what the event refers to and is missing. Verbs and
   * rollback ask; undo and redo do not, because real files hold dangling references ({@code
   * DM-12}).
   */
  List<DanglingReference> danglingReferences(E event, M model);

  /** What the event writes and what it only mentions ({@code DM-9}). */
  Touches touches(E event);

  /**
   * Events that lead from one model to another, each applicable after those before it ({@code
   * DM-4}). Empty if the contents are equal.
   */
  List<E> diff(M from, M to);

  /**
   * The fingerprint of the content ({@code DM-6}, {@code DG-1}); as fast as the model can keep it.
   */
  Digest digest(M model);

  /** The same fingerprint, computed from nothing but the content; equals {@link #digest}. */
  Digest digestFromScratch(M model);

  /**
   * The event that does the same but for some units ({@code DM-10}). Empty if nothing is left, or
   * if the event creates or deletes the entity of one of the units, which cannot be split.
   */
  Optional<E> without(E event, Set<Unit> units);

  /** Whether an event creates, modifies or deletes the entity that it is about ({@code DM-13}). */
  Effect effect(E event);

  /**
   * The event that gives what {@code event} writes the same values on another model: with the old
   * values of that model, and a creation of what is there already as a modification ({@code
   * DM-14}). It is not checked against the rest of the model. Empty if these values stand there, if
   * the entity is missing, or if the event tells a difference and no values.
   */
  Optional<E> rebase(E event, M model);

  /** One event in place of two, {@code second} right after {@code first} ({@code DM-11}). */
  EventMerge<E> merge(E first, E second);

  /** How events are written down ({@code DM-5}). */
  EventCodec<E> eventCodec();

  /** How models are written down, ids and order keys included ({@code DM-8}). */
  ModelCodec<M> modelCodec();

  /** The file format of the domain's documents ({@code DM-7}). */
  DocumentFormat<M> format();
}
