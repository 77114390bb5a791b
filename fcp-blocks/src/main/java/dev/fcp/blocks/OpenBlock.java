package dev.fcp.blocks;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A block that is loaded. Guarded by the lock of its store. */
final class OpenBlock {

  private static final EditOptions PERSIST = EditOptions.of("persist", Origin.of("persist"));

  /** When a failed write is tried again, if the settings do not say it. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final BlockSettings settings;

  /** The lock of the store. */
  private final Object lock;

  private final Session<EntityModel<String, BlockLine>, BlockEvent> session;

  /** The file with its history; empty if the block is only a journal. */
  private final Optional<Document<EntityModel<String, BlockLine>, BlockEvent>> document;

  /** The history of a block without a file. */
  private final Optional<Journal> journal;

  /** Whether only {@link #save} writes the file, because it belongs to the user. */
  private final boolean isBound;

  private Subscription autoSave = () -> {};
  private boolean persistsAutomatically;
  private int guardCount;

  /** This and the next fields are also used by the threads that write automatically. */
  private volatile List<String> conflicts = List.of();

  /** Why the last write failed; empty if it did not. */
  private volatile Optional<String> failure = Optional.empty();

  private volatile boolean isRetryDue;
  private volatile boolean isClosed;

  /** When it was last used; of the clock in the settings. */
  long lastUsedNanos;

  private OpenBlock(
      BlockSettings settings,
      Object lock,
      Session<EntityModel<String, BlockLine>, BlockEvent> session,
      Optional<Document<EntityModel<String, BlockLine>, BlockEvent>> document,
      Optional<Journal> journal,
      boolean isBound) {
    this.settings = settings;
    this.lock = lock;
    this.session = session;
    this.document = document;
    this.journal = journal;
    this.isBound = isBound;
  }

  static OpenBlock of(
      BlockSettings settings,
      Object lock,
      Document<EntityModel<String, BlockLine>, BlockEvent> document,
      boolean isBound) {
    return new OpenBlock(
        settings, lock, document.session(), Optional.of(document), Optional.empty(), isBound);
  }

  static OpenBlock of(
      BlockSettings settings,
      Object lock,
      Session<EntityModel<String, BlockLine>, BlockEvent> session,
      Journal journal) {
    return new OpenBlock(settings, lock, session, Optional.empty(), Optional.of(journal), false);
  }

  Session<EntityModel<String, BlockLine>, BlockEvent> session() {
    return session;
  }

  /** Whether the file does not contain the state; a block without a file never is. */
  boolean isAheadOfDisk() {
    return document.isPresent() && !session.state().isSaved();
  }

  List<String> conflicts() {
    return conflicts;
  }

  Optional<String> failure() {
    return failure;
  }

  /** Whether its history is still there; another store may have deleted the block. */
  boolean isInPlace() {
    try {
      return document.map(Document::isHistoryInPlace).orElse(true);
    } catch (JournalException e) {
      // The next use of the history fails likewise.
      return true;
    }
  }

  /** Takes in what other processes and programs changed. */
  void refresh() {
    document.map(Document::checkFile).ifPresentOrElse(this::report, session::refresh);
  }

  /** Runs work while no other process can change the block, after {@link #refresh}. */
  <T> T exclusively(Supplier<T> work) {
    Supplier<T> refreshed =
        () -> {
          refresh();
          return work.get();
        };
    if (document.isPresent()) {
      return document.get().exclusively(refreshed);
    }
    Journal.WriteLock lock = journal.orElseThrow().acquireWriteLock();
    try {
      return refreshed.get();
    } finally {
      lock.close();
    }
  }

  /** Keeps the conflicts of a change of the file until the file is saved or reloaded. */
  void report(FileChange change) {
    switch (change) {
      case FileChange.Merged(var changeCount, var found) -> conflicts = reasons(found);
      case FileChange.Undecided(var version, var reason) -> conflicts = List.of(reason);
      case FileChange.Overwritten(var version, var reason) -> conflicts = List.of(reason);
      case FileChange.None none -> {}
      case FileChange.Deleted deleted -> {}
      case FileChange.Rewritten rewritten -> {}
    }
  }

  private static List<String> reasons(List<Conflict> conflicts) {
    return conflicts.stream().map(Conflict::reason).toList();
  }

  /** Writes the file from now on after each change, or only when asked to. */
  void setAutoPersist(boolean isOn) {
    persistsAutomatically = isOn && settings.autoPersist().isPresent() && !isBound;
    watch();
    if (persistsAutomatically && isAheadOfDisk()) {
      // A process ended before it wrote the file, or could not write it.
      tryAgain(settings.autoPersist().orElseThrow().idleDelay());
    }
  }

