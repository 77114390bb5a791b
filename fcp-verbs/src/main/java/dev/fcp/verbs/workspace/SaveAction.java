package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
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

  private final Desk<M, E> desk;
  private final FileNames<M, E> names;

  SaveAction(Desk<M, E> desk) {
    this.desk = desk;
    this.names = new FileNames<>(desk);
  }

  Action action() {
    return new Action(
        Form.of("save", Action.CATEGORY, "writes the document to its file, or to another")
            .optional("PATH")
            .spaced()
            .params(AS)
            .shownAs("save [as:PATH]"),
        (op, caller) -> desk.with(document -> save(op, caller, document)));
  }

  private Answer save(ParsedOp op, Caller caller, Document<M, E> document) {
    if (op.word(0).isPresent() && AS.of(op).isPresent()) {
      String message = "save takes one path, not both " + op.words().get(0) + " and as:";
      return Answer.refused(Refusal.because(message, op.withPositionals(List.of()).text()));
    }
    Optional<String> asked = op.word(0).or(() -> AS.of(op));
    Optional<Path> own = document.path();
    if (asked.isPresent()) {
      return names.at(asked.get(), path -> saveAs(path, caller, document));
    }
    return own.map(path -> saveAs(path, caller, document))
        .orElseGet(() ->
            Answer.refused(
                Refusal.because("no file holds this document yet", desk.savingAction(document))));
  }

  private Answer saveAs(Path path, Caller caller, Document<M, E> document) {
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
    return switch (document.saveAs(Intent.of("save", caller.origin()), path)) {
      case Saving.Saved saved -> {
        List<String> lines = new ArrayList<>(NewsText.lines(saved.news(), desk.shown(path)));
        lines.add("! saved %s, %s".formatted(desk.shown(path), bytes(saved.sizeBytes())));
        if (!document.session().state().isSaved()) {
          lines.add("! memory is ahead of disk again: save once more");
        }
        yield Answer.of(lines).with(desk.digestLine(document));
      }
      case Saving.Refused(var conflicts) -> Answer.refused(refusal(conflicts, path));
    };
  }

  private Refusal refusal(List<Conflict> conflicts, Path path) {
    String reasons = String.join("; ", conflicts.stream().map(Conflict::reason).toList());
    return Refusal.because(reasons.replace(path.toString(), desk.shown(path)), saving(free(path)));
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
