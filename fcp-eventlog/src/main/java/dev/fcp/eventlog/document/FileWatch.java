package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.ExternalEdit.Laid;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import dev.fcp.eventlog.session.ForeignVersion;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SavedMark;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the file of a document with what its session knows of it, and tells the session what it
 * finds (DO-3). The journal is held meanwhile.
 */
final class FileWatch<M, E> {

  /** Who wrote a version that was not written here. */
  static final Origin ELSEWHERE = Origin.of("external");

  private static final Origin RECOVERY = Origin.of("recovery");
  private static final Intent SAVE = Intent.of("save", RECOVERY);
  private static final Intent TAKE_OVER = Intent.of("edited elsewhere", ELSEWHERE);

  private final Domain<M, E> domain;
  private final Session<M, E> session;

  /** The file as it was at the last look, if another write would have shown since. */
  private Optional<FileStamp> seen = Optional.empty();

  FileWatch(Domain<M, E> domain, Session<M, E> session) {
    this.domain = domain;
    this.session = session;
  }

  /** Compares a file with the newest state of the session. */
  FileNews look(SessionState<M, E> state, Path path) throws IOException {
    Optional<FileStamp> stamp = FileStamp.of(path);
    if (stamp.isEmpty()) {
      return new FileNews.Gone();
    }
    if (stamp.equals(seen)) {
      return standing(state);
    }
    Optional<FileStamp> settled = stamp.filter(FileStamp::isSettled);
    String hash = FileReplacement.of(path).hash().orElse("");
    FileNews news = state.knowsFile(hash) ? known(state, hash) : takeOver(state, bytes(path));
    // Not before all is noted: what failed is tried again by the next look.
    seen = settled;
    return news;
  }

  /**
   * Whether a file is the one that was there at the last look, and as it was then; not if it may
   * have been written since without showing that.
   */
  boolean hasSeen(Path file) throws IOException {
    Optional<FileStamp> stamp = FileStamp.of(file);
    return stamp.isPresent() && stamp.equals(seen);
  }

  /**
   * Brings a save to its end that was interrupted (DO-12): what it took the place of, if nobody has
   * seen that, is taken over or kept, and then its files go.
   *
   * @param left what it left, if it left something
   */
  Optional<FileNews> finish(SessionState<M, E> state, Optional<Path> path, Optional<SaveFiles> left)
      throws IOException {
    if (left.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> former = left.get().former(hash -> !state.knowsFile(hash));
    // Asked first: what is taken over now was in the file before what may be there.
    Optional<SavedMark> there =
        former.isPresent() && path.isPresent() ? underWay(state, path.get()) : Optional.empty();
    Optional<FileNews> taken = former.map(bytes -> takeOver(state, bytes));
    // Before the save is noted: after that nobody could tell that this was seen.
    left.get().delete();
    there.ifPresent(mark -> require(session.file().saved(SAVE, mark.hash(), mark.place())));
    return there.isPresent() || path.isEmpty() ? taken.map(FileWatch::kept) : taken;
  }

  private static Optional<SavedMark> underWay(SessionState<?, ?> state, Path path)
      throws IOException {
    return FileReplacement.of(path).hash().flatMap(state::savingMark);
  }

  /** A version that the file does not hold any more needs no decision. */
  static FileNews kept(FileNews news) {
    return news instanceof FileNews.Undecided(var version, var reason)
        ? new FileNews.Kept(version, reason)
        : news;
  }

  /** A version that was written here, though perhaps nobody lived to tell. */
  private FileNews known(SessionState<M, E> state, String hash) {
    Optional<SavedMark> unfinished = state.savingMark(hash);
    if (unfinished.isPresent()) {
      require(session.file().saved(SAVE, hash, unfinished.get().place()));
      return new FileNews.Nothing();
    }
    return standing(state);
  }

  /** Keeps the text of the file, which is ours, if the journal has none of it; tells whether. */
  boolean keptText(SessionState<M, E> state, Path path, Journal journal) throws IOException {
    Source version = Source.of(bytes(path));
    Optional<SavedMark> mark = state.savedMark().filter(it -> it.hash().equals(version.id()));
    if (mark.isEmpty() || journal.source(version.id()).isPresent()) {
      return false;
    }
    require(session.file().found(Intent.of("text", RECOVERY), version, mark.get().place()));
    return true;
  }

  private FileNews standing(SessionState<M, E> state) {
    return state
        .foreignVersion()
        .filter(ForeignVersion::isUndecided)
        .<FileNews>map(version ->
            new FileNews.Undecided(version.source(), whyUndecided(state, version.source())))
        .orElseGet(FileNews.Nothing::new);
  }

  /** Takes over what the bytes of a version say, or sets them aside. */
  FileNews takeOver(SessionState<M, E> state, byte[] bytes) {
    Source version = Source.of(bytes);
    if (state.knowsFile(version.id())) {
      return known(state, version.id());
    }
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M> damaged -> setAside(version, unreadable(damaged));
      case ReadResult.Readable<M>(var found, var source) -> takeOver(state, version, found);
    };
  }

