package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.Optional;

/** The first record of a journal as a state: where every fold begins (SE-1). */
final class InitialState {

  private InitialState() {}

  /** The state of a document after its first record, which is read from its source. */
  static <M, E> SessionState<M, E> state(Domain<M, E> domain, JournalRecord.Opened record) {
    if (!record.domain().equals(domain.name())) {
      throw new DamagedRecordException(
          1, "it is of the domain \"%s\", not \"%s\"".formatted(record.domain(), domain.name()));
    }
    if (record.formatVersion() != JournalRecord.Opened.FORMAT_VERSION) {
      throw new DamagedRecordException(
          1,
          "its format is %d, this release reads %d"
              .formatted(record.formatVersion(), JournalRecord.Opened.FORMAT_VERSION));
    }
    return state(
        domain,
        record,
        record
            .source()
            .map(it -> readBase(domain, it, record.baseDigest()))
            .orElseGet(domain::empty));
  }

  /** Of a damaged file the base is the empty document, and what was readable is a step (SE-20). */
  private static <M, E> M readBase(Domain<M, E> domain, Source source, Digest base) {
    return switch (domain.format().read(source.bytes())) {
      case ReadResult.Readable<M>(var model, var readSource) -> model;
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) -> {
        M empty = domain.empty();
        boolean wasRepaired = domain.format().repair(source.bytes()).isPresent();
        if (!wasRepaired || !domain.digest(empty).matches(base)) {
          throw new DamagedRecordException(
              1, "%s cannot be read at byte %d: %s".formatted(source, offsetBytes, reason));
        }
        yield empty;
      }
    };
  }

  /** The state of a document after its first record, whose source gives this model. */
  static <M, E> SessionState<M, E> state(
      Domain<M, E> domain, JournalRecord.Opened record, M model) {
    Digest digest = domain.digest(model);
    Replay.requireMatch(Optional.empty(), digest, domain.digestFromScratch(model));
    UndoStack<E> stack = UndoStack.empty(digest);
    if (digest.version() == record.baseDigest().version()) {
      Replay.requireMatch(Optional.empty(), record.baseDigest(), digest);
    } else {
      stack = stack.withUnverified(Optional.empty());
    }
    return SessionState.restored(
        domain,
        1,
        model,
        stack,
        record.source().map(FileVersions::loaded).orElseGet(FileVersions::none));
  }
}
