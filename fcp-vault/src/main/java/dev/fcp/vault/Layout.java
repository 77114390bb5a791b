package dev.fcp.vault;

import com.google.common.base.Utf8;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a text consists of. Immutable.
 *
 * <p>The lines are the texts between line ends, so the last one is empty if the text ends with a
 * line end, and a text of no bytes has none.
 */
final class Layout {

  static final Layout EMPTY = new Layout(false, false, List.of(), Map.of());

  private static final char BOM = '\uFEFF';

  private final boolean hasMark;
  private final boolean hasReturns;
  private final List<Part> parts;
  private final Map<String, OrderKey> strayMoves;

  // Computed on first use. Races are harmless, because they compute the same value.
  private @Nullable Map<String, Part> partsByUnit;
  private @Nullable Outline outline;

  /**
   * Creates a layout.
   *
   * @param hasMark whether the text begins with a byte order mark
   * @param hasReturns whether its lines end with a carriage return and a line feed
   * @param parts the parts, in order
   * @param strayMoves the positions of parts that are not there, by their units
   */
  Layout(boolean hasMark, boolean hasReturns, List<Part> parts, Map<String, OrderKey> strayMoves) {
    this.hasMark = hasMark;
    this.hasReturns = hasReturns;
    this.parts = List.copyOf(parts);
    this.strayMoves = Map.copyOf(strayMoves);
  }

  boolean hasMark() {
    return hasMark;
  }

  boolean hasReturns() {
    return hasReturns;
  }

  /** The parts, in order. */
  List<Part> parts() {
    return parts;
  }

  /** The positions of parts that are not there, by their units. */
  Map<String, OrderKey> strayMoves() {
    return strayMoves;
  }

  String lineEnd() {
    return hasReturns ? "\r\n" : "\n";
  }

  /** The part in a unit; null if there is none. */
  @Nullable Part part(String unit) {
    Map<String, Part> known = partsByUnit;
    if (known == null) {
      known = HashMap.newHashMap(parts.size());
      for (Part part : parts) {
        known.put(part.unit(), part);
      }
      partsByUnit = known;
    }
    return known.get(unit);
  }

  /** The headings and the front matter of the text as Markdown. */
  Outline outline() {
    Outline known = outline;
    if (known == null) {
      known = Outline.of(parts);
      outline = known;
    }
    return known;
  }

  /** The position of a part since it was moved, if it was. */
  Optional<OrderKey> movedTo(String unit) {
    Part part = part(unit);
    return Optional.ofNullable(part == null ? strayMoves.get(unit) : part.movedTo());
  }

  /** The text, including a byte order mark and all line ends. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (hasMark) {
      text.append(BOM);
    }
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      text.append(
          hasReturns && part.fieldKey().isPresent()
              ? part.text().replace("\n", "\r\n")
              : part.text());
      if (i < parts.size() - 1) {
        text.append(part.lineEnd() == null ? lineEnd() : part.lineEnd());
      }
    }
    return text.toString();
  }

  /**
   * Rejects a text that is too large for a text file.
   *
   * @throws IllegalArgumentException if it has too many bytes or lines
   */
  void requireSize() {
    long lineFeeds = Math.max(0, parts.size() - 1);
    long maxChars = 1;
    for (Part part : parts) {
      long inField =
          part.fieldKey().isPresent() ? part.text().chars().filter(c -> c == '\n').count() : 0;
      lineFeeds += inField;
      maxChars += part.text().length() + inField + 2;
    }
    boolean isTooLong =
        maxChars > FileEntry.MAX_TEXT_BYTES / 3
            && Utf8.encodedLength(text()) > FileEntry.MAX_TEXT_BYTES;
    if (isTooLong || lineFeeds > FileEntry.MAX_TEXT_LINES) {
      throw new IllegalArgumentException(
          "a text of more than %d bytes or %d lines"
              .formatted(FileEntry.MAX_TEXT_BYTES, FileEntry.MAX_TEXT_LINES));
    }
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Layout other
        && hasMark == other.hasMark
        && hasReturns == other.hasReturns
        && parts.equals(other.parts)
        && strayMoves.equals(other.strayMoves);
  }

  @Override
  public int hashCode() {
    return Objects.hash(hasMark, hasReturns, parts, strayMoves);
  }

  @Override
  public String toString() {
    return "mark %b, returns %b, %s, %s".formatted(hasMark, hasReturns, parts, strayMoves);
  }
}
