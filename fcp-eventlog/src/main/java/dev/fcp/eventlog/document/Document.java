package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
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
   * Looks at the file, and takes over what somebody else changed in it (DO-3), and what other
   * processes did to the document.
   *
   * @throws JournalException if the disk or the journal fails
   */
  public synchronized FileNews look() {
    try {
      return alone(() -> {
        SessionState<M, E> state = session.refresh();
        return path.isPresent() ? watch.look(state, path.get()) : new FileNews.Nothing();
      });
    } catch (IOException e) {
      throw unreadable(e);
    }
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
   * which nothing fits (DO-3). That version stays in the history.
   *
   * @return {@link Saving.Refused} as {@link #save}, but for that version
   * @throws JournalException as {@link #saveAs}
   */
  public Saving saveOver(Intent intent) {
    return path.map(file -> written(intent, file, true))
        .orElseGet(() -> new Saving.Refused(List.of(noFile())));
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
   *     file one that was neither loaded nor saved here; if it is a folder or a device, would be
   *     larger than {@link DocumentStore#MAX_FILE_BYTES}, or the expected head is not there
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
      return alone(() -> saved(intent, file, FileReplacement.of(file), isDecided));
    } catch (IOException e) {
      throw new JournalException(
          "document %s: cannot be saved: %s; the session keeps all its steps".formatted(file, e),
          e);
    }
  }

  private Saving saved(Intent intent, Path file, FileReplacement replacement, boolean isDecided)
      throws IOException {
    if (replacement.isObstructed()) {
      return refused(
          Conflict.because("%s is no file that could be replaced".formatted(file))
              .suggesting("save as:another file"));
    }
    boolean isOwn = isOwn(replacement);
    FileNews news = isOwn ? watch.look(session.refresh(), file) : new FileNews.Nothing();
    SessionState<M, E> state = session.refresh();
    if (!isDecided && news instanceof FileNews.Undecided(var version, var reason)) {
      return refused(
          Conflict.because("%s holds another version: %s".formatted(file, reason))
              .suggesting("revert"));
    }
    if (holdsAnothersWork(replacement, state)) {
      return refused(
          Conflict.because(
                  "%s holds a version that was neither loaded nor saved here".formatted(file))
              .suggesting("save as:another file, or open it"));
    }
    Source written = text.of(state);
    if (written.sizeBytes() > DocumentStore.MAX_FILE_BYTES) {
      return refused(tooLarge(written));
    }
    return replaced(intent, file, replacement, new Version<>(state, written, isOwn), news);
  }

  /** What is to be written: a state and its bytes, to the file the document has or to another. */
  private record Version<M, E>(SessionState<M, E> state, Source text, boolean isOwn) {}

  private Saving replaced(
      Intent intent, Path file, FileReplacement replacement, Version<M, E> version, FileNews news)
      throws IOException {
    SessionState<M, E> state = version.state();
    Source written = version.text();
    try (FileReplacement.Prepared prepared = replacement.prepare(written.bytes())) {
      if (session.file().saving(intent, written.id(), state.head())
          instanceof Outcome.Refused(var conflicts)) {
        return new Saving.Refused(conflicts);
      }
      prepared.replace();
      Optional<FileNews> lost = takenFrom(prepared, state);
      if (!version.isOwn()) {
        // Only now: as long as the file is not there, the history has to be where it was.
        follow(file, replacement.target());
      }
      path = Optional.of(file);
      noteSaved(intent, file, state, written);
      return new Saving.Saved(
          replacement.target(), written.id(), written.sizeBytes(), lost.orElse(news));
    }
  }

  private void follow(Path file, Path target) {
    try {
      shelf.follow(journal, target, path.isPresent());
    } catch (JournalException e) {
      if (shelf.isAt(journal, target)) {
        path = Optional.of(file);
      }
      throw new JournalException(
          "document %s: it holds the new version, but its history cannot follow: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private void noteSaved(Intent intent, Path file, SessionState<M, E> state, Source written) {
    Intent anywhere = Intent.of(intent.label(), intent.origin());
    if (session.file().saved(anywhere, written.id(), state.head())
        instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: it holds the new version, but the journal does not tell so: %s"
              .formatted(file, conflicts.get(0).reason()));
    }
  }

  /** Somebody may have written the file between the last look and the replacement. */
  private Optional<FileNews> takenFrom(FileReplacement.Prepared prepared, SessionState<M, E> state)
      throws IOException {
    Optional<byte[]> former = prepared.former(hash -> !state.knowsFile(hash));
    return former.isPresent()
        ? Optional.of(watch.takeOver(session.refresh(), former.get()))
        : Optional.empty();
  }

  private boolean isOwn(FileReplacement replacement) throws IOException {
    return path.isPresent() && FileReplacement.of(path.get()).target().equals(replacement.target());
  }

  private boolean holdsAnothersWork(FileReplacement replacement, SessionState<M, E> state)
      throws IOException {
    return replacement.hash().filter(hash -> !state.knowsFile(hash)).isPresent();
  }

  private static Conflict tooLarge(Source written) {
    return Conflict.because(
        "the file would have %d bytes, more than the limit of %d"
            .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES));
  }

  private static Saving refused(Conflict conflict) {
    return new Saving.Refused(List.of(conflict));
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
    Optional<Integer> steps = stepsSince(state);
    Outcome outcome = steps.isPresent() ? session.undo(intent, steps.get()) : revert(intent);
    close();
    return outcome;
  }

  /** How many steps undo takes to the state of the file; empty if it does not lead there. */
  private static Optional<Integer> stepsSince(SessionState<?, ?> state) {
    return state
        .savedMark()
        .map(SavedMark::place)
        .filter(place -> state.history().isAncestor(place, state.head()))
        .map(place -> state.history().depth(state.head()) - state.history().depth(place))
        .filter(steps -> steps <= state.undoDepth());
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
}
