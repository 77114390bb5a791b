package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.ArchiveStatus;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import dev.fcp.eventlog.session.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A session and its file. Thread-safe; several processes can use the file and its history at the
 * same time. Checks of the file, saves and reverts run one at a time.
 */
public final class Document<M, E> implements AutoCloseable {

  private static final String REDIRECTED =
      "a symbolic link now leads to another file than the one that was opened; remove the link, or"
          + " open the document again";

  /** More obstacles of a save are counted, not listed. */
  private static final int MAX_OBSTACLES = 5;

  private static final long CHECK_NANOS = Duration.ofMinutes(5).toNanos();
  private static final System.Logger LOG = System.getLogger(Document.class.getName());

  private final Domain<M, E> domain;
  private final Session<M, E> session;
  private final Journal journal;
  private final JournalStore journalStore;
  private final FileReconciler<M, E> reconciler;
  private final List<AutoSave> autoSaves = new CopyOnWriteArrayList<>();
  private volatile Optional<Path> path;

  /** The file or folder of {@link #path}; empty for a draft. */
  private Optional<DocumentFiles<M, E>> files;

  /** The file to which the path led when it was opened or saved, with symbolic links resolved. */
  private Optional<Path> target;

  private boolean isClosed;

  /** Whether changes of the files are being merged, which are in the files already. */
  private boolean isMerging;

  Document(
      Domain<M, E> domain,
      Session<M, E> session,
      Journal journal,
      JournalStore journalStore,
      Optional<Path> path,
      Optional<Path> target) {
    this(domain, session, journal, journalStore, path, target, Optional.empty());
  }

  /**
   * Creates a document.
   *
   * @param folder the folder that contains it; empty for a single file and a draft
   */
  Document(
      Domain<M, E> domain,
      Session<M, E> session,
      Journal journal,
      JournalStore journalStore,
      Optional<Path> path,
      Optional<Path> target,
      Optional<FolderFiles<M, E>> folder) {
    this.domain = domain;
    this.session = session;
    this.journal = journal;
    this.journalStore = journalStore;
    this.reconciler = new FileReconciler<>(domain, session, folder.isPresent());
    this.path = path;
    this.files = folder.<DocumentFiles<M, E>>map(it -> it).or(() -> path.map(this::singleFile));
    this.target = target;
  }

  /** The session of the document. */
  public Session<M, E> session() {
    return session;
  }

  /** The file, as given by the caller; empty for a draft. */
  public Optional<Path> path() {
    return path;
  }

  /**
   * The name of a draft in the store; empty if the document has a file or its history is in memory
   * only.
   */
  public Optional<String> draftName() {
    return path.isEmpty() ? journalStore.draftName(domain, journal) : Optional.empty();
  }

  /** Whether its history outlives the process, rather than being in memory only. */
  public boolean isPersistent() {
    return journalStore.isPersistent(journal);
  }

  /**
   * Whether it is kept in a store of documents without files, so that nothing of it needs to be
   * saved.
   */
  public boolean isStoredWithoutFile() {
    return journalStore.named().isPresent();
  }

  /** The bytes that a save would write to a file. */
  public byte[] encoded() {
    SessionState<M, E> state = session.state();
    return domain.format().write(state.model(), state.sourcesForWriting());
  }

  /** The records of its journal, without discarded ones; each is read when it is accessed. */
  public List<JournalRecord> records() {
    return journal.read(journal.firstNumber());
  }

  /** The number of records in its journal, without discarded ones. */
  public long recordCount() {
    return journal.lastNumber() - journal.firstNumber() + 1;
  }

  /**
   * The archive of its journal, and the objects in it; empty if the journal is not in a folder.
   *
   * @throws JournalException if the journal cannot be read
   */
  public Optional<ArchiveStatus> archiveStatus() {
    return JournalStore.file(journal).map(FileJournal::archiveStatus);
  }

  /** The place of the archive of its journal; empty if it has none. */
  public Optional<String> archivePlace() {
    return JournalStore.file(journal).flatMap(FileJournal::archivePlace);
  }

  /**
   * Remembers the archive of its journal; see {@link FileJournal#setArchive}.
   *
   * @throws IllegalStateException if the journal is not in a folder
   * @throws JournalException if there is no archive, or if an object is not there; nothing changes
   */
  public void setArchive(String place) {
    JournalStore.file(journal)
        .orElseThrow(() -> new IllegalStateException("its journal is not in a folder"))
        .setArchive(place);
  }

