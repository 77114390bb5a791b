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
 * What can happen to a diagram: the whole vocabulary. Each event is one change of one entity and
 * carries all that is needed to apply it and to invert it. The names of units are those of {@link
 * DiagramDomain}.
 */
public sealed interface DiagramEvent {

  /** What it does. */
  Change<DiagramKey, DiagramEntity> change();

  /** A shape comes into being. */
  record ShapeCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of a shape get other values. */
  record ShapeModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A shape goes. */
  record ShapeDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** An edge comes into being. */
  record EdgeCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of an edge get other values. */
  record EdgeModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** An edge goes. */
  record EdgeDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A group comes into being, without members. */
  record GroupCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of a group get other values. */
  record GroupModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A group goes; its members went elsewhere before. */
  record GroupDissolved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A layer comes into being. */
  record LayerCreated(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of a layer get other values. */
  record LayerModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A layer goes. */
  record LayerDeleted(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A page comes into being, without cells. */
  record PageAdded(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of a page get other values. */
  record PageModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** A page goes; its cells went before. */
  record PageRemoved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** The direction in which a page flows is another: an attribute of its root cell. */
  record FlowDirectionChanged(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * The title that a page gives the document is another: an attribute of its root cell. The
   * document has the title of its first page.
   */
  record TitleChanged(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of the document itself get other values. */
  record DocumentModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * Something that has no event of its own comes into being: a root cell, an edge label, or a
   * foreign element.
   */
  record OpaqueAdded(Created<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Some units of something that has no event of its own get other values. */
  record OpaqueModified(Modified<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /** Something that has no event of its own goes. */
  record OpaqueRemoved(Deleted<DiagramKey, DiagramEntity> change) implements DiagramEvent {}

  /**
   * The table of the events.
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
