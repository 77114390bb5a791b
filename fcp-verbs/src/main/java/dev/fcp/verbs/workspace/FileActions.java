package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Repairing;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.Creation;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.Folder.Located;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The actions that make, open and save documents. Another document parks the open one; only {@code
 * discard:yes} drops changes.
 */
final class FileActions<M, E> {

  private static final Param<Boolean> DISCARD = Param.flag("discard");
  private static final Param<Boolean> REPAIR = Param.flag("repair");
  private static final Param<String> AS = Param.text("as", "PATH");

  /** How many files of a folder are looked at for one of a similar name. */
  private static final int SIBLINGS = 1000;

  /** How many places of a repaired file are told. */
  private static final int FINDINGS = 20;

  private final Desk<M, E> desk;
  private final DeskActions<M, E> leaving;
  private final DocumentStore store;

  FileActions(Desk<M, E> desk, DocumentStore store) {
    this.desk = desk;
    this.leaving = new DeskActions<>(desk);
    this.store = store;
  }

  List<Action> all() {
    Param<?>[] creation = desk.language().creationParams().toArray(Param<?>[]::new);
    return List.of(
        new Action(
            Form.of("new", Action.CATEGORY, "begins a document and parks the open one, or drops it")
                .optional("\"Title\"")
                .spaced()
                .params(creation)
                .params(DISCARD),
            this::create),
        new Action(
            Form.of(
                    "open",
                    Action.CATEGORY,
                    "opens a file and parks the open one; repair:yes a damaged one")
                .required("PATH")
                .spaced()
                .params(REPAIR),
            this::open),
        new Action(
            Form.of("save", Action.CATEGORY, "writes the document to its file, or to another")
                .optional("PATH")
                .spaced()
                .params(AS)
                .shownAs("save [as:PATH]"),
            (op, caller) -> desk.with(document -> save(op, caller, document))));
  }

  private Answer create(ParsedOp op, Caller caller) {
    boolean discard = DISCARD.of(op).orElse(false);
    Optional<Refusal> full = desk.full().filter(refusal -> !discard);
    if (full.isPresent()) {
      return Answer.refused(full.get());
    }
    return switch (desk.language().create(op.word(0), op)) {
      case Creation.Created<M>(var model) -> created(discard, caller, model);
      case Creation.Refused<M>(var refusal) -> Answer.refused(refusal);
    };
  }

  private Answer created(boolean discard, Caller caller, M model) {
    Domain<M, E> domain = desk.language().domain();
    boolean empty = domain.digest(model).matches(domain.digest(domain.empty()));
    Document<M, E> document =
        empty
            ? store.create(domain, caller.origin())
            : store.create(domain, readable(domain, model), caller.origin());
    List<String> lines = new ArrayList<>();
    lines.add("+ new document" + titled(document));
    if (discard) {
      desk.document().flatMap(leaving::forgotten).ifPresent(lines::add);
      desk.close();
    }
    return laid(document, lines);
  }

  private static <M, E> ReadResult.Readable<M> readable(Domain<M, E> domain, M model) {
    return switch (domain.format().read(domain.format().write(model, List.of()))) {
      case ReadResult.Readable<M> readable -> readable;
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
          throw new IllegalStateException(
              "the %s format does not read the new document that it wrote, at byte %d: %s"
                  .formatted(domain.name(), offsetBytes, reason));
    };
  }

  private Answer open(ParsedOp op, Caller caller) {
    String name = op.words().get(0);
    return desk.draft(name)
        .map(this::again)
        .orElseGet(() ->
            at(
                name,
                path ->
                    desk.sheetOf(path).map(this::again).orElseGet(() -> open(op, caller, path))));
  }

  private Answer open(ParsedOp op, Caller caller, Path path) {
    return desk.full()
        .map(Answer::refused)
        .orElseGet(
            () -> REPAIR.of(op).orElse(false) ? repaired(path, caller) : opened(path, caller));
  }

