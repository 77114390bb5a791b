package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentFiles.FoundVersion;
import dev.fcp.eventlog.document.DocumentFiles.OwnedPart;
import dev.fcp.eventlog.document.ExternalEdit.MergeResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.FileRecorder;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the file of a document with the versions that its session knows, and merges or records
 * other versions (DO-3). Callers hold the write lock of the journal.
 */
final class FileReconciler<M, E> {

  /** The origin of external versions. */
  static final Origin EXTERNAL = Origin.of("external");

  /** The origin of what is recorded after an interruption. */
  static final Origin RECOVERY = Origin.of("recovery");

  private static final EditOptions SAVE_OPTIONS = EditOptions.of("save", RECOVERY);
  private static final EditOptions TEXT_OPTIONS = EditOptions.of("text", RECOVERY);
  private static final EditOptions MERGE_OPTIONS = EditOptions.of(External.LABEL, EXTERNAL);

  private static final String LOSS = "records of the history were lost, so it may be newer";

  private final Domain<M, E> domain;
  private final Session<M, E> session;
  private final boolean isFolder;

  FileReconciler(Domain<M, E> domain, Session<M, E> session, boolean isFolder) {
    this.domain = domain;
    this.session = session;
    this.isFolder = isFolder;
  }

  /**
   * Compares a file or a folder with the newest state of the session.
   *
   * @param mayBeNewer whether lost records may have saved the document, so that it is unknown
   *     whether the file or the document is newer; if the document has changes that the file does
   *     not contain, the version in the file is then recorded as undecided, even if it is known
   *     (DO-16)
   */
  FileChange check(SessionState<M, E> state, DocumentFiles<M, E> files, boolean mayBeNewer)
      throws IOException {
    Optional<FoundVersion<M>> found = files.find(state);
    if (found.isEmpty()) {
      return new FileChange.Deleted();
    }
    FoundVersion<M> version = found.get();
    boolean isDecided = state.externalVersion().filter(ExternalVersion::isUndecided).isEmpty();
    if (mayBeNewer
        && isDecided
        && !state.isSaved()
        && (!(version.content() instanceof ReadResult.Readable<M>(var model, var source))
            || !isSameAsDocument(state, model))) {
      return recordUndecided(version, state.ownerOf(Optional.empty()), LOSS);
    }
    if (version.isLastSeen()) {
      return undecidedOrNone(state);
    }
    if (files instanceof FolderFiles<M, E> folder
        && !state.isKnownFile(version.hash())
        && isMergeInterrupted(state)) {
      recordSaved(new SavedMark(folder.hashOf(state.model()), state.head()));
      return check(session.refresh(), files, mayBeNewer);
    }
    FileChange fileChange =
        state.isKnownFile(version.hash())
            ? knownVersion(state, version.hash())
            : mergeVersion(state, version);
    // Only after everything was recorded, so that the next check retries after a failure.
    version.setSeen();
    return fileChange;
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
    Optional<FileChange> change =
        replacedBytes.isPresent()
            ? Optional.of(
                mergeVersion(state, new SingleFile.Bytes<>(domain, Source.of(replacedBytes.get()))))
            : Optional.empty();
    // Before the save is recorded, because the replaced version counts as unknown after that.
    saveFiles.get().delete();
    pendingMark.ifPresent(this::recordSaved);
    return pendingMark.isPresent() || path.isEmpty()
        ? change.map(FileReconciler::asOverwritten)
        : change;
  }

  /**
   * Whether a program ended after it recorded the step of a whole version of a folder, and before
   * it recorded that the folder contains its state.
   */
  private static boolean isMergeInterrupted(SessionState<?, ?> state) {
    Optional<Step<?>> last = state.head().step().flatMap(id -> state.history().find(id));
    // The step of a version that was merged in part is recorded together with that version.
    return !state.hasVersionAt(state.head())
        && state.pendingFolderSave().isEmpty()
        && state
            .savedMark()
            .filter(mark -> state.history().isAncestor(mark.point(), state.head()))
            .isPresent()
        && last.filter(step -> External.LABEL.equals(step.label())).isPresent();
  }

