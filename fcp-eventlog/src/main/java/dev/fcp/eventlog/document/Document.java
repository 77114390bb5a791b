package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SavedMark;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Subscription;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A session and the file it belongs to. Safe for use by several threads, and its file and history
 * by several processes; looks, saves and reverts come one after another.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Document<M, E> implements AutoCloseable {

  private final Domain<M, E> domain;
  private final Session<M, E> session;
  private final Journal journal;
  private final JournalStore journalStore;
  private final DocumentWriter<M, E> writer;
  private final FileReconciler<M, E> reconciler;
  private final List<AutoSave> autoSaves = new CopyOnWriteArrayList<>();
  private volatile Optional<Path> path;
  private boolean isClosed;

  Document(
      Domain<M, E> domain,
      Session<M, E> session,
      Journal journal,
      JournalStore journalStore,
      Optional<Path> path) {
    this.domain = domain;
    this.session = session;
    this.journal = journal;
    this.journalStore = journalStore;
    this.writer = new DocumentWriter<>(domain);
    this.reconciler = new FileReconciler<>(domain, session);
    this.path = path;
  }

  /** Where the document is worked on. */
  public Session<M, E> session() {
    return session;
  }

  /** The file, as it was asked for; empty if no file holds the document yet. */
  public Optional<Path> path() {
    return path;
  }

  /** By what name the store knows it while no file holds it; empty if its history does not last. */
  public Optional<String> draftName() {
    return path.isEmpty() ? journalStore.draftName(domain.name(), journal) : Optional.empty();
  }

  /** Whether its history is there when it is opened again. */
  public boolean isPersistent() {
    return journalStore.recoveryReport(journal).isPresent();
  }

  /** The number of records in its journal, without discarded ones. */
  public long recordCount() {
    return journal.lastNumber() - journal.firstNumber() + 1;
  }

  /**
   * What was found when its journal was opened; empty if that lasts only as long as the program.
   */
  public Optional<RecoveryReport> recoveryReport() {
    return journalStore.recoveryReport(journal);
  }

  /**
   * Why its history can only be read, so that every change and every save is refused (JN-19); empty
   * if it can be written.
   */
  public Optional<String> readOnlyReason() {
    return journalStore.readOnlyReason(journal);
  }

  /**
   * Looks at the file, and takes over what somebody else changed in it (DO-3), and what other
   * processes did to the document.
   *
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized FileChange checkFile() {
    try {
      return withWriteLock(() -> takeExternalChanges(path.isPresent()));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Takes over what an interrupted save left, and what the file holds.
   *
   * @param checksFile whether to look at the file
   */
  FileChange takeExternalChanges(boolean checksFile) throws IOException {
    Optional<FileChange> interrupted =
        reconciler.finishInterruptedSave(session.refresh(), path, interruptedSave());
    FileChange fileChange =
        checksFile
            ? reconciler.check(session.refresh(), path.orElseThrow())
            : new FileChange.None();
    return fileChange instanceof FileChange.None ? interrupted.orElse(fileChange) : fileChange;
  }

  private Optional<SaveFiles> interruptedSave() {
    return journalStore
        .folderOf(journal)
        .map(folder -> SaveFiles.inHistory(folder, journalStore.disk()))
        .filter(SaveFiles::exists);
  }

  /** The first look; where texts are lost it keeps that of the file, so that no save loses more. */
  synchronized FileChange checkFileOnOpen() {
    FileChange fileChange = checkFile();
    boolean isLost = recoveryReport().filter(report -> !report.lostSources().isEmpty()).isPresent();
    if (isLost && path.isPresent() && fileChange instanceof FileChange.None) {
      try {
        Path file = path.get();
        withWriteLock(() -> reconciler.keepSource(session.refresh(), file, journal));
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return fileChange;
  }

  /**
   * Takes over what the file holds, as one step that can be undone (DO-5). All that the document
   * holds and the file does not goes with it.
   *
   * @return {@link Outcome.Committed}; {@link Outcome.Unchanged} if the file holds the document as
   *     it is; {@link Outcome.Refused} if there is no file, it cannot be read, or the expected head
   *     is not there
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized Outcome revert(EditOptions options) {
    try {
      return withWriteLock(() -> {
        SessionState<M, E> state = session.refresh();
        return path.isPresent()
            ? reconciler.revert(options, state, path.get())
            : new Outcome.Refused(List.of(noFile()));
      });
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Does something while no other process changes the document, so that what it finds there is
   * still so when it records (DO-9). Others wait meanwhile. Other threads of this process do not.
   *
   * @throws JournalException if another process holds the document for too long, or the journal
   *     fails
   */
  public <T> T exclusively(Supplier<T> work) {
    Journal.WriteLock lock = journal.acquireWriteLock();
    try {
      session.refresh();
      return work.get();
    } finally {
      lock.close();
    }
  }

  /** Something that involves the file and several records. */
  private interface FileWork<T> {
    T run() throws IOException;
  }

  /** Keeps other processes away from the document until the work is done. */
  private <T> T withWriteLock(FileWork<T> work) throws IOException {
    Journal.WriteLock lock = journal.acquireWriteLock();
    try {
      return work.run();
    } finally {
      lock.close();
    }
  }

  private JournalException unreadable(IOException e) {
    return new JournalException(
        "document %s: cannot be read: %s".formatted(path.map(Path::toString).orElse(""), e), e);
  }

  /**
   * Writes the document to its file (SE-7).
   *
   * @return {@link SaveResult.Refused} if it has no file yet; else as {@link #saveAs}
   * @throws JournalException as {@link #saveAs}
   */
  public SaveResult save(EditOptions options) {
    return path.map(file -> saveAs(options, file))
        .orElseGet(() -> new SaveResult.Refused(List.of(noFile())));
  }

  /**
   * Writes the document to its file as {@link #save} does, also if the file holds a version of
   * which nothing fits (DO-3), and if it is write-protected (DO-13). That version stays in the
   * history, and the file protected.
   *
   * @return {@link SaveResult.Refused} as {@link #save}, but for these two
   * @throws JournalException as {@link #saveAs}
   */
  public SaveResult saveOverwriting(EditOptions options) {
    return path.map(file -> write(options, file, true))
        .orElseGet(() -> new SaveResult.Refused(List.of(noFile())));
  }

  /**
   * Whether its file is write-protected, so that only {@link #saveOverwriting} writes it (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isWriteProtected() {
    try {
      return path.isPresent() && FileReplacement.of(path.get()).isWriteProtected();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Whether nothing can be written in the folder of its file, so that no save replaces it (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isFolderReadOnly() {
    try {
      return path.isPresent() && FileReplacement.of(path.get()).isFolderReadOnly();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Conflict noFile() {
    return Conflict.because("no file holds this document yet")
        .withSuggestion(new Suggestion.SaveAs("./name." + domain.format().extensions().get(0)));
  }

  /**
   * Writes the document to a file, which is its own from then on (SE-7). What somebody else changed
   * in it is taken over first. The file is replaced at once and as a whole: whoever reads it sees
   * the old version or the new one. A symbolic link stays, and the file it leads to is replaced;
   * its permissions stay as they are.
   *
   * @return {@link SaveResult.Refused} if its file holds a version of which nothing fits, or
   *     another file one that was neither loaded nor saved here; if it is a folder or a device, is
   *     write-protected, or stands in a folder in which nothing can be written, would be larger
   *     than {@link DocumentStore#MAX_FILE_BYTES}, or the expected head is not there
   * @throws JournalException if the disk or the journal fails; the message says what the file holds
   *     then
   * @throws IllegalStateException if the format does not give the document back from what it wrote;
   *     the file is as it was
   */
  public SaveResult saveAs(EditOptions options, Path file) {
    return write(options, file, false);
  }

  private synchronized SaveResult write(EditOptions options, Path file, boolean overwrites) {
    try {
      return withWriteLock(() -> {
        FileReplacement replacement = FileReplacement.of(file);
        return new FileSave<>(this, options, file, replacement, overwrites).run();
      });
    } catch (IOException e) {
      throw new JournalException(
          "document %s: cannot be saved: %s; the session keeps all its steps".formatted(file, e),
          e);
    }
  }

  /** Lets the history go on as that of another file. */
  synchronized void moveHistory(Path target, boolean isCopy) {
    journalStore.reassign(journal, target, isCopy);
  }

  /**
   * Saves the document by itself, a little after its model changed, from now on (DO-11). Saves go
   * on in a thread of their own. Nothing is saved while no file holds the document.
   *
   * @param options who saves
   * @param interval when: {@link Durability#interval} is half a second after the last change and at
   *     most five seconds after the first
   * @param listener receives the result of each save, also of a failed one, in that thread
   * @return closes to end it; what is not saved then stays so. Closing the document saves what is
   *     due, and ends it
   */
  public Subscription autoSave(
      EditOptions options, Durability.Interval interval, Consumer<? super SaveResult> listener) {
    AutoSave autoSave =
        new AutoSave(this, options, interval, listener::accept, new AutoSave.ThreadClock());
    autoSaves.add(autoSave);
    return autoSave;
  }

  /**
   * Lets go of the document, and of what no file holds: a draft is forgotten, and another document
   * goes back to the state of its file, by undo if that leads there and else by {@link #revert}.
   *
   * @return what came of going back; {@link Outcome.Refused} if the file cannot be read, the
   *     document is closed then as it is
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized Outcome discardUnsaved(EditOptions options) {
    autoSaves.forEach(Subscription::close);
    if (path.isEmpty()) {
      isClosed = true;
      journalStore.close(journal, true);
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

  /** Whether undo reaches a history point. */
  private static boolean isUndoable(HistoryPoint point, SessionState<?, ?> state) {
    int steps = state.history().depth(state.head()) - state.history().depth(point);
    return state.history().isAncestor(point, state.head())
        && steps <= state.undoStack().appliedCount();
  }

  /**
   * Lets go of the document: what was recorded lasts, and its history can be opened again. If it
   * saves itself, what is due is saved first. Closing again does nothing.
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
      // Others may have made steps in it since; if that is unknown, the draft is kept.
      isBlank = path.isEmpty() && isBlank(session.state()) && isBlank(session.refresh());
    } finally {
      journalStore.close(journal, isBlank);
    }
  }

  private static boolean isBlank(SessionState<?, ?> state) {
    return state.history().steps().isEmpty();
  }

  /** From now on it is the document of this file. */
  void setPath(Path file) {
    path = Optional.of(file);
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

  DocumentWriter<M, E> writer() {
    return writer;
  }

  /**
   * The answer to opening a file that may be damaged.
   *
   * @param <M> the model
   * @param <E> the events
   */
  public sealed interface RepairResult<M, E> {

    /**
     * The file is open.
     *
     * @param <M> the model
     * @param <E> the events
     * @param findings what was left out or replaced, each with its position; none if the file was
     *     not damaged
     */
    record Repaired<M, E>(Document<M, E> document, List<String> findings)
        implements RepairResult<M, E> {

      /** Copies the list. */
      public Repaired {
        findings = List.copyOf(findings);
      }
    }

    /**
     * Nothing of the file could be read.
     *
     * @param <M> the model
     * @param <E> the events
     * @param openResult why it cannot be opened as it stands
     */
    record Irreparable<M, E>(OpenResult<M, E> openResult) implements RepairResult<M, E> {}
  }

  /** The answer to saving a document. */
  public sealed interface SaveResult {

    /**
     * The file holds the document.
     *
     * @param path the file that was replaced or made; where a symbolic link led, its target
     * @param hash the SHA-256 of its bytes, 64 hex digits
     * @param sizeBytes how many they are
     * @param fileChange what was found in the file before, or in its place at the last moment: then
     *     the document is ahead of its file again
     */
    record Saved(Path path, String hash, long sizeBytes, FileChange fileChange)
        implements SaveResult {}

    /**
     * The file is as it was.
     *
     * @param conflicts why it was not replaced; never none
     */
    record Refused(List<Conflict> conflicts) implements SaveResult {

      /** Copies the list; refuses an empty one. */
      public Refused {
        conflicts = List.copyOf(conflicts);
        if (conflicts.isEmpty()) {
          throw new IllegalArgumentException("a refusal without a reason");
        }
      }
    }
  }

  /** What a look at the file of a document found. */
  public sealed interface FileChange {

    /** The file is as it was last loaded, found or saved; or no file holds the document yet. */
    record None() implements FileChange {}

    /** The file is no longer there. */
    record Deleted() implements FileChange {}

    /**
     * Somebody else wrote it, in other bytes but with the same content. The bytes belong to that
     * state now.
     */
    record Rewritten() implements FileChange {}

    /**
     * Somebody else wrote it, and the document took over what it could, as one step.
     *
     * @param changeCount how many changes that step makes; none if the document had made them
     *     itself
     * @param conflicts the changes that contradict those of the document, which keeps its own
     */
    record Merged(int changeCount, List<Conflict> conflicts) implements FileChange {

      /** Copies the list. */
      public Merged {
        conflicts = List.copyOf(conflicts);
      }
    }

    /**
     * Somebody else wrote it, and nothing of it fits. The version is kept in the history, the
     * document is as it was, and its owner is to decide: take the version over ({@link
     * Document#revert}), write the document in its place ({@link Document#saveOverwriting}), or
     * begin a new history with it ({@link DocumentStore#openWithNewHistory}).
     *
     * @param version the file as it stands
     * @param reason why nothing fits
     */
    record Undecided(Source version, String reason) implements FileChange {}

    /**
     * Somebody else wrote it while it was being saved, and nothing of that fits. The file holds the
     * document; that version is kept in the history.
     *
     * @param version the version that was replaced
     * @param reason why nothing fits
     */
    record Overwritten(Source version, String reason) implements FileChange {}
  }

  /**
   * A history that a file had before it got another one (DO-6).
   *
   * @param id by what it is asked for
   * @param archivedAt when the other one took its place
   * @param stepCount how many steps it holds
   * @param lastLabel what the last of them was; empty if there is none
   */
  public record ArchivedHistory(
      String id, Instant archivedAt, int stepCount, Optional<String> lastLabel) {}
}
