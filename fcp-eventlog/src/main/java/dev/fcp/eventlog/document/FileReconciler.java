package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.ExternalEdit.MergeResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.FileRecorder;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the file of a document with the versions that its session knows, and merges or records
 * other versions (DO-3). Callers hold the write lock of the journal.
 */
final class FileReconciler<M, E> {

  /** The origin of external versions. */
  static final Origin EXTERNAL = Origin.of("external");

  private static final Origin RECOVERY = Origin.of("recovery");
  private static final EditOptions SAVE_OPTIONS = EditOptions.of("save", RECOVERY);
  private static final EditOptions TEXT_OPTIONS = EditOptions.of("text", RECOVERY);
  private static final EditOptions MERGE_OPTIONS = EditOptions.of("edited elsewhere", EXTERNAL);

  private static final String LOSS = "records of the history were lost, so it may be newer";

  private final Domain<M, E> domain;
  private final Session<M, E> session;

  /**
   * The stamp of the file at the last check, if a write since then would be visible in the stamp.
   */
  private Optional<FileStamp> lastStamp = Optional.empty();

  FileReconciler(Domain<M, E> domain, Session<M, E> session) {
    this.domain = domain;
    this.session = session;
  }

  /** Takes the last look of the reconciler of a session with the same state. */
  void copyLastStamp(FileReconciler<?, ?> other) {
    lastStamp = other.lastStamp;
  }

  /**
   * Compares a file with the newest state of the session.
   *
   * @param mayBeNewer whether lost records may have saved the document, so that it is unknown
   *     whether the file or the document is newer; if the document has changes that the file does
   *     not contain, the version in the file is then recorded as undecided, even if it is known
   *     (DO-16)
   */
  FileChange check(SessionState<M, E> state, Path path, boolean mayBeNewer) throws IOException {
    Optional<FileStamp> stamp = FileStamp.of(path);
    if (stamp.isEmpty()) {
      return new FileChange.Deleted();
    }
    boolean isDecided = state.externalVersion().filter(ExternalVersion::isUndecided).isEmpty();
    if (mayBeNewer && isDecided && !state.isSaved()) {
      byte[] bytes = bytes(path);
      if (!(domain.format().read(bytes) instanceof ReadResult.Readable<M>(var model, var source))
          || !isSameAsDocument(state, model)) {
        return recordUndecided(state, Source.of(bytes), LOSS);
      }
    }
    if (stamp.equals(lastStamp)) {
      return undecidedOrNone(state);
    }
    Optional<FileStamp> settled = stamp.filter(FileStamp::isSettled);
    String hash = FileReplacement.of(path).hash().orElse("");
    FileChange fileChange =
        state.isKnownFile(hash) ? knownVersion(state, hash) : mergeVersion(state, bytes(path));
    // Only after everything was recorded, so that the next check retries after a failure.
    lastStamp = settled;
    return fileChange;
  }

  /**
   * Whether a file is the one at the last check and unchanged since. Returns false if a write could
   * have gone unnoticed.
   */
  boolean hasSeen(Path file) throws IOException {
    Optional<FileStamp> stamp = FileStamp.of(file);
    return stamp.isPresent() && stamp.equals(lastStamp);
  }

