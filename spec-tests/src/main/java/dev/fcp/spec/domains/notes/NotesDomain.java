package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.DeclaredDomain;
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
public final class NotesDomain extends DeclaredDomain<NoteKey, NoteEntity, NoteEvent> {

  private static final NoteEntitySpec SPEC = new NoteEntitySpec();

  private static final EventTypes<NoteKey, NoteEntity, NoteEvent> EVENT_TYPES =
      EventTypes.of(SPEC, NoteEvent::change)
          .created("board_added", Board.class, BoardAdded.class, BoardAdded::new)
          .deleted("board_removed", Board.class, BoardRemoved.class, BoardRemoved::new)
          .modified("board_modified", Board.class, BoardModified.class, BoardModified::new)
          .created("note_added", Note.class, NoteAdded.class, NoteAdded::new)
          .deleted("note_removed", Note.class, NoteRemoved.class, NoteRemoved::new)
          .modified("note_modified", Note.class, NoteModified.class, NoteModified::new)
          .modified("note_moved", Note.class, NoteMoved.class, NoteMoved::new);

  /** The domain; all instances are alike. */
  public NotesDomain() {
    super("notes", SPEC, EVENT_TYPES, new NoteFormat(SPEC));
  }
}
