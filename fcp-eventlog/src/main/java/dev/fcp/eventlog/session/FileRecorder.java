package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Records in the journal what happens to the file of a document. It does no file I/O; {@link
 * dev.fcp.eventlog.document.Document} does that.
 *
 * <p>Each method returns {@link Outcome.Refused} if the expected head does not match, and throws
 * {@link JournalException} if its record could not be written.
 */
@CheckReturnValue
public final class FileRecorder<M, E> {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

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
   * Records that a save of the file begins (SE-7). Until {@link #recordSaved} follows, the file may
   * contain the old version or that of any save begun since; none of them counts as external.
   *
   * @param hash the SHA-256 of the bytes that will be written, 64 hex digits in lower case
   * @param point the point whose state will be written
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if the hash is not one, or if there is no such point
   */
  public Outcome recordSaving(String hash, HistoryPoint point) {
    return recordSaving(hash, point, List.of());
  }

  /**
   * Records that a save of a folder begins, like {@link #recordSaving(String, HistoryPoint)}.
   *
   * @param files the files that will be written
   */
  public Outcome recordSaving(String hash, HistoryPoint point, List<SavedFile> files) {
    requireHash(hash);
    pipeline.state().history().depth(point);
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> new JournalRecord.Saving(time, options.origin(), hash, point, files));
  }

  /**
   * Records that a save failed, and that the files hold none of its changes.
   *
   * @param hash the hash in the record of its begin
   * @param point the point in the record of its begin
   * @return {@link Outcome.Recorded}
   */
  public Outcome recordFailed(String hash, HistoryPoint point, String cause) {
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> new JournalRecord.Failed(time, options.origin(), hash, point, cause));
  }

  /**
   * Records that the file was saved, and moves the saved mark (SE-7).
   *
   * @param hash the SHA-256 of the bytes that were written, 64 hex digits in lower case
   * @param point the point whose state was written
   * @return {@link Outcome.Recorded}
   * @throws IllegalArgumentException if the hash is not one, or if there is no such point
   */
  public Outcome recordSaved(String hash, HistoryPoint point) {
    requireHash(hash);
    pipeline.state().history().depth(point);
    return pipeline.appendRecord(
        options.orLabel("save"),
        (time, state) -> new JournalRecord.Saved(time, options.origin(), hash, point));
  }

  private static void requireHash(String hash) {
    if (!HASH.matcher(hash).matches()) {
      throw new IllegalArgumentException(
          "the SHA-256 of a file is 64 hex digits in lower case, not \"%s\"".formatted(hash));
    }
  }

  /**
   * Records that another program wrote a state of the document as different bytes (SE-22). These
   * bytes become the source of that state, and the saved mark moves to it.
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
   * Merges an external version as a step with the events that the body emits (SE-22). The step and
   * the version are one record.
   *
   * @param mergeExtent {@link MergeExtent#WHOLE} if the state after the step equals the version,
   *     otherwise {@link MergeExtent#PART}
   * @return {@link Outcome.Committed}; {@link Outcome.Recorded} if the body emitted nothing; {@link
   *     Outcome.Refused} also if an event does not apply
   */
  public Outcome mergeExternal(
      Source version, MergeExtent mergeExtent, Consumer<? super StepBuilder<M, E>> body) {
    if (mergeExtent == MergeExtent.NONE) {
      throw new IllegalArgumentException("a version of which nothing is merged adds no step");
    }
    return stepCommitter.mergeExternal(options.orLabel("merge"), version, mergeExtent, body);
  }

  /**
   * Stores an external version that cannot be merged, until the user decides what to do with it
   * (SE-22).
   *
   * @return {@link Outcome.Recorded}
   */
  public Outcome recordUndecided(Source version) {
    return stepCommitter.mergeExternal(
        options.orLabel("merge"), version, MergeExtent.NONE, builder -> {});
  }
}
