package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The actions that look over the documents at hand and put them away. */
final class DeskActions<M, E> {

  private static final Param<Boolean> DISCARD = Param.flag("discard");

  private final Desk<M, E> desk;

  DeskActions(Desk<M, E> desk) {
    this.desk = desk;
  }

  List<Action> all() {
    return List.of(
        new Action(
            Form.of("close", Action.CATEGORY, "puts the document away; discard:yes with changes")
                .params(DISCARD),
            (op, caller) -> desk.with(document -> close(op, document))),
        new Action(
            Form.of("documents", Action.CATEGORY, "the open document and the parked ones"),
            (op, caller) -> documents()));
  }

  private Answer close(ParsedOp op, Document<M, E> document) {
    if (!DISCARD.of(op).orElse(false) && !Desk.isSaved(document)) {
      return Answer.refused(loss(op, document));
    }
    List<String> lines = new ArrayList<>();
    String where = desk.shownPath(document).orElse("a document that no file holds");
    lines.add("! closed " + where);
    forgotten(document).ifPresent(lines::add);
    desk.close();
    int parked = desk.parked().size();
    if (parked > 0) {
      lines.add("! %s parked, see documents".formatted(Words.count(parked, "document")));
    }
    return Answer.of(lines);
  }

  private Refusal loss(ParsedOp op, Document<M, E> document) {
    String where = desk.shownPath(document).map(path -> "to " + path).orElse("in no file");
    String message =
        "changes %s would be lost; save them, or say %s"
            .formatted(where, op.withParam("discard", "yes").text());
    return Refusal.because(message, desk.savingAction(document));
  }

  /** What can no longer be undone or redone once a document is off the desk. */
  Optional<String> forgotten(Document<M, E> document) {
    int count = document.session().state().history().steps().size();
    String where = desk.shownPath(document).orElse("the document before");
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "! %s of %s can no longer be undone or redone"
                .formatted(Words.count(count, "step"), where));
  }

  private Answer documents() {
    List<String> lines = desk.sheets().stream().map(this::line).toList();
    return lines.isEmpty() ? Answer.of("! no documents") : Answer.of(lines);
  }

  private String line(Sheet<M, E> sheet) {
    return "%s%s: %s, %s"
        .formatted(
            desk.name(sheet),
            desk.quotedTitle(sheet.document()).map(title -> " " + title).orElse(""),
            desk.isOpen(sheet) ? "open" : "parked",
            Desk.standing(sheet.document()));
  }
}
