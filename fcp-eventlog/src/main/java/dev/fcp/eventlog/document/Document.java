package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
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
 * A session and the file it belongs to. Safe for use by several threads; saves come one after
 * another.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Document<M, E> {

  private final Domain<M, E> domain;
  private final Session<M, E> session;
  private volatile Optional<Path> path;

  Document(Domain<M, E> domain, Session<M, E> session, Optional<Path> path) {
    this.domain = domain;
    this.session = session;
    this.path = path;
  }

  /** Where the document is worked on. */
  public Session<M, E> session() {
    return session;
  }

  /** The file, as it was asked for; empty if no file holds the document yet. */
  public Optional<Path> path() {
    return path;
  }

  /**
   * Writes the document to its file (SE-7).
   *
   * @return {@link Saving.Refused} if it has no file yet; else as {@link #saveAs}
   * @throws JournalException as {@link #saveAs}
   */
  public Saving save(Intent intent) {
    return path.map(file -> saveAs(intent, file))
        .orElseGet(() ->
            refused(
                Conflict.because("no file holds this document yet")
                    .suggesting("save as:./name." + domain.format().extensions().get(0))));
  }

  /**
   * Writes the document to a file, which is its own from then on (SE-7). The file is replaced at
   * once and as a whole: whoever reads it sees the old version or the new one. A symbolic link
   * stays, and the file it leads to is replaced; its permissions stay as they are.
   *
   * @return {@link Saving.Refused} if the file holds a version that was neither loaded nor saved
   *     here, is a folder or a device, would be larger than {@link DocumentStore#MAX_FILE_BYTES},
   *     or the expected head is not there
   * @throws JournalException if the disk or the journal fails; the message says what the file holds
   *     then
   * @throws IllegalStateException if the format does not give the document back from what it wrote;
   *     the file is as it was
   */
  public synchronized Saving saveAs(Intent intent, Path file) {
    SessionState<M, E> state = session.state();
    Source written = damagedText(state).orElseGet(() -> text(state));
    if (written.sizeBytes() > DocumentStore.MAX_FILE_BYTES) {
      return refused(tooLarge(written));
    }
    try {
      return replaced(intent, file, state, written);
    } catch (IOException e) {
      throw new JournalException(
          "document %s: cannot be saved: %s; the session keeps all its steps".formatted(file, e),
          e);
    }
  }

  private Source text(SessionState<M, E> state) {
    Source written = Source.of(domain.format().write(state.model(), state.sourcesForWriting()));
    requireFaithful(state, written);
    return written;
  }

  /** Before a damaged file was repaired, it is what it was (SE-20). */
  private Optional<Source> damagedText(SessionState<M, E> state) {
    return state
        .baseText()
        .filter(text -> domain.format().read(text.bytes()) instanceof ReadResult.Unreadable<M>);
  }

  private Saving replaced(Intent intent, Path file, SessionState<M, E> state, Source written)
      throws IOException {
    FileReplacement replacement = FileReplacement.of(file);
    if (replacement.isObstructed()) {
      return refused(noFile(file));
    }
    if (holdsAnothersWork(replacement, state)) {
      return refused(changedByOthers(file));
    }
    if (session.file().saving(intent, written.id(), state.head())
        instanceof Outcome.Refused(var conflicts)) {
      return new Saving.Refused(conflicts);
    }
    try (FileReplacement.Prepared prepared = replacement.prepare(written.bytes())) {
      if (holdsAnothersWork(replacement, state)) {
        return refused(changedByOthers(file));
      }
      prepared.replace();
    }
    path = Optional.of(file);
    Intent anywhere = Intent.of(intent.label(), intent.origin());
    if (session.file().saved(anywhere, written.id(), state.head())
        instanceof Outcome.Refused(var conflicts)) {
      throw new JournalException(
          "document %s: it holds the new version, but the journal does not tell so: %s"
              .formatted(file, conflicts.get(0).reason()));
    }
    return new Saving.Saved(replacement.target(), written.id(), written.sizeBytes());
  }

  private boolean holdsAnothersWork(FileReplacement replacement, SessionState<M, E> state)
      throws IOException {
    return replacement.hash().filter(hash -> !state.knowsFile(hash)).isPresent();
  }

  private static Conflict changedByOthers(Path file) {
    return Conflict.because(
            "%s holds a version that was neither loaded nor saved here".formatted(file))
        .suggesting("save as:another file, or open it again");
  }

  private static Conflict noFile(Path file) {
    return Conflict.because("%s is no file that could be replaced".formatted(file))
        .suggesting("save as:another file");
  }

  private static Conflict tooLarge(Source written) {
    return Conflict.because(
        "the file would have %d bytes, more than the limit of %d"
            .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES));
  }

  private static Saving refused(Conflict conflict) {
    return new Saving.Refused(List.of(conflict));
  }

  /** What is asserted before the file is replaced: that it will be read as what was written. */
  private void requireFaithful(SessionState<M, E> state, Source written) {
    String finding =
        switch (domain.format().read(written.bytes())) {
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
  }

  private static String difference(Digest expected, Digest found) {
    return expected.matches(found)
        ? ""
        : "the document is %s %s, what was written is %s %s"
            .formatted(expected.summary(), expected.hex(), found.summary(), found.hex());
  }
}
