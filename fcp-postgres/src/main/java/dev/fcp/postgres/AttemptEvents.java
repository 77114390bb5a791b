package dev.fcp.postgres;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import com.google.common.hash.Hasher;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.HistoryPath;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.postgres.WorldEvent.EntityRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The events of an attempt in their order: those of the steps that are in effect at its end, and
 * those that changed nothing. What was undone within the attempt is not among them; a step of an
 * earlier turn that was undone appears as the inverse of its events.
 */
final class AttemptEvents<M, E> {

  private static final String SUBJECT = "subject";
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Domain<M, E> domain;
  private final String worker;
  private final List<Pending> events = new ArrayList<>();
  private final EnumMap<Effect, Integer> effects = new EnumMap<>(Effect.class);
  private int stepCount;

  /**
   * An event that is not stored yet.
   *
   * @param actor who made it
   * @param entities its entities with their roles; each pair once
   * @param notStored why its content is missing
   */
  record Pending(
      String type,
      String actor,
      Optional<String> entityId,
      Optional<String> step,
      List<EntityRole> entities,
      SortedMap<String, String> components,
      CanonicalJson event,
      Optional<String> notStored,
      Instant occurredAt) {

    /** Adds all fields to a hash, each with its length, so that other events give other bytes. */
    void hashInto(Hasher hasher) {
      List<String> texts = new ArrayList<>();
      texts.add(type);
      texts.add(actor);
      texts.add(entityId.orElse(""));
      texts.add(step.orElse(""));
      texts.add(event.text());
      texts.add(notStored.orElse(""));
      texts.add(occurredAt.toString());
      entities.forEach(it -> texts.addAll(List.of(it.entityId(), it.role())));
      components.forEach((kind, hash) -> texts.addAll(List.of(kind, hash)));
      hasher.putInt(entities.size()).putInt(components.size());
      texts.forEach(it -> hasher.putInt(it.length()).putUnencodedChars(it));
    }

    /** The event with other components. */
    Pending withComponents(Set<Map.Entry<String, String>> others) {
      return new Pending(
          type,
          actor,
          entityId,
          step,
          entities,
          ImmutableSortedMap.copyOf(others),
          event,
          notStored,
          occurredAt);
    }
  }

  /**
   * An event that changed nothing, and when it happened.
   *
   * @param actor who made it
   * @param lastRecord the number of the last record at that time
   */
  record Timed(WorldOccurrence occurrence, String actor, long lastRecord, Instant time) {}

  private AttemptEvents(Domain<M, E> domain, String worker) {
    this.domain = domain;
    this.worker = worker;
  }

  /**
   * The events of an attempt.
   *
   * @param after the state at its end
   * @param start the history point at its begin
   * @param worker the actor of what names none
   */
  static <M, E> AttemptEvents<M, E> of(
      SessionState<M, E> after,
      HistoryPoint start,
      BufferedJournal journal,
      List<Timed> occurrences,
      String worker) {
    AttemptEvents<M, E> result = new AttemptEvents<>(after.domain(), worker);
    result.addAll(after, start, journal, occurrences);
    return result;
  }

  private void addAll(
      SessionState<M, E> after,
      HistoryPoint start,
      BufferedJournal journal,
      List<Timed> occurrences) {
    History<E> history = after.history();
    Map<StepId, Long> numbers = new HashMap<>();
    Map<StepId, String> undoneBy = new HashMap<>();
    long number = journal.committedCount();
    HistoryPoint cursor = start;
    for (JournalRecord record : journal.added(after.recordNumber())) {
      number++;
      HistoryPoint next = record instanceof JournalRecord.Moved moved ? moved.point() : cursor;
      for (Step<Value.Fields> step : record.steps()) {
        numbers.put(step.id(), number);
        next = HistoryPoint.after(step.id());
      }
      if (!(record instanceof JournalRecord.Committed)) {
        String actor = record.origin().actor();
        history.path(cursor, next).undoSteps().forEach(id -> undoneBy.put(id, actor));
      }
      cursor = next;
    }
    List<Timed> waiting = new ArrayList<>(occurrences);
    HistoryPath path = history.path(start, after.head());
    for (StepId id : path.undoSteps()) {
      Step<E> step = history.step(id);
      add(
          step,
          undoneBy.getOrDefault(id, ""),
          step.events().reversed().stream().map(domain::invert).toList());
    }
    for (StepId id : path.redoSteps()) {
      long own = numbers.getOrDefault(id, 0L);
      while (!waiting.isEmpty() && waiting.get(0).lastRecord() < own) {
        add(waiting.remove(0));
      }
      Step<E> step = history.step(id);
      add(step, step.origin().actor(), step.events());
    }
    waiting.forEach(this::add);
  }

