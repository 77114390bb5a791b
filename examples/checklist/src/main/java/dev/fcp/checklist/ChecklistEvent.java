package dev.fcp.checklist;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;

/** What can happen to a checklist. */
sealed interface ChecklistEvent {

  /** What it does. */
  Change<String, Line> change();

  record LineAdded(Change.Created<String, Line> change) implements ChecklistEvent {}

  record LineRemoved(Change.Deleted<String, Line> change) implements ChecklistEvent {}

  /** An item was done, or is to be done again. */
  record ItemChecked(Change.Modified<String, Line> change) implements ChecklistEvent {}

  /** A line has another text, indent or place, or changed in several ways at once. */
  record LineChanged(Change.Modified<String, Line> change) implements ChecklistEvent {}

  /** How the events are written down. */
  static EventTypes<String, Line, ChecklistEvent> types(EntitySpec<String, Line> spec) {
    return EventTypes.of(spec, ChecklistEvent::change)
        .created("line_added", LineAdded.class, LineAdded::new)
        .deleted("line_removed", LineRemoved.class, LineRemoved::new)
        .modified("item_checked", ItemChecked.class, ItemChecked::new, "done")
        .modified("line_changed", LineChanged.class, LineChanged::new);
  }
}
