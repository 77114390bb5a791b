package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rollbacks of diagrams that are edited by an agent and a person. */
class DiagramRollbackTest {

  private static final DiagramDomain DOMAIN = new DiagramDomain();

  private static final Origin ANN = Origin.of("ann", "desk", "");
  private static final Origin BOT = Origin.of("bot", "run", "1");
  private static final DiagramKey PAGE = DiagramKey.page("p");

  private final Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session =
      Session.create(new DiagramDomain(), ANN, InMemoryJournal.empty(), SessionSettings.standard());

  @BeforeEach
  void ann_draws_three_shapes_and_an_edge() {
    step(
        ANN,
        DOMAIN.added(PAGE, Page.named("p", "Page", OrderKey.initial(0))),
        DOMAIN.added(key("0"), Cell.blank("0", OrderKey.initial(0))),
        DOMAIN.added(key("1"), Cell.blank("1", OrderKey.initial(1)).withParent(Optional.of("0"))));
    step(ANN, DOMAIN.added(key("a"), shape("a", OrderKey.initial(2))));
    step(ANN, DOMAIN.added(key("b"), shape("b", OrderKey.initial(3))));
    step(ANN, DOMAIN.added(key("c"), shape("c", OrderKey.initial(4))));
    Cell edge =
        Cell.blank("e", OrderKey.initial(5))
            .withParent(Optional.of("1"))
            .withAttributes(Attributes.of("edge", "1"))
            .withGeometry(Optional.of(Geometry.ofEdge()));
    step(ANN, DOMAIN.added(key("e"), edge.withEnds(Optional.of("a"), Optional.of("b"))));
  }

  private static DiagramKey key(String id) {
    return DiagramKey.cell("p", id);
  }

  private static Cell shape(String id, OrderKey order) {
    return Cell.blank(id, order)
        .withParent(Optional.of("1"))
        .withAttributes(Attributes.of("value", id, "vertex", "1"))
        .withStyle(Optional.of(Style.parse("fillColor=#ffffff;strokeColor=#000000;")))
        .withGeometry(Optional.of(Geometry.ofBox(10, 20, 120, 60)));
  }

  private StepId step(Origin origin, DiagramEvent... events) {
    Outcome outcome =
        session.step(EditOptions.of("draw", origin), step -> List.of(events).forEach(step::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  private Cell cell(String id) {
    return (Cell) session.model().at(key(id));
  }

  private StepId changeCell(Origin origin, String id, UnaryOperator<Cell> change) {
    Cell from = cell(id);
    return step(origin, DOMAIN.between(key(id), from, change.apply(from)).orElseThrow());
  }

  private StepId removeCell(Origin origin, String id) {
    return step(origin, DOMAIN.removed(key(id), session.model()));
  }

  private StepId setEnds(Origin origin, String source, String target) {
    return changeCell(origin, "e", edge -> edge.withEnds(Optional.of(source), Optional.of(target)));
  }

  private StepId setStyleValue(Origin origin, String id, String key, String value) {
    return changeCell(
        origin, id, cell -> cell.withStyle(cell.style().map(style -> style.with(key, value))));
  }

  private RollbackPlan<DiagramEvent> plan(StepId... steps) {
    return session.rollbacks().plan(RollbackSelection.of(steps));
  }

  private void rollBack(StepId... steps) {
    Outcome outcome =
        session
            .with(EditOptions.of("no", ANN))
            .rollbacks()
            .rollback(plan(steps), Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private void assertBlockedBy(StepId step, StepId blocking) {
    RollbackPlan<DiagramEvent> plan = plan(step);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(blocking));
  }

  private List<String> drawnIds() {
    List<String> ids = new ArrayList<>();
    session.model().keysInOrder(PAGE).forEach(key -> ids.add(key.cell()));
    ids.removeAll(List.of("0", "1"));
    return ids;
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void a_group_filled_by_a_later_step_is_kept() {
    Cell group =
        Cell.blank("g", session.model().orderKeyAtEnd())
            .withParent(Optional.of("1"))
            .withAttributes(Attributes.of("connectable", "0", "vertex", "1"))
            .withStyle(Optional.of(Style.parse("group")));
    StepId grouped = step(BOT, DOMAIN.added(key("g"), group));
    StepId filled = changeCell(ANN, "c", cell -> cell.withParent(Optional.of("g")));
    assertBlockedBy(grouped, filled);
    rollBack(grouped, filled);
    assertThat(cell("c").parent()).contains("1");
    assertThat(session.model().contains(key("g"))).isFalse();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void an_edge_is_not_reconnected_to_a_deleted_shape() {
    StepId retargeted = setEnds(BOT, "a", "c");
    StepId removed = removeCell(ANN, "b");
    assertBlockedBy(retargeted, removed);
    assertThat(cell("e").target()).contains("c");
    rollBack(retargeted, removed);
    assertThat(cell("e").target()).contains("b");
  }

  @Test
  @Clause("RB-3")
  void only_the_end_moved_by_the_selected_step_is_rolled_back() {
    StepId target = setEnds(BOT, "a", "c");
    setEnds(ANN, "b", "c");
    rollBack(target);
    assertThat(cell("e").source()).contains("b");
    assertThat(cell("e").target()).contains("b");
  }

  @Test
  @Clause("RB-3")
  void only_the_style_keys_of_the_selected_steps_are_rolled_back() {
    StepId filled = setStyleValue(BOT, "a", "fillColor", "#f8cecc");
    StepId lined = setStyleValue(BOT, "a", "strokeColor", "#b85450");
    setStyleValue(ANN, "a", "strokeColor", "#6c8ebf");
    assertThat(plan(lined).events()).isEmpty();
    rollBack(filled, lined);
    assertThat(cell("a").style().map(Style::text))
        .contains("fillColor=#ffffff;strokeColor=#6c8ebf;");
  }

  @Test
  @Clause("RB-1")
  void a_restored_shape_keeps_its_position_among_new_neighbours() {
    removeCell(ANN, "e");
    StepId removed = removeCell(BOT, "b");
    OrderKey before = session.model().orderKeyBefore(key("c"));
    step(ANN, DOMAIN.added(key("d"), shape("d", before)));
    Cell neighbour = cell("d");
    rollBack(removed);
    assertThat(drawnIds())
        .containsExactlyInAnyOrder("a", "b", "c", "d")
        .startsWith("a")
        .endsWith("c");
    assertThat(cell("d")).isEqualTo(neighbour);
  }

  @Test
  @Clause("RB-1")
  void rolling_back_a_creation_leaves_the_neighbours_unchanged() {
    StepId put =
        step(BOT, DOMAIN.added(key("d"), shape("d", session.model().orderKeyAfter(key("a")))));
    changeCell(ANN, "b", cell -> cell.withGeometry(Optional.of(Geometry.ofBox(300, 20, 120, 60))));
    Cell neighbour = cell("b");
    assertThat(drawnIds()).containsExactly("a", "d", "b", "c", "e");
    rollBack(put);
    assertThat(drawnIds()).containsExactly("a", "b", "c", "e");
    assertThat(cell("b")).isEqualTo(neighbour);
  }
}
