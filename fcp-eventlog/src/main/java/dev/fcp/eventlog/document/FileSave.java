package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
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
    FileChange fileChange =
        document.takeExternalChanges(isOwnFile() ? document.path() : Optional.empty(), false);
    SessionState<M, E> state = session().refresh();
    if (!overwrites && fileChange instanceof FileChange.Undecided(var version, var reason)) {
      return refused("holds another version: " + reason, new Suggestion.Revert());
    }
    if (!isOwnFile() && holdsUnknownVersion(state)) {
      return refused(
          "holds a version that was neither loaded nor saved here",
          new Suggestion.SaveAs("another file, or open it"));
    }
    Source written = damagedSource(state).orElseGet(() -> format(state));
    return written.sizeBytes() > DocumentStore.MAX_FILE_BYTES
        ? refused(
            Conflict.because(
                "the file would have %d bytes, more than the limit of %d"
                    .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES)))
        : replaceFile(state, written, fileChange);
  }

  private boolean isOwnFile() {
    return document.isAt(replacement.target());
  }

  private Optional<SaveResult> obstacle() throws IOException {
    if (replacement.isObstructed()) {
      return Optional.of(
          refused("is no file that could be replaced", new Suggestion.SaveAs("another file")));
    }
    if (replacement.isFolderReadOnly()) {
      return Optional.of(
          refused(
              Conflict.because("nothing can be written in the folder of " + file)
                  .withSuggestion(new Suggestion.SaveAs("a file in another folder"))));
    }
    if (overwrites || !replacement.isWriteProtected()) {
      return Optional.empty();
    }
    Suggestion suggestion =
        isOwnFile() ? new Suggestion.SaveOverwriting() : new Suggestion.SaveAs("another file");
    return Optional.of(refused("is write-protected", suggestion));
  }

  /** The original bytes of a damaged file, if the cursor is before its repair (SE-20). */
  private Optional<Source> damagedSource(SessionState<M, E> state) {
    return state
        .baseSource()
        .filter(text ->
            document.domain().format().read(text.bytes()) instanceof ReadResult.Unreadable<M>);
  }

  /**
   * The bytes of a state.
   *
   * @throws IllegalStateException if the format cannot read the state back from them
   */
  private Source format(SessionState<M, E> state) {
    Domain<M, E> domain = document.domain();
    byte[] bytes = domain.format().write(state.model(), state.sourcesForWriting());
    String finding =
        switch (domain.format().read(bytes)) {
          case ReadResult.Readable<M>(var model, var source) ->
              difference(state.digest(), domain.digestFromScratch(model));
          case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
              "what was written cannot be read at byte %d: %s".formatted(offsetBytes, reason);
        };
    if (!finding.isEmpty()) {
      throw new IllegalStateException(
          "the %s format has a fault, please report it: %s; the file is as it was"
              .formatted(domain.name(), finding));
    }
    return Source.of(bytes);
  }

  private static String difference(Digest expected, Digest found) {
    return expected.matches(found)
        ? ""
        : "the document is %s %s, what was written is %s %s"
            .formatted(expected.summary(), expected.hex(), found.summary(), found.hex());
  }

  private SaveResult replaceFile(SessionState<M, E> state, Source written, FileChange fileChange)
      throws IOException {
    Optional<Path> history = JournalStore.folderOf(document.journal());
    try (FileReplacement.Prepared prepared =
        replacement.prepare(written.bytes(), history, document.journalStore().disk())) {
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
      if (!isOwnFile()) {
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
    try {
      document.journalStore().reassign(document.journal(), target, document.path().isPresent());
    } catch (JournalException e) {
      if (JournalStore.isJournalOf(document.journal(), target)) {
        document.setPath(file, target);
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
    if (document.reconciler().hasSeen(prepared.files().replaced())) {
      return Optional.empty();
    }
    Optional<byte[]> replacedBytes =
        prepared.files().replacedBytes(hash -> !state.isKnownFile(hash));
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

  private SaveResult refused(String reason, Suggestion suggestion) {
    return refused(Conflict.because(file + " " + reason).withSuggestion(suggestion));
  }

  private static SaveResult refused(Conflict conflict) {
    return new SaveResult.Refused(List.of(conflict));
  }
}
