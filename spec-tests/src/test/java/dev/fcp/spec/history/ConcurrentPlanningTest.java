package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Rollbacks.RollbackResult;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Other writers edit during planning. */
class ConcurrentPlanningTest extends TwoAuthorsFixture {

  private static final StepFilter AGENTS = StepFilter.sameActorAndSession(AGENT);

  /** The action to run once, when a planner asks the domain what an event writes. */
  private final AtomicReference<Runnable> concurrentAction = new AtomicReference<>(() -> {});

  private final Thread planner = Thread.currentThread();

  /** Notes whose domain runs a hook while the planner uses it. */
  private final class HookedDomain
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    HookedDomain() {
      super(DOMAIN);
    }

    @Override
    public Touches touches(NoteEvent event) {
      if (Thread.currentThread().equals(planner)) {
        concurrentAction.getAndSet(() -> {}).run();
      }
      return super.touches(event);
    }
  }

  /** The session has made no plan yet, so that the first plan reads the whole undo stack. */
  @BeforeEach
  void twoWriteTheirNotes() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    set(AGENT, "a", "text", "agent's");
    session = Session.resume(new HookedDomain(), journal, SessionSettings.standard());
  }

  /** Runs something to completion in another thread while the planner waits. */
  private void whilePlanning(Runnable work) {
    concurrentAction.set(() -> {
      CountDownLatch done = new CountDownLatch(1);
      new Thread(
              () -> {
                work.run();
                done.countDown();
              })
          .start();
      try {
        assertThat(done.await(60, TimeUnit.SECONDS)).as("others are not blocked").isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private RollbackResult<NoteEvent> undoOwnOfAgent() {
    return session.with(EditOptions.of("undo", AGENT)).rollbacks().undoOwn(AGENTS);
  }

  @Test
  @Clause("RB-7")
  void a_plan_is_refused_if_others_edited_while_it_was_made() {
    StepId agents = session.state().head().step().orElseThrow();
    whilePlanning(() -> set(ANN, "b", "text", "meanwhile"));
    var stale = plan(agents);
    assertThat(text("b")).isEqualTo("meanwhile");
    assertThat(stale.head()).isEqualTo(HistoryPoint.after(agents));
    SessionState<EntityModel<NoteKey, NoteEntity>, NoteEvent> before = session.state();
    Outcome refused =
        session.with(EditOptions.of("late", ANN)).rollbacks().rollback(stale, Mode.BEST_EFFORT);
    assertThat(((Outcome.Refused) refused).conflicts().get(0).suggestion())
        .contains(new Suggestion.Advice("plan it again"));
    assertThat(session.state().head()).isEqualTo(before.head());
    assertThat(session.digest()).isEqualTo(before.digest());
    rollBack(agents);
    assertThat(text("a")).isEmpty();
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause("RB-10")
  void steps_made_by_others_while_an_own_undo_is_planned_stay() {
    AtomicReference<HistoryPoint> anns = new AtomicReference<>();
    whilePlanning(() -> anns.set(HistoryPoint.after(set(ANN, "b", "text", "meanwhile"))));
    RollbackResult<NoteEvent> done = undoOwnOfAgent();
    assertThat(done.outcome()).isInstanceOf(Outcome.Committed.class);
    assertThat(done.plan().orElseThrow().head()).isEqualTo(anns.get());
    assertThat(session.digest()).isEqualTo(done.plan().orElseThrow().digest());
    assertThat(text("a")).isEmpty();
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause("RB-10")
  void units_that_others_overwrote_meanwhile_are_not_reverted() {
    whilePlanning(() -> set(ANN, "a", "text", "over it"));
    RollbackResult<NoteEvent> result = undoOwnOfAgent();
    assertThat(result.outcome()).isInstanceOf(Outcome.Recorded.class);
    assertThat(result.plan().orElseThrow().superseded()).hasSize(1);
    assertThat(text("a")).isEqualTo("over it");
  }

  @Test
  @Clause("RB-10")
  void an_own_step_made_meanwhile_is_undone_first() {
    whilePlanning(() -> set(AGENT, "b", "text", "newer"));
    assertThat(undoOwnOfAgent().outcome()).isInstanceOf(Outcome.Committed.class);
    assertThat(text("b")).isEmpty();
    assertThat(text("a")).isEqualTo("agent's");
  }

  @Test
  @Clause("RB-10")
  void steps_made_by_others_while_an_own_redo_is_planned_stay() {
    undoOwn(AGENT);
    session = Session.resume(new HookedDomain(), journal, SessionSettings.standard());
    whilePlanning(() -> set(ANN, "b", "text", "meanwhile"));
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(text("a")).isEqualTo("agent's");
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause({"RB-10", "HI-6"})
  void failed_planning_is_recorded_for_the_audit_and_changes_nothing() {
    var before = session.digest();
    concurrentAction.set(() -> {
      throw new IllegalStateException("the domain is tired");
    });
    assertThatThrownBy(this::undoOwnOfAgent).hasMessage("the domain is tired");
    assertThat(session.digest()).isEqualTo(before);
    List<Audit.Entry<NoteEvent>> newest =
        session.audit().before(AuditQuery.ALL.includingRefused(), Long.MAX_VALUE, 1).entries();
    assertThat(((JournalRecord.Refused) newest.get(0).record()).reason())
        .contains("the domain is tired");
    assertThat(undoOwnOfAgent().outcome()).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  @Clause("RB-7")
  void an_empty_selection_does_not_affect_other_sessions() {
    whilePlanning(() -> add(ANN, "c"));
    assertThat(session.rollbacks().plan(RollbackSelection.of()).events()).isEmpty();
    assertThat(has("c")).isTrue();
  }
}