  /**
   * Whether its history is still where it was opened. If not, because another program moved or
   * deleted it, nothing can be recorded any more: close the document, and open it again.
   *
   * @throws JournalException if the disk fails
   */
  public boolean isHistoryInPlace() {
    return JournalStore.file(journal).map(FileJournal::isInPlace).orElse(true);
  }

  /** The report from opening its journal; empty if the journal is in memory only. */
  public Optional<RecoveryReport> recoveryReport() {
    return JournalStore.recoveryReport(journal);
  }

  /**
   * The reason why its history is read-only, so that every change and every save is refused
   * (JN-19); empty if it is writable.
   */
  public Optional<String> readOnlyReason() {
    return JournalStore.readOnlyReason(journal);
  }

  /**
   * Checks the file and merges changes that another program made in it (DO-3). Also applies the
   * records of other processes.
   *
   * @throws JournalException if the disk or the journal fails; or if the path now leads to another
   *     file, because a symbolic link was created or changed (DO-15)
   */
  public synchronized FileChange checkFile() {
    return checkFile(false);
  }

  /**
   * Checks some files of a folder, like {@link #checkFile()}; the others count as unchanged. A
   * single file is checked in any case.
   *
   * @param paths paths of files or directories below the folder; an empty path means all files
   * @throws JournalException as for {@link #checkFile()}
   */
  public synchronized FileChange checkFiles(Set<String> paths) {
    return withWriteLock(() -> {
      if (!(files.orElse(null) instanceof FolderFiles<M, E> folder)) {
        return takeExternalChanges(files, false);
      }
      folder.lookAt(paths);
      try {
        return takeExternalChanges(files, false);
      } finally {
        folder.lookAt(FolderFiles.ALL);
      }
    });
  }

  private FileChange checkFile(boolean mayBeNewer) {
    return withWriteLock(() -> takeExternalChanges(files, mayBeNewer));
  }

  /**
   * Completes an interrupted save and merges the changes in the file.
   *
   * @param checked the file or folder of the document; empty if it is not to be checked
   * @param mayBeNewer as for {@link FileReconciler#check}
   */
  FileChange takeExternalChanges(Optional<DocumentFiles<M, E>> checked, boolean mayBeNewer)
      throws IOException {
    if (checked.isPresent() && isRedirected()) {
      throw new JournalException("document %s: %s".formatted(checked.get().path(), REDIRECTED));
    }
    isMerging = true;
    try {
      Optional<FileChange> interrupted = finishInterruptedSave();
      FileChange fileChange =
          checked.isPresent()
              ? reconciler.check(session.refresh(), checked.get(), mayBeNewer)
              : new FileChange.None();
      return fileChange instanceof FileChange.None ? interrupted.orElse(fileChange) : fileChange;
    } finally {
      isMerging = false;
    }
  }

  private Optional<FileChange> finishInterruptedSave() throws IOException {
    if (files.orElse(null) instanceof FolderFiles<M, E> folder) {
      return readOnlyReason().isEmpty()
          ? folder.finishInterruptedSave(session, reconciler)
          : Optional.empty();
    }
    return reconciler.finishInterruptedSave(session.refresh(), path, interruptedSave());
  }

  private Optional<SaveFiles> interruptedSave() {
    return JournalStore.folderOf(journal)
        .map(folder -> SaveFiles.inHistory(folder, journalStore.disk()))
        .filter(SaveFiles::exists);
  }

  /**
   * Checks the file for the first time. If records were lost, a document that differs from the file
   * is not saved until its owner decides. If sources were lost, stores that of the file, so that no
   * save loses more.
   */
  synchronized FileChange checkFileOnOpen() {
    FileChange fileChange = checkFile(hasReport(RecoveryReport::mayHaveLostSaves));
    if (files.isPresent()
        && fileChange instanceof FileChange.None
        && hasReport(report -> !report.lostSources().isEmpty())) {
      withWriteLock(() -> {
        reconciler.keepSource(session.refresh(), files.get(), journal);
        return fileChange;
      });
    }
    return fileChange;
  }

  /** Whether opening the journal found something. */
  boolean hasReport(Predicate<RecoveryReport> finding) {
    return recoveryReport().filter(finding).isPresent();
  }

