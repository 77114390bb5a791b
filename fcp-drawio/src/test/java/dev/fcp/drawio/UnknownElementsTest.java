package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown element that is kept as text is never parsed as a known part of the entity. */
class UnknownElementsTest {

  private static final DiagramDomain DOMAIN = new DiagramDomain();

  @Test
  void a_cell_with_a_second_geometry_keeps_its_first_one() {
    OpenedDiagram file = cell("<mxGeometry x='1' as='geometry'/><mxGeometry x='2' as='geometry'/>");
    assertThat(file.conflict(cell -> cell.withGeometry(Optional.empty())))
        .hasValueSatisfying(conflict ->
            assertThat(conflict.reason())
                .contains("in place of what goes", "remove it as a whole"));
    file.assertSavedAfter(cell -> cell.withGeometry(Optional.of(Geometry.ofBox(7, 8, 9, 10))));
    DiagramEvent deletion = DOMAIN.removed(file.key(), file.model());
    assertThat(DOMAIN.check(deletion, file.model())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sourcePoint", "offset"})
  void a_repeated_point_keeps_its_first_occurrence(String role) {
    String point = "<mxPoint x='%d' as='" + role + "'/>";
    OpenedDiagram file =
        cell(
            "<mxGeometry as='geometry'>"
                + point.formatted(1)
                + point.formatted(2)
                + "</mxGeometry>");
    assertThat(
            file.conflict(cell ->
                cell.withGeometry(
                    cell.geometry().map(g -> g.withNamedPoint(role, Optional.empty())))))
        .isPresent();
    file.assertSavedAfter(cell -> cell.withGeometry(cell.geometry().map(g -> g.movedTo(5, 6))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<Array as='points'/>", "<Array as='points'><mxPoint x='1'/></Array>"})
  void repeated_waypoints_can_be_removed(String first) {
    OpenedDiagram file =
        cell(
            "<mxGeometry as='geometry'>"
                + first
                + "<Array as=\"points\"><mxPoint x='2'/></Array></mxGeometry>");
    file.assertSavedAfter(
        cell -> cell.withGeometry(cell.geometry().map(g -> g.movedTo(5, 6).withPoints(List.of()))));
  }

  @Test
  void a_page_with_a_second_model_keeps_its_first_one() {
    OpenedDiagram file =
        OpenedDiagram.of(
            "<mxfile><diagram id='p'><mxGraphModel/><mxGraphModel a='2'/></diagram></mxfile>");
    DiagramKey key = DiagramKey.page("p");
    Page page = (Page) file.model().find(key).orElseThrow();
    Page empty = page.withModel(Optional.empty());
    DiagramEvent event = DOMAIN.between(key, page, empty).orElseThrow();
    assertThat(DOMAIN.check(event, file.model())).isPresent();
  }

  @Test
  void a_cell_that_would_be_misread_is_not_created() {
    OpenedDiagram file = cell("<mxGeometry as='geometry'/>");
    Cell twice =
        new Cell(
            Optional.of("new"),
            Optional.empty(),
            file.cell().wrapperAttributes(),
            file.cell().attributes(),
            Optional.of("1"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("<mxGeometry as='geometry'/>"),
            List.of(),
            file.cell().order());
    DiagramKey key = DiagramKey.cell(file.key().page(), "new");
    assertThat(DOMAIN.check(DOMAIN.added(key, twice), file.model())).isPresent();
    Cell once = twice.withGeometry(Optional.of(Geometry.EMPTY));
    assertThat(DOMAIN.check(DOMAIN.added(key, once), file.model())).isEmpty();
  }

  private static OpenedDiagram cell(String within) {
    return OpenedDiagram.of(
        "<mxGraphModel><root><mxCell id='0'/><mxCell id='c' parent='0' vertex='1'>"
            + within
            + "</mxCell></root></mxGraphModel>");
  }

  /** A parsed file. */
  private record OpenedDiagram(Source source, EntityModel<DiagramKey, DiagramEntity> model) {

    static OpenedDiagram of(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return switch (DOMAIN.format().read(bytes)) {
        case ReadResult.Readable<EntityModel<DiagramKey, DiagramEntity>>(var model, var source) ->
            new OpenedDiagram(source, model);
        case ReadResult.Unreadable<EntityModel<DiagramKey, DiagramEntity>> refused ->
            throw new AssertionError(refused.toString());
      };
    }

    DiagramKey key() {
      return DiagramKey.cell(DiagramKey.syntheticId(0), "c");
    }

    Cell cell() {
      return (Cell) model.find(key()).orElseThrow();
    }

    Optional<Conflict> conflict(UnaryOperator<Cell> change) {
      DiagramEvent event = DOMAIN.between(key(), cell(), change.apply(cell())).orElseThrow();
      return DOMAIN.check(event, model);
    }

    /** Asserts that a change applies and can be saved, and that undo restores the exact bytes. */
    void assertSavedAfter(UnaryOperator<Cell> change) {
      DiagramEvent event = DOMAIN.between(key(), cell(), change.apply(cell())).orElseThrow();
      EntityModel<DiagramKey, DiagramEntity> changed = DOMAIN.replay(event, model);
      byte[] written = DOMAIN.format().write(changed, List.of(source));
      assertThat(of(new String(written, StandardCharsets.UTF_8)).model().digest())
          .isEqualTo(changed.digest());
      EntityModel<DiagramKey, DiagramEntity> undone = DOMAIN.replay(DOMAIN.invert(event), changed);
      assertThat(DOMAIN.format().write(undone, List.of(source))).isEqualTo(source.bytes());
    }
  }
}
