package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentFiles.FoundVersion;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.domain.ManifestFormat;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.Failed;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.eventlog.session.SessionState.PendingSave;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Completes or undoes the save of a folder that was interrupted (DO-20, DO-21). The caller holds
 * the write lock of the journal, so that no process is saving.
 *
 * @param now the time of the session
 */
record InterruptedFolderSave<M, E>(
    FolderFiles<M, E> folder,
    Session<M, E> session,
    FileReconciler<M, E> reconciler,
    StaleSaves staleSaves,
    Instant now) {

  /** A save that is pending for longer is stale. */
  static final Duration STALE = Duration.ofMinutes(2);

  private static final System.Logger LOG = System.getLogger(InterruptedFolderSave.class.getName());

  private static final EditOptions FAIL_OPTIONS =
      EditOptions.of("failed save", FileReconciler.RECOVERY);

  /** What became of the file of a save. */
  private enum Progress {
    BEFORE,
    AFTER,
    /** Another program edited it before the save wrote it. */
    EDITED_BEFORE,
    /** Another program edited it after the save wrote it. */
    EDITED_AFTER
  }

  /**
   * Completes or undoes the save that is pending, if there is one.
   *
   * @return what was found in the files that another program edited; empty if there is none
   */
  Optional<FileChange> finish() throws IOException {
    SessionState<M, E> state = session.refresh();
    Optional<PendingSave> pending = state.pendingFolderSave();
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    PendingSave save = pending.get();
    boolean isStale = Duration.between(save.since(), now).compareTo(STALE) > 0;
    if (isStale && staleSaves == StaleSaves.FAIL) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: a save that began at {1} never ended: {2}",
          folder.path(),
          save.since(),
          Failed.TIMEOUT);
      return fail(state, save, Failed.TIMEOUT);
    }
    try {
      return complete(state, save);
    } catch (IOException e) {
      // The other files must not stay half saved, for however long the reason lasts.
      return fail(session.refresh(), save, String.valueOf(e.getMessage()));
    }
  }

  private Optional<FileChange> complete(SessionState<M, E> state, PendingSave save)
      throws IOException {
    M to = modelOf(state, save);
    Optional<FileChange> change = takeEdited(state, save, to);
    // The version of the folder now contains what was merged.
    M from = session.refresh().modelOfFile().orElseGet(folder.domain()::empty);
    FolderSave<M, E> rest = new FolderSave<>(folder, from, to, save.mark().hash());
    List<Progress> progress = progress(session.refresh(), save, to);
    for (int i = 0; i < progress.size(); i++) {
      if (progress.get(i) == Progress.BEFORE || progress.get(i) == Progress.EDITED_BEFORE) {
        String path = save.files().get(i).path();
        rest.add(i, path, folder.read(path).map(file -> file.entry().sha256()));
      }
    }
    Optional<FileChange> lateChange = write(rest, state);
    deleteSaveFiles(save);
    reconciler.recordSaved(save.mark());
    return lateChange.or(() -> change);
  }

  private Optional<FileChange> write(FolderSave<M, E> rest, SessionState<M, E> state)
      throws IOException {
    try (rest) {
      rest.prepare();
      rest.replace();
      Optional<FoundVersion<M>> replaced = rest.replacedVersion(state);
      Optional<FileChange> change =
          replaced.isPresent()
              ? Optional.of(
                  FileReconciler.asOverwritten(
                      reconciler.mergeVersion(session.refresh(), replaced.get())))
              : Optional.empty();
      rest.deleteFiles();
      return change;
    }
  }

  private M modelOf(SessionState<M, E> state, PendingSave save) {
    return state
        .modelOf(save)
        .orElseThrow(() ->
            new JournalException(
                "document %s: an interrupted save cannot be completed: steps to %s were pruned"
                    .formatted(folder.path(), save.mark().point())));
  }

  /** Merges what another program wrote before the save replaced it, or would replace it now. */
  private Optional<FileChange> takeEdited(SessionState<M, E> state, PendingSave save, M to)
      throws IOException {
    M from = state.modelOfFile().orElseGet(folder.domain()::empty);
    List<Progress> progress = progress(state, save, to);
    SortedMap<String, Optional<FileBytes>> edited = new TreeMap<>();
    for (int i = 0; i < progress.size(); i++) {
      String path = save.files().get(i).path();
      Set<String> known = known(state, save.files().get(i), from);
      // A failed save that was killed while it restored this file replaced the version after it.
      save.files().get(i).after().map(InterruptedFolderSave::hash).ifPresent(known::add);
      Optional<FileBytes> replaced =
          FolderFiles.fileBytes(FolderSave.saveFiles(folder, path, i).replaced())
              .filter(it -> !known.contains(it.entry().sha256()));
      if (replaced.isPresent()) {
        edited.put(path, replaced);
      } else if (progress.get(i) == Progress.EDITED_BEFORE) {
        edited.put(path, folder.read(path));
      }
    }
    return edited.isEmpty()
        ? Optional.empty()
        : Optional.of(
            FileReconciler.asOverwritten(
                reconciler.mergeVersion(state, folder.version(from, edited))));
  }

  /** The SHA-256 of each version of a file that the history knows from before the save. */
  private Set<String> known(SessionState<M, E> state, SavedFile file, M from) {
    Set<String> hashes = new HashSet<>();
    file.before().ifPresent(version -> hashes.add(hash(version)));
    folder.format().entry(from, file.path()).ifPresent(entry -> hashes.add(entry.sha256()));
    Optional<ExternalVersion> external = state.externalVersion();
    if (external.isPresent()) {
      FolderManifest manifest = ManifestFormat.decode(external.get().source().bytes());
      FileEntry entry = manifest.files().get(file.path());
      if (entry != null) {
        hashes.add(entry.sha256());
      }
    }
    return hashes;
  }

  private static String hash(String version) {
    return version.substring(0, Math.min(64, version.length()));
  }

  private List<Progress> progress(SessionState<M, E> state, PendingSave save, M to)
      throws IOException {
    M from = state.modelOfFile().orElseGet(folder.domain()::empty);
    Progress[] progress = new Progress[save.files().size()];
    int lastWritten = -1;
    for (int i = 0; i < progress.length; i++) {
      SavedFile file = save.files().get(i);
      Optional<FileBytes> now = folder.read(file.path());
      Optional<String> version = now.map(FileBytes::entry).map(FolderFiles::versionOf);
      if (version.equals(file.after())) {
        progress[i] = Progress.AFTER;
        lastWritten = file.after().equals(file.before()) ? lastWritten : i;
      } else if (version.equals(file.before())
          || now.filter(it -> known(state, file, from).contains(it.entry().sha256())).isPresent()) {
        progress[i] = Progress.BEFORE;
      } else {
        boolean isAfter = now.isEmpty() || isMadeFrom(now.get().bytes(), file.path(), from, to);
        progress[i] = isAfter ? Progress.EDITED_AFTER : Progress.EDITED_BEFORE;
      }
    }
    for (int i = 0; i < lastWritten; i++) {
      // Files are written in this order.
      progress[i] = progress[i] == Progress.EDITED_BEFORE ? Progress.EDITED_AFTER : progress[i];
    }
    return Arrays.asList(progress);
  }

  /** Whether bytes have more in common with a file after the save than with the one before. */
  private boolean isMadeFrom(byte[] bytes, String path, M from, M to) {
    return common(bytes, bytes(to, path)) >= common(bytes, bytes(from, path));
  }

  private byte[] bytes(M model, String path) {
    return folder.format().entry(model, path).isPresent()
        ? folder.format().bytes(model, path)
        : new byte[0];
  }

  /** The number of bytes at the beginning and the end that two files have in common. */
  private static int common(byte[] one, byte[] other) {
    int length = Math.min(one.length, other.length);
    int start = Math.max(0, Arrays.mismatch(one, other));
    int end = 0;
    while (start + end < length && one[one.length - 1 - end] == other[other.length - 1 - end]) {
      end++;
    }
    return start + end;
  }

  /**
   * Ends the save without success: files that it had written are restored unless edited since. If
   * nothing but the time is known, the cursor returns to the version before the save.
   */
  private Optional<FileChange> fail(SessionState<M, E> state, PendingSave save, String cause)
      throws IOException {
    M to = modelOf(state, save);
    Optional<FileChange> change = takeEdited(state, save, to);
    SessionState<M, E> merged = session.refresh();
    if (cause.equals(Failed.TIMEOUT)) {
      returnTo(merged.pointOfFile().orElse(HistoryPoint.BASE));
    }
    M from = merged.modelOfFile().orElseGet(folder.domain()::empty);
    FolderSave<M, E> restored = new FolderSave<>(folder, to, from, save.mark().hash());
    List<Progress> progress = progress(merged, save, to);
    // The last one first, because a file may have taken the place of a folder.
    for (int i = progress.size() - 1; i >= 0; i--) {
      SavedFile file = save.files().get(i);
      if (progress.get(i) == Progress.AFTER && !file.after().equals(file.before())) {
        restored.add(i, file.path(), file.after().map(InterruptedFolderSave::hash));
      }
    }
    Optional<FileChange> lateChange = write(restored, merged);
    deleteSaveFiles(save);
    Outcome recorded =
        reconciler
            .recorder(FAIL_OPTIONS)
            .recordFailed(save.mark().hash(), save.mark().point(), cause);
    if (recorded instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException("a failed save cannot be noted: " + conflicts.get(0));
    }
    return lateChange.or(() -> change);
  }

  private void returnTo(HistoryPoint point) {
    SessionState<M, E> state = session.state();
    if (!state.head().equals(point)
        && session.with(FAIL_OPTIONS).branches().switchTo(point)
            instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: the steps of a failed save cannot be undone: %s"
              .formatted(folder.path(), conflicts.get(0)));
    }
  }

  private void deleteSaveFiles(PendingSave save) throws IOException {
    for (int i = 0; i < save.files().size(); i++) {
      FolderSave.saveFiles(folder, save.files().get(i).path(), i).delete();
    }
  }
}
