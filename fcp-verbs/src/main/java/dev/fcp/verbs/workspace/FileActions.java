package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The actions that create, open, save and adopt documents. Opening a document parks the active one;
 * only {@code discard:yes} discards changes.
 */
final class FileActions<M, E> {

  /** The maximum number of files of a folder that are searched for a similar name. */
  private static final int MAX_SIBLINGS = 1000;

  /** The maximum number of findings of a repair that are listed. */
  private static final int MAX_FINDINGS = 20;

  private final OpenDocuments<M, E> documents;
  private final DocumentActions<M, E> documentActions;
  private final SaveAction<M, E> saveAction;
  private final DocumentStore store;
  private final WorkspacePaths<M, E> paths;

  FileActions(OpenDocuments<M, E> documents, DocumentStore store) {
    this.documents = documents;
    this.paths = new WorkspacePaths<>(documents);
    this.documentActions = new DocumentActions<>(documents, store);
    this.saveAction = new SaveAction<>(documents, store);
    this.store = store;
  }

  List<SessionAction> all() {
    return List.of(
        new SessionAction(
            SessionForms.creation(documents.language().creationParams()), this::create),
        new SessionAction(SessionForms.OPEN, this::open),
        saveAction.action(),
        new SessionAction(SessionForms.ADOPT, this::adopt));
  }

  private Response create(ParsedOperation op, Caller caller) {
    return create(op, caller, Optional.empty());
  }

  /**
   * Creates a document.
   *
   * @param name its name in a store of documents without files; empty for a new one
   */
  private Response create(ParsedOperation op, Caller caller, Optional<String> name) {
    boolean discard = SessionForms.DISCARD.valueIn(op).orElse(false);
    Optional<Refusal> limitRefusal = documents.limitRefusal().filter(refusal -> !discard);
    if (limitRefusal.isPresent()) {
      return Response.refused(limitRefusal.get());
    }
    return switch (documents.language().create(op.word(0), op)) {
      case CreateResult.Created<M>(var model) -> createDocument(discard, caller, model, name);
      case CreateResult.Refused<M>(var refusal) -> Response.refused(refusal);
    };
  }

  private Response createDocument(boolean discard, Caller caller, M model, Optional<String> name) {
    Domain<M, E> domain = documents.language().domain();
    boolean isEmpty = domain.digest(model).matches(domain.digest(domain.empty()));
    Document<M, E> document =
        store.create(
            domain,
            name,
            isEmpty ? Optional.empty() : Optional.of(writtenAndRead(domain, model)),
            caller.origin());
    List<String> lines = new ArrayList<>();
    lines.add("+ new document" + titleSuffix(document));
    if (discard) {
      documents
          .activeDocument()
          .ifPresent(previous -> lines.addAll(documentActions.discard(previous, caller)));
    }
    return addDocument(document, Line.of(lines));
  }

  private static <M, E> ReadResult.Readable<M> writtenAndRead(Domain<M, E> domain, M model) {
    return switch (domain.format().read(domain.format().write(model, List.of()))) {
      case ReadResult.Readable<M> readable -> readable;
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
          throw new IllegalStateException(
              "the %s format does not read the new document that it wrote, at byte %d: %s"
                  .formatted(domain.name(), offsetBytes, reason));
    };
  }

  private Response open(ParsedOperation op, Caller caller) {
    boolean repairs = SessionForms.REPAIR.valueIn(op).orElse(false);
    return open(op.words().get(0), repairs, caller, this::returnTo);
  }

  /** Runs a call while the named document is the active one; opens it if needed. */
  Response on(String name, Caller caller, Supplier<Response> call) {
    return documents.keepingActive(() -> {
      Response opened =
          open(
              name,
              false,
              caller,
              openDocument -> {
                documents.activate(openDocument);
                return Response.of(documents.digestLine(openDocument.document()));
              });
      return opened.isError() ? opened : call.get().withLinesBefore(withoutDigest(opened));
    });
  }

  private static List<Line> withoutDigest(Response response) {
    return response.content().subList(0, response.content().size() - 1);
  }

