package dev.fcp.blocks;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;

/** An event of a block. */
public sealed interface BlockEvent {

  /** The change of the line. */
  Change<String, BlockLine> change();

  /** A line was added. */
  record LineAdded(Change.Created<String, BlockLine> change) implements BlockEvent {}

  /** A line was removed. */
  record LineRemoved(Change.Deleted<String, BlockLine> change) implements BlockEvent {}

  /** A line was moved. */
  record LineMoved(Change.Modified<String, BlockLine> change) implements BlockEvent {}

  /** The text of a line was changed, and possibly its position. */
  record LineChanged(Change.Modified<String, BlockLine> change) implements BlockEvent {}

  /** The event types and their names in stored events. */
  static EventTypes<String, BlockLine, BlockEvent> types(EntitySpec<String, BlockLine> spec) {
    return EventTypes.of(spec, BlockEvent::change)
        .created("line_added", LineAdded.class, LineAdded::new)
        .deleted("line_removed", LineRemoved.class, LineRemoved::new)
        .modified("line_moved", LineMoved.class, LineMoved::new, "order")
        .modified("line_changed", LineChanged.class, LineChanged::new);
  }
}
