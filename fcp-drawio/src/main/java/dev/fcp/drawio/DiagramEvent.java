package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EventMembers;
import dev.fcp.eventlog.entity.EventTypes;
import java.util.function.Predicate;

/**
 * An event of a diagram. Each event is a change of one entity and contains everything needed to
 * apply and to invert it. {@link DiagramDomain} lists the units.
 */
public sealed interface DiagramEvent {

  /** The change of the entity. */
  Change<DiagramKey, DiagramEntity> change();

  /** A shape was created. */
  record ShapeCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of a shape were changed. */
  record ShapeModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A shape was deleted. */
  record ShapeDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** An edge was created. */
  record EdgeCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of an edge were changed. */
  record EdgeModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** An edge was deleted. */
  record EdgeDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A group was created, without members. */
  record GroupCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of a group were changed. */
  record GroupModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A group was deleted after its members were moved out of it. */
  record GroupDissolved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A layer was created. */
  record LayerCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of a layer were changed. */
  record LayerModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A layer was deleted. */
  record LayerDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A page was added, without cells. */
  record PageAdded(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of a page were changed. */
  record PageModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A page was removed after its cells were deleted. */
  record PageRemoved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** The flow direction of a page, an attribute of its root cell, was changed. */
  record FlowDirectionChanged(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * The title of a page, an attribute of its root cell, was changed. The title of the first page is
   * the title of the document.
   */
  record TitleChanged(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of the document itself were changed. */
  record DocumentModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * An entity without a specific event type was added: a root cell, an edge label, or a foreign
   * element.
   */
  record OpaqueAdded(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Units of an entity without a specific event type were changed. */
  record OpaqueModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** An entity without a specific event type was removed. */
  record OpaqueRemoved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * The event types and their JSON members.
   *
   * <pre>
   * shape_created           {pageId, shape}       the same for edge, group, layer: an entity is {id}
   *                                               and its units
   * shape_modified          {pageId, id, before, after}
   * layer_modified          {pageId, layerId, before, after}
   * page_added              {page}
   * page_modified           {pageId, before, after}
   * flow_direction_changed  {pageId, rootId, before, after}      absent values have no member
   * title_changed           {pageId, rootId, before, after}
   * document_modified       {before, after}
   * opaque_added            {pageId, entity}
   * </pre>
   */
  static EventTypes<DiagramKey, DiagramEntity, DiagramEvent> types() {
    EventMembers cell = EventMembers.ofKey("pageId", "id");
    EventMembers layer = EventMembers.ofKey("pageId", "layerId");
    EventMembers page = EventMembers.ofKey("pageId");
    return EventTypes.of(DiagramSpec.INSTANCE, DiagramEvent::change)
        .entities(isCell(CellKind.SHAPE), cell.entity("shape", "id"))
        .created("shape_created", ShapeCreated.class, ShapeCreated::new)
        .modified("shape_modified", ShapeModified.class, ShapeModified::new)
        .deleted("shape_deleted", ShapeDeleted.class, ShapeDeleted::new)
        .entities(isCell(CellKind.EDGE), cell.entity("edge", "id"))
        .created("edge_created", EdgeCreated.class, EdgeCreated::new)
        .modified("edge_modified", EdgeModified.class, EdgeModified::new)
        .deleted("edge_deleted", EdgeDeleted.class, EdgeDeleted::new)
        .entities(isCell(CellKind.GROUP), cell.entity("group", "id"))
        .created("group_created", GroupCreated.class, GroupCreated::new)
        .modified("group_modified", GroupModified.class, GroupModified::new)
        .deleted("group_dissolved", GroupDissolved.class, GroupDissolved::new)
        .entities(isCell(CellKind.LAYER), layer.entity("layer", "id"))
        .created("layer_created", LayerCreated.class, LayerCreated::new)
        .modified("layer_modified", LayerModified.class, LayerModified::new)
        .deleted("layer_deleted", LayerDeleted.class, LayerDeleted::new)
        .entities(Page.class::isInstance, page.entity("page", "id"))
        .created("page_added", PageAdded.class, PageAdded::new)
        .modified("page_modified", PageModified.class, PageModified::new)
        .deleted("page_removed", PageRemoved.class, PageRemoved::new)
        .entities(isCell(CellKind.ROOT), rootAttribute(Page.FLOW_ATTRIBUTE))
        .modified("flow_direction_changed", FlowDirectionChanged.class, FlowDirectionChanged::new)
        .entities(isCell(CellKind.ROOT), rootAttribute(Page.TITLE_ATTRIBUTE))
        .modified("title_changed", TitleChanged.class, TitleChanged::new)
        .entities(DocumentRoot.class::isInstance, EventMembers.ofKey())
        .modified("document_modified", DocumentModified.class, DocumentModified::new)
        .entities(DiagramEvent::isOpaque, cell.entity("entity", "id"))
        .created("opaque_added", OpaqueAdded.class, OpaqueAdded::new)
        .modified("opaque_modified", OpaqueModified.class, OpaqueModified::new)
        .deleted("opaque_removed", OpaqueRemoved.class, OpaqueRemoved::new);
  }

  private static Predicate<DiagramEntity> isCell(CellKind kind) {
    return entity -> entity instanceof Cell cell && cell.kind() == kind;
  }

  private static boolean isOpaque(DiagramEntity entity) {
    return entity instanceof ForeignElement
        || isCell(CellKind.ROOT).or(isCell(CellKind.EDGE_LABEL)).test(entity);
  }

  private static EventMembers rootAttribute(String name) {
    return EventMembers.ofKey("pageId", "rootId")
        .unit(CellUnits.DATA_PREFIX + name, "before", "after", Value::asText);
  }
}
