package dev.fcp.vault;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a text file with an identity of its own: a line, or a field of the front matter, which
 * may have several lines.
 *
 * @param unit the unit of the file that holds it: {@code line:ID} or {@code field:KEY}
 * @param order its position among the parts when it was made
 * @param movedTo its position since it was moved; null if it was not
 * @param text its text without the line end after it; a field separates its lines by {@code \n},
 *     whatever the line ends of the file are
 * @param lineEnd the line end after it if it differs from the others of the file; null if not
 */
public record Part(
    String unit,
    OrderKey order,
    @Nullable OrderKey movedTo,
    String text,
    @Nullable String lineEnd) {

  /** The order of the parts of a file. */
  static final Comparator<Part> BY_POSITION =
      Comparator.comparing(Part::position).thenComparing(Part::unit);

  static final String LINE = "line:";
  static final String FIELD = "field:";

  private static final Pattern LINE_ID =
      Pattern.compile(LINE + "(?:([1-9][0-9]{0,8})|([0-9A-Za-z]*[1-9A-Za-z])\\..*)");

  private static final Set<String> LINE_ENDS = Set.of("\n", "\r\n");

  /**
   * Rejects a part that no file contains.
   *
   * @throws IllegalArgumentException if the unit or the line end is none, or if a line contains
   *     {@code \n}
   */
  public Part {
    if (!isPart(unit)) {
      throw new IllegalArgumentException("not a part of a text: " + unit);
    }
    if (lineEnd != null && !LINE_ENDS.contains(lineEnd)) {
      throw new IllegalArgumentException(unit + " has another line end");
    }
    if (unit.startsWith(LINE) && text.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(unit + " would be several lines");
    }
    TextFile.requireWritable(text);
  }

  /** Whether a unit holds a part of a text file. */
  static boolean isPart(String unit) {
    return (unit.startsWith(LINE) && unit.length() > LINE.length()) || unit.startsWith(FIELD);
  }

  /**
   * The position at which a line was made, which its id contains: as the number of a line of the
   * first version of the file, or as the position itself. Empty if the unit holds no line.
   */
  static Optional<OrderKey> orderOfLine(String unit) {
    Matcher id = LINE_ID.matcher(unit);
    return !id.matches()
        ? Optional.empty()
        : Optional.of(
            id.group(1) == null
                ? new OrderKey(id.group(2))
                : OrderKey.initial(Integer.parseInt(id.group(1)) - 1));
  }

  /** Whether a line was in the first version of its file, rather than added to it. */
  static boolean isFirstLine(String unit) {
    Matcher id = LINE_ID.matcher(unit);
    return id.matches() && id.group(1) != null;
  }

  /** A line that is not moved and has the line end of its file. */
  static Part line(String id, OrderKey order, String text) {
    return new Part(LINE + id, order, null, text, null);
  }

  /** The current position. */
  public OrderKey position() {
    return movedTo == null ? order : movedTo;
  }

  /** The key of the field; empty if this is a line. */
  public Optional<String> fieldKey() {
    return unit.startsWith(FIELD) ? Optional.of(unit.substring(FIELD.length())) : Optional.empty();
  }

  /** The same part with another text. */
  Part withText(String newText) {
    return new Part(unit, order, movedTo, newText, lineEnd);
  }

  /** The same part at another position; at its first one if it is null. */
  Part at(@Nullable OrderKey newPosition) {
    return new Part(unit, order, newPosition, text, lineEnd);
  }

  boolean isBlank() {
    return text.isBlank();
  }
}