  /** Begins or ends to watch for changes; while a guard is open, nothing is written. */
  private void watch() {
    autoSave.close();
    autoSave = () -> {};
    if (persistsAutomatically && guardCount == 0 && document.isPresent()) {
      autoSave =
          document
              .get()
              .autoSave(
                  PERSIST,
                  settings.autoPersist().orElseThrow(),
                  result -> orRetry(() -> finishSave(result)),
                  settings.clock());
    }
  }

  GuardedSteps openGuard(EditOptions options) {
    guardCount++;
    watch();
    return new GuardedSteps(session, settings.sessions(), options);
  }

  void closeGuard(GuardedSteps steps) {
    guardCount--;
    try {
      exclusively(() -> {
        steps.gather();
        return true;
      });
    } catch (RuntimeException e) {
      // The edits are kept as several steps.
      settings.onFailure().accept(String.valueOf(e.getMessage()));
    }
    watch();
    if (needsPersist()) {
      persistOrRetry();
    }
  }

  /** Whether {@link #persist} may have something to write. */
  private boolean needsPersist() {
    return isBound || document.isEmpty() || isAheadOfDisk();
  }

  /** Like {@link #persist}, but a failure is reported, and the write is tried again later. */
  void persistOrRetry() {
    orRetry(this::persist);
  }

  private void orRetry(Runnable write) {
    try {
      write.run();
    } catch (RuntimeException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
      failure.ifPresent(settings.onFailure());
      tryAgain(settings.autoPersist().map(Durability.Interval::maxDelay).orElse(RETRY_DELAY));
    }
  }

  private void tryAgain(Duration delay) {
    if (!isRetryDue) {
      isRetryDue = true;
      settings.clock().schedule(settings.clock().nanoTime() + delay.toNanos(), this::retry);
    }
  }

  private void retry() {
    synchronized (lock) {
      isRetryDue = false;
      if (!isClosed && guardCount == 0 && (failure.isPresent() || isAheadOfDisk())) {
        failure = Optional.empty();
        if (isInPlace()) {
          persistOrRetry();
        }
      }
    }
  }

  /**
   * Writes the file, or only the history if the file belongs to the user.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  void persist() {
    // Before the file, which may be refused.
    document.ifPresent(Document::flush);
    journal.ifPresent(Journal::flush);
    if (isBound || document.isEmpty()) {
      failure = Optional.empty();
      consolidate();
    } else {
      finishSave(document.get().save(PERSIST));
    }
  }

  /**
   * Writes the file, also one of the user, and in place of a version that conflicts with the block.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  void save() {
    Document<?, ?> file = document.orElseThrow(() -> new IllegalStateException("no file"));
    boolean overwrites = !conflicts.isEmpty() && !file.isWriteProtected();
    finishSave(overwrites ? file.saveOverwriting(PERSIST) : file.save(PERSIST));
  }

  private void finishSave(SaveResult result) {
    switch (result) {
      case SaveResult.Saved(var path, var hash, var sizeBytes, var change) -> {
        failure = Optional.empty();
        conflicts = List.of();
        if (!(change instanceof FileChange.Undecided)) {
          report(change);
        }
        consolidate();
      }
      case SaveResult.Refused(var refusals) -> throw new RefusedException(refusals);
    }
  }

  /** Takes the content of the file. */
  void reload(EditOptions options) {
    document.orElseThrow(() -> new IllegalStateException("no file")).revert(options).orElseThrow();
    conflicts = List.of();
  }

  private void consolidate() {
    SessionState<?, ?> state = session.state();
    Instant now = settings.sessions().clock().instant();
    if (settings.retention().expiredCount(state, now) > 0) {
      session.with(PERSIST).prune(settings.retention()).orElseThrow();
    }
  }

  /** Whether it can be closed after it was written: nobody uses it, and its owner wants that. */
  boolean isEvictable() {
    return guardCount == 0
        && failure.isEmpty()
        && (persistsAutomatically || isBound || !isAheadOfDisk());
  }

  /** Writes what is due and closes it, unless that fails: then it stays open and tries again. */
  boolean evict() {
    if (needsPersist() && isInPlace()) {
      persistOrRetry();
    }
    if (failure.isEmpty()) {
      tryDiscarding();
    }
    return isClosed;
  }

  /** Closes it without writing the file; only reports a failure. */
  void tryDiscarding() {
    try {
      discard();
    } catch (JournalException e) {
      settings.onFailure().accept(String.valueOf(e.getMessage()));
    }
  }

  /** Closes it; a write that is due is performed first. */
  void close() {
    if (persistsAutomatically && isAheadOfDisk()) {
      persistOrRetry();
    }
    discard();
  }

  /** Closes it without writing the file. */
  void discard() {
    isClosed = true;
    autoSave.close();
    if (document.isPresent()) {
      document.get().close();
    } else {
      session.close();
    }
  }
}
