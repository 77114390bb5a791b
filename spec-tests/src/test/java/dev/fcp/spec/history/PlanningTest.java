package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.AuditEntry;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Done;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Others go on while somebody plans. */
class PlanningTest extends NotesOfTwo {

  private static final StepFilter AGENTS = StepFilter.own(AGENT);

  /** What is to happen once, when a planner asks the domain what an event writes. */
  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

  private final Thread planner = Thread.currentThread();

  /** Notes whose domain is asked by a planner in the midst of its work. */
  private final class Asked extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {

    Asked() {
      super(DOMAIN);
    }

    @Override
    public Touches touches(NoteEvent event) {
      if (Thread.currentThread().equals(planner)) {
        meanwhile.getAndSet(() -> {}).run();
      }
      return super.touches(event);
    }
  }

  /** Nobody has planned in the session, so that the first plan reads the whole line. */
  @BeforeEach
  void twoWriteTheirNotes() {
    board(ANN);
    add(ANN, "a");
    add(ANN, "b");
    set(AGENT, "a", "text", "agent's");
    session = Session.resume(new Asked(), journal, SessionSettings.standard());
  }

  /** Has another thread do something to its end, while the planner stands still. */
  private void whilePlanning(Runnable work) {
    meanwhile.set(() -> {
      CountDownLatch done = new CountDownLatch(1);
      new Thread(
              () -> {
                work.run();
                done.countDown();
              })
          .start();
      try {
        assertThat(done.await(60, TimeUnit.SECONDS)).as("others go on").isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private Done<NoteEvent> undoOwnOfAgent() {
    return session.rollbacks().undoOwn(Intent.of("undo", AGENT), AGENTS);
  }

  @Test
  @Clause("RB-7")
  void others_go_on_while_a_plan_is_made_and_it_is_refused_then() {
    StepId agents = session.state().head().orElseThrow();
    whilePlanning(() -> set(ANN, "b", "text", "meanwhile"));
    var stale = plan(agents);
    assertThat(text("b")).isEqualTo("meanwhile");
    assertThat(stale.head()).contains(agents);
    SessionState<EntityModel<NoteKey, Item>, NoteEvent> before = session.state();
    Outcome refused = session.rollbacks().rollback(Intent.of("late", ANN), stale, Mode.BEST_EFFORT);
    assertThat(((Outcome.Refused) refused).conflicts().get(0).suggestion())
        .contains("plan it again");
    assertThat(session.state().head()).isEqualTo(before.head());
    assertThat(session.digest()).isEqualTo(before.digest());
    rollBack(agents);
    assertThat(text("a")).isEmpty();
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause("RB-9")
  void others_go_on_while_undo_of_ones_own_is_planned_and_what_they_did_stays() {
    AtomicReference<Optional<StepId>> anns = new AtomicReference<>();
    whilePlanning(() -> anns.set(Optional.of(set(ANN, "b", "text", "meanwhile"))));
    Done<NoteEvent> done = undoOwnOfAgent();
    assertThat(done.outcome()).isInstanceOf(Outcome.Committed.class);
    assertThat(done.plan().orElseThrow().head()).isEqualTo(anns.get());
    assertThat(session.digest()).isEqualTo(done.plan().orElseThrow().digest());
    assertThat(text("a")).isEmpty();
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause("RB-9")
  void what_others_wrote_over_meanwhile_is_not_taken_back() {
    whilePlanning(() -> set(ANN, "a", "text", "over it"));
    assertThat(undoOwnOfAgent()).isEqualTo(new Done<>(new Outcome.Unchanged(), Optional.empty()));
    assertThat(text("a")).isEqualTo("over it");
  }

  @Test
  @Clause("RB-9")
  void a_step_of_ones_own_that_came_meanwhile_is_taken_back_first() {
    whilePlanning(() -> set(AGENT, "b", "text", "newer"));
    assertThat(undoOwnOfAgent().outcome()).isInstanceOf(Outcome.Committed.class);
    assertThat(text("b")).isEmpty();
    assertThat(text("a")).isEqualTo("agent's");
  }

  @Test
  @Clause("RB-9")
  void others_go_on_while_redo_of_ones_own_is_planned() {
    undoOwn(AGENT);
    session = Session.resume(new Asked(), journal, SessionSettings.standard());
    whilePlanning(() -> set(ANN, "b", "text", "meanwhile"));
    assertThat(redoOwn(AGENT)).isInstanceOf(Outcome.Committed.class);
    assertThat(text("a")).isEqualTo("agent's");
    assertThat(text("b")).isEqualTo("meanwhile");
  }

  @Test
  @Clause({"RB-9", "HI-6"})
  void planning_that_failed_is_kept_for_the_audit_and_changes_nothing() {
    var before = session.digest();
    meanwhile.set(() -> {
      throw new IllegalStateException("the domain is tired");
    });
    assertThatThrownBy(this::undoOwnOfAgent).hasMessage("the domain is tired");
    assertThat(session.digest()).isEqualTo(before);
    List<AuditEntry<NoteEvent>> newest =
        session.audit().before(AuditQuery.ALL.withRefused(), Long.MAX_VALUE, 1).entries();
    assertThat(((JournalRecord.Refused) newest.get(0).record()).reason())
        .contains("the domain is tired");
    assertThat(undoOwnOfAgent().outcome()).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  @Clause("RB-7")
  void a_selection_of_nothing_leaves_others_alone() {
    whilePlanning(() -> add(ANN, "c"));
    assertThat(session.rollbacks().plan(Selection.of()).events()).isEmpty();
    assertThat(has("c")).isTrue();
  }
}
