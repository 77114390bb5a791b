package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of an operation that changes a session.
 *
 * @param label describes the operation to the user, such as in a menu
 * @param origin who makes the change
 * @param expectedHead the head that the caller has seen; if present and no longer current, the
 *     operation is refused (SE-9)
 * @param mergeKey determines which steps the new step is merged with; empty if it is not merged
 * @param editorSelection the selection and caret before and after the step
 * @param isIgnored whether undo and redo skip the step
 */
public record EditOptions(
    String label,
    Origin origin,
    Optional<ExpectedHead> expectedHead,
    Optional<MergeKey> mergeKey,
    EditorSelection editorSelection,
    boolean isIgnored) {

  /** The default time within which a step is merged into the previous one: 500 ms. */
  public static final Duration DEFAULT_MERGE_WINDOW = Duration.ofMillis(500);

  /**
   * Identifies steps to be merged into one, such as typing or dragging (SE-24).
   *
   * @param key only steps with the same key are merged
   * @param window the maximum pause after the step: from the end of its call to the begin of the
   *     next one, however long the calls take
   */
  public record MergeKey(String key, Duration window) {

    /** Rejects null. */
    public MergeKey {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(window, "window");
    }
  }

  /** Rejects null. */
  public EditOptions {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(expectedHead, "expectedHead");
    Objects.requireNonNull(mergeKey, "mergeKey");
    Objects.requireNonNull(editorSelection, "editorSelection");
  }

  /** Options with a label and an origin and otherwise default values. */
  public static EditOptions of(String label, Origin origin) {
    return new EditOptions(
        label, origin, Optional.empty(), Optional.empty(), EditorSelection.NONE, false);
  }

  /** The same options with another label. */
  public EditOptions withLabel(String label) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /** The same options, with the name of the operation as the label if they have none. */
  EditOptions orLabel(String operation) {
    return label.isEmpty() ? withLabel(operation) : this;
  }

  /** The same options with another origin. */
  public EditOptions by(Origin origin) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /** The same options; the operation is refused unless the cursor is at this point. */
  public EditOptions expectingHead(HistoryPoint head) {
    return expectingHead(new ExpectedHead.AtPoint(head));
  }

  /**
   * The same options; the operation is refused unless the digest of the model begins with these hex
   * digits.
   *
   * @throws IllegalArgumentException if the prefix is not 8 to 32 hex digits
   */
  public EditOptions expectingDigest(String prefix) {
    return expectingHead(new ExpectedHead.WithDigest(prefix));
  }

  private EditOptions expectingHead(ExpectedHead head) {
    return new EditOptions(label, origin, Optional.of(head), mergeKey, editorSelection, isIgnored);
  }

  /** The same options without a merge key. */
  EditOptions withoutMerging() {
    return new EditOptions(
        label, origin, expectedHead, Optional.empty(), editorSelection, isIgnored);
  }

  /** The same options with this merge key and the default window (SE-24). */
  public EditOptions merging(String key) {
    return merging(key, DEFAULT_MERGE_WINDOW);
  }

  /**
   * The same options with this merge key; the step is merged into the previous one if that has the
   * same key and the pause between them is not longer than its window (SE-24).
   */
  public EditOptions merging(String key, Duration window) {
    return new EditOptions(
        label,
        origin,
        expectedHead,
        Optional.of(new MergeKey(key, window)),
        editorSelection,
        isIgnored);
  }

  /**
   * The same options; the step records this selection (SE-28). {@link
   * StepBuilder#setEditorSelection} can replace the selection after the step. A batch, and a step
   * inside another step, ignore this option.
   */
  public EditOptions withEditorSelection(EditorSelection editorSelection) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /**
   * The same options for an ignored step: one that the user should not undo, such as a timestamp
   * set by a program or an import that others rely on. Undo and redo skip it and leave it applied,
   * and undone steps can still be redone after it; it is not merged (SE-31). All steps of an
   * ignored batch are ignored. Inside another step, the options of the outer step apply. Rollbacks,
   * squashes and versions of a file can always be undone; they reject these options.
   */
  public EditOptions ignored() {
    return new EditOptions(label, origin, expectedHead, Optional.empty(), editorSelection, true);
  }

  /** The head that the caller has seen and bases the change on (SE-9). */
  public sealed interface ExpectedHead {

    /**
     * The cursor is at this history point.
     *
     * @param point the point at the cursor
     */
    record AtPoint(HistoryPoint point) implements ExpectedHead {

      @Override
      public String toString() {
        return point.toString();
      }
    }

    /**
     * The digest of the model has this prefix.
     *
     * @param prefix the first hex digits of its hash, 8 to 32, in lower case
     */
    record WithDigest(String prefix) implements ExpectedHead {

      /** Converts the digits to lower case; rejects anything but 8 to 32 hex digits. */
      public WithDigest {
        prefix = prefix.toLowerCase(Locale.ROOT);
        if (!prefix.matches("[0-9a-f]{8,32}")) {
          throw new IllegalArgumentException(
              "an expected digest has 8 to 32 hex digits, not \"" + prefix + "\"");
        }
      }

      @Override
      public String toString() {
        return "hash:" + prefix;
      }
    }
  }
}