  /** Creates a document and its file; the active document stays the same. */
  Response create(String name, ParsedOperation op, Caller caller) {
    if (store.isWithoutFiles()) {
      return store.hasDraft(documents.language().domain(), name)
          ? Response.refused(Refusal.because(name + " exists already"))
          : documents.keepingActive(() -> createNamed(name, op, caller));
    }
    return paths.withPath(
        name,
        path ->
            Files.exists(path) || store.hasHistory(path)
                ? Response.refused(Refusal.because(documents.displayPath(path) + " exists already"))
                : documents.keepingActive(() -> createFile(name, op, caller)));
  }

  private Response createNamed(String name, ParsedOperation op, Caller caller) {
    try {
      return create(op, caller, Optional.of(name));
    } catch (IllegalArgumentException e) {
      return Response.refused(Refusal.because(String.valueOf(e.getMessage())));
    }
  }

  private Response createFile(String name, ParsedOperation op, Caller caller) {
    Response created = create(op, caller);
    Optional<Document<M, E>> document = documents.activeDocument();
    if (created.isError() || document.isEmpty()) {
      return created;
    }
    boolean isSaved = false;
    try {
      ParsedOperation save = ParsedOperation.of("save").withParam(SessionForms.SAVE_AS.key(), name);
      Response saved = saveAction.save(save, caller, document.get());
      isSaved = !saved.isError();
      // What a refused save suggests would save the active document.
      return isSaved
          ? saved.withLinesBefore(withoutDigest(created))
          : new Response(saved.content().subList(0, 1), true);
    } finally {
      if (!isSaved) {
        documentActions.discard(document.get(), caller);
      }
    }
  }

  private Response open(
      String name,
      boolean repairs,
      Caller caller,
      Function<OpenDocument<M, E>, Response> returning) {
    Optional<String> closedDraft =
        store.drafts(documents.language().domain()).stream()
            .filter(draft -> OpenDocuments.draftName(draft).equalsIgnoreCase(name))
            .findFirst();
    return documents
        .findDraft(name)
        .map(returning)
        .or(() -> closedDraft.map(this::openDraft))
        .orElseGet(() ->
            paths.withPath(
                name,
                path ->
                    documents
                        .findByPath(path)
                        .flatMap(openDocument ->
                            documents
                                .externalChangesOf(openDocument)
                                .map(changes ->
                                    returning.apply(openDocument).withLinesBefore(changes)))
                        .orElseGet(() -> open(path, repairs, caller))));
  }

  private Response openDraft(String name) {
    Document<M, E> document = store.openDraft(documents.language().domain(), name);
    return addDocument(
        document,
        List.of(Line.of("! opened " + OpenDocuments.draftName(name) + titleSuffix(document))));
  }

  private Response open(Path path, boolean repairs, Caller caller) {
    if (store.isWithoutFiles()) {
      return Response.refused(
          Refusal.because(
              "there is no document %s".formatted(WorkspacePaths.nameOf(path)), "documents"));
    }
    return documents
        .limitRefusal()
        .map(Response::refused)
        .orElseGet(() -> repairs ? repair(path, caller) : openFile(path, caller));
  }

  /** Makes an open document the active one again. */
  private Response returnTo(OpenDocument<M, E> openDocument) {
    String nameText =
        documents.nameOf(openDocument)
            + (documents.isActive(openDocument) ? " is open already" : "");
    List<String> lines = new ArrayList<>();
    lines.add(
        (documents.isActive(openDocument) ? "! " : "! back at ")
            + nameText
            + titleSuffix(openDocument.document()));
    if (!documents.isActive(openDocument)) {
      Optional<OpenDocument<M, E>> previous = documents.active();
      documents.activate(openDocument);
      previous.flatMap(this::parkedLine).ifPresent(lines::add);
    }
    lines.add(documents.digestLine(openDocument.document()));
    return Response.of(lines);
  }

  private Response openFile(Path path, Caller caller) {
    return toResponse(store.open(documents.language().domain(), path, caller.origin()));
  }

