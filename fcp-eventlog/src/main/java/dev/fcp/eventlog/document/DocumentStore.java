package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.ArchiveStatus;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Opens files as documents with their histories. Thread-safe. */
public final class DocumentStore {

  /**
   * The maximum size of a file that is opened or saved, in bytes: 64 MiB. Document formats use the
   * same limit.
   */
  public static final long MAX_FILE_BYTES = 1L << 26;

  private static final EditOptions AUTO_SAVE = EditOptions.of("auto-save", Origin.of("auto-save"));

  private final SessionSettings settings;
  private final JournalStore journalStore;
  private final StaleSaves staleSaves;
  private final Function<Path, FolderSettings> folderSettings;
  private final Consumer<Document<?, ?>> onOpen;

  /**
   * What happens to a save of a folder that was begun more than two minutes ago and never ended.
   */
  public enum StaleSaves {
    /** It is completed, like every interrupted save. */
    COMPLETE,
    /** It is recorded as failed, and the document returns to the version before it. */
    FAIL
  }

  private DocumentStore(
      SessionSettings settings,
      JournalStore journalStore,
      StaleSaves staleSaves,
      Function<Path, FolderSettings> folderSettings,
      Consumer<Document<?, ?>> onOpen) {
    this.settings = settings;
    this.journalStore = journalStore;
    this.staleSaves = staleSaves;
    this.folderSettings = folderSettings;
    this.onOpen = onOpen;
  }

  /** A store that keeps histories in memory only. */
  public DocumentStore(SessionSettings settings) {
    this(
        settings,
        JournalStore.inMemory(settings),
        StaleSaves.COMPLETE,
        folder -> FolderSettings.defaults(),
        document -> {});
  }

  /** A store that keeps histories on disk, beside the documents (DO-1). */
  public static DocumentStore withJournals(SessionSettings settings, JournalLayout journals) {
    return new DocumentStore(
        settings,
        JournalStore.inFolders(journals, settings),
        StaleSaves.COMPLETE,
        folder -> FolderSettings.defaults(),
        document -> {});
  }

  /**
   * A store of documents without files, which are found by their names: as drafts that need not be
   * saved. The extension of a name, such as {@code .drawio}, determines the domain.
   */
  public static DocumentStore over(NamedJournals journals, SessionSettings settings) {
    return new DocumentStore(
        settings,
        JournalStore.named(journals, settings),
        StaleSaves.COMPLETE,
        folder -> FolderSettings.defaults(),
        document -> {});
  }

  /** Whether its documents have names and no files. */
  public boolean isWithoutFiles() {
    return journalStore.named().isPresent();
  }

  /**
   * The same store; its documents are saved automatically while they are open (DO-11).
   *
   * @param interval when to save; see {@link Document#autoSave}
   * @param listener receives the result of each save, in the thread that saves
   */
  public DocumentStore withAutoSave(
      Durability.Interval interval, Consumer<? super SaveResult> listener) {
    return new DocumentStore(
        settings,
        journalStore,
        staleSaves,
        folderSettings,
        document -> document.autoSave(AUTO_SAVE, interval, listener));
  }

  /** The same store; these files belong to a folder. By default {@link FolderSettings#defaults}. */
  public DocumentStore withFolderSettings(FolderSettings files) {
    return withFolderSettings((folder, others) -> files);
  }

  /**
   * The same store; a function says which files belong to a folder, and is asked again before each
   * look at it.
   *
   * @param files receives the folder, and the settings that this store has for it; throws an {@link
   *     java.io.UncheckedIOException} if it cannot say it, so that the look fails
   */
  public DocumentStore withFolderSettings(BiFunction<Path, FolderSettings, FolderSettings> files) {
    return new DocumentStore(
        settings,
        journalStore,
        staleSaves,
        folder -> files.apply(folder, folderSettings.apply(folder)),
        onOpen);
  }

  /**
   * The same store; an interrupted save of a folder that is stale is treated in this way (DO-21).
   * With {@link StaleSaves#FAIL}, open folders are checked every five minutes.
   */
  public DocumentStore withStaleSaves(StaleSaves policy) {
    return new DocumentStore(settings, journalStore, policy, folderSettings, onOpen);
  }

