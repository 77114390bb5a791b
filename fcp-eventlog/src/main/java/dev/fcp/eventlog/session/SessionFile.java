package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What happens to the file of a document, told to its session. Nothing here touches a disk; {@link
 * dev.fcp.eventlog.document.Document} does that.
 *
 * <p>Each method answers {@link Outcome.Refused} if the expected head is not there, and throws
 * {@link JournalException} if its record could not be written.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class SessionFile<M, E> {

  private final Session<M, E> session;

  SessionFile(Session<M, E> session) {
    this.session = session;
  }

  /**
   * Notes that the file is about to be replaced (SE-7). Until {@link #saved} follows, the old
   * version and all that were noted since are known as ours.
   *
   * @param hash the SHA-256 of the bytes that will stand there, 64 hex digits
   * @param place the step whose state will be written; empty for the base
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such place
   */
  public Outcome saving(Intent intent, String hash, Optional<StepId> place) {
    Objects.requireNonNull(hash, "hash");
    session.state().history().depth(place);
    return session.note(
        intent, (time, state) -> new JournalRecord.Saving(time, intent.origin(), hash, place));
  }

  /**
   * Notes that the file was replaced, and moves the saved mark (SE-7).
   *
   * @param hash the SHA-256 of the bytes that stand there, 64 hex digits
   * @param place the step whose state was written; empty for the base
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such place
   */
  public Outcome saved(Intent intent, String hash, Optional<StepId> place) {
    Objects.requireNonNull(hash, "hash");
    session.state().history().depth(place);
    return session.note(
        intent, (time, state) -> new JournalRecord.Saved(time, intent.origin(), hash, place));
  }

  /**
   * Notes that somebody else wrote a version that holds a state of the document, in other bytes
   * (SE-22). It becomes the text of that state, and the saved mark moves there.
   *
   * @param place the step after which the state stands; empty for the base
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such place
   */
  public Outcome found(Intent intent, Source version, Optional<StepId> place) {
    session.state().history().depth(place);
    return session.note(
        intent, (time, state) -> JournalRecord.External.of(time, intent.origin(), version, place));
  }

  /**
   * Takes in a version that somebody else wrote, by a step of the events that the body emits
   * (SE-22). The step and the version are one record.
   *
   * @param fit {@link Fit#WHOLE} if the state after the step is what the version holds, else {@link
   *     Fit#PART}
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if the body emitted nothing; {@link
   *     Outcome.Refused} also if an event does not apply
   */
  public Outcome takeIn(
      Intent intent, Source version, Fit fit, Consumer<? super Stage<M, E>> body) {
    if (fit == Fit.NONE) {
      throw new IllegalArgumentException("a version of which nothing fits brings no step");
    }
    return session.takeIn(intent, version, fit, body);
  }

  /**
   * Keeps a version that somebody else wrote and of which nothing fits, until its owner decides
   * (SE-22).
   *
   * @return {@link Outcome.Recorded}
   */
  public Outcome setAside(Intent intent, Source version) {
    return session.takeIn(intent, version, Fit.NONE, stage -> {});
  }
}