  private void add(Step<E> step, String by, List<E> changes) {
    stepCount++;
    String actor = by.isEmpty() ? worker : by;
    SortedMap<String, String> components =
        ImmutableSortedMap.copyOf(
            Maps.filterValues(step.origin().provenance(), it -> HASH.matcher(it).matches()));
    for (E change : changes) {
      effects.merge(domain.effect(change), 1, Integer::sum);
      Value.Fields fields = domain.eventCodec().encode(change);
      Touches touches = domain.touches(change);
      List<EntityRole> roles =
          Stream.of(
                  roles(SUBJECT, touches.subject().stream().map(Unit::entity)),
                  roles("touched", touches.sideEffects().stream().map(Unit::entity)),
                  roles("mentioned", touches.mentioned().stream()))
              .flatMap(it -> it)
              .toList();
      Content content =
          problem(actor, roles)
              .map(it -> Content.missing(fields, it))
              .orElseGet(() -> Content.of(fields));
      events.add(
          new Pending(
              fields.text("type"),
              CanonicalJson.replaceNotStorable(actor),
              roles.stream()
                  .filter(it -> it.role().equals(SUBJECT))
                  .findFirst()
                  .map(it -> IndexedText.fitted(it.entityId())),
              Optional.of(step.id().ulid()),
              roles.stream()
                  .map(it -> new EntityRole(IndexedText.fitted(it.entityId()), it.role()))
                  .distinct()
                  .toList(),
              components,
              content.json(),
              content.failure(),
              step.time()));
    }
  }

  /** Why the database cannot store an event with this actor and entities; empty if it can. */
  private static Optional<String> problem(String actor, List<EntityRole> roles) {
    return CanonicalJson.isStorable(actor)
        ? roles.stream()
            .flatMap(it -> IndexedText.problem("the id of an entity", it.entityId()).stream())
            .findFirst()
        : Optional.of("its actor contains U+0000 or an unpaired surrogate");
  }

  private static Stream<EntityRole> roles(String role, Stream<EntityRef> entities) {
    return entities.distinct().sorted().map(it -> new EntityRole(it.toString(), role));
  }

  /** The event, or its type and the reason if the database cannot store it. */
  private record Content(CanonicalJson json, Optional<String> failure) {

    static Content of(Value.Fields event) {
      try {
        return new Content(CanonicalJson.of(ValueJson.write(event)), Optional.empty());
      } catch (IllegalArgumentException e) {
        return missing(event, String.valueOf(e.getMessage()));
      }
    }

    static Content missing(Value.Fields event, String reason) {
      CanonicalJson json =
          CanonicalJson.of(
              CanonicalJson.object().put("type", event.text("type")).put("not_stored", reason));
      return new Content(json, Optional.of(reason));
    }
  }

  private void add(Timed timed) {
    WorldOccurrence occurrence = timed.occurrence();
    List<EntityRole> roles =
        Stream.concat(
                occurrence.entityId().stream().map(it -> new EntityRole(it, SUBJECT)),
                occurrence.mentioned().stream().sorted().map(it -> new EntityRole(it, "mentioned")))
            .toList();
    events.add(
        new Pending(
            occurrence.type(),
            timed.actor(),
            occurrence.entityId(),
            Optional.empty(),
            roles,
            occurrence.components(),
            occurrence.event(),
            Optional.empty(),
            timed.time()));
  }

  /** The events, in order. */
  List<Pending> events() {
    return events;
  }

  /** The kinds of components that an event lacks and its scenario requires. */
  static Set<String> missingKinds(Scenario scenario, Pending event) {
    return Sets.difference(scenario.requiredKinds(event.type()), event.components().keySet());
  }

  /** What the attempt did, as counts. */
  CanonicalJson delta() {
    return CanonicalJson.of(
        CanonicalJson.object()
            .put("steps", stepCount)
            .put("events", events.size())
            .put("created", effects.getOrDefault(Effect.CREATES, 0))
            .put("modified", effects.getOrDefault(Effect.MODIFIES, 0))
            .put("deleted", effects.getOrDefault(Effect.DELETES, 0)));
  }
}