  /**
   * Replaces the content of the document by that of the file, as one step, which undo reverses
   * (DO-5). Everything that the file does not contain is removed.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Unchanged} if the file already contains the
   *     document; {@link Outcome.Refused} if there is no file, if it cannot be read, or if the
   *     expected head does not match
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized Outcome revert(EditOptions options) {
    return withWriteLock(() -> {
      if (files.isEmpty()) {
        return new Outcome.Refused(List.of(noFile()));
      }
      if (isRedirected()) {
        return new Outcome.Refused(List.of(redirected(files.get().path())));
      }
      if (files.get().isFolder()) {
        var unused = finishInterruptedSave();
      }
      return reconciler.revert(options, session.refresh(), files.get());
    });
  }

  /**
   * Runs some work while no other process can change the document, so that what the work reads is
   * still valid when it writes (DO-9). Other processes wait; other threads of this process do not.
   *
   * @throws JournalException if another process keeps the document locked for too long, or if the
   *     journal fails
   */
  public <T> T exclusively(Supplier<T> work) {
    return withWriteLock(() -> {
      session.refresh();
      return work.get();
    });
  }

  /**
   * Runs work and meanwhile refuses each change of the document that could not be saved, because a
   * file of the folder is write-protected or something is in its way (DO-19). A document that is no
   * folder is not guarded: {@link #isWriteProtected} and {@link #isFolderReadOnly} say it before.
   *
   * @param advice what to do about a write-protected file
   */
  public synchronized <T> T requiringSavable(String advice, Supplier<T> work) {
    if (!(files.orElse(null) instanceof FolderFiles<M, E> folder)) {
      return work.get();
    }
    Subscription guard =
        session.addStateGuard(after ->
            isMerging
                ? Optional.empty()
                : reading(() ->
                    refusal(List.copyOf(folder.obstacles(after, after.model()).values()), advice)));
    try {
      return work.get();
    } finally {
      guard.close();
    }
  }

  /**
   * The entities that some events change although a file of theirs could not be saved then, such as
   * a write-protected one, each with the reason. None for a document that is no folder.
   *
   * @param events events that apply to the model one after the other
   * @throws JournalException if the disk fails
   */
  public synchronized Map<EntityRef, Conflict> unsavable(List<E> events) {
    return files.orElse(null) instanceof FolderFiles<M, E> folder
        ? reading(() -> folder.unsavable(session.state(), events))
        : Map.of();
  }

  /** One conflict for the obstacles of a save; empty if there are none. */
  private static Optional<Conflict> refusal(List<Conflict> obstacles, String advice) {
    if (obstacles.isEmpty()) {
      return Optional.empty();
    }
    String reasons =
        obstacles.stream()
            .limit(MAX_OBSTACLES)
            .map(Conflict::reason)
            .collect(Collectors.joining("; "));
    int more = obstacles.size() - MAX_OBSTACLES;
    Conflict conflict =
        Conflict.because(more > 0 ? reasons + "; and %d more".formatted(more) : reasons);
    Optional<Suggestion> suggestion = obstacles.get(0).suggestion();
    return Optional.of(
        suggestion.isEmpty() || suggestion.get() instanceof Suggestion.SaveOverwriting
            ? conflict.withSuggestion(advice)
            : conflict.withSuggestion(suggestion.get()));
  }

  /** Work that involves the file. */
  private interface FileWork<T> {
    T run() throws IOException;
  }

  /** Runs work while no other process can change the document. */
  private <T> T withWriteLock(FileWork<T> work) {
    Journal.WriteLock lock = journal.acquireWriteLock();
    try {
      return reading(work);
    } finally {
      lock.close();
    }
  }

