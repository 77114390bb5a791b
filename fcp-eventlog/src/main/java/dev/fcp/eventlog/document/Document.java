package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SavedMark;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Subscription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
  private final Shelf shelf;
  private final DocumentText<M, E> text;
  private final FileWatch<M, E> watch;
  private final List<AutoSave> autoSaves = new CopyOnWriteArrayList<>();
  private volatile Optional<Path> path;
  private boolean isClosed;

  Document(
      Domain<M, E> domain,
      Session<M, E> session,
      Journal journal,
      Shelf shelf,
      Optional<Path> path) {
    this.domain = domain;
    this.session = session;
    this.journal = journal;
    this.shelf = shelf;
    this.text = new DocumentText<>(domain);
    this.watch = new FileWatch<>(domain, session);
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
  public Optional<String> draft() {
    return path.isEmpty() ? shelf.draftName(domain.name(), journal) : Optional.empty();
  }

  /** Whether its history is there when it is opened again. */
  public boolean isKept() {
    return shelf.recovery(journal).isPresent();
  }

  /** How many records its journal holds; those that were let go are not among them. */
  public long recordCount() {
    return journal.lastNumber() - journal.firstNumber() + 1;
  }

  /**
   * What was found when its journal was opened; empty if that lasts only as long as the program.
   */
  public Optional<RecoveryReport> recovery() {
    return shelf.recovery(journal);
  }

  /**
   * Why its history can only be read, so that every change and every save is refused (JN-19); empty
   * if it can be written.
   */
  public Optional<String> onlyRead() {
    return shelf.onlyRead(journal);
  }

  /**
   * Looks at the file, and takes over what somebody else changed in it (DO-3), and what other
   * processes did to the document.
   *
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized FileNews look() {
    try {
      return alone(() -> taken(path.isPresent()));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Takes over what an interrupted save left, and what the file holds.
   *
   * @param looks whether to look at the file
   */
  FileNews taken(boolean looks) throws IOException {
    Optional<FileNews> left = watch.finish(session.refresh(), path, savesLeft());
    FileNews news =
        looks ? watch.look(session.refresh(), path.orElseThrow()) : new FileNews.Nothing();
    return news instanceof FileNews.Nothing ? left.orElse(news) : news;
  }

  private Optional<SaveFiles> savesLeft() {
    return shelf
        .folder(journal)
        .map(folder -> SaveFiles.in(folder, shelf.disk()))
        .filter(SaveFiles::isAnyThere);
  }

  /** The first look; where texts are lost it keeps that of the file, so that no save loses more. */
  synchronized FileNews lookFirst() {
    FileNews news = look();
    boolean isLost = recovery().filter(report -> !report.lostSources().isEmpty()).isPresent();
    if (isLost && path.isPresent() && news instanceof FileNews.Nothing) {
      try {
        Path file = path.get();
        alone(() -> watch.keptText(session.refresh(), file, journal));
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return news;
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
  public synchronized Outcome revert(Intent intent) {
    try {
      return alone(() -> {
        SessionState<M, E> state = session.refresh();
        return path.isPresent()
            ? watch.revert(intent, state, path.get())
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
  public <T> T holding(Supplier<T> work) {
    Journal.Hold hold = journal.hold();
    try {
      SessionState<M, E> unused = session.refresh();
      return work.get();
    } finally {
      hold.close();
    }
  }

  /** Something that involves the file and several records. */
  private interface FileWork<T> {
    T run() throws IOException;
  }

  /** Keeps other processes away from the document until the work is done. */
  private <T> T alone(FileWork<T> work) throws IOException {
    Journal.Hold hold = journal.hold();
    try {
      return work.run();
    } finally {
      hold.close();
    }
  }

  private JournalException unreadable(IOException e) {
    return new JournalException(
        "document %s: cannot be read: %s".formatted(path.map(Path::toString).orElse(""), e), e);
  }

  /**
   * Writes the document to its file (SE-7).
   *
   * @return {@link Saving.Refused} if it has no file yet; else as {@link #saveAs}
   * @throws JournalException as {@link #saveAs}
   */
  public Saving save(Intent intent) {
    return path.map(file -> saveAs(intent, file))
        .orElseGet(() -> new Saving.Refused(List.of(noFile())));
  }

  /**
   * Writes the document to its file as {@link #save} does, also if the file holds a version of
   * which nothing fits (DO-3), and if it is write-protected (DO-13). That version stays in the
   * history, and the file protected.
   *
   * @return {@link Saving.Refused} as {@link #save}, but for these two
   * @throws JournalException as {@link #saveAs}
   */
  public Saving saveOver(Intent intent) {
    return path.map(file -> written(intent, file, true))
        .orElseGet(() -> new Saving.Refused(List.of(noFile())));
  }

  /**
   * Whether its file is write-protected, so that only {@link #saveOver} writes it (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isProtected() {
    try {
      return path.isPresent() && FileReplacement.of(path.get()).isProtected();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Whether nothing can be written in the folder of its file, so that no save replaces it (DO-13).
   *
   * @throws JournalException if the disk fails
   */
  public boolean isEnclosed() {
    try {
      return path.isPresent() && FileReplacement.of(path.get()).isEnclosed();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Conflict noFile() {
    return Conflict.because("no file holds this document yet")
        .suggesting("save as:./name." + domain.format().extensions().get(0));
  }

  /**
   * Writes the document to a file, which is its own from then on (SE-7). What somebody else changed
   * in it is taken over first. The file is replaced at once and as a whole: whoever reads it sees
   * the old version or the new one. A symbolic link stays, and the file it leads to is replaced;
   * its permissions stay as they are.
   *
   * @return {@link Saving.Refused} if its file holds a version of which nothing fits, or another
   *     file one that was neither loaded nor saved here; if it is a folder or a device, is
   *     write-protected, or stands in a folder in which nothing can be written, would be larger
   *     than {@link DocumentStore#MAX_FILE_BYTES}, or the expected head is not there
   * @throws JournalException if the disk or the journal fails; the message says what the file holds
   *     then
   * @throws IllegalStateException if the format does not give the document back from what it wrote;
   *     the file is as it was
   */
  public Saving saveAs(Intent intent, Path file) {
    return written(intent, file, false);
  }

  private synchronized Saving written(Intent intent, Path file, boolean isDecided) {
    try {
      return alone(() -> {
        FileReplacement replacement = FileReplacement.of(file);
        return new FileSave<>(this, intent, file, replacement, isDecided).run();
      });
    } catch (IOException e) {
      throw new JournalException(
          "document %s: cannot be saved: %s; the session keeps all its steps".formatted(file, e),
          e);
    }
  }

  /** Lets the history go on as that of another file. */
  synchronized void follow(Path target, boolean isCopy) {
    shelf.follow(journal, target, isCopy);
  }

  /**
   * Saves the document by itself, a little after its model changed, from now on (DO-11). Saves go
   * on in a thread of their own. Nothing is saved while no file holds the document.
   *
   * @param intent who saves
   * @param times when: {@link Durability#interval} is half a second after the last change and at
   *     most five seconds after the first
   * @param told is told what came of each save, also of one that failed, in that thread
   * @return closes to end it; what is not saved then stays so. Closing the document saves what is
   *     due, and ends it
   */
  public Subscription autoSave(
      Intent intent, Durability.Interval times, Consumer<? super Saving> told) {
    Objects.requireNonNull(intent, "intent");
    Objects.requireNonNull(times, "times");
    AutoSave saving = new AutoSave(this, intent, times, told::accept, new AutoSave.ThreadClock());
    autoSaves.add(saving);
    return saving;
  }

  /**
   * Lets go of the document, and of what no file holds: a draft is forgotten, and another document
   * goes back to the state of its file, by undo if that leads there and else by {@link #revert}.
   *
   * @return what came of going back; {@link Outcome.Refused} if the file cannot be read, the
   *     document is closed then as it is
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized Outcome discard(Intent intent) {
    autoSaves.forEach(Subscription::close);
    if (path.isEmpty()) {
      isClosed = true;
      shelf.close(journal, true);
      return new Outcome.Unchanged();
    }
    SessionState<M, E> state = session.refresh();
    Optional<SavedMark> behind = state.savedMark().filter(mark -> isBehind(mark.place(), state));
    Outcome outcome =
        behind.isPresent()
            ? session.branches().jumpTo(intent, behind.get().place())
            : revert(intent);
    close();
    return outcome;
  }

  /** Whether undo leads to a place. */
  private static boolean isBehind(Optional<StepId> place, SessionState<?, ?> state) {
    int steps = state.history().depth(state.head()) - state.history().depth(place);
    return state.history().isAncestor(place, state.head()) && steps <= state.line().appliedCount();
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
      // Others may have made steps in it since; where that cannot be told it is kept.
      isBlank = path.isEmpty() && isBlank(session.state()) && isBlank(session.refresh());
    } finally {
      shelf.close(journal, isBlank);
    }
  }

  private static boolean isBlank(SessionState<?, ?> state) {
    return state.history().steps().isEmpty();
  }

  /** From now on it is the document of this file. */
  void become(Path file) {
    path = Optional.of(file);
  }

  Journal journal() {
    return journal;
  }

  Shelf shelf() {
    return shelf;
  }

  FileWatch<M, E> watch() {
    return watch;
  }

  DocumentText<M, E> text() {
    return text;
  }
}