  /** The options for changes of an owner (DO-22). */
  private static EditOptions mergeOptions(Optional<Origin> owner) {
    return MERGE_OPTIONS.by(owner.orElse(EXTERNAL));
  }

  void recordSaved(SavedMark mark) {
    require(recorder(SAVE_OPTIONS).recordSaved(mark.hash(), mark.point()));
  }

  FileRecorder<M, E> recorder(EditOptions options) {
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
  void keepSource(SessionState<M, E> state, DocumentFiles<M, E> files, Journal journal)
      throws IOException {
    Optional<FoundVersion<M>> found = files.find(state);
    if (found.isEmpty()) {
      return;
    }
    Source version = found.get().source();
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
  FileChange mergeVersion(SessionState<M, E> state, FoundVersion<M> version) throws IOException {
    ReadResult<M> content = version.content();
    if (state.isKnownFile(version.hash())) {
      return knownVersion(state, version.hash());
    }
    return switch (content) {
      case ReadResult.Unreadable<M> damaged ->
          recordUndecided(version, state.ownerOf(Optional.empty()), unreadable(damaged));
      case ReadResult.Readable<M> readable -> mergeParts(state, version);
    };
  }

  /**
   * Merges a version, the changes of each owner as one step (DO-22). If there are several owners,
   * changes that contradict the document are reported, however many they are.
   */
  private FileChange mergeParts(SessionState<M, E> state, FoundVersion<M> version)
      throws IOException {
    List<OwnedPart<M>> parts = version.byOwner(state::ownerOf);
    FileChange change = new FileChange.None();
    SessionState<M, E> current = state;
    for (OwnedPart<M> part : parts) {
      Optional<M> base = current.modelOfFile();
      FoundVersion<M> next = base.isPresent() ? part.on(base.get()) : version;
      change = both(change, mergePart(current, next, part.owner(), parts.size() > 1));
      current = session.refresh();
    }
    return change;
  }

  private static FileChange both(FileChange first, FileChange second) {
    return first instanceof FileChange.Merged(var count, var conflicts)
            && second instanceof FileChange.Merged(var laterCount, var laterConflicts)
        ? new FileChange.Merged(
            count + laterCount, Stream.of(conflicts, laterConflicts).flatMap(List::stream).toList())
        : first instanceof FileChange.Merged && !(second instanceof FileChange.Undecided)
            ? first
            : second;
  }

  private FileChange mergePart(
      SessionState<M, E> state,
      FoundVersion<M> version,
      Optional<Origin> owner,
      boolean isOneOfSeveral)
      throws IOException {
    if (!(version.content() instanceof ReadResult.Readable<M>(var fileModel, var source))) {
      return recordUndecided(version, owner, "it cannot be read");
    }
    Optional<M> base = state.modelOfFile();
    if (base.isEmpty()) {
      return recordUndecided(
          version, owner, "the version that it was made from is no longer known");
    }
    ExternalEdit<M, E> edit = edit(base.get(), fileModel);
    Optional<SavedMark> mark = state.savedMark();
    if (edit.changes().isEmpty() && mark.isPresent()) {
      require(recorder(mergeOptions(owner)).recordRewritten(version.source(), mark.get().point()));
      return new FileChange.Rewritten();
    }
    Optional<String> rejection = isOneOfSeveral ? Optional.empty() : rejectionReason(state, edit);
    return rejection.isPresent()
        ? recordUndecided(version, owner, rejection.get())
        : merge(state, version, owner, edit);
  }

  private ExternalEdit<M, E> edit(M base, M current) {
    return ExternalEdit.between(domain, base, current, session.audit().appliedEvents());
  }

  /** The reason why nothing of a version can be merged; empty if something can. */
  private Optional<String> rejectionReason(SessionState<M, E> state, ExternalEdit<M, E> edit) {
    if (isSameAsDocument(state, edit.current())) {
      return Optional.empty();
    }
    if (!isFolder && edit.isAnotherDocument()) {
      return Optional.of("hardly anything in it is as it was, as if another document stood there");
    }
    MergeResult<E> merged = edit.mergeInto(state.model());
    return merged.events().isEmpty() && !merged.conflicts().isEmpty()
        ? Optional.of(
            "it contradicts what was changed here since: " + merged.conflicts().get(0).reason())
        : Optional.empty();
  }

  private FileChange merge(
      SessionState<M, E> state,
      FoundVersion<M> version,
      Optional<Origin> owner,
      ExternalEdit<M, E> edit)
      throws IOException {
    MergeResult<E> merged = merged(state, edit);
    MergeExtent mergeExtent =
        isComplete(state, merged, edit.current()) ? MergeExtent.WHOLE : MergeExtent.PART;
    EditOptions options = mergeOptions(owner).expectingHead(state.head());
    Outcome outcome = recordMerge(options, state, version, mergeExtent, merged.events());
    if (!(outcome instanceof Outcome.Refused(var conflicts))) {
      return new FileChange.Merged(merged.events().size(), merged.conflicts());
    }
    SessionState<M, E> newState = session.refresh();
    // If another thread made a step meanwhile, other changes may apply. Otherwise a guard refused
    // the step.
    return newState.head().equals(state.head())
        ? recordUndecided(version, owner, conflicts.get(0).reason())
        : merge(newState, version, owner, edit);
  }

  /**
   * Records a merged version. A version of a folder that is a state of the document is not stored;
   * while a save of the folder is under way, no version is the last one.
   */
  private Outcome recordMerge(
      EditOptions options,
      SessionState<M, E> state,
      FoundVersion<M> version,
      MergeExtent mergeExtent,
      List<E> events)
      throws IOException {
    boolean isSaving = state.pendingFolderSave().isPresent();
    if (!isFolder || isSaving || mergeExtent != MergeExtent.WHOLE) {
      return recorder(options)
          .mergeExternal(
              version.source(),
              isSaving ? MergeExtent.PART : mergeExtent,
              builder -> events.forEach(builder::emit));
    }
    version.keepContents();
    Outcome outcome =
        events.isEmpty()
            ? new Outcome.Unchanged()
            : session.step(options, builder -> events.forEach(builder::emit));
    if (!(outcome instanceof Outcome.Refused)) {
      recordSaved(new SavedMark(version.hash(), session.refresh().head()));
    }
    return outcome;
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

  private FileChange recordUndecided(FoundVersion<M> version, Optional<Origin> owner, String reason)
      throws IOException {
    Source source = version.source();
    require(recorder(mergeOptions(owner)).recordUndecided(source));
    return new FileChange.Undecided(source, reason);
  }

  private String undecidedReason(SessionState<M, E> state, Source version) {
    return switch (domain.format().read(version.bytes())) {
      case ReadResult.Unreadable<M> damaged -> unreadable(damaged);
      case ReadResult.Readable<M>(var fileModel, var source) ->
          state
              .modelOfFile()
              .map(base -> edit(base, fileModel))
              .flatMap(edit ->
                  edit.changes().isEmpty() ? Optional.of(LOSS) : rejectionReason(state, edit))
              .orElse("nothing of it was taken over");
    };
  }

  private static String unreadable(ReadResult.Unreadable<?> damaged) {
    return "it cannot be read at byte %d: %s".formatted(damaged.offsetBytes(), damaged.reason());
  }

  /** Replaces the content of the document by that of the file, as one step. */
  Outcome revert(EditOptions options, SessionState<M, E> state, DocumentFiles<M, E> files)
      throws IOException {
    Optional<FoundVersion<M>> version = files.find(state);
    if (version.isEmpty()) {
      return refused("there is no file " + files.path(), new Suggestion.Save());
    }
    return switch (version.get().content()) {
      case ReadResult.Unreadable<M> damaged ->
          refused(
              "%s: %s".formatted(files.path(), unreadable(damaged)),
              new Suggestion.SaveOverwriting());
      case ReadResult.Readable<M>(var fileModel, var source) -> {
        List<E> changes = edit(state.model(), fileModel).changes();
        String hash = version.get().hash();
        boolean isKnown = state.savedMark().filter(it -> it.hash().equals(hash)).isPresent();
        yield changes.isEmpty() && isKnown && state.isSaved()
            ? new Outcome.Unchanged()
            : recorder(options)
                .mergeExternal(
                    version.get().source(),
                    MergeExtent.WHOLE,
                    builder -> changes.forEach(builder::emit));
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
}
