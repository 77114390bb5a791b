package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.spec.domains.notes.NoteEntity.Board;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent.BoardAdded;
import dev.fcp.spec.domains.notes.NoteEvent.BoardModified;
import dev.fcp.spec.domains.notes.NoteEvent.BoardRemoved;
import dev.fcp.spec.domains.notes.NoteEvent.NoteAdded;
import dev.fcp.spec.domains.notes.NoteEvent.NoteModified;
import dev.fcp.spec.domains.notes.NoteEvent.NoteMoved;
import dev.fcp.spec.domains.notes.NoteEvent.NoteRemoved;

/** The domain of boards and notes. */
public final class NotesDomain extends EntityDomain<NoteKey, NoteEntity, NoteEvent> {

  private static final NoteEntitySpec SPEC = new NoteEntitySpec();

  private static final EventTypes<NoteKey, NoteEntity, NoteEvent> EVENT_TYPES =
      EventTypes.of(SPEC, NoteEvent::change)
          .entities(Board.class::isInstance)
          .created("board_added", BoardAdded.class, BoardAdded::new)
          .deleted("board_removed", BoardRemoved.class, BoardRemoved::new)
          .modified("board_modified", BoardModified.class, BoardModified::new)
          .entities(Note.class::isInstance)
          .created("note_added", NoteAdded.class, NoteAdded::new)
          .deleted("note_removed", NoteRemoved.class, NoteRemoved::new)
          .modified("note_modified", NoteModified.class, NoteModified::new)
          .modified("note_moved", NoteMoved.class, NoteMoved::new);

  /** Creates the domain; all instances behave the same. */
  public NotesDomain() {
    super("notes", EVENT_TYPES, new NoteFormat(SPEC));
  }
}
