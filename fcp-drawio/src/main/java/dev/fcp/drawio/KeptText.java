package dev.fcp.drawio;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Optional;

/** The elements of an entity that nobody knows and that are kept as text. */
final class KeptText {

  private KeptText() {}

  static List<String> of(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> document.extras();
      case Page page -> together(page.diagramExtras(), page.modelExtras());
      case Cell cell ->
          together(
              together(cell.cellExtras(), cell.wrapperExtras()),
              cell.geometry().map(Geometry::extras).orElse(List.of()));
      case Foreign foreign -> List.of(foreign.xml());
    };
  }

  /** Whether some of the units of an entity hold such elements. */
  static boolean isIn(Value.Fields units) {
    return units.find(CellUnits.CHILDREN).isPresent()
        || units.find(FrameUnits.XML).isPresent()
        || units
            .find(CellUnits.PLACEMENT)
            .flatMap(placement -> placement.asFields().find(CellUnits.GEOMETRY))
            .flatMap(geometry -> geometry.asFields().find(GeometryValue.EXTRAS))
            .isPresent();
  }

  private static List<String> together(List<String> one, List<String> two) {
    return two.isEmpty() ? one : ImmutableList.<String>builder().addAll(one).addAll(two).build();
  }

  /** Whether a change gives an unknown element the chance to be read as something known. */
  static boolean mayTakeAPlace(DiagramEntity from, DiagramEntity to) {
    List<String> kept = of(to);
    return !kept.isEmpty() && (!kept.equals(of(from)) || losesAPart(from, to));
  }

  private static boolean losesAPart(DiagramEntity from, DiagramEntity to) {
    if (from instanceof Page before && to instanceof Page after) {
      return before.model().isPresent() && after.model().isEmpty();
    }
    return from instanceof Cell before
        && to instanceof Cell after
        && losesAPart(before.geometry(), after.geometry());
  }

  private static boolean losesAPart(Optional<Geometry> from, Optional<Geometry> to) {
    return from.isPresent()
        && (to.isEmpty()
            || !to.get().namedPoints().keySet().containsAll(from.get().namedPoints().keySet()));
  }
}