  private Response toResponse(OpenResult<M, E> openResult) {
    return switch (openResult) {
      case OpenResult.Opened<M, E>(var document, var fileChange) -> {
        String file = documents.displayPath(document).orElse("");
        List<Line> lines = new ArrayList<>();
        lines.add(Line.of("! opened " + file + titleSuffix(document)));
        lines.addAll(documents.describeFileChange(document, fileChange));
        yield addDocument(document, lines);
      }
      case OpenResult.Undecided<M, E> undecided -> Response.refused(refusal(undecided));
      case OpenResult.Unreadable<M, E> unreadable -> Response.refused(refusal(unreadable));
    };
  }

  private Refusal refusal(OpenResult.Undecided<M, E> undecided) {
    String file = Quoting.quoteIfNeeded(documents.displayPath(undecided.path()));
    String adoptParam =
        undecided.histories().stream()
            .findFirst()
            .map(otherPath -> " " + Quoting.param("history-of", documents.displayPath(otherPath)))
            .orElse(Files.exists(undecided.path()) ? " fresh:yes" : " restore:yes");
    return Refusal.because(
        documents.displayPath(undecided.path()) + ": " + undecided.reason(),
        "adopt " + file + adoptParam);
  }

  private Response repair(Path path, Caller caller) {
    return switch (store.repair(documents.language().domain(), path, caller.origin())) {
      case RepairResult.Repaired<M, E>(var document, var findings) -> {
        String verb = findings.isEmpty() ? "opened " : "repaired ";
        List<String> lines = new ArrayList<>();
        lines.add("! " + verb + documents.displayPath(path) + titleSuffix(document));
        lines.addAll(findingLines(findings));
        yield addDocument(document, Line.of(lines));
      }
      case RepairResult.Irreparable<M, E>(var openResult) ->
          switch (openResult) {
            case OpenResult.Unreadable<M, E> damaged -> Response.refused(irreparable(damaged));
            case OpenResult.Opened<M, E> opened -> toResponse(opened);
            case OpenResult.Undecided<M, E> undecided -> Response.refused(refusal(undecided));
          };
    };
  }

  /** The lines for the findings of a repair. */
  private static List<String> findingLines(List<String> findings) {
    List<String> lines = new ArrayList<>();
    findings.stream().limit(MAX_FINDINGS).forEach(finding -> lines.add("! " + finding));
    if (findings.size() > MAX_FINDINGS) {
      lines.add("! and " + Plurals.count(findings.size() - MAX_FINDINGS, "further place"));
    }
    return lines;
  }

  /** Adds a document and returns the response, with the document that was parked. */
  private Response addDocument(Document<M, E> document, List<Line> lines) {
    Optional<OpenDocument<M, E>> previous = documents.active();
    documents.add(document);
    List<String> moreLines = new ArrayList<>(FileChangeText.lines(document));
    previous.flatMap(this::parkedLine).ifPresent(moreLines::add);
    moreLines.add(documents.digestLine(document));
    return Response.of(moreLines).withLinesBefore(lines);
  }

  /** The line for a parked document; empty if the document was closed instead. */
  private Optional<String> parkedLine(OpenDocument<M, E> openDocument) {
    return Optional.of(openDocument)
        .filter(it -> documents.parked().contains(it))
        .map(it ->
            "! parked %s, %s"
                .formatted(documents.nameOf(it), OpenDocuments.saveStatus(it.document())));
  }

  private Refusal refusal(OpenResult.Unreadable<M, E> unreadable) {
    String message = failureMessage(unreadable);
    if (store.hasHistory(unreadable.path())) {
      String path = Quoting.quoteIfNeeded(documents.displayPath(unreadable.path()));
      return Refusal.because(message, "adopt %s restore:yes".formatted(path));
    }
    if (unreadable.suggestion().isPresent()) {
      return Refusal.because(message, Refusal.operation(unreadable.suggestion().get()));
    }
    return Files.exists(unreadable.path())
        ? Refusal.because(message)
        : new Refusal(message, similarPath(unreadable.path()).map(this::openAction));
  }

