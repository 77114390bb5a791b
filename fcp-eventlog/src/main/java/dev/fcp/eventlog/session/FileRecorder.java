package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import java.util.Objects;
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
@CheckReturnValue
public final class FileRecorder<M, E> {

  private final CommitPipeline<M, E> pipeline;
  private final StepCommitter<M, E> stepCommitter;
  private final EditOptions options;

  FileRecorder(
      CommitPipeline<M, E> pipeline, StepCommitter<M, E> stepCommitter, EditOptions options) {
    this.pipeline = pipeline;
    this.stepCommitter = stepCommitter;
    this.options = options;
  }

  /**
   * Notes that the file is about to be replaced (SE-7). Until {@link #recordSaved} follows, the old
   * version and all that were noted since are known as ours.
   *
   * @param hash the SHA-256 of the bytes that will stand there, 64 hex digits
   * @param point the point whose state will be written
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such point
   */
  public Outcome recordSaving(String hash, HistoryPoint point) {
    Objects.requireNonNull(hash, "hash");
    pipeline.state().history().depth(point);
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> new JournalRecord.Saving(time, options.origin(), hash, point));
  }

  /**
   * Notes that the file was replaced, and moves the saved mark (SE-7).
   *
   * @param hash the SHA-256 of the bytes that stand there, 64 hex digits
   * @param point the point whose state was written
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such point
   */
  public Outcome recordSaved(String hash, HistoryPoint point) {
    Objects.requireNonNull(hash, "hash");
    pipeline.state().history().depth(point);
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> new JournalRecord.Saved(time, options.origin(), hash, point));
  }

  /**
   * Notes that somebody else wrote a version that holds a state of the document, in other bytes
   * (SE-22). It becomes the text of that state, and the saved mark moves there.
   *
   * @param point the point of that state
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if there is no such point
   */
  public Outcome recordRewritten(Source version, HistoryPoint point) {
    pipeline.state().history().depth(point);
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> JournalRecord.External.of(time, options.origin(), version, point));
  }

  /**
   * Takes in a version that somebody else wrote, by a step of the events that the body emits
   * (SE-22). The step and the version are one record.
   *
   * @param mergeExtent {@link MergeExtent#WHOLE} if the state after the step is what the version
   *     holds, else {@link MergeExtent#PART}
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if the body emitted nothing; {@link
   *     Outcome.Refused} also if an event does not apply
   */
  public Outcome mergeExternal(
      Source version, MergeExtent mergeExtent, Consumer<? super StepBuilder<M, E>> body) {
    if (mergeExtent == MergeExtent.NONE) {
      throw new IllegalArgumentException("a version of which nothing fits brings no step");
    }
    return stepCommitter.mergeExternal(options.orLabel("merge"), version, mergeExtent, body);
  }

  /**
   * Keeps a version that somebody else wrote and of which nothing fits, until its owner decides
   * (SE-22).
   *
   * @return {@link Outcome.Recorded}
   */
  public Outcome recordUndecided(Source version) {
    return stepCommitter.mergeExternal(
        options.orLabel("merge"), version, MergeExtent.NONE, builder -> {});
  }
}
