package dev.fcp.eventlog.domain;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A document type: a model, which is an immutable value, and a family of events that change it.
 *
 * <p>Every operation is a pure function. The laws {@code DM-1} to {@code DM-14} hold for every
 * domain, and the contract of the conformance kit checks them. Implementations must be thread-safe.
 *
 * <p>A domain whose documents live in memory needs five operations: {@link #empty}, {@link
 * #replay}, {@link #invert}, {@link #check} and {@link #digest}. The defaults treat the document as
 * one unit. A journal in files also needs {@link #name} and {@link #eventCodec}, and {@link
 * #modelCodec} for snapshots and for pruning; documents in files need {@link #format} and {@link
 * #diff} too. An operation that needs more than the domain implements throws {@link
 * UnsupportedOperationException}, says what is missing, and changes nothing.
 *
 * @param <M> the model, an immutable value
 * @param <E> the events, usually a sealed family of records
 */
public interface Domain<M, E> {

  /** The name of a domain that does not implement {@link #name}. */
  String UNNAMED = "unnamed";

  /**
   * The name of the domain, in lower case. Tools and journals use it. By default {@value #UNNAMED},
   * which only journals in memory accept.
   */
  default String name() {
    return UNNAMED;
  }

  /** The model of a new, empty document. */
  M empty();

  /**
   * The model after an event. Edits, redo, recovery and rollback all use this operation ({@code
   * DM-2}).
   *
   * @throws IllegalArgumentException if {@link #check} would refuse the event
   */
  M replay(E event, M model);

  /**
   * An equal model for replaying many recorded events when little of the resulting models is read:
   * it neither checks events nor updates what is derived from its content, such as the digest.
   * Derived values are computed when they are read for the first time; from then on, resulting
   * models are as usual. By default the model itself.
   */
  default M withoutDerivedValues(M model) {
    return model;
  }

  /** The event that reverses {@code event}; {@code invert(invert(e))} equals {@code e} (DM-1). */
  E invert(E event);

  /**
   * Why an event does not apply exactly: an entity is missing, an id is taken, the value in the
   * model differs from the event's own {@code before}, or parents would form a cycle. Empty if it
   * applies. A missing reference is not a reason; {@link #danglingReferences} returns those ({@code
   * DM-2}, {@code DM-3}).
   */
  Optional<Conflict> check(E event, M model);

  /**
   * The digest of the content ({@code DM-6}, {@code DG-1}). Models of large documents keep it up to
   * date instead of computing it here.
   */
  Digest digest(M model);

  /**
   * The same digest, computed from the content alone; equals {@link #digest}, which is the default.
   */
  default Digest digestFromScratch(M model) {
    return digest(model);
  }

  /**
   * The references to the entity that the event removes, and the references of the event whose
   * target is missing. Verbs and rollback ask for them; undo and redo do not, because real files
   * contain dangling references ({@code DM-12}). By default none.
   */
  default List<DanglingReference> danglingReferences(E event, M model) {
    return List.of();
  }

  /**
   * The units that the event writes and the entities that it only mentions ({@code DM-9}). By
   * default every event writes {@link Unit#DOCUMENT}: rollback then reverses a step only if no
   * later step remains.
   */
  default Touches touches(E event) {
    return Touches.DOCUMENT;
  }

  /**
   * Whether an event creates, modifies or deletes its entity ({@code DM-13}). By default it
   * modifies it.
   */
  default Effect effect(E event) {
    return Effect.MODIFIES;
  }

  /**
   * Whether an event only writes values in another form, as the formatter of an editor does ({@code
   * RB-3}). A rollback of the event that wrote such a value reverts its new form, too, and the new
   * form does not keep that value. By default no event does.
   */
  default boolean reformats(E event) {
    return false;
  }

  /**
   * Whether an event that modifies an entity adds nothing to it that somebody would miss, such as a
   * renaming ({@code RB-4}). A rollback of the creation of that entity takes it away all the same.
   * By default no event does.
   */
  default boolean addsNothing(E event) {
    return false;
  }

  /**
   * Whether entities have texts, of which the characters are units ({@link Unit#characters()}). By
   * default they have not.
   */
  default boolean hasTexts() {
    return false;
  }

  /**
   * An equal model without what only discarded events need, such as the deleted characters of a
   * text. Called when old steps are pruned, if the domain {@linkplain #hasTexts has texts}; by
   * default the model itself.
   *
   * @param keptEvents the events of all steps that are kept
   */
  default M withoutUnneeded(M model, List<E> keptEvents) {
    return model;
  }

  /**
   * The event without the secret of a redaction ({@code RD-1}). By default, the text is replaced in
   * all texts of the encoded event.
   *
   * @param model the redacted model before the event
   * @return the event itself if it does not contain the secret
   * @throws IllegalArgumentException if there is no event without it
   * @throws UnsupportedOperationException by default, if an entity is redacted
   */
  default E redacted(E event, M model, Redactor redactor) {
    EventCodec<E> codec = eventCodec();
    Value.Fields encoded = codec.encode(event);
    Value.Fields redacted = redactor.event(encoded);
    return redacted.equals(encoded) ? event : codec.decode(redacted);
  }

  /**
   * The model without the secret of a redaction ({@code RD-1}), like {@link #redacted(Object,
   * Object, Redactor)}. By default it is made by the events of a {@link #diff} from the empty
   * model.
   *
   * @return the model itself if it does not contain the secret
   */
  default M redacted(M model, Redactor redactor) {
    M result = empty();
    for (E event : diff(result, model)) {
      result = replay(redacted(event, result, redactor), result);
    }
    return digest(result).equals(digest(model)) ? model : result;
  }

  /**
   * The event without its changes to some units ({@code DM-10}). Empty if no change remains, or if
   * the event creates or deletes the entity of one of the units, because such an event cannot be
   * split. By default events are never split.
   */
  default Optional<E> without(E event, Set<Unit> units) {
    return touches(event).written().stream().anyMatch(it -> units.stream().anyMatch(it::overlaps))
        ? Optional.empty()
        : Optional.of(event);
  }

  /**
   * The event that gives the units of {@code event} the same new values in another model: with the
   * old values of that model, and as a modification if {@code event} creates what is already there
   * ({@code DM-14}). It is not checked against the rest of the model. Empty if the model has these
   * values already, if the entity is missing, or if the event states a difference and no values,
   * which is the default.
   */
  default Optional<E> rebase(E event, M model) {
    return Optional.empty();
  }

  /**
   * One event that replaces two, {@code second} right after {@code first} ({@code DM-11}). By
   * default no events are merged.
   */
  default EventMerge<E> merge(E first, E second) {
    return new EventMerge.NotMergeable<>();
  }

  /**
   * The events that lead from one model to another, each applicable after those before it ({@code
   * DM-4}). Empty if the contents are equal.
   *
   * @throws UnsupportedOperationException by default
   */
  default List<E> diff(M from, M to) {
    throw notImplemented("diff, which compares two versions of a document");
  }

  /**
   * The events that lead from the former version of a file to the one that another program wrote.
   * Like {@link #diff(Object, Object)}, but what was deleted and came back at its place may get its
   * former identity: a rollback of the deletion then finds it there. By default nothing does.
   *
   * @param earlier the events that are applied
   */
  default List<E> diff(M from, M to, EarlierEvents<E> earlier) {
    return diff(from, to);
  }

  /**
   * The codec of the events ({@code DM-5}). The default keeps the event object itself, which only
   * journals in memory accept.
   */
  default EventCodec<E> eventCodec() {
    return new InMemoryEventCodec<>(getClass().getName());
  }

  /**
   * The codec of models, which includes ids and order keys ({@code DM-8}). Without it there are no
   * snapshots.
   *
   * @throws UnsupportedOperationException by default
   */
  default ModelCodec<M> modelCodec() {
    throw notImplemented("modelCodec, which snapshots and pruning need");
  }

  /**
   * The file format of the documents ({@code DM-7}).
   *
   * @throws UnsupportedOperationException by default
   */
  default DocumentFormat<M> format() {
    throw notImplemented("format, which documents in files need");
  }

  private UnsupportedOperationException notImplemented(String operation) {
    return new UnsupportedOperationException(
        getClass().getName() + " does not implement " + operation);
  }

  /**
   * The applied events of a document.
   *
   * @param <E> the family of events
   */
  @FunctionalInterface
  interface EarlierEvents<E> {

    /**
     * The events that wrote one of some units of an entity since the entity was created, newest
     * first. Each is read when the stream reaches it.
     *
     * @param units accepts the names of these units
     */
    Stream<E> writing(EntityRef entity, Predicate<String> units);
  }

  /** The effect of an event on the existence of its entity. */
  enum Effect {
    /** The event creates the entity. */
    CREATES,
    /** The entity exists before and after the event. */
    MODIFIES,
    /** The event deletes the entity. */
    DELETES;

    /** Whether the event creates the entity. */
    public boolean creates() {
      return this == CREATES;
    }

    /** The effect of the inverse event. */
    public Effect inverse() {
      return switch (this) {
        case CREATES -> DELETES;
        case MODIFIES -> MODIFIES;
        case DELETES -> CREATES;
      };
    }
  }

  /**
   * The result of merging two adjacent events.
   *
   * @param <E> the family of events
   */
  sealed interface EventMerge<E> {

    /** The events cannot be merged. */
    record NotMergeable<E>() implements EventMerge<E> {}

    /** The second event reverses the first; together they have no effect. */
    record CancelledOut<E>() implements EventMerge<E> {}

    /** One event with the effect of both. */
    record MergedInto<E>(E event) implements EventMerge<E> {}
  }

  /** A reference whose target is missing, or would be missing after an event. */
  sealed interface DanglingReference {

    /** The entity that contains the reference. */
    EntityRef referrer();

    /** The entity to which it refers. */
    EntityRef target();

    /** The role of the target for the referrer, such as {@code parent} or {@code source}. */
    String role();

    /** An entity of the model refers to the entity that the event deletes. */
    record TargetRemoved(EntityRef referrer, EntityRef target, String role)
        implements DanglingReference {}

    /** The event contains a reference whose target does not exist in the model. */
    record TargetMissing(EntityRef referrer, EntityRef target, String role)
        implements DanglingReference {}

    /** Says what is wrong, for users. */
    default String describe() {
      return switch (this) {
        case TargetRemoved removed ->
            "%s still refers to %s as its %s".formatted(referrer(), target(), role());
        case TargetMissing missing ->
            "%s would refer to %s as its %s, which is not there"
                .formatted(referrer(), target(), role());
      };
    }
  }

  /**
   * The units that an event writes and the entities that it mentions.
   *
   * @param subject the units that the event is about; written
   * @param sideEffects other units that the event changes; written
   * @param mentioned entities to which the event refers without changing them, such as the ends of
   *     an edge; they are not written
   */
  record Touches(Set<Unit> subject, Set<Unit> sideEffects, Set<EntityRef> mentioned) {

    /** The touches of an event that writes {@link Unit#DOCUMENT}. */
    public static final Touches DOCUMENT = new Touches(Set.of(Unit.DOCUMENT), Set.of(), Set.of());

    public Touches {
      subject = Set.copyOf(subject);
      sideEffects = Set.copyOf(sideEffects);
      mentioned = Set.copyOf(mentioned);
    }

    /** All units that the event writes. */
    public Set<Unit> written() {
      if (sideEffects.isEmpty()) {
        return subject;
      }
      Set<Unit> written = new LinkedHashSet<>(subject);
      written.addAll(sideEffects);
      return Set.copyOf(written);
    }
  }
}