  /**
   * The refusal for a file of which nothing could be read; suggests to restore it from its history
   * if there is one.
   */
  private Refusal irreparable(OpenResult.Unreadable<M, E> damaged) {
    return store.hasHistory(damaged.path())
        ? refusal(damaged)
        : Refusal.because(failureMessage(damaged));
  }

  private String failureMessage(OpenResult.Unreadable<M, E> unreadable) {
    String offset = unreadable.offsetBytes() == 0 ? "" : ", byte " + unreadable.offsetBytes();
    return documents.displayPath(unreadable.path()) + offset + ": " + unreadable.reason();
  }

  private String openAction(Path path) {
    return "open " + Quoting.quoteIfNeeded(documents.displayPath(path));
  }

  /** The path of a file in the same folder with a similar name. */
  private Optional<Path> similarPath(Path path) {
    List<String> found = new ArrayList<>();
    if (!Files.isDirectory(WorkspacePaths.folderOf(path))) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(WorkspacePaths.folderOf(path))) {
      for (Path sibling : siblings) {
        if (paths.hasExtension(sibling) && found.size() < MAX_SIBLINGS) {
          found.add(WorkspacePaths.nameOf(sibling));
        }
      }
    } catch (IOException e) {
      // The folder cannot be listed: report the missing file without a suggestion.
      return Optional.empty();
    }
    found.sort(null);
    return Suggestions.findSimilar(WorkspacePaths.nameOf(path), found).map(path::resolveSibling);
  }

  private Response adopt(ParsedOperation op, Caller caller) {
    if (store.isWithoutFiles()) {
      return Response.refused(Refusal.because("the documents of this store have one history each"));
    }
    Optional<String> historyOf = SessionForms.HISTORY_OF.valueIn(op);
    boolean fresh = SessionForms.FRESH.valueIn(op).orElse(false);
    boolean restore = SessionForms.RESTORE.valueIn(op).orElse(false);
    Optional<String> archived = SessionForms.ARCHIVED.valueIn(op);
    String file = op.words().get(0);
    long choiceCount =
        Stream.of(historyOf.isPresent(), fresh, restore, archived.isPresent())
            .filter(it -> it)
            .count();
    if (choiceCount != 1) {
      String message =
          "adopt takes one of history-of:PATH, fresh:yes, former:N, former:list and restore:yes";
      return Response.refused(
          Refusal.because(message, "adopt %s fresh:yes".formatted(Quoting.quoteIfNeeded(file))));
    }
    ArchivedHistories<M, E> archivedHistories = new ArchivedHistories<>(documents, store);
    if (archived.filter(ArchivedHistories::isList).isPresent()) {
      return paths.withPath(file, archivedHistories::list);
    }
    return paths.withPath(
        file,
        path ->
            ifNotOpen(
                path,
                () ->
                    archivedHistories.withArchivedNotice(
                        path,
                        restore,
                        archived
                            .map(
                                number -> archivedHistories.restore(path, number, this::toResponse))
                            .orElseGet(() -> adoptHistory(path, historyOf, restore, caller)))));
  }

  private Response adoptHistory(
      Path path, Optional<String> historyOf, boolean restore, Caller caller) {
    Domain<M, E> domain = documents.language().domain();
    if (historyOf.isPresent()) {
      return paths.withPath(
          historyOf.get(),
          other -> toResponse(store.openWithHistoryOf(domain, path, other, caller.origin())));
    }
    return toResponse(
        restore
            ? store.openFromHistory(domain, path)
            : store.openWithNewHistory(domain, path, caller.origin()));
  }

  /** Runs {@code work} unless the file is open or no more documents can be opened. */
  private Response ifNotOpen(Path path, Supplier<Response> work) {
    Optional<OpenDocument<M, E>> openDocument = documents.findByPath(path);
    if (openDocument.isPresent()) {
      String message = documents.displayPath(path) + " is already open with its history";
      return Response.refused(Refusal.because(message, "close"));
    }
    return documents.limitRefusal().map(Response::refused).orElseGet(work);
  }

  private String titleSuffix(Document<M, E> document) {
    return documents.quotedTitle(document).map(title -> ": " + title).orElse("");
  }
}
