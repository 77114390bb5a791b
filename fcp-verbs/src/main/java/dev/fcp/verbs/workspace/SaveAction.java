package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The action that writes a document to its file, or to another one. */
final class SaveAction<M, E> {

  private static final Param<String> AS = Param.text("as", "PATH");
  private static final Param<Boolean> OVER = Param.flag("over");

  /** The action that writes a document in the place of a version that is kept. */
  static final String OVERWRITING = "save over:yes";

  private final Desk<M, E> desk;
  private final FileNames<M, E> names;
  private final DocumentStore store;

  SaveAction(Desk<M, E> desk, DocumentStore store) {
    this.desk = desk;
    this.store = store;
    this.names = new FileNames<>(desk);
  }

  Action action() {
    return new Action(
        Form.of("save", Action.CATEGORY, "writes the document to its file, or to another")
            .optional("PATH")
            .spaced()
            .params(AS, OVER)
            .shownAs("save [as:PATH|over:yes]"),
        (op, caller) -> desk.with(document -> save(op, caller, document)));
  }

  private Answer save(ParsedOp op, Caller caller, Document<M, E> document) {
    if (op.word(0).isPresent() && AS.of(op).isPresent()) {
      String message = "save takes one path, not both " + op.words().get(0) + " and as:";
      return Answer.refused(Refusal.because(message, op.withPositionals(List.of()).text()));
    }
    Optional<String> asked = op.word(0).or(() -> AS.of(op));
    boolean isOver = OVER.of(op).orElse(false);
    if (asked.isPresent() && isOver) {
      String message = "over:yes is about the file of the document, not about another";
      return Answer.refused(Refusal.because(message, op.withoutParam("over").text()));
    }
    Optional<Path> own = document.path();
    if (asked.isPresent()) {
      return names.at(asked.get(), path -> saveAs(path, false, caller, document));
    }
    return own.map(path -> saveAs(path, isOver, caller, document))
        .orElseGet(() ->
            Answer.refused(
                Refusal.because("no file holds this document yet", desk.savingAction(document))));
  }

  private Answer saveAs(Path path, boolean isOver, Caller caller, Document<M, E> document) {
    boolean isOwn = document.path().filter(path::equals).isPresent();
    if (!isOwn && !names.hasExtension(path)) {
      String message =
          desk.shown(path) + " does not end in ." + String.join(" or .", names.extensions());
      return Answer.refused(Refusal.because(message, saving(withExtension(path))));
    }
    if (!Files.isDirectory(FileNames.folderOf(path))) {
      String message = "there is no folder " + desk.shown(FileNames.folderOf(path));
      return Answer.refused(
          Refusal.because(message, "save as:./" + Quoting.quote(FileNames.nameOf(path))));
    }
    if (Files.isDirectory(path)) {
      return Answer.refused(Refusal.because(desk.shown(path) + " is a folder"));
    }
    if (desk.sheetOf(path).filter(sheet -> sheet.document() != document).isPresent()) {
      String message = desk.shown(path) + " belongs to another document at hand";
      return Answer.refused(Refusal.because(message, saving(free(path))));
    }
    boolean replaces = !isOwn && store.hasHistory(path);
    Intent intent = Intent.of("save", caller.origin());
    return switch (isOver ? document.saveOver(intent) : document.saveAs(intent, path)) {
      case Saving.Saved saved -> {
        List<String> lines = new ArrayList<>(found(saved.news(), document));
        lines.add("! saved %s, %s".formatted(desk.shown(path), bytes(saved.sizeBytes())));
        if (replaces) {
          lines.addAll(FormerHistories.kept(desk.shown(path)));
        }
        if (!document.session().state().isSaved()) {
          lines.add("! memory is ahead of disk again: save once more");
        }
        yield Answer.of(lines).with(desk.digestLine(document));
      }
      case Saving.Refused(var conflicts) -> Answer.refused(refusal(conflicts, path, document));
    };
  }

  /** What stood in the file before; a save that took its place decided about it. */
  private List<String> found(FileNews news, Document<M, E> document) {
    return news instanceof FileNews.Undecided && document.session().state().isSaved()
        ? List.of("! the version that stood there is kept in the history")
        : desk.newsLines(document, news);
  }

  private Refusal refusal(List<Conflict> conflicts, Path path, Document<M, E> document) {
    String reasons = String.join("; ", conflicts.stream().map(Conflict::reason).toList());
    boolean isOwn = document.path().filter(path::equals).isPresent();
    boolean isOver = isOwn && (desk.isDamaged(document) || document.isProtected());
    return Refusal.because(
        reasons.replace(path.toString(), desk.shown(path)),
        isOver ? OVERWRITING : saving(free(path)));
  }

  private String saving(Path path) {
    return "save " + Quoting.param("as", desk.shown(path));
  }

  private static String bytes(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }

  private Path withExtension(Path path) {
    return path.resolveSibling(FileNames.nameOf(path) + "." + desk.extension());
  }

  /** A path like this one where no file is. */
  private static Path free(Path path) {
    String name = FileNames.nameOf(path);
    int dot = name.lastIndexOf('.');
    String stem = dot < 1 ? name : name.substring(0, dot);
    String end = dot < 1 ? "" : name.substring(dot);
    int number = 2;
    while (Files.exists(path.resolveSibling(stem + "-" + number + end))) {
      number++;
    }
    return path.resolveSibling(stem + "-" + number + end);
  }
}
