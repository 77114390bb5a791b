package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.Change;

/** What can happen to boards and notes. */
public sealed interface NoteEvent {

  /** What it does. */
  Change<NoteKey, NoteEntity> change();

  /** A board is new. */
  record BoardAdded(Change.Created<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** An empty board is gone. */
  record BoardRemoved(Change.Deleted<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A board has another title or place. */
  record BoardModified(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note is new. */
  record NoteAdded(Change.Created<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note is gone. */
  record NoteRemoved(Change.Deleted<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note reads or points otherwise. */
  record NoteModified(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}

  /** A note was dragged to another place or parent; the same change under a name of its own. */
  record NoteMoved(Change.Modified<NoteKey, NoteEntity> change) implements NoteEvent {}
}