  private FileNews takeOver(SessionState<M, E> state, Source version, M found) {
    Optional<M> base = state.modelOfFile();
    if (base.isEmpty()) {
      return setAside(version, "the version that it was made from is no longer known");
    }
    ExternalEdit<M, E> edit = ExternalEdit.between(domain, base.get(), found);
    Optional<SavedMark> mark = state.savedMark();
    if (edit.changes().isEmpty() && mark.isPresent()) {
      require(session.file().found(TAKE_OVER, version, mark.get().place()));
      return new FileNews.Rewritten();
    }
    Optional<String> misfit = misfit(state, edit);
    return misfit.isPresent() ? setAside(version, misfit.get()) : takenIn(state, version, edit);
  }

  /** Why nothing of a version fits, if so. */
  private Optional<String> misfit(SessionState<M, E> state, ExternalEdit<M, E> edit) {
    if (isHeld(state, edit.found())) {
      return Optional.empty();
    }
    if (edit.isAnotherDocument()) {
      return Optional.of("hardly anything in it is as it was, as if another document stood there");
    }
    Laid<E> laid = edit.over(state.model());
    return laid.events().isEmpty() && !laid.conflicts().isEmpty()
        ? Optional.of(
            "it contradicts what was changed here since: " + laid.conflicts().get(0).reason())
        : Optional.empty();
  }

  private FileNews takenIn(SessionState<M, E> state, Source version, ExternalEdit<M, E> edit) {
    Laid<E> laid = laid(state, edit);
    Intent intent = TAKE_OVER.expecting(state.head());
    Fit fit = isAll(state, laid, edit.found()) ? Fit.WHOLE : Fit.PART;
    Outcome outcome =
        session.file().takeIn(intent, version, fit, stage -> laid.events().forEach(stage::emit));
    if (!(outcome instanceof Outcome.Refused(var conflicts))) {
      return new FileNews.TakenIn(laid.events().size(), laid.conflicts());
    }
    SessionState<M, E> now = session.refresh();
    // Another thread may have made a step meanwhile; then what applies is another matter. Else a
    // guard does not want the step.
    return now.head().equals(state.head())
        ? setAside(version, conflicts.get(0).reason())
        : takenIn(now, version, edit);
  }

  /** What is to be taken in; nothing where the document came to the same by itself. */
  private Laid<E> laid(SessionState<M, E> state, ExternalEdit<M, E> edit) {
    return isHeld(state, edit.found())
        ? new Laid<>(List.of(), List.of())
        : edit.over(state.model());
  }

  private boolean isHeld(SessionState<M, E> state, M found) {
    return domain.digest(state.model()).matches(domain.digest(found));
  }

  private boolean isAll(SessionState<M, E> state, Laid<E> laid, M found) {
    M after = state.model();
    for (E event : laid.events()) {
      after = domain.replay(event, after);
    }
    return domain.digest(after).matches(domain.digest(found));
  }

  private FileNews setAside(Source version, String reason) {
    require(session.file().setAside(TAKE_OVER, version));
    return new FileNews.Undecided(version, reason);
  }

  private String whyUndecided(SessionState<M, E> state, Source version) {
    return switch (domain.format().read(version.bytes())) {
      case ReadResult.Unreadable<M> damaged -> unreadable(damaged);
      case ReadResult.Readable<M>(var found, var source) ->
          state
              .modelOfFile()
              .flatMap(base -> misfit(state, ExternalEdit.between(domain, base, found)))
              .orElse("it was written elsewhere, and nothing of it was taken over");
    };
  }

  private static String unreadable(ReadResult.Unreadable<?> damaged) {
    return "it cannot be read at byte %d: %s".formatted(damaged.offsetBytes(), damaged.reason());
  }

  /** Makes the document what the file is, by one step. */
  Outcome revert(Intent intent, SessionState<M, E> state, Path path) throws IOException {
    if (FileStamp.of(path).isEmpty()) {
      return refused("there is no file " + path, "save");
    }
    byte[] bytes = bytes(path);
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M> damaged ->
          refused("%s: %s".formatted(path, unreadable(damaged)), "save over:yes");
      case ReadResult.Readable<M>(var found, var source) -> {
        List<E> changes = domain.diff(state.model(), found);
        boolean isKnown = state.savedMark().filter(it -> it.hash().equals(source.id())).isPresent();
        yield changes.isEmpty() && isKnown && state.isSaved()
            ? new Outcome.Unchanged()
            : session
                .file()
                .takeIn(intent, source, Fit.WHOLE, stage -> changes.forEach(stage::emit));
      }
    };
  }

  private static Outcome refused(String reason, String suggestion) {
    return new Outcome.Refused(List.of(Conflict.because(reason).suggesting(suggestion)));
  }

  /** What nobody expected a head for cannot be refused. */
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
