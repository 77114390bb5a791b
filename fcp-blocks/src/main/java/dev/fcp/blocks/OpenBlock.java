package dev.fcp.blocks;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
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

  private final BlockSettings settings;
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
  private List<String> conflicts = List.of();

  /** Also read by the threads that write automatically. */
  private volatile boolean isClosed;

  /** When it was last used; of the clock in the settings. */
  long lastUsedNanos;

  private OpenBlock(
      BlockSettings settings,
      Session<EntityModel<String, BlockLine>, BlockEvent> session,
      Optional<Document<EntityModel<String, BlockLine>, BlockEvent>> document,
      Optional<Journal> journal,
      boolean isBound) {
    this.settings = settings;
    this.session = session;
    this.document = document;
    this.journal = journal;
    this.isBound = isBound;
  }

  static OpenBlock of(
      BlockSettings settings,
      Document<EntityModel<String, BlockLine>, BlockEvent> document,
      boolean isBound) {
    return new OpenBlock(
        settings, document.session(), Optional.of(document), Optional.empty(), isBound);
  }

  static OpenBlock of(
      BlockSettings settings,
      Session<EntityModel<String, BlockLine>, BlockEvent> session,
      Journal journal) {
    return new OpenBlock(settings, session, Optional.empty(), Optional.of(journal), false);
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
                  this::finishAutoSave,
                  settings.clock());
    }
  }

  void openGuard() {
    guardCount++;
    watch();
  }

  void closeGuard() {
    guardCount--;
    watch();
    if (persistsAutomatically && guardCount == 0 && isAheadOfDisk()) {
      document.ifPresent(it -> finishAutoSave(trySave(it)));
    }
  }

  private static SaveResult trySave(Document<?, ?> document) {
    try {
      return document.save(PERSIST);
    } catch (RuntimeException e) {
      // The disk failed; the failure is reported, and the save is tried again.
      return new SaveResult.Refused(List.of(Conflict.because(String.valueOf(e.getMessage()))));
    }
  }

  /** Consolidates after a successful save; reports a failure, and tries again later. */
  private void finishAutoSave(SaveResult result) {
    switch (result) {
      case SaveResult.Saved saved -> tryConsolidating();
      case SaveResult.Refused(var refusals) -> {
        settings.onFailure().accept(String.join("; ", reasons(refusals)));
        tryAgain(settings.autoPersist().orElseThrow().maxDelay());
      }
    }
  }

  private void tryConsolidating() {
    try {
      consolidate();
    } catch (JournalException e) {
      settings.onFailure().accept(String.valueOf(e.getMessage()));
    }
  }

  private void tryAgain(Duration delay) {
    settings.clock().schedule(settings.clock().nanoTime() + delay.toNanos(), this::retry);
  }

  private void retry() {
    if (!isClosed && isAheadOfDisk()) {
      document.ifPresent(it -> finishAutoSave(trySave(it)));
    }
  }

  /**
   * Writes the file, or only the history if the file belongs to the user.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  void persist() {
    if (isBound || document.isEmpty()) {
      document.ifPresent(Document::flush);
      journal.ifPresent(Journal::flush);
      consolidate();
    } else {
      save();
    }
  }

  /**
   * Writes the file, also one of the user.
   *
   * @throws RefusedException if the file cannot be replaced
   */
  void save() {
    switch (document.orElseThrow(() -> new IllegalStateException("no file")).save(PERSIST)) {
      case SaveResult.Saved(var path, var hash, var sizeBytes, var change) -> {
        conflicts = List.of();
        report(change);
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

  /** Whether closing it loses nothing that its owner did not want to be written. */
  boolean isEvictable() {
    return guardCount == 0 && (persistsAutomatically || isBound || !isAheadOfDisk());
  }

  /** Closes it; a write that is due is performed first. */
  void close() {
    isClosed = true;
    if (document.isPresent()) {
      document.get().close();
    } else {
      session.close();
    }
  }
}
