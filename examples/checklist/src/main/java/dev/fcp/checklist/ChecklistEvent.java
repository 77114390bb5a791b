package dev.fcp.checklist;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;

/** An event of a checklist. */
sealed interface ChecklistEvent {

  /** The change of the line. */
  Change<String, Line> change();

  record LineAdded(Change.Created<String, Line> change) implements ChecklistEvent {}

  record LineRemoved(Change.Deleted<String, Line> change) implements ChecklistEvent {}

  /** An item was marked as done or as open. */
  record ItemChecked(Change.Modified<String, Line> change) implements ChecklistEvent {}

  /** The text, indent or order of a line was changed, or several of these at once. */
  record LineChanged(Change.Modified<String, Line> change) implements ChecklistEvent {}

  /** The event types and their names in stored events. */
  static EventTypes<String, Line, ChecklistEvent> types(EntitySpec<String, Line> spec) {
    return EventTypes.of(spec, ChecklistEvent::change)
        .created("line_added", LineAdded.class, LineAdded::new)
        .deleted("line_removed", LineRemoved.class, LineRemoved::new)
        .modified("item_checked", ItemChecked.class, ItemChecked::new, "done")
        .modified("line_changed", LineChanged.class, LineChanged::new);
  }
}
