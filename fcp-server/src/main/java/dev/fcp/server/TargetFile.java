package dev.fcp.server;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Readable;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The file argument of a command; opens its document and its history. */
final class TargetFile {

  /**
   * How long to wait for other processes: several agents may use a folder at once. A system
   * property with this name sets another number of seconds.
   */
  static final String FOLDER_LOCK_SECONDS = "fcp.folderLockSeconds";

  /** The source of a copy, which is never saved. */
  private static final Source NO_SOURCE = Source.of(new byte[0]);

  final Console console;
  private final Languages languages;
  final String name;
  final Path path;
  final DocumentStore store;
  final ShellSuggestions suggestions;

  /** The store for documents whose history is not kept. */
  private final DocumentStore temporaryStore = new DocumentStore(SessionSettings.standard());

  /**
   * A file argument.
   *
   * @param languages the languages of the supported documents
   * @param name the file as typed, or the name of a document in a database
   * @param staleSaves what to do with a save of a folder that was interrupted long ago
   * @param database the documents of a database; empty for files
   * @param suggestions writes commands on these documents
   */
  TargetFile(
      Console console,
      Languages languages,
      String name,
      StaleSaves staleSaves,
      Optional<DocumentStore> database,
      ShellSuggestions suggestions) {
    this.console = console;
    this.languages = languages;
    this.name = name;
    this.path = console.folder().resolve(name);
    this.suggestions = suggestions;
    this.store = database.orElseGet(() -> storeOfFiles(console, path, staleSaves));
  }

  private static DocumentStore storeOfFiles(Console console, Path path, StaleSaves staleSaves) {
    Path parent = path.toAbsolutePath().getParent();
    JournalLayout layout = JournalLayout.standard(parent == null ? console.folder() : parent);
    return DocumentStore.withJournals(
            SessionSettings.standard(),
            Files.isDirectory(path)
                ? new JournalLayout(
                    layout
                        .settings()
                        .withLockTimeout(Duration.ofSeconds(Long.getLong(FOLDER_LOCK_SECONDS, 30))),
                    layout.draftsFolder())
                : layout)
        .withStaleSaves(staleSaves);
  }

  /** Runs work in a workspace with the open file, and begins a history if there is none. */
  ExitCode open(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(language -> openAndRun(language, store, true, work));
  }

  /**
   * Runs work that is recorded in the history, then finishes the command. If the file has no
   * history, one is begun between the two, unless the work was refused. The refusal of a missing
   * file says how to create it.
   *
   * @param work runs in memory if there is no history, and once more if another process has begun
   *     one in the meantime
   * @param finish prints the response to the work, and saves
   */
  ExitCode openToRecord(
      Function<Workspace<?, ?>, Response> work,
      BiFunction<Workspace<?, ?>, Response, ExitCode> finish) {
    return isMissing()
        ? withLanguage(language -> {
          List<String> lines = SimilarFiles.missingFileLines(name, path);
          String suggestion = suggestions.command("run --new", name, List.of());
          lines.add(Line.suggestion(suggestion).text());
          return console.printError(ExitCode.REFUSED, lines.toArray(String[]::new));
        })
        : withLanguageOfFile(language -> openToRecord(language, work, finish));
  }

  private <M, E> ExitCode openToRecord(
      DomainLanguage<M, E> language,
      Function<Workspace<?, ?>, Response> work,
      BiFunction<Workspace<?, ?>, Response, ExitCode> finish) {
    return openAndRun(
        language,
        store.withoutNewHistories(),
        true,
        workspace -> {
          Response response = work.apply(workspace);
          Document<M, E> document = workspace.document().orElseThrow();
          return response.isError() || document.isPersistent()
              ? finish.apply(workspace, response)
              : beginHistory(language, document, response, work, finish);
        });
  }