  /**
   * The same store; a file without a history is opened with one in memory only. Existing histories
   * are continued on disk.
   */
  public DocumentStore withoutNewHistories() {
    return new DocumentStore(
        settings, journalStore.withoutNewHistories(), staleSaves, folderSettings, onOpen);
  }

  /**
   * The same store for readers: like {@link #withoutNewHistories}, and a history that another
   * process has locked is opened read-only, so that changes are refused (JN-19). Every store opens
   * a history read-only if it cannot be written.
   */
  public DocumentStore forReading() {
    return new DocumentStore(
        settings, journalStore.forReading(), staleSaves, folderSettings, onOpen);
  }

  /** Creates a draft. */
  public <M, E> Document<M, E> create(Domain<M, E> domain, Origin origin) {
    return create(domain, Optional.empty(), Optional.empty(), origin);
  }

  /**
   * Creates a draft with initial content.
   *
   * @param start the initial content, as read by the format of the domain
   */
  public <M, E> Document<M, E> create(
      Domain<M, E> domain, ReadResult.Readable<M> start, Origin origin) {
    return create(domain, Optional.empty(), Optional.of(start), origin);
  }

  /**
   * Creates a draft.
   *
   * @param name its name, in a store of documents {@link #isWithoutFiles without files}; empty for
   *     a new name
   * @param start the initial content, as read by the format of the domain; empty for none
   * @throws IllegalArgumentException if there is a document with this name, if it is not a possible
   *     name, or if the store names its drafts itself
   */
  public <M, E> Document<M, E> create(
      Domain<M, E> domain,
      Optional<String> name,
      Optional<ReadResult.Readable<M>> start,
      Origin origin) {
    if (name.isPresent() && !isWithoutFiles()) {
      throw new IllegalArgumentException("the drafts of this store have no names of their own");
    }
    return document(
        domain,
        name.map(it -> journalStore.newDraft(domain, it))
            .orElseGet(() -> journalStore.newDraft(domain)),
        Optional.empty(),
        Optional.empty(),
        (same, journal, files) ->
            start.isPresent()
                ? Session.open(domain, start.get(), origin, journal, settings)
                : Session.create(domain, origin, journal, settings));
  }

  /** Creates or resumes the session of a document. */
  private interface SessionFactory<M, E> {

    /**
     * Returns the session.
     *
     * @param domain the domain, bound to the contents of the folder if there is one
     * @param folder the folder; empty if the document is none
     */
    Session<M, E> session(Domain<M, E> domain, Journal journal, Optional<FolderFiles<M, E>> folder);
  }

  /**
   * Creates a document; closes the journal if the session cannot be created.
   *
   * @param path its file or folder; empty for a draft, and for a history that is only read
   * @param contents the file or folder to which the history belongs
   */
  private <M, E> Document<M, E> document(
      Domain<M, E> domain,
      Journal journal,
      Optional<Path> path,
      Optional<Path> contents,
      SessionFactory<M, E> sessionFactory) {
    return closingOnFailure(
        journal::close,
        () -> {
          Optional<FolderFiles<M, E>> folder = contents.flatMap(it -> folder(domain, it, journal));
          Domain<M, E> bound = folder.<Domain<M, E>>map(FolderFiles::domain).orElse(domain);
          return document(
              bound,
              sessionFactory.session(bound, journal, folder),
              journal,
              path,
              folder.filter(it -> path.isPresent()));
        });
  }

  private <M, E> Document<M, E> document(
      Domain<M, E> domain,
      Session<M, E> session,
      Journal journal,
      Optional<Path> path,
      Optional<FolderFiles<M, E>> folder) {
    Document<M, E> document =
        new Document<>(
            domain, session, journal, journalStore, path, path.map(DocumentStore::target), folder);
    onOpen.accept(document);
    if (staleSaves == StaleSaves.FAIL && folder.isPresent()) {
      document.checkRegularly(new Document.AutoSaveClock() {});
    }
    return document;
  }

