package dev.fcp.spec.embedding;

import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.io.PrintStream;
import java.util.Optional;

/** A read model at work. */
final class SearchedNotes {

  private SearchedNotes() {}

  private static NoteEvent note(String id, String text) {
    OrderKey last = OrderKey.atLoading(0);
    Item note = new Item.Note(text, Optional.empty(), Optional.empty(), last);
    return new NoteEvent.NoteAdded(new Change.Created<>(NoteKey.note("1", id), note));
  }

  static void edit(Session<EntityModel<NoteKey, Item>, NoteEvent> session, PrintStream out) {
    Intent intent = Intent.of("add", Origin.of("ann"));
    Item board = new Item.Board("to buy", OrderKey.atLoading(0));
    session.step(
        intent,
        stage ->
            stage.emit(new NoteEvent.BoardAdded(new Change.Created<>(NoteKey.board("1"), board))));
    // region
    var texts = ReadModel.of(session, "texts", new TextIndex());
    session.listen(change -> out.println(change.kind() + ": " + texts.now().value()));
    session.step(intent, stage -> stage.emit(note("a", "milk")));
    session.step(intent, stage -> stage.emit(note("b", "milk")));
    session.undo(intent, 1);
    out.println("verified: " + (texts.verify() instanceof ReadModel.Check.Holds));
    // end
  }
}
