package dev.fcp.spec.embedding;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.io.PrintStream;
import java.util.Optional;

/** A read model at work. */
final class SearchedNotes {

  private SearchedNotes() {}

  private static NoteEvent note(String id, String text) {
    OrderKey last = OrderKey.initial(0);
    NoteEntity note = new NoteEntity.Note(text, Optional.empty(), Optional.empty(), last);
    return new NoteEvent.NoteAdded(new Change.Created<>(NoteKey.note("1", id), note));
  }

  static void edit(Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session, PrintStream out) {
    NoteEntity board = new NoteEntity.Board("to buy", OrderKey.initial(0));
    session.step(
        "add",
        builder ->
            builder.emit(
                new NoteEvent.BoardAdded(new Change.Created<>(NoteKey.board("1"), board))));
    // region
    var texts = session.readModel(new TextIndex());
    session.listen(change -> out.println(change.kind() + ": " + texts.now().value()));
    session.step("add", builder -> builder.emit(note("a", "milk"))).orElseThrow();
    session.step("add", builder -> builder.emit(note("b", "milk"))).orElseThrow();
    session.undo().orElseThrow();
    out.println("verified: " + texts.verify().isValid());
    // end
  }
}
