package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
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
 * @param file the file, as given by the caller
 * @param replacement replaces the file
 * @param overwrites whether to overwrite an external version and a write-protected file
 */
record FileSave<M, E>(
    Document<M, E> document,
    EditOptions options,
    Path file,
    FileReplacement replacement,
    boolean overwrites) {

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
                  .formatted(file, reason));
        });
    Optional<SaveResult> obstacle = obstacle();
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    boolean isOwnFile = document.isAt(replacement.target());
    FileChange fileChange = document.takeExternalChanges(isOwnFile);
    SessionState<M, E> state = session().refresh();
    if (!overwrites && fileChange instanceof FileChange.Undecided(var version, var reason)) {
      return refused(
          Conflict.because("%s holds another version: %s".formatted(file, reason))
              .withSuggestion(new Suggestion.Revert()));
    }
    if (!isOwnFile && holdsUnknownVersion(state)) {
      return refused(
          Conflict.because(
                  "%s holds a version that was neither loaded nor saved here".formatted(file))
              .withSuggestion(new Suggestion.SaveAs("another file, or open it")));
    }
    Source written = document.writer().write(state);
    return written.sizeBytes() > DocumentStore.MAX_FILE_BYTES
        ? refused(tooLarge(written))
        : replaceFile(new Version<>(state, written, isOwnFile), fileChange);
  }

  private Optional<SaveResult> obstacle() throws IOException {
    if (replacement.isObstructed()) {
      return Optional.of(
          refused(
              Conflict.because("%s is no file that could be replaced".formatted(file))
                  .withSuggestion(new Suggestion.SaveAs("another file"))));
    }
    if (replacement.isFolderReadOnly()) {
      return Optional.of(
          refused(
              Conflict.because("nothing can be written in the folder of %s".formatted(file))
                  .withSuggestion(new Suggestion.SaveAs("a file in another folder"))));
    }
    return !overwrites && replacement.isWriteProtected()
        ? Optional.of(
            refused(
                Conflict.because("%s is write-protected".formatted(file))
                    .withSuggestion(
                        document.isAt(replacement.target())
                            ? new Suggestion.SaveOverwriting()
                            : new Suggestion.SaveAs("another file"))))
        : Optional.empty();
  }

  /** The version to write: a state and its bytes, to the file of the document or to another one. */
  private record Version<M, E>(SessionState<M, E> state, Source source, boolean isOwnFile) {}

  private SaveResult replaceFile(Version<M, E> version, FileChange fileChange) throws IOException {
    SessionState<M, E> state = version.state();
    Source written = version.source();
    JournalStore journalStore = document.journalStore();
    Optional<Path> history = JournalStore.folderOf(document.journal());
    try (FileReplacement.Prepared prepared =
        replacement.prepare(written.bytes(), history, journalStore.disk())) {
      if (session().with(options).fileRecorder().recordSaving(written.id(), state.head())
          instanceof Outcome.Refused(var conflicts)) {
        return new SaveResult.Refused(conflicts);
      }
      // Even after a power cut, the history must know the version that the file contains.
      document.journal().flush();
      prepared.replace();
      Optional<FileChange> lateChange = takeReplacedVersion(prepared, state);
      // Before the save is recorded, because the replaced version counts as known only until then;
      // and before the history moves, which must not take these files along.
      prepared.deleteFiles();
      if (!version.isOwnFile()) {
        // Only after the file exists; until then, the history belongs to the old file.
        moveHistory();
      }
      document.setPath(file, replacement.target());
      recordSaved(state, written);
      return new SaveResult.Saved(
          replacement.target(), written.id(), written.sizeBytes(), lateChange.orElse(fileChange));
    }
  }

  private void moveHistory() {
    Path target = replacement.target();
    JournalStore journalStore = document.journalStore();
    try {
      journalStore.reassign(document.journal(), target, document.path().isPresent());
    } catch (JournalException e) {
      if (JournalStore.isJournalOf(document.journal(), target)) {
        document.setPath(file, replacement.target());
      }
      throw new JournalException(
          "document %s: it holds the new version, but its history cannot follow: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private void recordSaved(SessionState<M, E> state, Source written) {
    EditOptions unconditional = EditOptions.of(options.label(), options.origin());
    if (session().with(unconditional).fileRecorder().recordSaved(written.id(), state.head())
        instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: it holds the new version, but the journal does not say so: %s"
              .formatted(file, conflicts.get(0).reason()));
    }
  }

  /** Merges the replaced version, if another program wrote it after the last check. */
  private Optional<FileChange> takeReplacedVersion(
      FileReplacement.Prepared prepared, SessionState<M, E> state) throws IOException {
    if (document.reconciler().hasSeen(prepared.replacedFile())) {
      return Optional.empty();
    }
    Optional<byte[]> replacedBytes = prepared.replacedBytes(hash -> !state.isKnownFile(hash));
    return replacedBytes.isPresent()
        ? Optional.of(
            FileReconciler.asOverwritten(
                document.reconciler().mergeVersion(session().refresh(), replacedBytes.get())))
        : Optional.empty();
  }

  private boolean holdsUnknownVersion(SessionState<M, E> state) throws IOException {
    return replacement.hash().filter(hash -> !state.isKnownFile(hash)).isPresent();
  }

  private Session<M, E> session() {
    return document.session();
  }

  private static Conflict tooLarge(Source written) {
    return Conflict.because(
        "the file would have %d bytes, more than the limit of %d"
            .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES));
  }

  private static SaveResult refused(Conflict conflict) {
    return new SaveResult.Refused(List.of(conflict));
  }
}