  /**
   * Completes an interrupted save (DO-12): merges or stores the replaced version if it is unknown,
   * then deletes the files of the save.
   *
   * @param saveFiles the files that an interrupted save left, if there are any
   */
  Optional<FileChange> finishInterruptedSave(
      SessionState<M, E> state, Optional<Path> path, Optional<SaveFiles> saveFiles)
      throws IOException {
    if (saveFiles.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> replacedBytes =
        saveFiles.get().replacedBytes(hash -> !state.isKnownFile(hash));
    // Before the merge, because the replaced version was in the file before the pending one.
    Optional<SavedMark> pendingMark =
        replacedBytes.isPresent() && path.isPresent()
            ? FileReplacement.of(path.get()).hash().flatMap(state::pendingSave)
            : Optional.empty();
    Optional<FileChange> change = replacedBytes.map(bytes -> mergeVersion(state, bytes));
    // Before the save is recorded, because the replaced version counts as unknown after that.
    saveFiles.get().delete();
    pendingMark.ifPresent(this::recordSaved);
    return pendingMark.isPresent() || path.isEmpty()
        ? change.map(FileReconciler::asOverwritten)
        : change;
  }

  /** The options for external changes, which belong to the owner of the newest mark (DO-18). */
  private EditOptions mergeOptions(SessionState<M, E> state) {
    return MERGE_OPTIONS.by(state.ownerOf(Optional.empty()).orElse(EXTERNAL));
  }

  private void recordSaved(SavedMark mark) {
    require(recorder(SAVE_OPTIONS).recordSaved(mark.hash(), mark.point()));
  }

  private FileRecorder<M, E> recorder(EditOptions options) {
    return session.with(options).fileRecorder();
  }

  /** A version that the file no longer contains needs no decision. */
  static FileChange asOverwritten(FileChange fileChange) {
    return fileChange instanceof FileChange.Undecided(var version, var reason)
        ? new FileChange.Overwritten(version, reason)
        : fileChange;
  }

  /**
   * Handles a version that this document wrote; records its save if the process ended before that.
   */
  private FileChange knownVersion(SessionState<M, E> state, String hash) {
    Optional<SavedMark> pendingMark = state.pendingSave(hash);
    pendingMark.ifPresent(this::recordSaved);
    return pendingMark.isPresent() ? new FileChange.None() : undecidedOrNone(state);
  }

  /** Stores the last saved version of the file in the journal, unless the journal contains it. */
  void keepSource(SessionState<M, E> state, Path path, Journal journal) throws IOException {
    Source version = Source.of(bytes(path));
    Optional<SavedMark> mark = state.savedMark().filter(it -> it.hash().equals(version.id()));
    if (mark.isPresent() && journal.source(version.id()).isEmpty()) {
      require(recorder(TEXT_OPTIONS).recordRewritten(version, mark.get().point()));
    }
  }

  private FileChange undecidedOrNone(SessionState<M, E> state) {
    return state
        .externalVersion()
        .filter(ExternalVersion::isUndecided)
        .<FileChange>map(version ->
            new FileChange.Undecided(version.source(), undecidedReason(state, version.source())))
        .orElseGet(FileChange.None::new);
  }

  /** Merges a version, or records it as undecided. */
  FileChange mergeVersion(SessionState<M, E> state, byte[] bytes) {
    Source version = Source.of(bytes);
    if (state.isKnownFile(version.id())) {
      return knownVersion(state, version.id());
    }
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M> damaged -> recordUndecided(state, version, unreadable(damaged));
      case ReadResult.Readable<M>(var fileModel, var source) ->
          mergeVersion(state, version, fileModel);
    };
  }

  private FileChange mergeVersion(SessionState<M, E> state, Source version, M fileModel) {
    Optional<M> base = state.modelOfFile();
    if (base.isEmpty()) {
      return recordUndecided(state, version, "the version that it was made from is no longer known");
    }
    ExternalEdit<M, E> edit = ExternalEdit.between(domain, base.get(), fileModel);
    Optional<SavedMark> mark = state.savedMark();
    if (edit.changes().isEmpty() && mark.isPresent()) {
      require(recorder(mergeOptions(state)).recordRewritten(version, mark.get().point()));
      return new FileChange.Rewritten();
    }
    Optional<String> rejection = rejectionReason(state, edit);
    return rejection.isPresent()
        ? recordUndecided(state, version, rejection.get())
        : merge(state, version, edit);
  }

  /** The reason why nothing of a version can be merged; empty if something can. */
  private Optional<String> rejectionReason(SessionState<M, E> state, ExternalEdit<M, E> edit) {
    if (isSameAsDocument(state, edit.current())) {
      return Optional.empty();
    }
    if (edit.isAnotherDocument()) {
      return Optional.of("hardly anything in it is as it was, as if another document stood there");
    }
    MergeResult<E> merged = edit.mergeInto(state.model());
    return merged.events().isEmpty() && !merged.conflicts().isEmpty()
        ? Optional.of(
            "it contradicts what was changed here since: " + merged.conflicts().get(0).reason())
        : Optional.empty();
  }