  private <T> T reading(FileWork<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw new JournalException(
          "document %s: cannot be read: %s".formatted(path.map(Path::toString).orElse(""), e), e);
    }
  }

  /**
   * Writes the document to its file (SE-7).
   *
   * @return {@link SaveResult.Refused} if it has no file yet; otherwise as for {@link #saveAs}
   * @throws JournalException as for {@link #saveAs}
   */
  public SaveResult save(EditOptions options) {
    return path.map(file -> saveAs(options, file))
        .orElseGet(() -> new SaveResult.Refused(List.of(noFile())));
  }

  /**
   * Writes the document to its file like {@link #save}, even if the file contains an external
   * version that cannot be merged (DO-3), and even if it is write-protected (DO-13). The history
   * keeps the external version, and the file stays write-protected.
   *
   * @return as for {@link #save}, but not refused in these two cases
   * @throws JournalException as for {@link #saveAs}
   */
  public SaveResult saveOverwriting(EditOptions options) {
    return path.map(file -> write(options, file, true))
        .orElseGet(() -> new SaveResult.Refused(List.of(noFile())));
  }

  /**
   * Whether the file is write-protected, so that only {@link #saveOverwriting} writes it (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isWriteProtected() {
    return reading(() -> path.isPresent() && FileReplacement.of(path.get()).isWriteProtected());
  }

  /**
   * Whether the folder of the file, or the folder that is the document, is read-only, so that no
   * save can replace the file (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isFolderReadOnly() {
    return reading(() ->
        path.isPresent()
            && (files.filter(DocumentFiles::isFolder).isPresent()
                ? !Files.isWritable(path.get())
                : FileReplacement.of(path.get()).isFolderReadOnly()));
  }

  /** Whether the path leads to another file than the one that was opened or saved. */
  private boolean isRedirected() throws IOException {
    try {
      return path.isPresent()
          && !Optional.of(FileReplacement.of(path.get()).target()).equals(target);
    } catch (NoSuchFileException e) {
      // The folder of the file is missing, so the path leads nowhere.
      return false;
    }
  }

  private static Conflict redirected(Path file) {
    return Conflict.because("%s: %s".formatted(file, REDIRECTED));
  }

  private static Conflict otherFolder(Path folder) {
    return Conflict.because("the history of %s is in it; save there".formatted(folder))
        .withSuggestion(new Suggestion.Save());
  }

  private SingleFile<M, E> singleFile(Path file) {
    return new SingleFile<>(
        file, domain, journalStore.disk(), () -> JournalStore.folderOf(journal));
  }

  private Conflict noFile() {
    if (isStoredWithoutFile()) {
      return Conflict.because("the documents of this store have no files");
    }
    return Conflict.because("no file holds this document yet")
        .withSuggestion(new Suggestion.SaveAs("./name." + domain.format().extensions().get(0)));
  }

  /**
   * Writes the document to a file, which is the file of the document from then on (SE-7). If it
   * already was, changes that another program made in it are merged first. The file is replaced
   * atomically: readers see either the old or the new version. If the path is a symbolic link, its
   * target is replaced. The file keeps its permissions.
   *
   * @return {@link SaveResult.Refused} if the file of the document contains an external version
   *     that cannot be merged; if another file contains a version that this document neither loaded
   *     nor saved; if the path of the document now leads to another file (DO-15); if the path is a
   *     folder or a device; if the file is write-protected or its folder is read-only; if the file
   *     would be larger than {@link DocumentStore#MAX_FILE_BYTES}; or if the expected head does not
   *     match
   * @throws JournalException if the disk or the journal fails; the message says which version the
   *     file contains
   * @throws IllegalStateException if the format cannot read back what it wrote; the file is
   *     unchanged
   */
  public SaveResult saveAs(EditOptions options, Path file) {
    return write(options, file, false);
  }

  private synchronized SaveResult write(EditOptions options, Path file, boolean overwrites) {
    return withWriteLock(() -> {
      try {
        if (path.filter(file::equals).isPresent() && isRedirected()) {
          return new SaveResult.Refused(List.of(redirected(file)));
        }
        boolean isFolder = files.filter(DocumentFiles::isFolder).isPresent();
        if (isFolder && !isAt(FileReplacement.of(file).target())) {
          return new SaveResult.Refused(List.of(otherFolder(files.get().path())));
        }
        DocumentFiles<M, E> saved =
            files
                .filter(known -> isFolder || known.path().equals(file))
                .orElseGet(() -> singleFile(file));
        return new FileSave<>(this, options, saved, overwrites).run();
      } catch (IOException e) {
        throw new JournalException(
            "document %s: cannot be saved: %s; the session keeps all its steps".formatted(file, e),
            e);
      }
    });
  }

  /**
   * Saves the document automatically after each change of its model, from now on (DO-11). Saves run
   * in a separate thread. A draft is not saved.
   *
   * @param options the options of the saves
   * @param interval when to save: {@link Durability#interval} saves half a second after the last
   *     change, and at most five seconds after the first
   * @param listener receives the result of each save, including failures, in that thread
   * @return a subscription; closing it stops saving, without a last save. Closing the document
   *     performs a save that is due, and stops saving
   */
  public Subscription autoSave(
      EditOptions options, Durability.Interval interval, Consumer<? super SaveResult> listener) {
    return autoSave(options, interval, listener, new AutoSaveClock() {});
  }

  /**
   * Like {@link #autoSave(EditOptions, Durability.Interval, Consumer)}, with another clock.
   *
   * @param clock provides the time and the thread of the saves
   */
  public Subscription autoSave(
      EditOptions options,
      Durability.Interval interval,
      Consumer<? super SaveResult> listener,
      AutoSaveClock clock) {
    AutoSave autoSave = new AutoSave(this, options, interval, listener::accept, clock);
    autoSaves.add(autoSave);
    return autoSave;
  }

  /**
   * Makes all steps durable that were acknowledged, whatever the durability of the journal.
   *
   * @throws JournalException if the disk fails
   */
  public void flush() {
    journal.flush();
  }

  /**
   * Closes the document and discards its unsaved changes: a draft is deleted; another document
   * returns to the state of its file, by undo if possible, otherwise by {@link #revert}. A document
   * that is stored without a file is deleted only if it has no steps.
   *
   * @return the result of returning to that state; {@link Outcome.Refused} if the file cannot be
   *     read; the document is then closed with its changes
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized Outcome discardUnsaved(EditOptions options) {
    autoSaves.forEach(Subscription::close);
    if (path.isEmpty()) {
      isClosed = true;
      journalStore.discard(journal, isBlank(session.state()));
      return new Outcome.Unchanged();
    }
    SessionState<M, E> state = session.refresh();
    Optional<SavedMark> undoableMark =
        state.savedMark().filter(mark -> isUndoable(mark.point(), state));
    Outcome outcome =
        undoableMark.isPresent()
            ? session.with(options).branches().jumpTo(undoableMark.get().point())
            : revert(options);
    close();
    return outcome;
  }

  /** Whether undo can return to a history point. */
  private static boolean isUndoable(HistoryPoint point, SessionState<?, ?> state) {
    int steps = state.history().depth(state.head()) - state.history().depth(point);
    return state.history().isAncestor(point, state.head())
        && steps <= state.undoStack().appliedCount();
  }

  /**
   * Closes the document. Its history is kept and can be opened again; a draft without steps is
   * deleted. An automatic save that is due is performed first. Closing again does nothing.
   *
   * @throws JournalException if the journal fails
   */
  @Override
  public synchronized void close() {
    autoSaves.forEach(AutoSave::save);
    autoSaves.forEach(Subscription::close);
    if (isClosed) {
      return;
    }
    isClosed = true;
    boolean isBlank = false;
    try {
      storeStamps();
      // Other processes may have added steps; if the refresh fails, the draft is kept.
      isBlank = path.isEmpty() && isBlank(session.state()) && isBlank(session.refresh());
    } finally {
      try {
        session.close();
      } finally {
        journalStore.close(journal, isBlank);
      }
    }
  }

  private void storeStamps() {
    if (files.orElse(null) instanceof FolderFiles<M, E> folder) {
      try {
        folder.storeStamps();
      } catch (IOException e) {
        // The next look reads more files than it needs.
        LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", folder.path(), e.toString());
      }
    }
  }

  private static boolean isBlank(SessionState<?, ?> state) {
    return state.history().steps().isEmpty();
  }

  /**
   * Sets the file of the document.
   *
   * @param target the file with symbolic links resolved
   */
  void setFiles(DocumentFiles<M, E> files, Path target) {
    this.files = Optional.of(files);
    this.path = Optional.of(files.path());
    this.target = Optional.of(target);
  }

  /** Checks the folder every five minutes while the document is open (DO-21). */
  void checkRegularly(AutoSaveClock clock) {
    clock.schedule(
        clock.nanoTime() + CHECK_NANOS,
        () -> {
          if (checkIfOpen()) {
            checkRegularly(clock);
          }
        });
  }

  private synchronized boolean checkIfOpen() {
    if (!isClosed) {
      try {
        checkFile();
      } catch (JournalException e) {
        // Nobody waits for this check, and the next one may succeed.
        LOG.log(System.Logger.Level.WARNING, "{0}: {1}", path.orElseThrow(), e.toString());
      }
    }
    return !isClosed;
  }

  /** Takes the last look of a document with the same state at the same file. */
  synchronized void takeLastLook(Document<M, E> other) {
    if (files.orElse(null) instanceof SingleFile<M, E> own
        && other.files().orElse(null) instanceof SingleFile<M, E> known) {
      own.copyLastStamp(known);
    }
  }

  /** The file or folder; empty for a draft. */
  synchronized Optional<DocumentFiles<M, E>> files() {
    return files;
  }

  /** Whether a file is that of the document; its symbolic links are resolved. */
  boolean isAt(Path other) {
    return target.filter(other::equals).isPresent();
  }

  Domain<M, E> domain() {
    return domain;
  }

  Journal journal() {
    return journal;
  }

  JournalStore journalStore() {
    return journalStore;
  }

  FileReconciler<M, E> reconciler() {
    return reconciler;
  }

  /** Provides the time and runs tasks later; by default those of the system. */
  public interface AutoSaveClock {

    /** The time in nanoseconds since an arbitrary origin. */
    default long nanoTime() {
      return System.nanoTime();
    }

    /** Runs a task at a time, in a daemon thread that exists only for the task. */
    default void schedule(long nanoTime, Runnable task) {
      Executor thread = Thread.ofPlatform().daemon().name("fcp auto-save")::start;
      CompletableFuture.delayedExecutor(nanoTime - nanoTime(), TimeUnit.NANOSECONDS, thread)
          .execute(task);
    }
  }

  /** The result of opening a file that may be damaged. */
  public sealed interface RepairResult<M, E> {

    /**
     * The file is open.
     *
     * @param findings what was salvaged and set aside of a damaged history, then what was omitted
     *     or replaced of a damaged file, each with its position; empty if nothing was damaged
     */
    record Repaired<M, E>(Document<M, E> document, List<String> findings)
        implements RepairResult<M, E> {

      /** Copies the list. */
      public Repaired {
        findings = List.copyOf(findings);
      }
    }

    /**
     * No part of the file could be read.
     *
     * @param openResult why the file cannot be opened
     */
    record Irreparable<M, E>(OpenResult<M, E> openResult) implements RepairResult<M, E> {}
  }

  /** The result of saving a document. */
  public sealed interface SaveResult {

    /**
     * The file contains the document.
     *
     * @param path the file that was replaced or created; the target of a symbolic link
     * @param hash the SHA-256 of its bytes, 64 hex digits
     * @param sizeBytes its size
     * @param fileChange the change that was found in the file before or during the save; in the
     *     latter case, the document has changes again that the file does not contain
     */
    record Saved(Path path, String hash, long sizeBytes, FileChange fileChange)
        implements SaveResult {}

    /**
     * The file was not replaced.
     *
     * @param conflicts the reasons; never empty
     */
    record Refused(List<Conflict> conflicts) implements SaveResult {

      /** Copies the list; rejects an empty one. */
      public Refused {
        conflicts = List.copyOf(conflicts);
        if (conflicts.isEmpty()) {
          throw new IllegalArgumentException("a refusal without a reason");
        }
      }
    }
  }

  /** The result of checking the file of a document. */
  public sealed interface FileChange {

    /** The file contains the version last loaded, checked or saved; or the document is a draft. */
    record None() implements FileChange {}

    /** The file does not exist any more. */
    record Deleted() implements FileChange {}

    /**
     * Another program wrote the same content as different bytes. These bytes become the source of
     * the saved state.
     */
    record Rewritten() implements FileChange {}

    /**
     * Another program wrote a version, and all changes without conflicts were merged as one step.
     *
     * @param changeCount the number of changes in that step; 0 if the document already contained
     *     them
     * @param conflicts the changes that conflict with the document and were not merged
     */
    record Merged(int changeCount, List<Conflict> conflicts) implements FileChange {

      /** Copies the list. */
      public Merged {
        conflicts = List.copyOf(conflicts);
      }
    }

    /**
     * Another program wrote a version that cannot be merged. The history keeps the version, the
     * document is unchanged, and the user has to decide: replace the document by the version
     * ({@link Document#revert}), overwrite the version ({@link Document#saveOverwriting}), or begin
     * a new history with it ({@link DocumentStore#openWithNewHistory}).
     *
     * @param version the version in the file
     * @param reason why it cannot be merged
     */
    record Undecided(Source version, String reason) implements FileChange {}

    /**
     * Another program wrote a version during the save that cannot be merged. The file contains the
     * document; the history keeps the version.
     *
     * @param version the version that was overwritten
     * @param reason why it cannot be merged
     */
    record Overwritten(Source version, String reason) implements FileChange {}
  }

  /**
   * A former history of a file whose history was replaced (DO-6).
   *
   * @param id identifies the archived history
   * @param archivedAt when it was replaced
   * @param stepCount the number of its steps
   * @param lastLabel the label of its last step; empty if it has no steps
   */
  public record ArchivedHistory(
      String id, Instant archivedAt, int stepCount, Optional<String> lastLabel) {}
}
