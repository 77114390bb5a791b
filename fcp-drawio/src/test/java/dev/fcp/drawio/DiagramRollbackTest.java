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
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Intent;
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

/** Rollbacks of diagrams on which an agent and a person draw. */
class DiagramRollbackTest {

  private static final Origin ANN = Origin.of("ann", "desk", "");
  private static final Origin BOT = Origin.of("bot", "run", "1");
  private static final DiagramKey PAGE = DiagramKey.page("p");

  private final Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session =
      Session.create(new DiagramDomain(), ANN, InMemoryJournal.empty(), SessionSettings.standard());

  @BeforeEach
  void ann_draws_three_shapes_and_an_edge() {
    step(
        ANN,
        DiagramEvent.created(PAGE, Page.named("p", "Page", OrderKey.atLoading(0))),
        DiagramEvent.created(key("0"), Cell.blank("0", OrderKey.atLoading(0))),
        DiagramEvent.created(
            key("1"), Cell.blank("1", OrderKey.atLoading(1)).withParent(Optional.of("0"))));
    step(ANN, DiagramEvent.created(key("a"), shape("a", OrderKey.atLoading(2))));
    step(ANN, DiagramEvent.created(key("b"), shape("b", OrderKey.atLoading(3))));
    step(ANN, DiagramEvent.created(key("c"), shape("c", OrderKey.atLoading(4))));
    Cell edge =
        Cell.blank("e", OrderKey.atLoading(5))
            .withParent(Optional.of("1"))
            .withAttributes(Attributes.of("edge", "1"))
            .withGeometry(Optional.of(Geometry.ofEdge()));
    step(ANN, DiagramEvent.created(key("e"), edge.withEnds(Optional.of("a"), Optional.of("b"))));
  }

  private static DiagramKey key(String id) {
    return DiagramKey.cell("p", id);
  }

  private static Cell shape(String id, OrderKey order) {
    return Cell.blank(id, order)
        .withParent(Optional.of("1"))
        .withAttributes(Attributes.of("value", id, "vertex", "1"))
        .withStyle(Optional.of(Style.parse("fillColor=#ffffff;strokeColor=#000000;")))
        .withGeometry(Optional.of(Geometry.box(10, 20, 120, 60)));
  }

  private StepId step(Origin who, DiagramEvent... events) {
    Outcome outcome =
        session.step(Intent.of("draw", who), stage -> List.of(events).forEach(stage::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  private Cell cell(String id) {
    return (Cell) session.model().at(key(id));
  }

  private StepId change(Origin who, String id, UnaryOperator<Cell> change) {
    Cell from = cell(id);
    return step(who, DiagramEvent.between(key(id), from, change.apply(from)).orElseThrow());
  }

  private StepId remove(Origin who, String id) {
    return step(who, DiagramEvent.deleted(key(id), cell(id)));
  }

  private StepId ends(Origin who, String source, String target) {
    return change(who, "e", edge -> edge.withEnds(Optional.of(source), Optional.of(target)));
  }

  private StepId style(Origin who, String id, String style, String value) {
    return change(who, id, cell -> cell.withStyle(cell.style().map(it -> it.with(style, value))));
  }

  private RollbackPlan<DiagramEvent> plan(StepId... steps) {
    return session.rollbacks().plan(Selection.of(steps));
  }

  private void rollBack(StepId... steps) {
    Outcome outcome =
        session.rollbacks().rollback(Intent.of("no", ANN), plan(steps), Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private void staysFor(StepId step, StepId inTheWay) {
    RollbackPlan<DiagramEvent> plan = plan(step);
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(inTheWay));
  }

  private List<String> drawn() {
    List<String> drawn = new ArrayList<>();
    session.model().inOrder(PAGE).forEach(key -> drawn.add(key.cell()));
    drawn.removeAll(List.of("0", "1"));
    return drawn;
  }

  @Test
  @Clause({"RB-4", "RB-5"})
  void a_group_that_someone_filled_meanwhile_stays() {
    Cell group =
        Cell.blank("g", session.model().orderAtEnd())
            .withParent(Optional.of("1"))
            .withAttributes(Attributes.of("connectable", "0", "vertex", "1"))
            .withStyle(Optional.of(Style.parse("group")));
    StepId grouped = step(BOT, DiagramEvent.created(key("g"), group));
    StepId filled = change(ANN, "c", cell -> cell.withParent(Optional.of("g")));
    staysFor(grouped, filled);
    rollBack(grouped, filled);
    assertThat(cell("c").parent()).contains("1");
    assertThat(session.model().contains(key("g"))).isFalse();
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void an_edge_is_not_turned_back_to_a_shape_that_is_gone() {
    StepId retargeted = ends(BOT, "a", "c");
    StepId removed = remove(ANN, "b");
    staysFor(retargeted, removed);
    assertThat(cell("e").target()).contains("c");
    rollBack(retargeted, removed);
    assertThat(cell("e").target()).contains("b");
  }

  @Test
  @Clause("RB-3")
  void of_an_edge_of_which_each_moved_an_end_only_one_is_turned_back() {
    StepId target = ends(BOT, "a", "c");
    ends(ANN, "b", "c");
    rollBack(target);
    assertThat(cell("e").source()).contains("b");
    assertThat(cell("e").target()).contains("b");
  }

  @Test
  @Clause("RB-3")
  void of_a_style_to_which_two_wrote_only_the_key_of_one_is_taken_back() {
    StepId filled = style(BOT, "a", "fillColor", "#f8cecc");
    StepId lined = style(BOT, "a", "strokeColor", "#b85450");
    style(ANN, "a", "strokeColor", "#6c8ebf");
    assertThat(plan(lined).events()).isEmpty();
    rollBack(filled, lined);
    assertThat(cell("a").style().map(Style::text))
        .contains("fillColor=#ffffff;strokeColor=#6c8ebf;");
  }

  @Test
  @Clause("RB-1")
  void what_comes_back_stands_where_it_stood_among_neighbours_that_came_meanwhile() {
    remove(ANN, "e");
    StepId removed = remove(BOT, "b");
    OrderKey before = session.model().orderBefore(key("c"));
    step(ANN, DiagramEvent.created(key("d"), shape("d", before)));
    Cell neighbour = cell("d");
    rollBack(removed);
    assertThat(drawn()).containsExactlyInAnyOrder("a", "b", "c", "d").startsWith("a").endsWith("c");
    assertThat(cell("d")).isEqualTo(neighbour);
  }

  @Test
  @Clause("RB-1")
  void the_neighbour_of_what_goes_is_not_touched() {
    StepId put =
        step(
            BOT, DiagramEvent.created(key("d"), shape("d", session.model().orderBehind(key("a")))));
    change(ANN, "b", cell -> cell.withGeometry(Optional.of(Geometry.box(300, 20, 120, 60))));
    Cell neighbour = cell("b");
    assertThat(drawn()).containsExactly("a", "d", "b", "c", "e");
    rollBack(put);
    assertThat(drawn()).containsExactly("a", "b", "c", "e");
    assertThat(cell("b")).isEqualTo(neighbour);
  }
}
