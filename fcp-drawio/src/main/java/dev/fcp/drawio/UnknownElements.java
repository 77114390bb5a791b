package dev.fcp.drawio;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Optional;

/** The unknown XML elements of an entity, which are kept as text. */
final class UnknownElements {

  private UnknownElements() {}

  static List<String> of(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> document.extras();
      case Page page -> concat(page.diagramExtras(), page.modelExtras());
      case Cell cell ->
          concat(
              concat(cell.cellExtras(), cell.wrapperExtras()),
              cell.geometry().map(Geometry::extras).orElse(List.of()));
      case ForeignElement foreign -> List.of(foreign.xml());
    };
  }

  /** Whether any of these units contains unknown elements. */
  static boolean arePresentIn(Value.Fields units) {
    return units.find(CellUnits.CHILDREN).isPresent()
        || units.find(DocumentUnits.XML).isPresent()
        || units
            .find(CellUnits.PLACEMENT)
            .flatMap(placement -> placement.asFields().find(CellUnits.GEOMETRY))
            .flatMap(geometry -> geometry.asFields().find(GeometryValue.EXTRAS))
            .isPresent();
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return second.isEmpty()
        ? first
        : ImmutableList.<String>builder().addAll(first).addAll(second).build();
  }

  /** Whether after a change an unknown element might be parsed as a known one. */
  static boolean mayBeMisread(DiagramEntity before, DiagramEntity after) {
    List<String> unknown = of(after);
    return !unknown.isEmpty() && (!unknown.equals(of(before)) || losesKnownElement(before, after));
  }

  private static boolean losesKnownElement(DiagramEntity before, DiagramEntity after) {
    if (before instanceof Page oldEntity && after instanceof Page newEntity) {
      return oldEntity.model().isPresent() && newEntity.model().isEmpty();
    }
    return before instanceof Cell oldEntity
        && after instanceof Cell newEntity
        && losesKnownElement(oldEntity.geometry(), newEntity.geometry());
  }

  private static boolean losesKnownElement(Optional<Geometry> before, Optional<Geometry> after) {
    return before.isPresent()
        && (after.isEmpty()
            || !after
                .get()
                .namedPoints()
                .keySet()
                .containsAll(before.get().namedPoints().keySet()));
  }
}
