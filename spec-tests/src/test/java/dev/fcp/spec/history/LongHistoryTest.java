package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.AuditEntry;
import dev.fcp.eventlog.session.EntityStep;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Page;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.View;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a history in a journal stays in memory, by the events that the collector leaves. */
@Clause("HI-9")
class LongHistoryTest {

  /** Of what was read. */
  private static final int MOST_KEPT = 64;

  private static final int STEPS = Tries.areAll() ? 3_000 : 1_000;

  /** After so many were read it is looked how many are held. */
  private static final int AT_A_TIME = 300;

  private static final int PAGE = 100;
  private static final EntityRef IT = CounterDomain.VALUE.entity();
  private static final Intent INTENT = Intent.of("add", Origin.of("ann", "desk", ""));
  private static final FileJournal.Settings SETTINGS =
      FileJournal.Settings.standard().with(Durability.none());

  /** Counters whose events are followed from when they are read until nobody holds them. */
  private static final class Followed extends ForwardingDomain<Counter, CounterEvent> {

    private final Queue<WeakReference<CounterEvent>> read = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    Followed() {
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
          read.add(new WeakReference<>(event));
          if (count.incrementAndGet() % AT_A_TIME == 0) {
            most.accumulateAndGet(left(), Math::max);
          }
          return event;
        }
      };
    }

    /** How many of the events that were read somebody still holds. */
    int left() {
      System.gc();
      read.removeIf(event -> event.refersTo(null));
      return read.size();
    }
  }

  @TempDir private Path folder;
  private final Followed domain = new Followed();
  private FileJournal journal;
  private Session<Counter, CounterEvent> session;

  @BeforeEach
  void aLongHistoryIsOpened() {
    try (FileJournal written = open()) {
      var made =
          Session.create(new CounterDomain(), INTENT.origin(), written, SessionSettings.standard());
      for (int i = 0; i < STEPS; i++) {
        Outcome outcome = made.step(INTENT, stage -> stage.emit(new CounterEvent.Added(1)));
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

  /** Something was read as often as that, and of it little is or was held. */
  private void keepsLittle(int read, int held) {
    assertThat(domain.count.get()).isGreaterThanOrEqualTo(read);
    assertThat(domain.most.get()).isLessThanOrEqualTo(MOST_KEPT + held);
    assertThat(domain.left()).isLessThanOrEqualTo(MOST_KEPT);
    assertThat(session.state().undoDepth()).isEqualTo(STEPS);
  }

  @Test
  void all_steps_are_gone_through_and_none_is_kept() {
    int sum = 0;
    for (Step<CounterEvent> step : session.state().history().steps()) {
      sum += ((CounterEvent.Added) step.events().get(0)).n();
    }
    assertThat(sum).isEqualTo(STEPS);
    keepsLittle(STEPS, 1);
  }

  @Test
  void an_audit_keeps_no_page_that_was_told() {
    int entries = 0;
    Page<AuditEntry<CounterEvent>> page = session.audit().after(AuditQuery.ALL, 0, PAGE);
    while (!page.isLast()) {
      entries += page.entries().size();
      page = session.audit().after(AuditQuery.ALL, page.next(), PAGE);
    }
    assertThat(entries + page.entries().size()).isEqualTo(STEPS + 1);
    // The page before is held until the next one is there.
    keepsLittle(STEPS, 2 * PAGE);
  }

  @Test
  void the_history_of_an_entity_keeps_no_page_that_was_told() {
    int steps = 0;
    long number = 0;
    for (boolean last = false; !last; ) {
      Page<EntityStep<CounterEvent>> page = session.audit().of(IT, number, PAGE);
      steps += page.entries().size();
      number = page.next();
      last = page.isLast();
    }
    assertThat(steps).isEqualTo(STEPS);
    keepsLittle(2 * STEPS, 2 * PAGE);
  }

  @Test
  void plans_keep_who_wrote_what_and_not_the_steps() {
    StepId early = session.state().line().applied().get(1);
    assertThat(session.rollbacks().plan(Selection.of(early)).superseded()).hasSize(1);
    assertThat(session.rollbacks().planUndoOwn(StepFilter.own(INTENT.origin()))).isPresent();
    keepsLittle(STEPS, MOST_KEPT);
  }

  @Test
  void a_plan_of_all_steps_reads_them_and_keeps_few() {
    RollbackPlan<CounterEvent> plan =
        session.rollbacks().plan(new Selection.Matching(StepFilter.ANY));
    assertThat(plan.steps()).hasSize(STEPS);
    assertThat(domain.count.get()).isGreaterThanOrEqualTo(2 * STEPS);
    assertThat(domain.left()).isLessThanOrEqualTo(MOST_KEPT + plan.events().size());
  }

  @Test
  void a_view_of_the_beginning_walks_there_and_keeps_nothing_of_the_way() {
    assertThat(session.views().viewAt(Optional.empty()).map(View::model)).contains(new Counter(0));
    keepsLittle(STEPS, 1);
  }
}
