package dev.fcp.blocks;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;

/** An event of a block. */
public sealed interface BlockEvent {

  /** The change of the line. */
  Change<String, Line> change();

  /** A line was added. */
  record LineAdded(Change.Created<String, Line> change) implements BlockEvent {}

  /** A line was removed. */
  record LineRemoved(Change.Deleted<String, Line> change) implements BlockEvent {}

  /** A line was moved. */
  record LineMoved(Change.Modified<String, Line> change) implements BlockEvent {}

  /** The text of a line was changed, and possibly its position. */
  record LineChanged(Change.Modified<String, Line> change) implements BlockEvent {}

  /** The event types and their names in stored events. */
  static EventTypes<String, Line, BlockEvent> types(EntitySpec<String, Line> spec) {
    return EventTypes.of(spec, BlockEvent::change)
        .created("line_added", LineAdded.class, LineAdded::new)
        .deleted("line_removed", LineRemoved.class, LineRemoved::new)
        .modified("line_moved", LineMoved.class, LineMoved::new, "order")
        .modified("line_changed", LineChanged.class, LineChanged::new);
  }
}
