package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.EntityRole;
import dev.fcp.eventlog.history.EventId;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Planner;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What happened to a document, page by page, as its journal tells (HI-6, HI-7). A page reads no
 * more than {@value #MOST_READ} records; a number of a record stays that of the same record for
 * ever.
 *
 * <p>Each method throws {@link IllegalArgumentException} if fewer than one entry is asked for, and
 * {@link JournalException} if the journal cannot be read.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Audit<M, E> {

  /** How many records a page looks at, if it does not find as much as was asked for. */
  public static final int MOST_READ = 10_000;

  private final Domain<M, E> domain;
  private final Journal journal;
  private final Supplier<SessionState<M, E>> now;

  /** Knows the line as plans of rollbacks need it. */
  private final Planner<M, E> ofLine;

  /** Knows the line and what lies before it, where undo does not reach back to the base. */
  private final Planner<M, E> ofAll;

  Audit(
      Domain<M, E> domain,
      Journal journal,
      Supplier<SessionState<M, E>> now,
      Planner<M, E> planner) {
    this.domain = domain;
    this.journal = journal;
    this.now = now;
    this.ofLine = planner;
    this.ofAll = new Planner<>(domain);
  }

  /**
   * What happened after a record, oldest first.
   *
   * @param number that of the record; 0 for all that happened
   * @param count how many entries at most
   */
  public Page<AuditEntry<E>> after(AuditQuery query, long number, int count) {
    return new Reading(query, count).forwards(number);
  }

  /**
   * What happened before a record, newest first.
   *
   * @param number that of the record; {@link Long#MAX_VALUE} for all that happened
   * @param count how many entries at most
   */
  public Page<AuditEntry<E>> before(AuditQuery query, long number, int count) {
    return new Reading(query, count).backwards(number);
  }

  /**
   * The steps after a record that had to do with an entity, oldest first, also those that were
   * taken back (HI-7).
   *
   * @param number that of the record; 0 for all that happened
   * @param count how many records with such steps at most
   */
  public Page<EntityStep<E>> of(EntityRef entity, long number, int count) {
    Page<AuditEntry<E>> page = after(AuditQuery.ALL.about(entity), number, count);
    SessionState<M, E> state = now.get();
    Set<EventId> inEffect = inEffect(state, page.entries());
    List<EntityStep<E>> steps = new ArrayList<>();
    for (AuditEntry<E> entry : page.entries()) {
      for (Step<E> step : entry.steps()) {
        boolean applied =
            state.history().holds(Optional.of(step.id()))
                && state.history().isAncestor(Optional.of(step.id()), state.head());
        List<EntityStep.Part> parts = parts(entity, step, inEffect);
        steps.add(new EntityStep<>(entry.number(), step, applied, parts));
      }
    }
    return new Page<>(steps, page.next(), page.isLast());
  }

  private Set<EventId> inEffect(SessionState<M, E> state, List<AuditEntry<E>> entries) {
    List<EventId> events = new ArrayList<>();
    for (AuditEntry<E> entry : entries) {
      for (Step<E> step : entry.steps()) {
        for (int i = 0; i < step.events().size(); i++) {
          events.add(new EventId(step.id(), i));
        }
      }
    }
    History<E> history = state.history();
    return state.timeline().start().place().isEmpty()
        ? ofLine.inEffect(history, state.line().applied(), events)
        : ofAll.inEffect(history, history.between(Optional.empty(), state.head()), events);
  }

  private List<EntityStep.Part> parts(EntityRef entity, Step<E> step, Set<EventId> inEffect) {
    List<EntityStep.Part> parts = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      Set<EntityRole> roles = EntityRole.of(entity, domain.touches(step.events().get(i)));
      if (!roles.isEmpty()) {
        boolean effective = inEffect.contains(new EventId(step.id(), i));
        parts.add(new EntityStep.Part(i, roles, effective));
      }
    }
    return parts;
  }

  /** The reading of one page. */
  private final class Reading {

    private final AuditQuery query;
    private final int count;
    private final long first = journal.firstNumber();
    private final long last = now.get().recordNumber();
    private final List<JournalRecord> records = journal.read(first);
    private final List<AuditEntry<E>> entries = new ArrayList<>();

    Reading(AuditQuery query, int count) {
      this.query = Objects.requireNonNull(query, "query");
      this.count = count;
      if (count < 1) {
        throw new IllegalArgumentException("a page of " + count + " entries");
      }
    }

    Page<AuditEntry<E>> forwards(long number) {
      long at = Math.clamp(number, first - 1, last);
      for (int read = 0; at < last && entries.size() < count && read < MOST_READ; read++) {
        read(++at);
      }
      return new Page<>(entries, at, at == last);
    }

    Page<AuditEntry<E>> backwards(long number) {
      long at = Math.clamp(number, first, last + 1);
      for (int read = 0; at > first && entries.size() < count && read < MOST_READ; read++) {
        read(--at);
      }
      return new Page<>(entries, at, at == first);
    }

    private void read(long number) {
      JournalRecord record = records.get((int) (number - first));
      List<Step<E>> steps = new ArrayList<>();
      for (Step<Value.Fields> recorded : record.steps()) {
        if (query.origin().accepts(recorded.origin(), recorded.time())) {
          Step<E> step = StepsOfJournal.decoded(domain, number, recorded);
          if (isAskedFor(recorded, step)) {
            steps.add(step);
          }
        }
      }
      if (!steps.isEmpty() || (record.steps().isEmpty() && isAskedFor(record))) {
        entries.add(new AuditEntry<>(number, record, steps));
      }
    }

    private boolean isAskedFor(JournalRecord record) {
      return !query.isOfEvents()
          && (query.isWithRefused() || !(record instanceof JournalRecord.Refused))
          && query.origin().accepts(record.origin(), record.time());
    }

    private boolean isAskedFor(Step<Value.Fields> recorded, Step<E> step) {
      boolean found = !query.isOfEvents();
      for (int i = 0; i < step.events().size() && !found; i++) {
        found = isAskedFor(recorded.events().get(i), step.events().get(i));
      }
      return found;
    }

    private boolean isAskedFor(Value.Fields recorded, E event) {
      return query.eventType().filter(type -> !type.equals(type(recorded))).isEmpty()
          && query.entity().filter(entity -> !hasToDo(event, entity)).isEmpty();
    }

    private boolean hasToDo(E event, EntityRef entity) {
      Set<EntityRole> roles = EntityRole.of(entity, domain.touches(event));
      return query.roles().stream().anyMatch(roles::contains);
    }
  }

  private static String type(Value.Fields event) {
    return event.find("type").map(Value::asText).orElse("");
  }
}