  /** Returns to a document at hand, with all its steps. */
  private Answer again(Sheet<M, E> sheet) {
    String what = desk.name(sheet) + (desk.isOpen(sheet) ? " is open already" : "");
    List<String> lines = new ArrayList<>();
    lines.add((desk.isOpen(sheet) ? "! " : "! back at ") + what + titled(sheet.document()));
    if (!desk.isOpen(sheet)) {
      Optional<Sheet<M, E>> before = desk.open();
      desk.layAgain(sheet);
      before.flatMap(this::parked).ifPresent(lines::add);
    }
    lines.add(desk.digestLine(sheet.document()));
    return Answer.of(lines);
  }

  private Answer opened(Path path, Caller caller) {
    return answer(store.open(desk.language().domain(), path, caller.origin()));
  }

  private Answer answer(Opening<M, E> opening) {
    return switch (opening) {
      case Opening.Opened<M, E>(var document, var news) -> {
        String file = desk.shownPath(document).orElse("");
        List<String> lines = new ArrayList<>();
        lines.add("! opened " + file + titled(document));
        lines.addAll(NewsText.lines(news, file));
        yield laid(document, lines);
      }
      case Opening.Undecided<M, E> undecided -> Answer.refused(refusal(undecided));
      case Opening.Unreadable<M, E> unreadable -> Answer.refused(refusal(unreadable));
    };
  }

  private Refusal refusal(Opening.Undecided<M, E> undecided) {
    String file = Quoting.quote(desk.shown(undecided.path()));
    String adopting =
        undecided.histories().stream()
            .findFirst()
            .map(other -> " " + Quoting.param("history-of", desk.shown(other)))
            .orElse(Files.exists(undecided.path()) ? " fresh:yes" : " restore:yes");
    return Refusal.because(
        desk.shown(undecided.path()) + ": " + undecided.reason(), "adopt " + file + adopting);
  }

  private Answer repaired(Path path, Caller caller) {
    return switch (store.repair(desk.language().domain(), path, caller.origin())) {
      case Repairing.Repaired<M, E>(var document, var findings) -> {
        String how = findings.isEmpty() ? "opened " : "repaired ";
        List<String> lines = new ArrayList<>();
        lines.add("! " + how + desk.shown(path) + titled(document));
        lines.addAll(listed(findings));
        yield laid(document, lines);
      }
      case Repairing.Hopeless<M, E>(var opening) ->
          switch (opening) {
            case Opening.Unreadable<M, E> damaged ->
                Answer.refused(Refusal.because(whyNot(damaged)));
            case Opening.Opened<M, E> opened -> answer(opened);
            case Opening.Undecided<M, E> undecided -> Answer.refused(refusal(undecided));
          };
    };
  }

  /** What was left out of a file, as far as a reader will follow. */
  private static List<String> listed(List<String> findings) {
    List<String> lines = new ArrayList<>();
    findings.stream().limit(FINDINGS).forEach(finding -> lines.add("! " + finding));
    if (findings.size() > FINDINGS) {
      lines.add("! and " + Words.count(findings.size() - FINDINGS, "further place"));
    }
    return lines;
  }

  /** Opens a document, and says what was done and which one was parked. */
  private Answer laid(Document<M, E> document, List<String> lines) {
    Optional<Sheet<M, E>> before = desk.open();
    desk.lay(document);
    List<String> all = new ArrayList<>(lines);
    before.flatMap(this::parked).ifPresent(all::add);
    all.add(desk.digestLine(document));
    return Answer.of(all);
  }

  /** That a document was parked; empty if it was not worth it. */
  private Optional<String> parked(Sheet<M, E> sheet) {
    return Optional.of(sheet)
        .filter(it -> desk.parked().contains(it))
        .map(it -> "! parked %s, %s".formatted(desk.name(it), Desk.standing(it.document())));
  }

