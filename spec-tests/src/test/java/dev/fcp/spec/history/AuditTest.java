package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.AuditQuery.EntityRole;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit of a board of notes that a person and an agent edited. */
class AuditTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final NoteKey BOARD = NoteKey.board("1");
  private static final Origin ANN = Origin.of("ann", "desk", "");
  private static final Origin AGENT =
      Origin.of("agent", "run", "m1").withProvenance(Map.of("model", "x", "tool", "y"));

  private final long[] seconds = {0};
  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
      Session.create(
          DOMAIN,
          ANN,
          journal,
          new SessionSettings(
              () -> START.plusSeconds(seconds[0]), new UlidGenerator(() -> START, new Random(2))));

  private static NoteKey note(String id) {
    return NoteKey.note("1", id);
  }

  private StepId step(Origin origin, NoteEvent... events) {
    seconds[0]++;
    Outcome outcome =
        session.step(
            EditOptions.of("work", origin), builder -> List.of(events).forEach(builder::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return session.state().head().step().orElseThrow();
  }

  private NoteEvent added(String id, Optional<String> see) {
    return DOMAIN.added(
        note(id), new NoteEntity.Note(id, Optional.empty(), see, OrderKey.initial(1)));
  }

  private NoteEvent text(String id, String text) {
    return DOMAIN.changed(note(id), session.model(), "text", Value.of(text));
  }

  /** The entity that a step is about. */
  private EntityRef entity(StepId step) {
    NoteEvent event = session.state().history().step(step).events().get(0);
    return DOMAIN.touches(event).subject().iterator().next().entity();
  }

  /**
   * Record 2 by ann: the board; 3 by the agent: note a; 4 by ann: note b, which mentions a; 5: a
   * refusal; 6 by the agent: the text of a.
   */
  private final List<StepId> stepIds = new ArrayList<>();

  @BeforeEach
  void work() {
    stepIds.add(step(ANN, DOMAIN.added(BOARD, new NoteEntity.Board("plan", OrderKey.initial(1)))));
    stepIds.add(step(AGENT, added("a", Optional.empty())));
    stepIds.add(step(ANN, added("b", Optional.of("a"))));
    session.step(
        EditOptions.of("again", AGENT), builder -> builder.emit(added("a", Optional.empty())));
    stepIds.add(step(AGENT, text("a", "apples")));
  }

  private List<Long> numbers(AuditQuery query) {
    Audit.Page<Audit.Entry<NoteEvent>> page = session.audit().after(query, 0, 99);
    assertThat(page.isLast()).isTrue();
    return page.entries().stream().map(Audit.Entry::recordNumber).toList();
  }

  @Test
  @Clause("HI-6")
  void refused_operations_are_listed_on_request() {
    assertThat(numbers(AuditQuery.ALL)).containsExactly(1L, 2L, 3L, 4L, 6L);
    assertThat(numbers(AuditQuery.ALL.includingRefused())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(numbers(AuditQuery.ALL.includingRefused().by(StepFilter.sameActorAndSession(ANN))))
        .containsExactly(1L, 2L, 4L);
  }

  @Test
  @Clause("HI-6")
  void steps_are_found_by_their_origin_and_time() {
    StepFilter any = StepFilter.ANY;
    assertThat(numbers(AuditQuery.ALL.by(any.withActor("agent")))).containsExactly(3L, 6L);
    assertThat(numbers(AuditQuery.ALL.by(any.withSession("desk")))).containsExactly(1L, 2L, 4L);
    assertThat(numbers(AuditQuery.ALL.by(any.withMessage("m1")))).containsExactly(3L, 6L);
    assertThat(numbers(AuditQuery.ALL.by(any.withProvenance(Map.of("tool", "y")))))
        .containsExactly(3L, 6L);
    assertThat(numbers(AuditQuery.ALL.by(any.withProvenance(Map.of("tool", "z"))))).isEmpty();
    StepFilter middle = any.since(START.plusSeconds(2)).until(START.plusSeconds(3));
    assertThat(numbers(AuditQuery.ALL.by(middle))).containsExactly(3L, 4L);
  }

  @Test
  @Clause("HI-6")
  void steps_are_found_by_an_entity_in_its_role_and_by_the_type_of_an_event() {
    EntityRef a = entity(stepIds.get(1));
    assertThat(numbers(AuditQuery.ALL.about(a))).containsExactly(3L, 4L, 6L);
    assertThat(numbers(AuditQuery.ALL.about(a, Set.of(EntityRole.SUBJECT))))
        .containsExactly(3L, 6L);
    assertThat(numbers(AuditQuery.ALL.about(a, Set.of(EntityRole.MENTIONED)))).containsExactly(4L);
    assertThat(numbers(AuditQuery.ALL.about(a, Set.of(EntityRole.TOUCHED)))).isEmpty();
    assertThat(numbers(AuditQuery.ALL.ofType("note_added"))).containsExactly(3L, 4L);
    assertThat(numbers(AuditQuery.ALL.ofType("note_added").about(a, Set.of(EntityRole.SUBJECT))))
        .containsExactly(3L);
  }

  @Test
  @Clause("HI-6")
  void pages_in_both_directions_list_each_step_once_while_others_edit() {
    List<Long> forwards = new ArrayList<>();
    Audit.Page<Audit.Entry<NoteEvent>> page = session.audit().after(AuditQuery.ALL, 0, 2);
    forwards.addAll(page.entries().stream().map(Audit.Entry::recordNumber).toList());
    step(ANN, text("b", "bread"));
    while (!page.isLast()) {
      page = session.audit().after(AuditQuery.ALL, page.lastRecordNumber(), 2);
      forwards.addAll(page.entries().stream().map(Audit.Entry::recordNumber).toList());
    }
    assertThat(forwards).containsExactly(1L, 2L, 3L, 4L, 6L, 7L);
    List<Long> backwards = new ArrayList<>();
    page = session.audit().before(AuditQuery.ALL, Long.MAX_VALUE, 2);
    backwards.addAll(page.entries().stream().map(Audit.Entry::recordNumber).toList());
    step(ANN, text("b", "butter"));
    while (!page.isLast()) {
      page = session.audit().before(AuditQuery.ALL, page.lastRecordNumber(), 2);
      backwards.addAll(page.entries().stream().map(Audit.Entry::recordNumber).toList());
    }
    assertThat(backwards).containsExactly(7L, 6L, 4L, 3L, 2L, 1L);
  }

  @Test
  @Clause("HI-6")
  void an_empty_page_returns_the_record_number_to_continue_from() {
    for (int i = 0; i < Audit.MAX_RECORDS_READ; i++) {
      session.with(EditOptions.of("name", ANN)).checkpoint("name");
    }
    AuditQuery query = AuditQuery.ALL.ofType("board_removed");
    Audit.Page<Audit.Entry<NoteEvent>> page = session.audit().after(query, 0, 1);
    assertThat(page).isEqualTo(new Audit.Page<>(List.of(), Audit.MAX_RECORDS_READ, false));
    assertThat(session.audit().after(query, page.lastRecordNumber(), 1).isLast()).isTrue();
    assertThatThrownBy(() -> session.audit().after(query, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a page of 0 entries");
  }

  private List<String> history(EntityRef entity) {
    return session.audit().stepsOf(entity, 0, 99).entries().stream()
        .map(AuditTest::describe)
        .toList();
  }

  private static String describe(Audit.EntityStep<NoteEvent> step) {
    return "%d %s %s"
        .formatted(
            step.recordNumber(),
            step.isApplied() ? "applied" : "not",
            step.events().stream()
                .map(part -> part.roles() + (part.isInEffect() ? " in effect" : ""))
                .toList());
  }

  @Test
  @Clause("HI-7")
  void the_history_of_an_entity_marks_the_events_in_effect() {
    EntityRef a = entity(stepIds.get(1));
    assertThat(history(a))
        .containsExactly(
            "3 applied [[SUBJECT] in effect]",
            "4 applied [[MENTIONED] in effect]",
            "6 applied [[SUBJECT] in effect]");
    session.with(EditOptions.of("undo", ANN)).undo(2);
    assertThat(history(a))
        .containsExactly(
            "3 applied [[SUBJECT] in effect]", "4 not [[MENTIONED]]", "6 not [[SUBJECT]]");
  }

  @Test
  @Clause("HI-7")
  void rolled_back_events_are_out_of_effect_until_the_rollback_is_undone() {
    EntityRef a = entity(stepIds.get(1));
    rollBack(stepIds.get(3));
    assertThat(history(a))
        .containsExactly(
            "3 applied [[SUBJECT] in effect]",
            "4 applied [[MENTIONED] in effect]",
            "6 applied [[SUBJECT]]",
            "7 applied [[SUBJECT] in effect]");
    rollBack(session.state().head().step().orElseThrow());
    assertThat(history(a))
        .containsExactly(
            "3 applied [[SUBJECT] in effect]",
            "4 applied [[MENTIONED] in effect]",
            "6 applied [[SUBJECT] in effect]",
            "7 applied [[SUBJECT]]",
            "8 applied [[SUBJECT] in effect]");
  }

  /** Notes whose domain counts the calls of {@code effect}. */
  private static final class CountingDomain
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    private int callCount;

    CountingDomain() {
      super(DOMAIN);
    }

    @Override
    public Effect effect(NoteEvent event) {
      callCount++;
      return super.effect(event);
    }
  }

  @Test
  @Clause({"HI-7", "RB-7"})
  void the_history_of_an_entity_reads_no_record_that_a_plan_has_read() {
    var domain = new CountingDomain();
    var resumed = Session.resume(domain, journal, SessionSettings.standard());
    assertThat(resumed.rollbacks().plan(RollbackSelection.of()).events()).isEmpty();
    assertThat(domain.callCount).isPositive();
    domain.callCount = 0;
    EntityRef a = entity(stepIds.get(1));
    assertThat(resumed.audit().stepsOf(a, 0, 99).entries()).hasSize(3);
    assertThat(domain.callCount).isZero();
  }

  private void rollBack(StepId step) {
    var plan = session.rollbacks().plan(RollbackSelection.of(step));
    assertThat(
            session.with(EditOptions.of("back", ANN)).rollbacks().rollback(plan, Mode.BEST_EFFORT))
        .isInstanceOf(Outcome.Committed.class);
  }

  private StepId ignored(NoteEvent event) {
    session.step(EditOptions.of("stamp", AGENT).ignored(), builder -> builder.emit(event));
    return session.state().head().step().orElseThrow();
  }

  @Test
  @Clause({"HI-6", "HI-7", "SE-31"})
  void an_ignored_step_made_while_steps_are_undone_is_listed_once_as_it_was_made() {
    session.with(EditOptions.of("undo", ANN)).undo();
    StepId stamp = ignored(text("b", "stamp"));
    for (int i = 0; i < 2; i++) {
      assertThat(session.audit().after(AuditQuery.ALL, 7, 9).entries().get(0).steps())
          .singleElement()
          .satisfies(step -> assertThat(step.id()).isEqualTo(stamp));
      assertThat(history(DOMAIN.touches(text("b", "x")).subject().iterator().next().entity()))
          .containsExactly("4 applied [[SUBJECT] in effect]", "8 applied [[SUBJECT] in effect]");
      assertThat(session.state().appliedCopyOf(stamp).equals(stamp)).isEqualTo(i == 0);
      session.with(EditOptions.of("redo", ANN)).redo();
    }
  }

  @Test
  @Clause({"HI-6", "HI-7", "SE-31"})
  void undo_that_leaves_an_ignored_step_applied_is_listed_as_undo() {
    step(ANN, text("a", "pears"));
    StepId stamp = ignored(text("b", "stamp"));
    session.with(EditOptions.of("undo", ANN)).undo();
    assertThat(session.audit().after(AuditQuery.ALL, 6, 9).entries())
        .extracting(entry -> entry.steps().size())
        .containsExactly(1, 1, 0);
    assertThat(session.audit().after(AuditQuery.ALL.ofType("note_modified"), 7, 9).entries())
        .extracting(entry -> entry.steps().get(0).id())
        .containsExactly(stamp);
    assertThat(history(DOMAIN.touches(text("b", "x")).subject().iterator().next().entity()))
        .containsExactly("4 applied [[SUBJECT] in effect]", "8 applied [[SUBJECT] in effect]");
  }
}