  private <M, E> ExitCode beginHistory(
      DomainLanguage<M, E> language,
      Document<M, E> document,
      Response response,
      Function<Workspace<?, ?>, Response> work,
      BiFunction<Workspace<?, ?>, Response, ExitCode> finish) {
    Optional<Document<M, E>> begun = store.beginHistory(document);
    if (begun.isEmpty()) {
      return openToRecord(language, work, finish);
    }
    try (Workspace<M, E> workspace = workspace(language, store)) {
      workspace.open(begun.get());
      return finish.apply(workspace, response);
    }
  }

  /**
   * Runs work that decides about a version written by another program, without first reporting that
   * version. Begins no history.
   */
  ExitCode openToDecide(Function<Workspace<?, ?>, ExitCode> work) {
    return openWithExistingHistory(false, work);
  }

  /** Work on an open folder, with the current settings of its files. */
  interface FolderWork {
    ExitCode run(Path folder, Supplier<FolderSettings> settings, Workspace<?, ?> workspace);
  }

  /** Runs work on an open folder, and begins a history if there is none; refuses a file. */
  ExitCode watchFolder(FolderWork work) {
    return isFolder()
        ? withLanguageOfFile(language -> watchFolder(language, work))
        : console.printError(ExitCode.REFUSED, "! %s is no folder".formatted(name));
  }

  private <M, E> ExitCode watchFolder(DomainLanguage<M, E> language, FolderWork work) {
    Supplier<FolderSettings> settings =
        () -> language.folderSettings(path, FolderSettings.defaults());
    return openAndRun(language, store, true, workspace -> work.run(path, settings, workspace));
  }

  /** Runs work on the file with its history; begins no history. */
  ExitCode openWithExistingHistory(Function<Workspace<?, ?>, ExitCode> work) {
    return openWithExistingHistory(true, work);
  }

  private ExitCode openWithExistingHistory(
      boolean reportsChanges, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(
        language -> openAndRun(language, store.withoutNewHistories(), reportsChanges, work));
  }

  /** Work on an open document of any kind. */
  interface DocumentWork {
    <M, E> ExitCode run(DomainLanguage<M, E> language, Document<M, E> document);
  }

  /** Runs work on the document with its history; begins no history. */
  ExitCode openDocument(DocumentWork work) {
    return withLanguageOfFile(language -> openDocument(language, work));
  }

  private <M, E> ExitCode openDocument(DomainLanguage<M, E> language, DocumentWork work) {
    return openAndRun(
        language,
        store.withoutNewHistories(),
        true,
        workspace -> work.run(language, workspace.document().orElseThrow()));
  }

  /** Runs work that only reads the history, even if it is read-only or another process holds it. */
  ExitCode viewHistory(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(language -> openAndRun(language, store.forReading(), true, work));
  }

  /** Runs work that only reads the file; begins no history. */
  ExitCode view(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(language -> openAndRun(language, viewingStore(), true, work));
  }

  /** A store for reading; a history that cannot be accessed is reported and left out. */
  private DocumentStore viewingStore() {
    if (isStored()) {
      return store;
    }
    try {
      return store.hasHistory(path) ? store.forReading() : temporaryStore;
    } catch (JournalException e) {
      console.err().println(Line.of("! " + e.getMessage()).text());
      console.err().println("! showing the file without its history");
      return temporaryStore;
    }
  }

  /** Runs work on a copy of the document; the file and its history are unchanged. */
  ExitCode withCopy(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(language -> withCopy(language, work));
  }

  private <M, E> ExitCode withCopy(
      DomainLanguage<M, E> language, Function<Workspace<?, ?>, ExitCode> work) {
    return openAndRun(
        language,
        viewingStore(),
        true,
        original -> runOnCopy(language, original.document().orElseThrow().session().model(), work));
  }

  private <M, E> ExitCode runOnCopy(
      DomainLanguage<M, E> language, M model, Function<Workspace<?, ?>, ExitCode> work) {
    try (Workspace<M, E> copy = workspace(language, temporaryStore)) {
      copy.open(
          temporaryStore.create(
              language.domain(), new Readable<>(model, NO_SOURCE), caller().origin()));
      return work.apply(copy);
    }
  }

