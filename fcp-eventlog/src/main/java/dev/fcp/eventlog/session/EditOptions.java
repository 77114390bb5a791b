package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What a caller wants and who it is; every operation that changes a session takes one.
 *
 * @param label what is to be done, in words a user understands
 * @param origin who wants it
 * @param expectedHead the head the caller has seen; if given and no longer the head, the operation
 *     is refused (SE-9)
 * @param mergeKey what its step may join; empty if it stands alone
 * @param editorSelection where the user was before its step and after it
 * @param isIgnored whether undo walks over its step
 */
public record EditOptions(
    String label,
    Origin origin,
    Optional<ExpectedHead> expectedHead,
    Optional<MergeKey> mergeKey,
    EditorSelection editorSelection,
    boolean isIgnored) {

  /** How long after a step another one may join it, if nothing else is said: 500 ms. */
  public static final Duration DEFAULT_MERGE_WINDOW = Duration.ofMillis(500);

  /**
   * What joins steps to one: typing, dragging (SE-24).
   *
   * @param key steps join only those of the same key
   * @param window how long after the last of them
   */
  public record MergeKey(String key, Duration window) {

    /** Refuses null. */
    public MergeKey {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(window, "window");
    }
  }

  /** Refuses null. */
  public EditOptions {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(expectedHead, "expectedHead");
    Objects.requireNonNull(mergeKey, "mergeKey");
    Objects.requireNonNull(editorSelection, "editorSelection");
  }

  /** An intent that does not depend on what the caller has seen. */
  public static EditOptions of(String label, Origin origin) {
    return new EditOptions(
        label, origin, Optional.empty(), Optional.empty(), EditorSelection.NONE, false);
  }

  /** The same options with another label. */
  public EditOptions withLabel(String label) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /** The same options with the name of the operation as label, if they have none. */
  EditOptions orLabel(String operation) {
    return label.isEmpty() ? withLabel(operation) : this;
  }

  /** The same options for another origin. */
  public EditOptions by(Origin origin) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /** The same intent, if the cursor stands at a point. */
  public EditOptions expectingHead(HistoryPoint head) {
    return expectingHead(new ExpectedHead.AtPoint(head));
  }

  /**
   * The same intent, if the digest of the model begins with these hex digits.
   *
   * @throws IllegalArgumentException if they are fewer than 8, more than 32, or no hex digits
   */
  public EditOptions expectingDigest(String prefix) {
    return expectingHead(new ExpectedHead.WithDigest(prefix));
  }

  private EditOptions expectingHead(ExpectedHead head) {
    return new EditOptions(label, origin, Optional.of(head), mergeKey, editorSelection, isIgnored);
  }

  /** The same intent, whose step joins no other. */
  EditOptions withoutMerging() {
    return new EditOptions(
        label, origin, expectedHead, Optional.empty(), editorSelection, isIgnored);
  }

  /** The same intent; its step joins the last one of this key, if that is not long ago (SE-24). */
  public EditOptions merging(String key) {
    return merging(key, DEFAULT_MERGE_WINDOW);
  }

  /** The same intent; its step joins the last one of this key within a window (SE-24). */
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
   * The same intent, whose step keeps where the user was (SE-28). {@link
   * StepBuilder#setEditorSelection} tells later where the user is after it. A step that joins an
   * open one, and a batch, keep nothing of it.
   */
  public EditOptions withEditorSelection(EditorSelection editorSelection) {
    return new EditOptions(label, origin, expectedHead, mergeKey, editorSelection, isIgnored);
  }

  /**
   * The same intent, for what is not the user's to take back: a stamp that a program sets, an
   * import that others rely on. Undo walks over its step and leaves it standing; it joins no other
   * (SE-31). Where a step joins an open one, that one says.
   */
  public EditOptions ignored() {
    return new EditOptions(label, origin, expectedHead, Optional.empty(), editorSelection, true);
  }

  /** The head that a caller has seen and builds on (SE-9). */
  public sealed interface ExpectedHead {

    /**
     * The cursor stands at a point.
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
     * The model has a digest.
     *
     * @param prefix the first hex digits of its hash, 8 to 32, in lower case
     */
    record WithDigest(String prefix) implements ExpectedHead {

      /** Turns the digits to lower case; refuses what is no prefix of at least 8. */
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