  private Refusal refusal(Opening.Unreadable<M, E> unreadable) {
    String message = whyNot(unreadable);
    if (unreadable.suggestion().isPresent()) {
      return Refusal.because(message, unreadable.suggestion().get());
    }
    return Files.exists(unreadable.path())
        ? Refusal.because(message)
        : new Refusal(message, similar(unreadable.path()).map(this::opening));
  }

  private String whyNot(Opening.Unreadable<M, E> unreadable) {
    String place = unreadable.offsetBytes() == 0 ? "" : ", byte " + unreadable.offsetBytes();
    return desk.shown(unreadable.path()) + place + ": " + unreadable.reason();
  }

  private String opening(Path path) {
    return "open " + Quoting.quote(desk.shown(path));
  }

  /** A file in the same folder whose name is like that of a path. */
  private Optional<Path> similar(Path path) {
    List<String> names = new ArrayList<>();
    if (!Files.isDirectory(folderOf(path))) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folderOf(path))) {
      for (Path sibling : siblings) {
        if (hasExtension(sibling) && names.size() < SIBLINGS) {
          names.add(nameOf(sibling));
        }
      }
    } catch (IOException e) {
      // A folder that cannot be listed has no names to offer; that the file is missing stays true.
      return Optional.empty();
    }
    names.sort(null);
    return Suggestions.nearest(nameOf(path), names).map(path::resolveSibling);
  }

  private Answer save(ParsedOp op, Caller caller, Document<M, E> document) {
    if (op.word(0).isPresent() && AS.of(op).isPresent()) {
      String message = "save takes one path, not both " + op.words().get(0) + " and as:";
      return Answer.refused(Refusal.because(message, op.withPositionals(List.of()).text()));
    }
    Optional<String> asked = op.word(0).or(() -> AS.of(op));
    Optional<Path> own = document.path();
    if (asked.isPresent()) {
      return at(asked.get(), path -> saveAs(path, caller, document));
    }
    return own.map(path -> saveAs(path, caller, document))
        .orElseGet(() ->
            Answer.refused(
                Refusal.because("no file holds this document yet", desk.savingAction(document))));
  }

  private Answer saveAs(Path path, Caller caller, Document<M, E> document) {
    boolean isOwn = document.path().filter(path::equals).isPresent();
    if (!isOwn && !hasExtension(path)) {
      String message = desk.shown(path) + " does not end in ." + String.join(" or .", extensions());
      return Answer.refused(Refusal.because(message, saving(withExtension(path))));
    }
    if (!Files.isDirectory(folderOf(path))) {
      String message = "there is no folder " + desk.shown(folderOf(path));
      return Answer.refused(Refusal.because(message, "save as:./" + Quoting.quote(nameOf(path))));
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
    return path.resolveSibling(nameOf(path) + "." + desk.extension());
  }

  /** A path like this one where no file is. */
  private static Path free(Path path) {
    String name = nameOf(path);
    int dot = name.lastIndexOf('.');
    String stem = dot < 1 ? name : name.substring(0, dot);
    String end = dot < 1 ? "" : name.substring(dot);
    int number = 2;
    while (Files.exists(path.resolveSibling(stem + "-" + number + end))) {
      number++;
    }
    return path.resolveSibling(stem + "-" + number + end);
  }

  private Answer at(String text, Function<Path, Answer> work) {
    return switch (desk.settings().folder().locate(text)) {
      case Located.At(var path) -> work.apply(path);
      case Located.Refused(var refusal) -> Answer.refused(refusal);
    };
  }

  private String titled(Document<M, E> document) {
    return desk.quotedTitle(document).map(title -> ": " + title).orElse("");
  }

  private boolean hasExtension(Path path) {
    String name = nameOf(path).toLowerCase(Locale.ROOT);
    return extensions().stream().anyMatch(extension -> name.endsWith("." + extension));
  }

  private List<String> extensions() {
    return desk.language().domain().format().extensions();
  }

  private static String nameOf(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  private static Path folderOf(Path path) {
    Path folder = path.getParent();
    return folder == null ? path : folder;
  }
}
