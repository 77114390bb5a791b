package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.Change;

/** The events of boards and notes. */
public sealed interface NoteEvent {

  /** The change that this event makes. */
  Change<NoteKey, NoteEntity> change();

  /** A board was added. */
  record BoardAdded(Change.Created<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** An empty board was removed. */
  record BoardRemoved(Change.Deleted<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** The title or the order key of a board changed. */
  record BoardModified(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note was added. */
  record NoteAdded(Change.Created<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note was removed. */
  record NoteRemoved(Change.Deleted<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** The text or a reference of a note changed. */
  record NoteModified(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}

  /**
   * A note was dragged to another position or parent; the same kind of change under a separate
   * name.
   */
  record NoteMoved(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}
}