  private FileChange merge(SessionState<M, E> state, Source version, ExternalEdit<M, E> edit) {
    MergeResult<E> merged = merged(state, edit);
    EditOptions options = mergeOptions(state).expectingHead(state.head());
    MergeExtent mergeExtent =
        isComplete(state, merged, edit.current()) ? MergeExtent.WHOLE : MergeExtent.PART;
    Outcome outcome =
        recorder(options)
            .mergeExternal(version, mergeExtent, builder -> merged.events().forEach(builder::emit));
    if (!(outcome instanceof Outcome.Refused(var conflicts))) {
      return new FileChange.Merged(merged.events().size(), merged.conflicts());
    }
    SessionState<M, E> newState = session.refresh();
    // If another thread made a step meanwhile, other changes may apply. Otherwise a guard refused
    // the step.
    return newState.head().equals(state.head())
        ? recordUndecided(state, version, conflicts.get(0).reason())
        : merge(newState, version, edit);
  }

  /** The changes to merge; none if the document already equals the version. */
  private MergeResult<E> merged(SessionState<M, E> state, ExternalEdit<M, E> edit) {
    return isSameAsDocument(state, edit.current())
        ? new MergeResult<>(List.of(), List.of())
        : edit.mergeInto(state.model());
  }

  private boolean isSameAsDocument(SessionState<M, E> state, M fileModel) {
    return domain.digest(state.model()).matches(domain.digest(fileModel));
  }

  private boolean isComplete(SessionState<M, E> state, MergeResult<E> merged, M fileModel) {
    M after = state.model();
    for (E event : merged.events()) {
      after = domain.replay(event, after);
    }
    return domain.digest(after).matches(domain.digest(fileModel));
  }

  private FileChange recordUndecided(
      SessionState<M, E> state, Source version, String reason) {
    require(recorder(mergeOptions(state)).recordUndecided(version));
    return new FileChange.Undecided(version, reason);
  }

  private String undecidedReason(SessionState<M, E> state, Source version) {
    return switch (domain.format().read(version.bytes())) {
      case ReadResult.Unreadable<M> damaged -> unreadable(damaged);
      case ReadResult.Readable<M>(var fileModel, var source) ->
          state
              .modelOfFile()
              .map(base -> ExternalEdit.between(domain, base, fileModel))
              .flatMap(edit ->
                  edit.changes().isEmpty() ? Optional.of(LOSS) : rejectionReason(state, edit))
              .orElse("nothing of it was taken over");
    };
  }

  private static String unreadable(ReadResult.Unreadable<?> damaged) {
    return "it cannot be read at byte %d: %s".formatted(damaged.offsetBytes(), damaged.reason());
  }

  /** Replaces the content of the document by that of the file, as one step. */
  Outcome revert(EditOptions options, SessionState<M, E> state, Path path) throws IOException {
    if (FileStamp.of(path).isEmpty()) {
      return refused("there is no file " + path, new Suggestion.Save());
    }
    byte[] bytes = bytes(path);
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M> damaged ->
          refused("%s: %s".formatted(path, unreadable(damaged)), new Suggestion.SaveOverwriting());
      case ReadResult.Readable<M>(var fileModel, var source) -> {
        List<E> changes = domain.diff(state.model(), fileModel);
        boolean isKnown = state.savedMark().filter(it -> it.hash().equals(source.id())).isPresent();
        yield changes.isEmpty() && isKnown && state.isSaved()
            ? new Outcome.Unchanged()
            : recorder(options)
                .mergeExternal(
                    source, MergeExtent.WHOLE, builder -> changes.forEach(builder::emit));
      }
    };
  }

  private static Outcome refused(String reason, Suggestion suggestion) {
    return new Outcome.Refused(List.of(Conflict.because(reason).withSuggestion(suggestion)));
  }

  /** Requires success: without an expected head, recording cannot be refused. */
  private static void require(Outcome outcome) {
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException("what the file holds cannot be noted: " + conflicts.get(0));
    }
  }

  private static byte[] bytes(Path path) throws IOException {
    long sizeBytes = Files.size(path);
    if (sizeBytes > DocumentStore.MAX_FILE_BYTES) {
      throw new IOException(
          "it has %d bytes, more than the limit of %d"
              .formatted(sizeBytes, DocumentStore.MAX_FILE_BYTES));
    }
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw new IOException("it went away while it was read", e);
    }
  }
}