  /**
   * Runs work on a new document, which becomes the file when it is saved.
   *
   * @param isPersistent whether its history is kept
   * @param suggestion a command that works if the file exists already
   */
  ExitCode create(
      boolean isPersistent, String suggestion, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      if (isStored()) {
        return createStored(language, isPersistent, suggestion, work);
      }
      if (Files.exists(path)) {
        return refuse(name + " already exists", suggestion);
      }
      Path folder = path.toAbsolutePath().getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        return refuse("there is no folder " + folder, "mkdir -p " + folder);
      }
      try (Workspace<?, ?> workspace = workspace(language, isPersistent ? store : temporaryStore)) {
        Response response = workspace.act(ParsedOperation.of("new"), caller());
        return response.isError() ? print(response) : runOnNew(workspace, work);
      }
    });
  }

  private <M, E> ExitCode createStored(
      DomainLanguage<M, E> language,
      boolean isPersistent,
      String suggestion,
      Function<Workspace<?, ?>, ExitCode> work) {
    if (store.hasDraft(language.domain(), name)) {
      return refuse(name + " already exists", suggestion);
    }
    DocumentStore chosen = isPersistent ? store : temporaryStore;
    Optional<String> given = Optional.of(name).filter(it -> isPersistent);
    try (Workspace<M, E> workspace = workspace(language, chosen)) {
      workspace.open(chosen.create(language.domain(), given, Optional.empty(), caller().origin()));
      return runOnNew(workspace, work);
    } catch (IllegalArgumentException e) {
      return console.printError(ExitCode.REFUSED, "! " + e.getMessage());
    }
  }

  /** Whether the document is in a database. */
  boolean isStored() {
    return store.isWithoutFiles();
  }

  private boolean isFolder() {
    return !isStored() && Files.isDirectory(path);
  }

  /** Discards the document unless it was saved, because no command could open the draft. */
  private ExitCode runOnNew(Workspace<?, ?> workspace, Function<Workspace<?, ?>, ExitCode> work) {
    boolean isDone = false;
    try {
      ExitCode code = work.apply(workspace);
      isDone = code == ExitCode.DONE;
      return code;
    } catch (JournalException e) {
      throw hasNoFile(workspace) ? createFailure(e) : e;
    } finally {
      if (!isDone && hasNoFile(workspace)) {
        workspace
            .document()
            .ifPresent(
                document -> document.discardUnsaved(EditOptions.of("discard", caller().origin())));
      }
    }
  }

  private static boolean hasNoFile(Workspace<?, ?> workspace) {
    return workspace.document().filter(document -> document.path().isEmpty()).isPresent();
  }

  /** The failure of the save that would have created the file. */
  private JournalException createFailure(JournalException failure) {
    Throwable cause = Throwables.getRootCause(failure);
    return new JournalException(
        "%s cannot be saved: %s; nothing was created".formatted(name, cause), cause);
  }

  /** Runs work on a copy of the document as it was at a checkpoint. */
  ExitCode withCopyAtCheckpoint(String checkpoint, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguageOfFile(language -> withCopyAtCheckpoint(language, checkpoint, work));
  }

  private <M, E> ExitCode withCopyAtCheckpoint(
      DomainLanguage<M, E> language, String checkpoint, Function<Workspace<?, ?>, ExitCode> work) {
    return openAndRun(
        language,
        viewingStore(),
        true,
        original -> {
          Session<M, E> session = original.document().orElseThrow().session();
          Optional<M> model = session.modelNamed(checkpoint);
          return model.isPresent()
              ? runOnCopy(language, model.get(), work)
              : refuse(
                  "no state is kept for checkpoint " + checkpoint,
                  suggestions.command("query", name, List.of("status")));
        });
  }

  /** The user of the command line. */
  static Caller caller() {
    return Caller.person(Origin.of(System.getProperty("user.name", "somebody")));
  }

  /** Runs work with the language of the file; refuses if neither file nor history exists. */
  ExitCode withLanguageOfFile(Function<DomainLanguage<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      if (isStored() && !store.hasDraft(language.domain(), name)) {
        return refuse(
            "there is no document " + name, suggestions.command("run --new", name, List.of()));
      }
      return isMissing() ? missing() : work.apply(language);
    });
  }

  ExitCode missing() {
    return console.printError(
        ExitCode.REFUSED, SimilarFiles.missingFileLines(name, path).toArray(String[]::new));
  }

  boolean isMissing() {
    return !isStored() && !Files.exists(path) && !store.hasHistory(path);
  }

  ExitCode withLanguage(Function<DomainLanguage<?, ?>, ExitCode> work) {
    boolean isFolder = isFolder();
    return (isFolder ? languages.forFolders() : languages.forFileName(name))
        .map(work)
        .orElseGet(() -> {
          if (isFolder) {
            return console.printError(
                ExitCode.REFUSED, "! %s is a folder".formatted(name), "! name a file in it");
          }
          Set<String> known = new LinkedHashSet<>();
          languages.all().forEach(it -> known.addAll(it.domain().format().extensions()));
          String extensions = known.stream().map(it -> "." + it).collect(Collectors.joining(", "));
          return console.printError(
              ExitCode.REFUSED,
              "! the extension of %s is not supported; supported are %s"
                  .formatted(name, extensions));
        });
  }

  <M, E> ExitCode openAndRun(
      DomainLanguage<M, E> language,
      DocumentStore store,
      boolean reportsChanges,
      Function<? super Workspace<M, E>, ExitCode> work) {
    if (isFolder()) {
      try {
        var unused = language.folderSettings(path, FolderSettings.defaults());
      } catch (UncheckedIOException e) {
        return console.printError(ExitCode.REFUSED, "! " + e.getMessage());
      }
    }
    OpenResult<M, E> openResult =
        store.isWithoutFiles()
            ? new OpenResult.Opened<>(
                store.openDraft(language.domain(), name), new FileChange.None())
            : store
                .withFolderSettings(language::folderSettings)
                .open(language.domain(), path, caller().origin());
    if (!(openResult instanceof OpenResult.Opened<M, E> opened)) {
      return openFailure(openResult);
    }
    try (Workspace<M, E> workspace = workspace(language, store)) {
      List<Line> changes = workspace.open(opened);
      if (reportsChanges || !(opened.fileChange() instanceof FileChange.Undecided)) {
        changes.stream()
            .map(line -> suggestions.toShell(line, name))
            .forEach(console.err()::println);
      }
      return work.apply(workspace);
    }
  }

  ExitCode openFailure(OpenResult<?, ?> openResult) {
    return switch (openResult) {
      case OpenResult.Opened<?, ?> opened ->
          throw new IllegalStateException("it is open: " + opened);
      case OpenResult.Undecided<?, ?>(var path, var reason, var histories) ->
          refuse(name + ": " + reason, suggestions.adoptCommand(name, path, histories));
      case OpenResult.Unreadable<?, ?>(var path, var offsetBytes, var reason, var suggestion) -> {
        List<String> lines = new ArrayList<>();
        lines.add(
            "! %s cannot be read: %s%s"
                .formatted(
                    name, offsetBytes == 0 ? "" : "at byte %d: ".formatted(offsetBytes), reason));
        suggestion.map(it -> suggestions.advice(Refusal.operation(it), name)).ifPresent(lines::add);
        yield console.printError(ExitCode.BROKEN, lines.toArray(String[]::new));
      }
    };
  }

  <M, E> Workspace<M, E> workspace(DomainLanguage<M, E> language, DocumentStore store) {
    return new Workspace<>(language, store, console.workspaceSettings());
  }

  ExitCode print(Response response) {
    return console.print(response, line -> suggestions.toShell(line, name));
  }

  /** Refuses a command, and suggests one that would work. */
  ExitCode refuse(String message, String suggestion) {
    return console.printError(ExitCode.REFUSED, "! " + message, Line.suggestion(suggestion).text());
  }
}