  private <M, E> Optional<FolderFiles<M, E>> folder(
      Domain<M, E> domain, Path path, Journal journal) {
    Path target = target(path);
    if (!Files.isDirectory(target) || !(domain instanceof FolderDomain<M, E> folders)) {
      return Optional.empty();
    }
    ContentPack contents =
        journal instanceof FileJournal file
            ? ContentPack.inHistory(
                file.folder(), journalStore.disk(), file.readOnlyReason().isPresent())
            : ContentPack.inMemory();
    return Optional.of(
        new FolderFiles<>(
            path,
            target,
            folders,
            contents,
            journalStore.disk(),
            () -> JournalStore.folderOf(journal),
            staleSaves,
            settings.clock(),
            folderSettings));
  }

  /** The document of a journal with records. */
  private <M, E> Document<M, E> resume(Domain<M, E> domain, Journal journal, Optional<Path> path) {
    return resume(domain, journal, path, path);
  }

  private <M, E> Document<M, E> resume(
      Domain<M, E> domain, Journal journal, Optional<Path> path, Optional<Path> contents) {
    return document(
        domain,
        journal,
        path,
        contents,
        (bound, it, folder) -> Session.resume(bound, it, settings));
  }

  private static <T> T closingOnFailure(Runnable close, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      close.run();
      throw e;
    }
  }

  /** The names of the drafts of a domain. */
  public List<String> drafts(Domain<?, ?> domain) {
    return journalStore.drafts(domain);
  }

  /** Whether {@link #drafts} contains a name. */
  public boolean hasDraft(Domain<?, ?> domain, String name) {
    return journalStore.hasDraft(domain, name);
  }

  /**
   * Opens a draft.
   *
   * @param name one of {@link #drafts}
   * @throws IllegalArgumentException if there is no draft with that name
   * @throws JournalException if its journal is damaged or cannot be read
   */
  public <M, E> Document<M, E> openDraft(Domain<M, E> domain, String name) {
    if (!hasDraft(domain, name)) {
      throw new IllegalArgumentException("no draft " + name);
    }
    Journal draft = journalStore.openDraft(domain, name);
    if (draft.lastNumber() == 0) {
      // A program ended before it wrote the first record.
      journalStore.close(draft, true);
      throw new IllegalArgumentException("nothing was recorded in the draft " + name);
    }
    return resume(domain, draft, Optional.empty());
  }

  /**
   * Opens a file with its history and merges changes that another program made in the file since
   * (DO-1, DO-3).
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> OpenResult<M, E> open(Domain<M, E> domain, Path path, Origin origin) {
    if (isWithoutFiles()) {
      return new FoundFile(path).unreadable("the documents of this store have no files");
    }
    try {
      Path target = FileReplacement.of(path).target();
      Optional<OpenResult<M, E>> otherDomain = new FoundFile(path).folderOfOther(domain);
      if (otherDomain.isPresent()) {
        return otherDomain.get();
      }
      return journalStore.hasJournal(target)
          ? openWithHistory(domain, path, target, origin)
          : openWithoutHistory(domain, path, target, origin);
    } catch (IOException e) {
      return new FoundFile(path).failed(e);
    }
  }

  private <M, E> OpenResult<M, E> openWithHistory(
      Domain<M, E> domain, Path path, Path target, Origin origin) throws IOException {
    if (!Files.exists(path)) {
      return new OpenResult.Undecided<>(
          path, "there is no such file any more, but its history is kept", List.of());
    }
    Journal journal = journalStore.journal(target);
    if (journal.lastNumber() > 0) {
      return opened(resume(domain, journal, Optional.of(path)));
    }
    // The records were never written, or all of them are damaged.
    boolean hasBegun = false;
    try {
      OpenResult<M, E> openResult =
          new FoundFile(path)
              .read(domain, start -> opened(begin(domain, path, journal, start, origin)));
      hasBegun = openResult instanceof OpenResult.Opened<M, E>;
      return openResult;
    } finally {
      if (!hasBegun) {
        journal.close();
      }
    }
  }

  private <M, E> OpenResult<M, E> openWithoutHistory(
      Domain<M, E> domain, Path path, Path target, Origin origin) throws IOException {
    FoundFile found = new FoundFile(path);
    return found.read(
        domain,
        start -> {
          List<Path> candidates =
              start
                  .map(file -> journalStore.missingFilesWithVersion(file.source().id(), target))
                  .orElse(List.of());
          return candidates.isEmpty()
              ? opened(begin(domain, path, journalStore.journal(target), start, origin))
              : found.moved(candidates);
        });
  }

  /**
   * Begins a history. Another process may have begun it at the same time; then it is resumed.
   *
   * @param start what was read of a file; empty for a folder, which is read while no other process
   *     begins its history
   */
  private <M, E> Document<M, E> begin(
      Domain<M, E> domain,
      Path path,
      Journal journal,
      Optional<ReadResult.Readable<M>> start,
      Origin origin) {
    return document(
        domain,
        journal,
        Optional.of(path),
        Optional.of(path),
        (bound, it, folder) -> {
          Journal.WriteLock lock = it.acquireWriteLock();
          try {
            return it.lastNumber() == 0
                ? Session.open(
                    bound,
                    start.orElseGet(() -> folder.orElseThrow().readFirst()),
                    origin,
                    it,
                    settings)
                : Session.resume(bound, it, settings);
          } finally {
            lock.close();
          }
        });
  }

  /**
   * Compares a document with its file for the first time. A document in memory was just read, and
   * is not compared: another process may have saved the file meanwhile, in a history that only
   * {@link #beginHistory} sees.
   */
  private static <M, E> OpenResult<M, E> opened(Document<M, E> document) {
    return closingOnFailure(
        document::close,
        () ->
            new OpenResult.Opened<>(
                document,
                document.isPersistent() ? document.checkFileOnOpen() : new FileChange.None()));
  }

  /**
   * Begins the history of a file that was opened {@link #withoutNewHistories}, with all that was
   * recorded since. The given document is unchanged, and is not needed any more.
   *
   * @return the document with that history; empty if another process has begun one, and nothing is
   *     recorded then
   * @throws IllegalArgumentException if no file holds the document
   * @throws JournalException if the disk fails
   */
  public <M, E> Optional<Document<M, E>> beginHistory(Document<M, E> document) {
    Path path = document.path().orElseThrow(() -> new IllegalArgumentException("no file holds it"));
    Journal journal = journalStore.journal(target(path));
    Optional<Document<M, E>> begun = Optional.empty();
    Journal.WriteLock lock = journal.acquireWriteLock();
    try {
      if (journal.lastNumber() == 0) {
        Document<M, E> copy = copy(document, journal, path);
        copy.takeLastLook(document);
        begun = Optional.of(copy);
      }
    } finally {
      lock.close();
      if (begun.isEmpty()) {
        journal.close();
      }
    }
    return begun;
  }

  /** The same document with another history, to which the contents of a folder are moved. */
  private <M, E> Document<M, E> copy(Document<M, E> document, Journal journal, Path path) {
    Optional<FolderFiles<M, E>> folder =
        document.files().orElse(null) instanceof FolderFiles<M, E> known
            ? Optional.of(known.inHistory(journal))
            : Optional.empty();
    Session<M, E> session = document.session().copyTo(journal);
    return document(document.domain(), session, journal, Optional.of(path), folder);
  }

  /** The journal of a file; empty if it has no records. */
  private Optional<Journal> recordedJournal(Path path) {
    Path target = target(path);
    return journalStore.hasJournal(target)
        ? withRecords(journalStore.journal(target))
        : Optional.empty();
  }

  private static Optional<Journal> withRecords(Journal journal) {
    if (journal.lastNumber() > 0) {
      return Optional.of(journal);
    }
    journal.close();
    return Optional.empty();
  }

  /**
   * Whether a file has a history on disk. Changes nothing.
   *
   * @throws JournalException if the disk fails
   */
  public boolean hasHistory(Path path) {
    return historyFolder(path).isPresent();
  }

  /**
   * The folder with the history of a file, if there is one on disk. Changes nothing.
   *
   * @throws JournalException if the disk fails
   */
  public Optional<Path> historyFolder(Path path) {
    try {
      Path target = FileReplacement.of(path).target();
      return Optional.of(JournalLayout.folderOf(target))
          .filter(folder -> journalStore.hasJournal(target));
    } catch (NoSuchFileException e) {
      // The folder that would contain it does not exist.
      return Optional.empty();
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be reached: %s".formatted(path, e), e);
    }
  }

  /**
   * Opens a document from its history, even if its file no longer exists; saving creates the file
   * again.
   *
   * @throws JournalException if its history is damaged, or the disk fails
   */
  public <M, E> OpenResult<M, E> openFromHistory(Domain<M, E> domain, Path path) {
    return recordedJournal(path)
        .map(journal -> opened(resume(domain, journal, Optional.of(path))))
        .orElseGet(new FoundFile(path)::noHistory);
  }

  /**
   * Opens a document from its history, to inspect the history as it is: changes nothing on disk,
   * even if the history is damaged (DO-17). The document has no path, so that it is neither
   * compared with its file nor saved.
   *
   * @return {@link OpenResult.Unreadable} if there is no history, or no record of it can be read
   * @throws JournalException if its history cannot be read
   */
  public <M, E> OpenResult<M, E> inspectHistory(Domain<M, E> domain, Path path) {
    Path target = target(path);
    if (!journalStore.hasJournal(target)) {
      return new FoundFile(path).noHistory();
    }
    return withRecords(journalStore.journalForReading(target))
        .<OpenResult<M, E>>map(journal ->
            new OpenResult.Opened<>(
                resume(domain, journal, Optional.empty(), Optional.of(path)),
                new FileChange.None()))
        .orElseGet(() -> new FoundFile(path).unreadable("no record of its history can be read"));
  }

  /**
   * Opens a file with a new history (DO-6). Its former history is archived in {@code .fcp/.former}.
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> OpenResult<M, E> openWithNewHistory(Domain<M, E> domain, Path path, Origin origin) {
    try {
      Path target = target(path);
      return new FoundFile(path)
          .read(
              domain,
              start -> {
                journalStore.archive(target);
                return opened(begin(domain, path, journalStore.journal(target), start, origin));
              });
    } catch (IOException e) {
      return new FoundFile(path).failed(e);
    }
  }

  /**
   * Opens a file that was moved or copied with the history of the original file (DO-6). The former
   * history of the file itself, if any, is archived in {@code .fcp/.former}. If the original file
   * still exists, it keeps its history.
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> OpenResult<M, E> openWithHistoryOf(
      Domain<M, E> domain, Path path, Path from, Origin origin) {
    Path target = target(path);
    if (!Files.isRegularFile(path)) {
      return new FoundFile(path).unreadable("there is no such file");
    }
    Optional<Journal> previous = recordedJournal(from);
    if (previous.isEmpty()) {
      return new FoundFile(from).noHistory();
    }
    // Resumed first, because a history that cannot be read is not moved.
    try (Document<M, E> document = resume(domain, previous.get(), Optional.of(from))) {
      journalStore.reassign(document.journal(), target, Files.exists(from));
    }
    return opened(resume(domain, journalStore.journal(target), Optional.of(path)));
  }

  /**
   * The archived histories of a file, newest first (DO-6). Changes nothing.
   *
   * @throws JournalException if one of them cannot be read
   */
  public List<ArchivedHistory> archivedHistories(Path path) {
    return journalStore.archived(target(path));
  }

  /**
   * Opens a file with one of its archived histories (DO-6); its current history is archived
   * instead. If the file no longer exists, saving creates it again.
   *
   * @param id the id of one of {@link #archivedHistories}
   * @throws IllegalArgumentException if there is no archived history with that id
   * @throws JournalException if the disk fails
   */
  public <M, E> OpenResult<M, E> openWithArchivedHistory(
      Domain<M, E> domain, Path path, String id) {
    Path target = target(path);
    if (!journalStore.restoreArchived(target, id)) {
      throw new IllegalArgumentException("no former history " + id);
    }
    return opened(resume(domain, journalStore.journal(target), Optional.of(path)));
  }

  /**
   * The archive of the history of a file; empty if it has no history on disk. Changes nothing.
   *
   * @throws JournalException if the disk fails
   */
  public Optional<ArchiveStatus> archiveStatus(Path path) {
    return historyFolder(path)
        .map(folder -> FileJournal.archiveStatus(folder, journalStore.files()));
  }

  /**
   * Deletes the history of a file for good: none of its steps can be undone any more. The file is
   * unchanged. Does nothing if there is no history. Objects in its archive stay.
   *
   * @throws JournalException if the disk fails
   */
  public void deleteHistory(Path path) {
    journalStore.delete(target(path));
  }

  private static Path target(Path path) {
    try {
      return FileReplacement.of(path).target();
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be reached: %s".formatted(path, e), e);
    }
  }

  /**
   * Opens a file; if it is damaged, reads its readable part (SE-20). The base of the session is
   * then the empty document with the damaged file as its source, and the readable part is added by
   * a step with the origin {@code repair}. Undoing that step and saving restores the damaged file.
   *
   * <p>If its history is damaged, repairs the history first: takes over the records after the
   * damage that follow from the recovered state, and sets aside all other damage (JN-22).
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> RepairResult<M, E> repair(Domain<M, E> domain, Path path, Origin origin) {
    Repair<M, E> repair = new Repair<>(domain, origin, new ArrayList<>());
    DocumentStore repairing =
        new DocumentStore(
            settings,
            journalStore,
            staleSaves,
            folderSettings,
            document -> {
              repair.repairHistory(document);
              onOpen.accept(document);
            });
    return switch (repairing.open(domain, path, origin)) {
      case OpenResult.Opened<M, E>(var document, var fileChange) ->
          repair.run(document, fileChange, path);
      case OpenResult.Unreadable<M, E> damaged ->
          repair.run(
              damaged,
              nothing ->
                  begin(
                      domain,
                      path,
                      journalStore.journal(target(path)),
                      Optional.of(nothing),
                      origin));
      case OpenResult.Undecided<M, E> undecided -> new RepairResult.Irreparable<>(undecided);
    };
  }

  /** The result of opening a file. */
  public sealed interface OpenResult<M, E> {

    /**
     * Returns the document, if the file was opened.
     *
     * @throws java.util.NoSuchElementException if the file was not opened; the message contains the
     *     reason
     */
    default Document<M, E> orElseThrow() {
      return switch (this) {
        case Opened<M, E>(var document, var fileChange) -> document;
        case Undecided<M, E>(var path, var reason, var histories) ->
            throw new NoSuchElementException(path + ": " + reason);
        case Unreadable<M, E>(var path, var offsetBytes, var reason, var suggestion) ->
            throw new NoSuchElementException(
                "%s, byte %d: %s".formatted(path, offsetBytes, reason));
      };
    }

    /**
     * The file is open.
     *
     * @param document the document
     * @param fileChange what another program changed in the file since it was last open
     */
    record Opened<M, E>(Document<M, E> document, FileChange fileChange)
        implements OpenResult<M, E> {}

    /**
     * A file and a history that may not belong together. Nothing was changed, and the user has to
     * decide (DO-6): {@link DocumentStore#openWithNewHistory}, {@link
     * DocumentStore#openWithHistoryOf} or {@link DocumentStore#openFromHistory}.
     *
     * @param path the file, as given by the caller
     * @param reason why they may not belong together
     * @param histories the missing files whose history contains this version; empty if the file has
     *     a history
     */
    record Undecided<M, E>(Path path, String reason, List<Path> histories)
        implements OpenResult<M, E> {

      /** Copies the list. */
      public Undecided {
        histories = List.copyOf(histories);
      }
    }

    /**
     * The file does not exist, or is not a document of the domain.
     *
     * @param path the file, as given by the caller
     * @param offsetBytes the offset of the error in the file; 0 if the error has no offset
     * @param reason the error
     * @param suggestion what to do about it; empty if unknown
     */
    record Unreadable<M, E>(
        Path path, long offsetBytes, String reason, Optional<Suggestion> suggestion)
        implements OpenResult<M, E> {}
  }
}
