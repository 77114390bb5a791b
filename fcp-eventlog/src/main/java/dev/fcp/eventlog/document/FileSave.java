package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One save of a document (SE-7, SE-18, DO-4). The journal is held meanwhile.
 *
 * @param file as it was asked for
 * @param replacement the file itself
 * @param isDecided whether the owner wants it written over a version of others, and over protection
 */
record FileSave<M, E>(
    Document<M, E> document,
    Intent intent,
    Path file,
    FileReplacement replacement,
    boolean isDecided) {

  /**
   * Writes the document, or says why not.
   *
   * @throws JournalException if nothing can be noted in the history
   */
  Saving run() throws IOException {
    document
        .onlyRead()
        .ifPresent(reason -> {
          throw new JournalException(
              "document %s: cannot be saved: its history can only be read: %s; copy the document and the folder .fcp beside it to another folder"
                  .formatted(file, reason));
        });
    Optional<Saving> obstacle = obstacle();
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    boolean isOwn = isOwn();
    FileNews news = document.taken(isOwn);
    SessionState<M, E> state = session().refresh();
    if (!isDecided && news instanceof FileNews.Undecided(var version, var reason)) {
      return refused(
          Conflict.because("%s holds another version: %s".formatted(file, reason))
              .suggesting("revert"));
    }
    if (!isOwn && holdsAnothersWork(state)) {
      return refused(
          Conflict.because(
                  "%s holds a version that was neither loaded nor saved here".formatted(file))
              .suggesting("save as:another file, or open it"));
    }
    Source written = document.text().of(state);
    return written.sizeBytes() > DocumentStore.MAX_FILE_BYTES
        ? refused(tooLarge(written))
        : replaced(new Version<>(state, written, isOwn), news);
  }

  private Optional<Saving> obstacle() throws IOException {
    if (replacement.isObstructed()) {
      return Optional.of(
          refused(
              Conflict.because("%s is no file that could be replaced".formatted(file))
                  .suggesting("save as:another file")));
    }
    if (replacement.isEnclosed()) {
      return Optional.of(
          refused(
              Conflict.because("nothing can be written in the folder of %s".formatted(file))
                  .suggesting("save as:a file in another folder")));
    }
    return !isDecided && replacement.isProtected()
        ? Optional.of(
            refused(
                Conflict.because("%s is write-protected".formatted(file))
                    .suggesting(isOwn() ? "save over:yes" : "save as:another file")))
        : Optional.empty();
  }

  /** What is to be written: a state and its bytes, to the file the document has or to another. */
  private record Version<M, E>(SessionState<M, E> state, Source text, boolean isOwn) {}

  private Saving replaced(Version<M, E> version, FileNews news) throws IOException {
    SessionState<M, E> state = version.state();
    Source written = version.text();
    Shelf shelf = document.shelf();
    Optional<Path> history = shelf.folder(document.journal());
    try (FileReplacement.Prepared prepared =
        replacement.prepare(written.bytes(), history, shelf.disk())) {
      if (session().file().saving(intent, written.id(), state.head())
          instanceof Outcome.Refused(var conflicts)) {
        return new Saving.Refused(conflicts);
      }
      // No file may hold what its history, after a power cut, knows nothing of.
      document.journal().flush();
      prepared.replace();
      Optional<FileNews> lost = takenFrom(prepared, state);
      // Before the save is noted: until then it is known what the replaced version was. And it is
      // not to be taken along.
      prepared.deleteFiles();
      if (!version.isOwn()) {
        // Only now: as long as the file is not there, the history has to be where it was.
        follow();
      }
      document.become(file);
      noteSaved(state, written);
      return new Saving.Saved(
          replacement.target(), written.id(), written.sizeBytes(), lost.orElse(news));
    }
  }

  private void follow() {
    Path target = replacement.target();
    Shelf shelf = document.shelf();
    try {
      shelf.follow(document.journal(), target, document.path().isPresent());
    } catch (JournalException e) {
      if (shelf.isAt(document.journal(), target)) {
        document.become(file);
      }
      throw new JournalException(
          "document %s: it holds the new version, but its history cannot follow: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private void noteSaved(SessionState<M, E> state, Source written) {
    Intent anywhere = Intent.of(intent.label(), intent.origin());
    if (session().file().saved(anywhere, written.id(), state.head())
        instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: it holds the new version, but the journal does not tell so: %s"
              .formatted(file, conflicts.get(0).reason()));
    }
  }

  /** Somebody may have written the file between the last look and the replacement. */
  private Optional<FileNews> takenFrom(FileReplacement.Prepared prepared, SessionState<M, E> state)
      throws IOException {
    if (document.watch().hasSeen(prepared.formerFile())) {
      return Optional.empty();
    }
    Optional<byte[]> former = prepared.former(hash -> !state.knowsFile(hash));
    return former.isPresent()
        ? Optional.of(FileWatch.kept(document.watch().takeOver(session().refresh(), former.get())))
        : Optional.empty();
  }

  private boolean isOwn() throws IOException {
    Optional<Path> own = document.path();
    return own.isPresent() && FileReplacement.of(own.get()).target().equals(replacement.target());
  }

  private boolean holdsAnothersWork(SessionState<M, E> state) throws IOException {
    return replacement.hash().filter(hash -> !state.knowsFile(hash)).isPresent();
  }

  private Session<M, E> session() {
    return document.session();
  }

  private static Conflict tooLarge(Source written) {
    return Conflict.because(
        "the file would have %d bytes, more than the limit of %d"
            .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES));
  }

  private static Saving refused(Conflict conflict) {
    return new Saving.Refused(List.of(conflict));
  }
}
