package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Redactor;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.SessionState.SavedMark;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans a redaction of the history that led to a state, and carries it out (RD-1, RD-4). */
final class RedactionPlanner<M, E> {

  private final Journal journal;
  private final SessionState<M, E> state;
  private final Domain<M, E> domain;
  private final Redaction redaction;
  private final Redactor redactor;

  /** The record of the redaction, without the steps. */
  private final Redacted record;

  /**
   * Creates a planner.
   *
   * @param state the state after the last record of the journal
   * @throws RefusedException if the text is part of its marker
   */
  RedactionPlanner(
      Journal journal,
      SessionState<M, E> state,
      Redaction redaction,
      String reason,
      Origin origin,
      Instant time) {
    this.journal = journal;
    this.state = state;
    this.domain = state.domain();
    this.redaction = redaction;
    try {
      this.redactor = new Redactor(redaction, state.recordNumber() + 1);
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
    this.record =
        new Redacted(time, origin, HistoryRedactor.kind(redaction), reason, List.of(), List.of());
  }

  private static RefusedException refused(IllegalArgumentException reason) {
    return new RefusedException(Conflict.because(String.valueOf(reason.getMessage())));
  }

  private static RefusedException refused(String reason, String suggestion) {
    return new RefusedException(Conflict.because(reason).withSuggestion(suggestion));
  }

  /**
   * Redacts the journal.
   *
   * @return the record of the redaction; empty if the journal does not contain the secret
   * @throws RefusedException for the reasons of {@link #plan}, or if something else that is kept,
   *     such as a version of the file, cannot be without the secret
   */
  Optional<Redacted> redact() {
    // The first pass finds all values of an entity, which labels may quote.
    HistoryRedactor<M, E> history = redactor(plan().lastRecord());
    history.begin(journal);
    try {
      return journal.rewrite(history) ? Optional.of(history.lastRecord()) : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  /**
   * Redacts all records, without writing them.
   *
   * @throws RefusedException if the document has to change first, or if the reason is blank or
   *     contains the secret
   */
  HistoryRedactor<M, E> plan() {
    if (domain instanceof FolderDomain<M, E>) {
      throw new UnsupportedOperationException("the history of a folder cannot be redacted");
    }
    boolean isPresent = redactor.protectPresentValues(domain, state.model());
    if (isPresent && !(redaction instanceof Redaction.OfField)) {
      throw refused(
          "the document still contains " + named(),
          "delete it there and save, then redact the history");
    }
    if (record.reason().isBlank() || redactor.isIn(record.reason())) {
      throw new RefusedException(
          Conflict.because("a redaction needs a reason, which does not contain the secret"));
    }
    HistoryRedactor<M, E> history = redactor(record);
    long number = history.begin(journal);
    int count = (int) (state.recordNumber() - number + 1);
    for (JournalRecord old : journal.read(number).subList(0, count)) {
      Optional<JournalRecord> unused = history.record(number++, old);
    }
    boolean isSavedChanged =
        state.savedMark().filter(mark -> history.isChanged(mark.point())).isPresent();
    if (isSavedChanged || isInFile() || !history.state().digest().matches(state.digest())) {
      throw refused(
          "the saved file still contains " + named(),
          "save the document without it, then redact the history");
    }
    // All values of an entity are known now.
    if (!redactor.prose(record.reason()).equals(record.reason())) {
      throw refused("the reason quotes what is redacted", "give a reason without it");
    }
    return history;
  }

  private HistoryRedactor<M, E> redactor(Redacted last) {
    return new HistoryRedactor<>(domain, redactor, last, state.savedMark().map(SavedMark::hash));
  }

  private String named() {
    return redaction instanceof Redaction.OfText ? "this text" : redaction.toString();
  }

  /** Whether the file contains the text, even outside of the model, such as in a comment. */
  private boolean isInFile() {
    List<Source> sources = state.sourcesForWriting();
    return redaction instanceof Redaction.OfText
        && !sources.isEmpty()
        && redactor.isIn(
            new String(domain.format().write(state.model(), sources), StandardCharsets.UTF_8));
  }
}
