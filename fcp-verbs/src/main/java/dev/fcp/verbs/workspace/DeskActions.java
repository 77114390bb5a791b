package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The actions that look over the documents at hand and put them away. */
final class DeskActions<M, E> {

  private static final Param<Boolean> DISCARD = Param.flag("discard");

  private final Desk<M, E> desk;
  private final DocumentStore store;

  DeskActions(Desk<M, E> desk, DocumentStore store) {
    this.desk = desk;
    this.store = store;
  }

  List<Action> all() {
    return List.of(
        new Action(
            Form.of("close", Action.CATEGORY, "puts the document away; discard:yes with changes")
                .params(DISCARD),
            (op, caller) -> desk.with(document -> close(op, caller, document))),
        new Action(
            Form.of("documents", Action.CATEGORY, "the open document and the parked ones"),
            (op, caller) -> documents()));
  }

  private Answer close(ParsedOp op, Caller caller, Document<M, E> document) {
    boolean discard = DISCARD.of(op).orElse(false);
    if (!discard && !document.isKept() && !Desk.isSaved(document)) {
      return Answer.refused(loss(op, document));
    }
    List<String> lines = new ArrayList<>();
    String where = desk.shownPath(document).orElse("a document that no file holds");
    lines.add("! closed " + where);
    if (discard) {
      lines.addAll(discarded(document, caller));
    } else {
      lines.addAll(Desk.isReachable(document) ? kept(document) : left(document));
      desk.close();
    }
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

  /** Closes the open document, drops what no file holds of it, and says what that was. */
  List<String> discarded(Document<M, E> document, Caller caller) {
    List<String> lines = new ArrayList<>();
    if (!document.isKept() || document.path().isEmpty()) {
      forgotten(document).ifPresent(lines::add);
    } else if (!Desk.isSaved(document)) {
      lines.add("! it is as its file again; undo and redo know what was dropped");
    }
    Outcome outcome = document.discard(Intent.of("close discard:yes", caller.origin()));
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      lines.add("! but: " + conflicts.get(0).reason());
    }
    desk.forget();
    return lines;
  }

  /** What is there when a document is opened again, or what is not. */
  private List<String> kept(Document<M, E> document) {
    if (!document.isKept()) {
      return forgotten(document).stream().toList();
    }
    return Desk.isSaved(document)
        ? List.of()
        : List.of(
            "! %s; open %s goes on there"
                .formatted(
                    Desk.standing(document),
                    desk.open().map(desk::name).map(Quoting::quote).orElse("")));
  }

  /** What may be there of a document whose history somebody took away, or which cannot be told. */
  private static List<String> left(Document<?, ?> document) {
    return Desk.isSaved(document)
        ? List.of()
        : List.of("! its history cannot be reached; what was not saved may be gone");
  }

  /** What can no longer be undone or redone once a document is off the desk. */
  private Optional<String> forgotten(Document<M, E> document) {
    int count = document.session().state().history().steps().size();
    String where = desk.shownPath(document).orElse("the document before");
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "! %s of %s can no longer be undone or redone"
                .formatted(Words.count(count, "step"), where));
  }

  private Answer documents() {
    List<String> lines = new ArrayList<>(desk.sheets().stream().map(this::line).toList());
    keptDrafts().forEach(name -> lines.add(Desk.draftName(name) + ": kept, in no file"));
    return lines.isEmpty() ? Answer.of("! no documents") : Answer.of(lines);
  }

  /** The drafts of the store that are not at hand. */
  private List<String> keptDrafts() {
    Set<String> atHand =
        desk.sheets().stream()
            .flatMap(sheet -> sheet.document().draft().stream())
            .collect(Collectors.toSet());
    return store.drafts(desk.language().domain()).stream()
        .filter(name -> !atHand.contains(name))
        .toList();
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
