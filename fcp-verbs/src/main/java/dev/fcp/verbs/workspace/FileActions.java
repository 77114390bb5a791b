package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Repairing;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.verbs.Creation;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The actions that make and open documents. Another document parks the open one; only {@code
 * discard:yes} drops changes.
 */
final class FileActions<M, E> {

  private static final Param<Boolean> DISCARD = Param.flag("discard");
  private static final Param<Boolean> REPAIR = Param.flag("repair");
  private static final Param<Boolean> FRESH = Param.flag("fresh");
  private static final Param<Boolean> RESTORE = Param.flag("restore");
  private static final Param<String> FORMER = Param.text("former", "N|list");
  private static final Param<String> HISTORY_OF = Param.text("history-of", "PATH");

  /** How many files of a folder are looked at for one of a similar name. */
  private static final int SIBLINGS = 1000;

  /** How many places of a repaired file are told. */
  private static final int FINDINGS = 20;

  private final Desk<M, E> desk;
  private final DeskActions<M, E> leaving;
  private final DocumentStore store;
  private final FileNames<M, E> names;

  FileActions(Desk<M, E> desk, DocumentStore store) {
    this.desk = desk;
    this.names = new FileNames<>(desk);
    this.leaving = new DeskActions<>(desk, store);
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
        new SaveAction<>(desk, store).action(),
        new Action(
            Form.of(
                    "adopt",
                    Action.CATEGORY,
                    "opens a file with the history of another, a new one, one it had, or by its history alone")
                .required("PATH")
                .spaced()
                .params(HISTORY_OF, FRESH, RESTORE, FORMER)
                .shownAs("adopt PATH history-of:PATH|fresh:yes|former:N|former:list|restore:yes"),
            this::adopt));
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
      desk.document().ifPresent(before -> lines.addAll(leaving.discarded(before, caller)));
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
    Optional<String> kept =
        store.drafts(desk.language().domain()).stream()
            .filter(draft -> Desk.draftName(draft).equalsIgnoreCase(name))
            .findFirst();
    return desk.draft(name)
        .map(this::again)
        .or(() -> kept.map(this::draft))
        .orElseGet(() ->
            names.at(
                name,
                path ->
                    desk.sheetOf(path)
                        .flatMap(sheet -> desk.newsOf(sheet).map(news -> again(sheet).after(news)))
                        .orElseGet(() -> open(op, caller, path))));
  }

  private Answer draft(String name) {
    Document<M, E> document = store.openDraft(desk.language().domain(), name);
    return laid(document, List.of("! opened " + Desk.draftName(name) + titled(document)));
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
        lines.addAll(desk.newsLines(document, news));
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
            case Opening.Unreadable<M, E> damaged -> Answer.refused(hopeless(damaged));
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
    all.addAll(NewsText.lines(document));
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
    if (store.hasHistory(unreadable.path())) {
      String path = Quoting.quote(desk.shown(unreadable.path()));
      return Refusal.because(message, "adopt %s restore:yes".formatted(path));
    }
    if (unreadable.suggestion().isPresent()) {
      return Refusal.because(message, unreadable.suggestion().get());
    }
    return Files.exists(unreadable.path())
        ? Refusal.because(message)
        : new Refusal(message, similar(unreadable.path()).map(this::opening));
  }

  /** That nothing of a file could be read; its history, if it has one, can still give it back. */
  private Refusal hopeless(Opening.Unreadable<M, E> damaged) {
    return store.hasHistory(damaged.path()) ? refusal(damaged) : Refusal.because(whyNot(damaged));
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
    List<String> found = new ArrayList<>();
    if (!Files.isDirectory(FileNames.folderOf(path))) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(FileNames.folderOf(path))) {
      for (Path sibling : siblings) {
        if (names.hasExtension(sibling) && found.size() < SIBLINGS) {
          found.add(FileNames.nameOf(sibling));
        }
      }
    } catch (IOException e) {
      // A folder that cannot be listed has no names to offer; that the file is missing stays true.
      return Optional.empty();
    }
    found.sort(null);
    return Suggestions.nearest(FileNames.nameOf(path), found).map(path::resolveSibling);
  }

  private Answer adopt(ParsedOp op, Caller caller) {
    Optional<String> from = HISTORY_OF.of(op);
    boolean fresh = FRESH.of(op).orElse(false);
    boolean restore = RESTORE.of(op).orElse(false);
    Optional<String> former = FORMER.of(op);
    String asked = op.words().get(0);
    long choices =
        Stream.of(from.isPresent(), fresh, restore, former.isPresent()).filter(it -> it).count();
    if (choices != 1) {
      String message =
          "adopt takes one of history-of:PATH, fresh:yes, former:N, former:list and restore:yes";
      return Answer.refused(
          Refusal.because(message, "adopt %s fresh:yes".formatted(Quoting.quote(asked))));
    }
    FormerHistories<M, E> formers = new FormerHistories<>(desk, store);
    if (former.filter(FormerHistories::isList).isPresent()) {
      return names.at(asked, formers::list);
    }
    return names.at(
        asked,
        path ->
            free(
                path,
                () ->
                    formers.replacing(
                        path,
                        restore,
                        former
                            .map(number -> formers.bringBack(path, number, this::answer))
                            .orElseGet(() -> adopted(path, from, restore, caller)))));
  }

  private Answer adopted(Path path, Optional<String> from, boolean restore, Caller caller) {
    Domain<M, E> domain = desk.language().domain();
    if (from.isPresent()) {
      return names.at(
          from.get(), other -> answer(store.adoptHistory(domain, path, other, caller.origin())));
    }
    return answer(
        restore ? store.restore(domain, path) : store.adopt(domain, path, caller.origin()));
  }

  /** Does something with a file that is not at hand. */
  private Answer free(Path path, Supplier<Answer> work) {
    Optional<Sheet<M, E>> sheet = desk.sheetOf(path);
    if (sheet.isPresent()) {
      String message = desk.shown(path) + " is at hand with the history it has";
      return Answer.refused(Refusal.because(message, "close"));
    }
    return desk.full().map(Answer::refused).orElseGet(work);
  }

  private String titled(Document<M, E> document) {
    return desk.quotedTitle(document).map(title -> ": " + title).orElse("");
  }
}
