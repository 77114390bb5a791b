package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;

/**
 * An event of a vault: the change of one file, with what it means. The meaning of an event, {@link
 * #note}, has no effect on the vault; the inverse event has the same.
 */
public sealed interface VaultEvent {

  /** The change of the file. */
  Change<String, VaultFile> change();

  /** What the event means, as members of its JSON; empty if its change says all. */
  default Value.Fields note() {
    return Value.Fields.EMPTY;
  }

  /** A file was added. */
  record FileAdded(Created<String, VaultFile> change) implements VaultEvent {}

  /** A file was removed. */
  record FileRemoved(Deleted<String, VaultFile> change) implements VaultEvent {}

  /** A file got another path. */
  record FileRenamed(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Any other change of a file: of its line ends, of its mode, or of what is not text. */
  record FileModified(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Lines were added to a file. */
  record LinesAdded(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Lines of a file were removed. */
  record LinesRemoved(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Lines of a file got another text. */
  record LinesModified(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Parts of a file were moved to other positions. */
  record LinesMoved(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Lines and fields were written in another form, with the same content. */
  record LinesReformatted(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Headings were added. Their sections contain nothing but what was added with them. */
  record HeadingsAdded(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Headings of empty sections were removed. */
  record HeadingsRemoved(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Headings got another text. */
  record HeadingsModified(Modified<String, VaultFile> change) implements VaultEvent {}

  /** The lines before and after front matter were added. There is nothing between them yet. */
  record FrontMatterAdded(Modified<String, VaultFile> change) implements VaultEvent {}

  /** The lines before and after empty front matter were removed. */
  record FrontMatterRemoved(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Fields were added to front matter. */
  record FieldsAdded(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Fields of front matter were removed. */
  record FieldsRemoved(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Fields of front matter got other values. */
  record FieldsModified(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Fields of a player character were added, removed or modified. */
  record PcUpdated(Modified<String, VaultFile> change) implements VaultEvent {}

  /** Events were appended to the timeline, between two markers. */
  record TimelineAppended(Modified<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** Events were removed from the timeline, with their markers. */
  record TimelineRemoved(Modified<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** A thread was added. */
  record ThreadAdded(Modified<String, VaultFile> change, Value.Fields note) implements VaultEvent {}

  /** A thread was removed. */
  record ThreadRemoved(Modified<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** A thread was resolved. */
  record ThreadResolved(Modified<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** A resolved thread was opened again. */
  record ThreadReopened(Modified<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** The file of a new character, place or other thing was created. */
  record EntityCreated(Created<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}

  /** The file of a character, place or other thing was deleted. */
  record EntityDeleted(Deleted<String, VaultFile> change, Value.Fields note)
      implements VaultEvent {}
}
