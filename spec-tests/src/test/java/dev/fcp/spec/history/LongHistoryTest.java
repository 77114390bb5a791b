package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.HistoricalViews;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much of a journaled history stays in memory, by the events that survive garbage collection.
 */
@Clause("HI-9")
class LongHistoryTest {

  /** The greatest number of retained events. */
  private static final int MAX_RETAINED = 64;

  private static final int STEPS = Tries.areAll() ? 3_000 : 1_000;

  /** The number of events read between two counts. */
  private static final int CHECK_INTERVAL = 300;

  private static final int PAGE = 100;
  private static final EntityRef ENTITY = CounterDomain.VALUE.entity();
  private static final EditOptions OPTIONS = EditOptions.of("add", Origin.of("ann", "desk", ""));
  private static final FileJournal.Settings SETTINGS =
      FileJournal.Settings.defaults().withDurability(Durability.none());

  /** Counters whose events are tracked from reading until they become unreachable. */
  private static final class TrackingDomain extends ForwardingDomain<Counter, CounterEvent> {

    private final Queue<WeakReference<CounterEvent>> decodedEvents = new ConcurrentLinkedQueue<>();
    private final AtomicInteger decodedCount = new AtomicInteger();
    private final AtomicInteger maxReachable = new AtomicInteger();

    TrackingDomain() {
      super(new CounterDomain());
    }

    @Override
    public EventCodec<CounterEvent> eventCodec() {
      EventCodec<CounterEvent> codec = super.eventCodec();
      return new EventCodec<>() {
        @Override
        public Value.Fields encode(CounterEvent event) {
          return codec.encode(event);
        }

        @Override
        public CounterEvent decode(Value.Fields fields) {
          CounterEvent event = codec.decode(fields);
          decodedEvents.add(new WeakReference<>(event));
          if (decodedCount.incrementAndGet() % CHECK_INTERVAL == 0) {
            maxReachable.accumulateAndGet(countReachable(), Math::max);
          }
          return event;
        }
      };
    }

    /** How many of the events that were read are still reachable. */
    int countReachable() {
      System.gc();
      decodedEvents.removeIf(event -> event.refersTo(null));
      return decodedEvents.size();
    }
  }

  @TempDir private Path folder;
  private final TrackingDomain domain = new TrackingDomain();
  private FileJournal journal;
  private Session<Counter, CounterEvent> session;

  @BeforeEach
  void openLongHistory() {
    try (FileJournal written = open()) {
      var newSession =
          Session.create(
              new CounterDomain(), OPTIONS.origin(), written, SessionSettings.standard());
      for (int i = 0; i < STEPS; i++) {
        Outcome outcome =
            newSession.step(OPTIONS, builder -> builder.emit(new CounterEvent.Added(1)));
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      }
    }
    journal = open();
    session = Session.resume(domain, journal, SessionSettings.standard());
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private FileJournal open() {
    return FileJournal.open(folder.resolve(".fcp/long.counter"), SETTINGS);
  }

  /** Asserts that at least so many events were read, and few were retained at any time. */
  private void requireFewRetained(int read, int held) {
    assertThat(domain.decodedCount.get()).isGreaterThanOrEqualTo(read);
    assertThat(domain.maxReachable.get()).isLessThanOrEqualTo(MAX_RETAINED + held);
    assertThat(domain.countReachable()).isLessThanOrEqualTo(MAX_RETAINED);
    assertThat(session.state().undoDepth()).isEqualTo(STEPS);
  }

  @Test
  void iterating_over_all_steps_retains_none() {
    int sum = 0;
    for (Step<CounterEvent> step : session.state().history().steps()) {
      sum += ((CounterEvent.Added) step.events().get(0)).n();
    }
    assertThat(sum).isEqualTo(STEPS);
    requireFewRetained(STEPS, 1);
  }

  @Test
  void an_audit_retains_no_page_it_returned() {
    int entries = 0;
    Audit.Page<Audit.Entry<CounterEvent>> page = session.audit().after(AuditQuery.ALL, 0, PAGE);
    while (!page.isLast()) {
      entries += page.entries().size();
      page = session.audit().after(AuditQuery.ALL, page.lastRecordNumber(), PAGE);
    }
    assertThat(entries + page.entries().size()).isEqualTo(STEPS + 1);
    // The previous page is reachable until the next one is read.
    requireFewRetained(STEPS, 2 * PAGE);
  }

  @Test
  void the_history_of_an_entity_retains_no_page_it_returned() {
    int steps = 0;
    long number = 0;
    for (boolean last = false; !last; ) {
      Audit.Page<Audit.EntityStep<CounterEvent>> page =
          session.audit().stepsOf(ENTITY, number, PAGE);
      steps += page.entries().size();
      number = page.lastRecordNumber();
      last = page.isLast();
    }
    assertThat(steps).isEqualTo(STEPS);
    requireFewRetained(2 * STEPS, 2 * PAGE);
  }

  @Test
  void plans_retain_which_step_wrote_which_unit_and_not_the_steps() {
    StepId early = session.state().undoStack().applied().get(1);
    assertThat(session.rollbacks().plan(RollbackSelection.of(early)).superseded()).hasSize(1);
    assertThat(session.rollbacks().nextOwnUndo(StepFilter.sameActorAndSession(OPTIONS.origin())))
        .isPresent();
    requireFewRetained(STEPS, MAX_RETAINED);
  }

  @Test
  void a_plan_of_all_steps_reads_them_and_retains_few() {
    RollbackPlan<CounterEvent> plan =
        session.rollbacks().plan(new RollbackSelection.Matching(StepFilter.ANY));
    assertThat(plan.steps()).hasSize(STEPS);
    assertThat(domain.decodedCount.get()).isGreaterThanOrEqualTo(2 * STEPS);
    assertThat(domain.countReachable()).isLessThanOrEqualTo(MAX_RETAINED + plan.events().size());
  }

  @Test
  void a_view_of_the_middle_replays_to_it_and_retains_no_step_in_between() {
    HistoryPoint middle = HistoryPoint.after(session.state().history().stepIds().get(STEPS / 2));
    assertThat(session.views().viewAt(middle).map(HistoricalViews.View::model))
        .contains(new Counter(STEPS / 2 + 1));
    requireFewRetained(STEPS / 10, 1);
  }

  @Test
  @Clause("HI-2")
  void a_view_of_the_beginning_starts_there() {
    assertThat(session.views().viewAt(HistoryPoint.BASE).map(HistoricalViews.View::model))
        .contains(new Counter(0));
    assertThat(domain.decodedCount.get()).isZero();
  }
}
