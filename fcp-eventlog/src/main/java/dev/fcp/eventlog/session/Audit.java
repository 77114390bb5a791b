package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.AuditQuery.EntityRole;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The audit log of a document, read page by page from its journal (HI-6, HI-7). Reading a page
 * reads at most {@value #MAX_RECORDS_READ} records. Record numbers never change.
 *
 * <p>Each method throws {@link IllegalArgumentException} if the limit is less than 1, and {@link
 * JournalException} if the journal cannot be read.
 */
public final class Audit<M, E> {

  /** The maximum number of records read for one page, even if the page is not full. */
  public static final int MAX_RECORDS_READ = 10_000;

  private final Domain<M, E> domain;
  private final Journal journal;
  private final Supplier<SessionState<M, E>> currentState;

  /** Plans on the undo stack; shared with rollbacks. */
  private final RollbackPlanner<M, E> stackPlanner;

  /**
   * Plans on all steps from the base to the head; used if the undo stack does not begin at the
   * base.
   */
  private final RollbackPlanner<M, E> historyPlanner;

  Audit(CommitPipeline<M, E> pipeline, RollbackPlanner<M, E> planner) {
    this.domain = pipeline.domain();
    this.journal = pipeline.journal();
    this.currentState = pipeline::state;
    this.stackPlanner = planner;
    this.historyPlanner = new RollbackPlanner<>(domain, pipeline.stepIndexes()::all);
  }

  /**
   * The entries after a record, oldest first.
   *
   * @param recordNumber the number of the record; 0 to begin with the first one
   * @param limit the maximum number of entries
   */
  public Page<Entry<E>> after(AuditQuery query, long recordNumber, int limit) {
    return new PageReader(query, limit).readForward(recordNumber);
  }

  /**
   * The entries before a record, newest first.
   *
   * @param recordNumber the number of the record; {@link Long#MAX_VALUE} to begin with the last one
   * @param limit the maximum number of entries
   */
  public Page<Entry<E>> before(AuditQuery query, long recordNumber, int limit) {
    return new PageReader(query, limit).readBackward(recordNumber);
  }

  /**
   * The steps after a record that involve an entity, oldest first, including undone steps (HI-7).
   *
   * @param recordNumber the number of the record; 0 to begin with the first one
   * @param limit the maximum number of records with such steps
   */
  public Page<EntityStep<E>> stepsOf(EntityRef entity, long recordNumber, int limit) {
    Page<Entry<E>> page = after(AuditQuery.ALL.about(entity), recordNumber, limit);
    SessionState<M, E> state = currentState.get();
    List<Step<E>> found = page.entries().stream().flatMap(it -> it.steps().stream()).toList();
    Map<StepId, Step<E>> appliedCopies = new HashMap<>();
    found.forEach(step -> appliedCopies.put(step.id(), appliedCopyOf(step, state)));
    Set<EventId> inEffect = eventsInEffect(state, appliedCopies.values());
    List<EntityStep<E>> steps = new ArrayList<>();
    for (Entry<E> entry : page.entries()) {
      for (Step<E> step : entry.steps()) {
        Step<E> copy = appliedCopies.getOrDefault(step.id(), step);
        List<EntityStep.RelatedEvent> relatedEvents = relatedEvents(entity, step, copy, inEffect);
        steps.add(
            new EntityStep<>(entry.recordNumber(), step, isApplied(copy, state), relatedEvents));
      }
    }
    return new Page<>(steps, page.lastRecordNumber(), page.isLast());
  }

  /** The events of the steps on the undo stack up to the cursor, by what they wrote. */
  public Domain.EarlierEvents<E> appliedEvents() {
    SessionState<M, E> state = currentState.get();
    return (entity, units) ->
        stackPlanner.eventsWriting(state.history(), state.undoStack().applied(), entity, units);
  }

  private static <E> boolean isApplied(Step<E> step, SessionState<?, E> state) {
    HistoryPoint point = HistoryPoint.after(step.id());
    return state.history().contains(point) && state.history().isAncestor(point, state.head());
  }

  /** The step that is applied in place of an ignored step (SE-31), or the step itself. */
  private static <E> Step<E> appliedCopyOf(Step<E> step, SessionState<?, E> state) {
    StepId copy = state.appliedCopyOf(step.id());
    return copy.equals(step.id()) ? step : state.history().step(copy);
  }

  private Set<EventId> eventsInEffect(SessionState<M, E> state, Collection<Step<E>> steps) {
    List<EventId> events = new ArrayList<>();
    for (Step<E> step : steps) {
      for (int i = 0; i < step.events().size(); i++) {
        events.add(new EventId(step.id(), i));
      }
    }
    History<E> history = state.history();
    return state.stack().start().point().isBase()
        ? stackPlanner.eventsInEffect(history, state.undoStack().applied(), events)
        : historyPlanner.eventsInEffect(
            history, history.between(HistoryPoint.BASE, state.head()), events);
  }

  private List<EntityStep.RelatedEvent> relatedEvents(
      EntityRef entity, Step<E> step, Step<E> appliedCopy, Set<EventId> inEffect) {
    List<EntityStep.RelatedEvent> relatedEvents = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      Set<EntityRole> roles = rolesOf(entity, step, i);
      if (!roles.isEmpty()) {
        // A copy can have other events than the step.
        boolean effective =
            appliedCopy.id().equals(step.id())
                ? inEffect.contains(new EventId(step.id(), i))
                : IntStream.range(0, appliedCopy.events().size())
                    .filter(j -> !rolesOf(entity, appliedCopy, j).isEmpty())
                    .anyMatch(j -> inEffect.contains(new EventId(appliedCopy.id(), j)));
        relatedEvents.add(new EntityStep.RelatedEvent(i, roles, effective));
      }
    }
    return relatedEvents;
  }

  private Set<EntityRole> rolesOf(EntityRef entity, Step<E> step, int eventIndex) {
    return EntityRole.of(entity, domain.touches(step.events().get(eventIndex)));
  }

  /**
   * The steps that were made with a record. A step that leaves a redo tail was recorded twice, and
   * the steps of a move are copies of steps made before (SE-31).
   */
  private static List<Step<Value.Fields>> stepsMade(JournalRecord record) {
    return record instanceof JournalRecord.Moved ? List.of() : SessionChange.stepsAtCursor(record);
  }

  /** Reads one page. */
  private final class PageReader {

    private final AuditQuery query;
    private final int limit;
    private final long first = journal.firstNumber();
    private final long last = currentState.get().recordNumber();
    private final List<JournalRecord> records = journal.read(first);
    private final List<Entry<E>> entries = new ArrayList<>();

    PageReader(AuditQuery query, int limit) {
      this.query = Objects.requireNonNull(query, "query");
      this.limit = limit;
      if (limit < 1) {
        throw new IllegalArgumentException("a page of " + limit + " entries");
      }
    }

    Page<Entry<E>> readForward(long start) {
      return read(Math.clamp(start, first - 1, last), 1, last);
    }

    Page<Entry<E>> readBackward(long start) {
      return read(Math.clamp(start, first, last + 1), -1, first);
    }

    private Page<Entry<E>> read(long start, int direction, long end) {
      long current = start;
      for (int readCount = 0;
          current != end && entries.size() < limit && readCount < MAX_RECORDS_READ;
          readCount++) {
        current += direction;
        read(current);
      }
      return new Page<>(entries, current, current == end);
    }

    private void read(long recordNumber) {
      JournalRecord record = records.get((int) (recordNumber - first));
      List<Step<E>> steps = new ArrayList<>();
      List<Step<Value.Fields>> stepsMade = stepsMade(record);
      for (Step<Value.Fields> recorded : stepsMade) {
        if (query.stepFilter().accepts(recorded.origin(), recorded.time())) {
          Step<E> step = Replay.decode(domain, recordNumber, recorded);
          if (matches(recorded, step)) {
            steps.add(step);
          }
        }
      }
      if (!steps.isEmpty() || (stepsMade.isEmpty() && matches(record))) {
        entries.add(new Entry<>(recordNumber, record, steps));
      }
    }

    private boolean matches(JournalRecord record) {
      return !query.restrictsEvents()
          && (query.includesRefused() || !(record instanceof JournalRecord.Refused))
          && query.stepFilter().accepts(record.origin(), record.time());
    }

    private boolean matches(Step<Value.Fields> recorded, Step<E> step) {
      boolean found = !query.restrictsEvents();
      for (int i = 0; i < step.events().size() && !found; i++) {
        found = matches(recorded.events().get(i), step.events().get(i));
      }
      return found;
    }

    private boolean matches(Value.Fields recorded, E event) {
      return query.eventType().filter(type -> !type.equals(type(recorded))).isEmpty()
          && query.entity().filter(entity -> !concerns(event, entity)).isEmpty();
    }

    private boolean concerns(E event, EntityRef entity) {
      Set<EntityRole> roles = EntityRole.of(entity, domain.touches(event));
      return query.roles().stream().anyMatch(roles::contains);
    }
  }

  private static String type(Value.Fields event) {
    return event.find("type").map(Value::asText).orElse("");
  }

  /**
   * An entry of the audit log.
   *
   * @param recordNumber the number of its record; entries are ordered by it
   * @param record what happened, when and by whom
   * @param steps the steps made with the record that match the query, without copies of ignored
   *     steps that stay applied; empty if none was made with it
   */
  public record Entry<E>(long recordNumber, JournalRecord record, List<Step<E>> steps) {

    /** Copies the list. */
    public Entry {
      Objects.requireNonNull(record, "record");
      steps = List.copyOf(steps);
    }
  }

  /**
   * A page of the audit log. To read the next page, pass {@code lastRecordNumber} to the next call.
   * A page that is not the last one may contain fewer entries than the limit, or none.
   *
   * @param entries the matching entries, in the order of reading
   * @param lastRecordNumber the number of the last record read, after which the next page continues
   * @param isLast whether there are no more records to read
   * @param <T> the entries
   */
  public record Page<T>(List<T> entries, long lastRecordNumber, boolean isLast) {

    /** Copies the list. */
    public Page {
      entries = List.copyOf(entries);
    }
  }

  /**
   * A step that involves an entity, with its current status.
   *
   * @param recordNumber the number of its record; entries are ordered by it
   * @param step the step
   * @param isApplied whether it is on the path from the base to the cursor, that is, neither undone
   *     nor abandoned
   * @param events its events that involve the entity; never empty
   */
  public record EntityStep<E>(
      long recordNumber, Step<E> step, boolean isApplied, List<RelatedEvent> events) {

    /** Copies the list. */
    public EntityStep {
      Objects.requireNonNull(step, "step");
      events = List.copyOf(events);
    }

    /**
     * An event that involves the entity.
     *
     * @param eventIndex its index among the events of the step, from 0
     * @param roles how it involves the entity; never empty
     * @param isInEffect whether it is applied and no rollback reversed it
     */
    public record RelatedEvent(int eventIndex, Set<EntityRole> roles, boolean isInEffect) {

      /** Copies the set. */
      public RelatedEvent {
        roles = Set.copyOf(roles);
      }
    }
  }
}
