package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentFiles.FoundVersion;
import dev.fcp.eventlog.document.DocumentFiles.Write;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.FileRecorder;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One save of a document (SE-7, SE-18, DO-4). The caller holds the write lock of the journal.
 *
 * @param files the file or folder
 * @param overwrites whether to overwrite an external version and write-protected files
 */
record FileSave<M, E>(
    Document<M, E> document, EditOptions options, DocumentFiles<M, E> files, boolean overwrites) {

  /**
   * Writes the document, or returns the reason why not.
   *
   * @throws JournalException if the journal fails or is read-only
   */
  SaveResult run() throws IOException {
    document
        .readOnlyReason()
        .ifPresent(reason -> {
          throw new JournalException(
              "document %s: cannot be saved: its history can only be read: %s; copy the document and the folder .fcp beside it to another folder"
                  .formatted(files.path(), reason));
        });
    Optional<Conflict> obstacle = files.obstacle(isOwnFile(), overwrites);
    if (obstacle.isPresent()) {
      return new SaveResult.Refused(List.of(obstacle.get()));
    }
    FileChange fileChange =
        document.takeExternalChanges(isOwnFile() ? Optional.of(files) : Optional.empty(), false);
    SessionState<M, E> state = session().refresh();
    if (!overwrites && fileChange instanceof FileChange.Undecided(var version, var reason)) {
      return refused(files.path() + " holds another version: " + reason, new Suggestion.Revert());
    }
    if (!isOwnFile() && holdsUnknownVersion(state)) {
      return refused(
          files.path() + " holds a version that was neither loaded nor saved here",
          new Suggestion.SaveAs("another file, or open it"));
    }
    try (Write<M> write = files.plan(state, overwrites)) {
      return write.refusals().isEmpty()
          ? replaceFiles(state, write, fileChange)
          : new SaveResult.Refused(write.refusals());
    }
  }

  private boolean isOwnFile() throws IOException {
    return document.isAt(files.target());
  }

  private SaveResult replaceFiles(SessionState<M, E> state, Write<M> write, FileChange fileChange)
      throws IOException {
    write.prepare();
    FileRecorder<M, E> recorder = session().with(options).fileRecorder();
    if (recorder.recordSaving(write.hash(), state.head(), write.files())
        instanceof Outcome.Refused(var conflicts)) {
      return new SaveResult.Refused(conflicts);
    }
    // Even after a power cut, the history must know the version that the file contains.
    document.journal().flush();
    replace(write, state);
    Optional<FileChange> lateChange = takeReplacedVersion(write, state);
    // Before the save is recorded, because the replaced version counts as known only until then;
    // and before the history moves, which must not take these files along.
    write.deleteFiles();
    Path target = files.target();
    if (!isOwnFile()) {
      // Only after the file exists; until then, the history belongs to the old file.
      moveHistory(target);
    }
    document.setFiles(files, target);
    recordSaved(state, write.hash());
    return new SaveResult.Saved(
        target, write.hash(), write.sizeBytes(), lateChange.orElse(fileChange));
  }

  /** Replaces the files. If some files of a folder cannot be replaced, all are as they were. */
  private void replace(Write<M> write, SessionState<M, E> state) throws IOException {
    try {
      write.replace();
    } catch (IOException e) {
      if (write.takeBack()) {
        var unused =
            session()
                .with(EditOptions.of(options.label(), options.origin()))
                .fileRecorder()
                .recordFailed(write.hash(), state.head(), String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private void moveHistory(Path target) {
    try {
      document.journalStore().reassign(document.journal(), target, document.path().isPresent());
    } catch (JournalException e) {
      if (JournalStore.isJournalOf(document.journal(), target)) {
        document.setFiles(files, target);
      }
      throw new JournalException(
          "document %s: it holds the new version, but its history cannot follow: %s"
              .formatted(files.path(), e.getMessage()),
          e);
    }
  }

  private void recordSaved(SessionState<M, E> state, String hash) {
    EditOptions unconditional = EditOptions.of(options.label(), options.origin());
    if (session().with(unconditional).fileRecorder().recordSaved(hash, state.head())
        instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: it holds the new version, but the journal does not say so: %s"
              .formatted(files.path(), conflicts.get(0).reason()));
    }
  }

  /** Merges the replaced version, if another program wrote it after the last check. */
  private Optional<FileChange> takeReplacedVersion(Write<M> write, SessionState<M, E> state)
      throws IOException {
    Optional<FoundVersion<M>> replaced = write.replacedVersion(state);
    return replaced.isPresent()
        ? Optional.of(
            FileReconciler.asOverwritten(
                document.reconciler().mergeVersion(session().refresh(), replaced.get())))
        : Optional.empty();
  }

  private boolean holdsUnknownVersion(SessionState<M, E> state) throws IOException {
    Optional<FoundVersion<M>> found = files.find(state);
    return found.isPresent() && !state.isKnownFile(found.get().hash());
  }

  private Session<M, E> session() {
    return document.session();
  }

  private static SaveResult refused(String reason, Suggestion suggestion) {
    return new SaveResult.Refused(List.of(Conflict.because(reason).withSuggestion(suggestion)));
  }
}
