package dev.fcp.spec.domains.pages;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;

/** An event of a document of pages. */
public sealed interface PageEvent {

  /** Returns the change of the page. */
  Change<String, Page> change();

  /** A page was added. */
  record PageAdded(Change.Created<String, Page> change) implements PageEvent {}

  /** A page was removed. */
  record PageRemoved(Change.Deleted<String, Page> change) implements PageEvent {}

  /** The text of a page was edited. */
  record BodyEdited(Change.Modified<String, Page> change) implements PageEvent {}

  /** A page was changed otherwise, or its title and its text at once. */
  record PageChanged(Change.Modified<String, Page> change) implements PageEvent {}

  /** Returns the event types and their names in stored events. */
  static EventTypes<String, Page, PageEvent> types(EntitySpec<String, Page> spec) {
    return EventTypes.of(spec, PageEvent::change)
        .created("page_added", PageAdded.class, PageAdded::new)
        .deleted("page_removed", PageRemoved.class, PageRemoved::new)
        .modified("body_edited", BodyEdited.class, BodyEdited::new, "body")
        .modified("page_changed", PageChanged.class, PageChanged::new);
  }
}
