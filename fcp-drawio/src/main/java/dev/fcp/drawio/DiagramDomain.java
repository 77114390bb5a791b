package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DrawioFormat;
import dev.fcp.drawio.file.DrawioLimits;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The domain of diagrams: pages of cells, their events, and the file format of draw.io.
 *
 * <p>In events, an entity is an object of its units, the parts that are reversed separately:
 *
 * <pre>
 * cell      storedId, wrapper, data.NAME, attr.NAME, placement {parent, geometry, order},
 *           source {cell, point, port}, target {cell, point, port}, style.KEY {rank, text}, style,
 *           children
 * page      storedId, attr.NAME, model, model.NAME, children, placement {order}
 * document  form, attr.NAME, children
 * foreign   xml, placement {order}
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class DiagramDomain extends EntityDomain<DiagramKey, DiagramEntity, DiagramEvent> {

  /** Creates the domain with the standard limits for files. */
  public DiagramDomain() {
    super(
        "drawio",
        DiagramEvent.types(),
        new DrawioFormat<>(
            DrawioLimits.standard(),
            entities -> EntityModel.of(DiagramSpec.INSTANCE, entities),
            EntityModel::entities));
  }

  /**
   * A document with one page that has a root cell and a layer, like a new document in the editor.
   */
  @Override
  public EntityModel<DiagramKey, DiagramEntity> empty() {
    OrderKey first = OrderKey.initial(0);
    Cell layer = Cell.blank("1", OrderKey.initial(1)).withParent(Optional.of("0"));
    return EntityModel.of(
        spec(),
        List.of(
            Map.entry(DiagramKey.document(), DocumentRoot.EMPTY),
            Map.entry(DiagramKey.page("page-1"), Page.named("page-1", "Page-1", first)),
            Map.entry(DiagramKey.cell("page-1", "0"), Cell.blank("0", first)),
            Map.entry(DiagramKey.cell("page-1", "1"), layer)));
  }
}
